"""Explains what other languages, or people at a table, would write, and says what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...diagnostics.suggest import did_you_mean
from ..builtins.definitions import FOLDS
from ..builtins.table import spellings
from .findings import COMPARISONS, NAME, RESERVED, Finding, ParseFailure, SourceToken, wrong_name

SIGNS = {
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`",
    "|": "write `or`",
    "!": "write `not`",
    "?": "write `a if b else c`: the value first, then its condition",
    "//": "write `div`: it divides and rounds down",
    "/": "write `div`: it divides and rounds down",
    "%": "write `mod`: the remainder of a division",
    ";": "write each effect on a line of its own",
    "{": "blocks are written with `:` and indentation, lists with `[ ]`",
    "}": "blocks are written with `:` and indentation, lists with `[ ]`",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `!=`",
    "–": "write `-`",
    "−": "write `-`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `div`: it divides and rounds down",
    "→": "write `to`",
    "…": "a range is written `1..3`",
    "“": "write a symbol without quotes: `red`",
    "”": "write a symbol without quotes: `red`",
    "„": "write a symbol without quotes: `red`",
    "«": "write a symbol without quotes: `red`",
}
"""Signs, and what to write instead."""

DOUBLE = {
    ("=", "="): "write `==` to compare",
    ("==", "="): "write `==`",
    ("!=", "="): "write `!=`",
    ("=", "!"): "write `!=`",
    ("=", ">"): "write `>=`",
    ("=", "<"): "write `<=`",
    ("<", ">"): "write `!=`",
    (":", "="): "write `=`",
    ("*", "*"): "there are no powers: multiply instead",
    ("*", "="): "write `x = x * 2`",
    ("+", "+"): "write `x += 1`",
    ("-", "-"): "write `x -= 1`",
    ("..", "."): "a range is written with two dots: `1..3`",
}
"""Pairs of signs, and what to write instead."""

SETS = {("=", "+"): "write `+=`", ("=", "!"): "write `= not`"}
"""Pairs where a variable may be set, and what to write there instead."""

APART = {(sign, "=") for sign in ("<", ">", "!")}
"""Signs of two characters that authors may write apart: `> =`."""

ARTICLES = {
    "draw": ("a", "an", "the"),
    "move": ("a", "an", "the", "all"),
    "gather": ("the", "all"),
    "shuffle": ("the",),
    "show": ("a", "the", "all"),
    "swap": ("the",),
    "end": ("the",),
    "for": ("each", "every", "all"),
}
"""Words of everyday English that authors might write after the first word of an effect."""


def explain_foreign(t: ParseFailure) -> Finding | None:
    """A sign or a word of another language at the point where parsing stopped."""
    return _signs(t) or _else_if(t) or foreign_effect(t) or _strange(t) or _article(t) or _thousands(t) or _is(t)


def _signs(t: ParseFailure) -> Finding | None:
    for i in (t.at, t.at - 1, t.at - 2):
        if i < 0 or i + 1 >= len(t.pieces):
            continue
        one, other = t.pieces[i], t.pieces[i + 1]
        sets = t.entry == "line" and not t.open and SETS.get((one.text, other.text))
        advice = sets or DOUBLE.get((one.text, other.text), "")
        if one.end < other.start and (one.text, other.text) in APART and i + 1 >= t.at:
            whole = one.text + other.text
            place, helps = (one.start, other.end), (f"write `{whole}`",)
            return Finding("E300", f"`{whole}` is written without a blank", *place, helps=helps)
        if advice and one.end == other.start and i + 1 >= t.at - 1:
            signs = one.text + other.text
            return Finding("E300", f"unknown sign `{signs}`", one.start, other.end, helps=(advice,))
    return None


def _else_if(t: ParseFailure) -> Finding | None:
    if t.entry == "head" and t.here.text == "if" and t.before and t.before.text == "else":
        return Finding("E300", "`else if` is a single word here", t.before.start, t.here.end, helps=("write `elif`",))
    if t.here.text == "then":
        return Finding("E300", "`if` needs no `then`", *_range(t.here), helps=("write `:` at the end of the line",))
    return None


def _strange(t: ParseFailure) -> Finding | None:
    """A piece that is not a word, a number or a sign of the language."""
    piece = t.here
    if piece.kind != "strange":
        return None
    text, place = piece.text, _range(piece)
    if text == "//" and _is_comment(t):
        return Finding("E300", f"unknown sign `{text}`", *place, helps=("a comment begins with `#`",))
    if text in SIGNS:
        return Finding("E300", f"unknown sign `{text}`", *place, helps=(SIGNS[text],))
    if text[0] in "\"'":
        advice = _unquoted(text.strip("\"'"))
        return Finding(
            "E300", "a quoted text is not allowed here", *place, label="rules contain no quoted texts", helps=(advice,)
        )
    if re.fullmatch(r"[0-9_]+(\.[0-9]\w*)?", text) and "." in text:
        advice = "count in smaller units, or use `div`, which rounds down"
        return Finding(
            "E302", f"`{text}` is not a whole number", *place, label="all numbers are whole", helps=(advice,)
        )
    if text[0].isdigit():
        advice = "a name starts with a letter, and a number consists only of digits"
        return Finding("E302", f"`{text}` is neither a number nor a name", *place, helps=(advice,))
    if text.lower() in ("null", "nil") or text.lower() in RESERVED:
        right = "none" if text.lower() in ("null", "nil") else text.lower()
        return Finding("E300", f"unknown word `{text}`", *place, helps=(f"write `{right}`",))
    if text.isspace():
        message = f"this is not an ordinary space (U+{ord(text):04X})"
        return Finding("E301", message, *place, helps=("write an ordinary space",))
    if text[0].isalpha() or text[0] == "_":
        return wrong_name(text, piece.start)
    return Finding("E301", f"`{text}` has no meaning in this language", *place)


def _is_comment(t: ParseFailure) -> bool:
    """Whether two words in a row follow in a line of an effect, which cannot be a value."""
    one, two = t.after, t.pieces[t.at + 2 : t.at + 3]
    return t.in_effect and one is not None and one.is_value and bool(two) and two[0].is_value


def _unquoted(inside: str) -> str:
    """What to write instead of a text in quotes: the number or the name in it, or else how rules say something."""
    if NAME.fullmatch(inside) and inside not in RESERVED or re.fullmatch("0|[1-9][0-9]*", inside, re.ASCII):
        return f"write `{inside}`"
    return "use a symbol: `red`; texts for players go under `words`"


def _article(t: ParseFailure) -> Finding | None:
    """`shuffle the pile`, `for each c in …`"""
    before = t.before
    if not before or t.at != 2 or t.here.kind != "word" or not t.here.is_value:
        return None
    words = ARTICLES.get(t.first, ()) if t.in_effect else ()
    if before.text not in words:
        return None
    helps: tuple[str, ...] = (f"leave `{before.text}` out",)
    if before.text == "all":
        helps = ("write only the zone: `move me.hand to discard` moves all its cards",)
    return Finding("E300", f"`{t.first}` is written without `{before.text}`", *_range(before), helps=helps)


def _thousands(t: ParseFailure) -> Finding | None:
    """`1,000`"""
    one, other = t.before, t.after
    if t.here.text != "," or t.open or not one or not other or one.kind != "number" or other.kind != "number":
        return None
    advice = (f"write `{one.text}{other.text}`",)
    return Finding("E302", "a number is written without `,`", one.start, other.end, helps=advice)


def _is(t: ParseFailure) -> Finding | None:
    """`is` with something other than none."""
    before = [piece.text for piece in t.pieces[max(t.at - 2, 0) : t.at]]
    if before[-1:] != ["is"] and before != ["is", "not"]:
        return None
    if t.here.kind not in ("word", "number"):
        return Finding("E303", "`none` is missing after `is`", t.pieces[t.at - 1].end, t.pieces[t.at - 1].end)
    sign = "!=" if before[-1] == "not" else "=="
    if t.here.text in ("null", "nil"):
        return Finding("E300", f"unknown word `{t.here.text}`", *_range(t.here), helps=("write `none`",))
    other = ["not"] if before[-1] == "is" else []
    advice = did_you_mean(t.here.text, ["none", *other]) or (f"write `{sign} {t.here.text}`",)
    return Finding("E303", "only `none` can follow `is`", *_range(t.here), helps=advice)


def _range(piece: SourceToken) -> tuple[int, int]:
    return piece.start, piece.end


# Effects as other languages, and people at a table, would write them, and how they are written here.

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


def foreign_effect(t: ParseFailure) -> Finding | None:
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


# Explains `=` and `==` in each other's place, and chained comparisons.

ONLY_VALUE = {"+=": ("`+` adds two numbers: `x + 1`",), "-=": ("`-` takes one number from another: `x - 1`",)}
"""What to write for a sign that sets a variable where only a value can stand."""


def explain_comparison(t: ParseFailure) -> Finding | None:
    """`=` where two values are compared, `==` where a variable is set, and chains such as `1 < x < 3`."""
    place = (t.here.start, t.here.end)
    if t.here.text == "==" and t.entry == "line" and not t.open:
        advice = ("write one `=` to set a variable",)
        return Finding("E303", "`==` compares two values, but does not set a variable", *place, helps=advice)
    if t.here.text in ("=", "+=", "-="):
        return _set(t, place)
    if t.here.text in COMPARISONS or t.here.text == "not" and t.after and t.after.text == "in":
        return _chain(t, place)
    return None


def _set(t: ParseFailure, place: tuple[int, int]) -> Finding | None:
    """A sign that sets a variable, where nothing can be set."""
    if t.entry == "line" and t.before and t.before.text == "=" and t.at == 2 + (t.first == "let"):
        advice = ("one `=` sets a variable; `==` compares",)
        return Finding("E303", "unexpected second `=`", *place, helps=advice)
    if t.entry == "modifier" and not any(piece.text == "when" for piece in t.pieces[: t.at]):
        advice = (f"write `me.draws {t.here.text.rstrip('=') or '='} 1`",)
        return Finding("E308", f"`{t.here.text}` does not change a quantity", *place, helps=advice)
    if t.here.text == "=" and (t.entry != "line" or t.open or _has_set(t)):
        advice = ("write `==` to compare",)
        return Finding("E303", "`=` sets a variable, but does not compare", *place, helps=advice)
    if not t.in_effect:
        message = f"`{t.here.text}` sets a variable, but a value is needed here"
        return Finding("E308", message, *place, helps=ONLY_VALUE.get(t.here.text, ()))
    return None


def _has_set(t: ParseFailure) -> bool:
    return any(piece.text in ("=", "+=", "-=") for piece in t.pieces[: t.at])


def _chain(t: ParseFailure, place: tuple[int, int]) -> Finding | None:
    depth = 0
    for i in range(t.at - 1, -1, -1):
        piece = t.pieces[i]
        if piece.text in (")", "]"):
            depth += 1
        elif piece.text in ("(", "["):
            depth -= 1
        if depth < 0 or depth == 0 and piece.text in ("and", "or", "if", "else", ",", "=", "for", ":", "where"):
            return None
        if depth == 0 and piece.text in COMPARISONS and i + 1 < t.at and not _loop(t, i):
            middle = t.text[t.pieces[i + 1].start : t.pieces[t.at - 1].end]
            chain = f"write two comparisons: `… {piece.text} {middle} and {middle} {t.here.text} …`"
            first = ((piece.start, piece.end, "the first comparison"),)
            return Finding("E303", "comparisons cannot be chained", *place, helps=(chain,), others=first)
    return None


def _loop(t: ParseFailure, i: int) -> bool:
    """Whether the `in` at `pieces[i]` belongs to `for x in …` or another loop."""
    opens = ("for", "choose", "together", "random", "some", ",")
    return t.pieces[i].text == "in" and i >= 2 and t.pieces[i - 2].text in opens


# Functions without their parentheses, as they are read aloud: `count me.hand`.

CALLED = frozenset({*FOLDS, *spellings("function")}) - {"top"}
"""What is written with parentheses; `top` is an end of a stack more often than a function."""


def missing_parentheses(t: ParseFailure) -> Finding | None:
    """A function with what it is of behind it, but no parentheses."""
    here, before = t.here, t.before
    if before is None or before.kind != "word" or before.text not in CALLED or not here.is_value or here.text == "(":
        return None
    if t.entry == "source" or t.at > 1 and t.pieces[t.at - 2].text == ".":
        return None
    rest = t.pieces[t.at :]
    given = "… for … in …" if any(piece.text == "for" for piece in rest) else ", ".join(_given(rest))
    message = f"`{before.text}` needs parentheses around what it is of"
    return Finding("E309", message, before.start, here.end, helps=(f"write `{before.text}({given})`",))


def _given(pieces: Sequence[SourceToken]) -> Iterator[str]:
    """The values that stand there in a row: names with what is behind their dots, numbers."""
    at = 0
    while at < len(pieces) and pieces[at].kind in ("word", "number") and pieces[at].is_value:
        end = at + 1
        while end + 1 < len(pieces) and pieces[end].text == ".":
            end += 2
        if end < len(pieces) and pieces[end].text in ("(", "["):
            yield "…"
            return
        yield "".join(piece.text for piece in pieces[at:end])
        at = end
