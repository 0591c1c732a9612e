"""What a person types at the prompt, and what it means."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal, get_args

from ...diagnostics.record import dataclass
from ...diagnostics.suggest import suggest
from ...diagnostics.text import LANGUAGES
from ...language.spec.nodes import Action, Reaction, Spec
from ...source.text.literals import parse_count, parse_integer
from ..game.disclosure import fill_label
from ..game.game import State
from ..game.move import key_of
from ..game.phrases import phrase
from ..game.texts import Wordings

Word = Literal["help", "undo", "quit", "table"]


@dataclass(frozen=True, slots=True)
class PickedMove:
    """One of the moves on offer, by its index from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A move that is not on offer, by its text."""

    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """`why MOVE`: asks which condition of this move does not hold."""

    text: str


@dataclass(frozen=True, slots=True)
class PartsOf:
    """`ACTION ?`: asks for what the action takes, one part after the other."""

    action: str


@dataclass(frozen=True, slots=True)
class Card:
    """`card NAME`: asks what this card says."""

    text: str


@dataclass(frozen=True, slots=True)
class HintRequest:
    """`hint BOT`: asks what a bot would play here; an empty `bot` is any."""

    bot: str


@dataclass(frozen=True, slots=True)
class Log:
    """`history N`: asks for the last lines of what has happened; 0 for all."""

    lines: int


@dataclass(frozen=True, slots=True)
class Save:
    """`save FILE`: asks to write the game to a file, to go on with it some other time; with an empty name to any."""

    file: str


@dataclass(frozen=True, slots=True)
class ConsoleRequest:
    """One of the other things that can be typed."""

    word: Word


@dataclass(frozen=True, slots=True)
class Misunderstood:
    """A line that is none of these; `near` is what was probably meant, or None."""

    text: str
    near: str | None


Aside = HintRequest | Log | Save
"""What is not about this position alone, so that whoever leads the game answers it."""

Answer = PickedMove | TypedMove | Why | PartsOf | Card | Aside | ConsoleRequest | Misunderstood


@cache
def words_for(what: str) -> tuple[str, ...]:
    """The words by which something is asked for, in the languages of the tool: any is understood in each of them.

    >>> {"why", "pourquoi"} < set(words_for("why"))
    True
    """
    words = (word for language in LANGUAGES for word in phrase(language, f"type_{what}").split())
    return tuple(dict.fromkeys(words))


def commands() -> tuple[str, ...]:
    """All words that can be typed; the short forms are not among them."""
    asked = ("help", "table", "undo", "quit", "why", "card", "hint", "history", "save")
    return tuple(word for what in asked for word in words_for(what) if len(word) > 1)


_MOVE = re.compile(r"\w+\s*(\(.*\)|=.*)\Z")


def understand(
    typed: str, moves: Sequence[str], actions: Collection[str] = (), numbers: Sequence[int] | None = None
) -> Answer:
    """The meaning of a line where these moves are on offer. Blanks and case do not matter.

    `numbers` are what is typed for the first of them, if not their places. `actions` are all that the game has: the
    name of one is an attempt at it, even if nothing of it is on offer.

    >>> understand("2", ["go", "discard(go)"])
    PickedMove(index=1)
    >>> understand("discard( GO )", ["go", "discard(go)"])
    PickedMove(index=1)
    >>> understand("discrad(go)", ["go", "discard(go)"])
    TypedMove(text='discrad(go)')
    >>> understand("extend", ["go"], ["go", "extend"])
    TypedMove(text='extend')
    >>> understand("card go", [])
    Card(text='go')
    >>> understand("hint greedy", ["go"])
    HintRequest(bot='greedy')
    """
    line = " ".join(typed.split())
    first, _, rest = line.partition(" ")
    if (number := parse_integer(line)) is not None:
        places = list(range(1, len(moves) + 1) if numbers is None else numbers)
        return PickedMove(places.index(number)) if number in places else Misunderstood(line, None)
    squeezed = [_squeezed(move) for move in moves]
    if _squeezed(line) in squeezed:
        return PickedMove(squeezed.index(_squeezed(line)))
    word = next((word for word in get_args(Word) if line.lower() in words_for(word)), None)
    if word is not None:
        return ConsoleRequest(word)
    if first.lower() in words_for("why") and rest:
        number = parse_count(rest, 1, len(moves))
        return Why(rest if number is None else moves[number - 1])
    if first.lower() in words_for("card") and rest:
        return Card(rest)
    if rest == "?" and first.lower() in actions:
        return PartsOf(first.lower())
    aside = _aside(first.lower(), rest)
    if aside is not None:
        return aside
    if _MOVE.match(line) or line.lower() in actions:
        return TypedMove(line)
    return Misunderstood(line, suggest(line, [*moves, *commands()]))


def _aside(word: str, rest: str) -> Aside | None:
    """What is asked of whoever leads the game, if anything is."""
    if word in words_for("hint"):
        return HintRequest(rest)
    if word in words_for("history") and (not rest or parse_count(rest, 1, 10**9)):
        return Log(int(rest or 0))
    return Save(rest) if word in words_for("save") else None


def _squeezed(text: str) -> str:
    return "".join(text.lower().split())


# Moves called by their labels: `Take a card` instead of `take`, as people read them above.


def by_label(state: State, text: str, words: Wordings) -> str:
    """The move whose label a person has typed, as moves are written; any other text as it is.

    The label is that of a legal move with its arguments in words, or of an action that takes none. A label that several
    moves have names none of them.
    """
    moves = state.legal_moves
    if same := next((move.text for move in moves if key_of(move.text) == key_of(text)), None):
        return same
    ways = (words, Wordings(words.spec, words.language)) if words.signs else (words,)
    labels = ((move.text, [_plain(one.move(move, fill_label(state.machine, move))) for one in ways]) for move in moves)
    found = [move for move, told in labels if _plain(text) in told]
    if len(found) == 1:
        return found[0]
    named = labelled(text, words.spec) if words.spec is not None and not found else ""
    return named if named and "(" not in named else text


def labelled(text: str, spec: Spec) -> str:
    """The action or reaction whose label this is in some language, as its moves are written; empty if none is.

    What it takes is told by the names of its choices: `give(c, t)` for `Give an ace to team 2`.
    """
    things: Mapping[str, Action | Reaction] = {**spec.actions, **spec.reactions}
    for name, thing in things.items():
        for label in thing.about.label.values():
            pattern = ".+".join(re.escape(_plain(part)) for part in re.split(r"\{[^{}]*\}", label))
            if re.fullmatch(pattern, _plain(text)):
                choices = ", ".join(pick.name.text for pick in thing.choose)
                return f"{name}({choices})" if choices else name
    return ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
