"""Choosing a move part by part: the action, then each argument, of a list one element after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from ...diagnostics.record import dataclass
from ...source.text.literals import parse_integer
from ..game.disclosure import fill_label
from ..game.game import State
from ..game.move import Move
from ..game.texts import Wordings
from .screen import WIDTH, beside

MOST_MOVES = 40
"""Of more moves a person is asked part by part."""

Part = list[tuple[str, str]]
"""An argument of a move: its elements, each as it is typed and with what it is of. An action is one by itself."""


@dataclass(frozen=True, slots=True)
class Option:
    """What can be typed, what it means, and the move that it makes, if it does."""

    text: str
    told: str
    move: Move | None


@dataclass(frozen=True, slots=True)
class Step:
    """What can be typed next, and what is asked for, if it is a part of a move."""

    options: tuple[Option, ...]
    asked: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """What is typed for each option: numbers as they are, for others their places."""
        values = [parse_integer(one.text) for one in self.options]
        places = range(1, len(values) + 1)
        return tuple(
            place if None in values or value is None else value for place, value in zip(places, values, strict=True)
        )

    def lines(self, width: int = WIDTH) -> Iterator[str]:
        """What is asked for, and the options with their numbers."""
        if self.asked:
            yield self.asked
        if all(one.text == str(number) for number, one in zip(self.numbers, self.options, strict=True)):
            yield from wrap(
                ", ".join(one.text for one in self.options), width, initial_indent="  ", subsequent_indent="  "
            )
            return
        wide = min(34, max(len(one.text) for one in self.options))
        for number, one in zip(self.numbers, self.options, strict=True):
            yield from beside(f"{number:>3}) {one.text}", one.told, 5 + wide, width)


def next_step(state: State, moves: Sequence[Move], chosen: tuple[str, ...], words: Wordings, *, asks: bool) -> Step:
    """What is to be chosen after some parts of a move. Few moves are all told, unless one `asks` for each part."""
    several = len({move.action for move in moves}) > 1
    rows = [(move, left(parts_of(move, several), chosen)) for move in moves]
    fitting = {move: rest for move, rest in rows if rest is not None}
    open = {move: (part, done) for move, (part, done) in fitting.items() if part}
    lists = any(len(part) + done > 1 for part, done in open.values())
    are_told = not asks and len(fitting) <= MOST_MOVES and not (lists and chosen)
    ends = [move for move in fitting if are_told or move not in open]
    options = [Option(move.text, words.move(move, fill_label(state.machine, move)), move) for move in ends]
    if len(ends) == len(fitting):
        return Step(tuple(options))
    of_action = several and not chosen
    found: dict[str, tuple[str, list[Move]]] = {}
    for move, (part, _) in open.items():
        for text, whole in dict.fromkeys(part):
            told = words.open_move(move) if of_action else words.value(whole)
            found.setdefault(text, (told, []))[1].append(move)
    for text, (told, begun) in found.items():
        ready = len(begun) == 1 and left(parts_of(begun[0], several), (*chosen, text)) == ([], 0)
        options.append(Option(text, told, begun[0] if ready else None))
    sizes = sorted({len(part) + done for part, done in open.values()})
    n = sizes[0] if len(sizes) == 1 else words.say("range", low=sizes[0], high=sizes[-1])
    action = " · ".join(dict.fromkeys(map(words.open_move, open)))
    asked = words.say("choose_of", action=action, n=n, k=next(iter(open.values()))[1])
    told = words.say("choose_action") if of_action else asked if lists else words.say("choose_next", action=action)
    return Step(tuple(options), told)


def parts_of(move: Move, several: bool) -> list[Part]:
    """The parts of a move, with its action where there are `several`."""
    pairs = zip(move.arguments, move.whole, strict=True)
    rows = [list(zip(_elements(text), _elements(whole), strict=True)) for text, whole in pairs]
    return [[(move.action, move.action)], *rows] if several else rows


def _elements(text: str) -> list[str]:
    return [one for one in text.strip("[]").split(", ") if one]


def left(parts: Sequence[Part], chosen: Sequence[str]) -> tuple[Part, int] | None:
    """What is left of the part where something is to be chosen next, and how much of it is chosen.

    Nothing is left of a move that is complete; None if the move does not begin with what is chosen. In a list the order
    does not matter.

    >>> pair = [[("give", "give")], [("ace", "main.ace"), ("king", "main.king")]]
    >>> left(pair, ("give", "king")), left(pair, ("give", "king", "ace")), left(pair, ("take",))
    (([('ace', 'main.ace')], 1), ([], 0), None)
    """
    rest = list(chosen)
    for part in parts:
        open = list(part)
        while open and rest:
            place = next((at for at, (text, _) in enumerate(open) if text == rest[0]), None)
            if place is None:
                return None
            del open[place], rest[0]
        if open:
            return open, len(part) - len(open)
    return None if rest else ([], 0)
