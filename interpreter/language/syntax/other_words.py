"""Effects as other languages, and people at a table, would write them, and how they are written here."""

from __future__ import annotations

import re

from .finding import Finding
from .trouble import Trouble

TELLING = ("print", "say", "message", "tell", "log", "announce", "display")
"""Words for telling people something."""

POINTS = "points are a variable: `me.total += 3`"
WINNERS = "`end game` ends the game; who has won is told under `result`"

WORDS = {
    "while": "say how often at most: `while pile.empty at most 3:`",
    "foreach": "write `for c in me.hand:`",
    "loop": "write `repeat 3:`, or `while pile.empty at most 3:`",
    "elseif": "write `elif`",
    "elsif": "write `elif`",
    "var": "write `let x = 3`, or `x = 3` for a variable of the game",
    "const": "write `let x = 3`",
    "set": "write `x = 3`",
    "return": "only functions have a value, under `functions`; to stop early write `end turn` or `end phase`",
    "break": "write `end` and the name of a phase, or `end turn`",
    "continue": "put the rest of the block under an `if`",
    "pass": "leave the block out; an action that does nothing needs no `do`",
    "skip": "write `end turn`; a phase skips players by `turns: {skip: CONDITION}`",
    "stop": "write `end turn`, `end phase` or `end game`",
    "exit": "write `end turn`, `end phase` or `end game`",
    "quit": "write `end turn`, `end phase` or `end game`",
    "finish": "write `end turn`, `end phase` or `end game`",
    "goto": "phases are played as `steps` lists them; `end` and the name of a phase leaves it",
    "win": WINNERS,
    "lose": WINNERS,
    "def": "named effects and functions are written under `effects` and `functions` of the file",
    "function": "functions are written under `functions` of the file",
    "unless": "write `if not`",
    "when": "write `if`",
    "deal": "write `draw 3 from pile to p.hand`",
    "put": "write `move c to discard`",
    "place": "write `move c to discard`",
    "give": "write `move c to p.hand`",
    "take": "write `move c to me.hand` or `draw 1 from pile to me.hand`",
    "discard": "write `move c to discard`",
    "play": "write `move c to …`",
    "mix": "write `shuffle pile`",
    "roll": "write `random n in 1..6`",
    "pick": "write `choose c in me.hand:`",
    "select": "write `choose c in me.hand:`",
    "reveal": "write `show c to players`",
    "exchange": "write `swap a, b`",
    "gain": POINTS,
    "score": f"{POINTS}; a score sheet is computed by `score(NAME)`",
    "add": POINTS,
    "increase": POINTS,
    "increment": POINTS,
    "subtract": "write `me.total -= 3`",
    "decrease": "write `me.total -= 3`",
    "lower": "write `me.total -= 3`",
    **dict.fromkeys(TELLING, "write `say(NAME)`, with the text under `words`: `words: {NAME: TEXT}`"),
}
"""First words of effects in other languages, and what to write instead."""

_NUMBERED = ("did you mean 'alike'? `move 2 alike of …` takes two cards of one kind",)

_COUNTED = re.compile(r"move\s+(\d+)(?:\s+cards?)?(?:\s+from\s+(\S+))?(?:\s+to\s+(\S.*))?")


def other_words(t: Trouble) -> Finding | None:
    """An effect that begins with a word of another language, or moves a number of cards."""
    if not t.in_effect or t.at > 2:
        return None
    first = t.pieces[0]
    if t.first in TELLING and t.at == 1 and t.here.text[:1] in ("'", '"', "“"):
        message = "a text is not said in quotes"
        return Finding("E300", message, t.here.start, t.here.end, helps=(WORDS[t.first],))
    if t.first == "end" and t.at == 2 and t.here.is_value and t.pieces[1].text not in ("the", "this"):
        message = f"the line must end after `{t.pieces[1].text}`"
        helps = ("who has won is told under `result`: `result: {winners: …}`",) if t.pieces[1].text == "game" else ()
        return Finding("E301", message, t.here.start, t.pieces[-1].end, helps=helps)
    counted = _COUNTED.match(t.text.strip()) if t.first == "move" else None
    if counted and t.pieces[1].kind == "number":
        number, source, place = counted[1], counted[2] or "pile", counted[3] or "me.hand"
        message = "`move` takes cards, not a number of them"
        helps = (f"to take the top cards, write `draw {number} from {source} to {place}`",)
        after = t.pieces[2]
        if after.kind == "word" and any(piece.text == "of" for piece in t.pieces[3:4]):
            return Finding("E300", f"unknown word `{after.text}`", after.start, after.end, helps=_NUMBERED)
        return Finding("E309", message, t.pieces[1].start, t.pieces[1].end, helps=helps)
    if t.first not in WORDS or t.pieces[1].text == "(":
        return None
    if t.first == "while" and any(piece.text == "most" for piece in t.pieces):
        return None  # it is a word of this language where it says how often at most
    return Finding("E300", f"unknown effect `{first.text}`", first.start, first.end, helps=(WORDS[first.text],))
