"""A move: an action with its arguments, and its one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from operator import index
from typing import Any, Literal, SupportsIndex, overload

from ...diagnostics.record import dataclass
from ...engines.position import ProgramTables, RawMove
from ...engines.program.nodes import AskBlock, AskChoice
from .decider import Decider
from .notation import MoveTextCache, argument_texts


@dataclass(frozen=True, slots=True)
class MoveDescription:
    """What is known of a move without its game: an outcome of chance, or a move from a pickle."""

    name: str
    arguments: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    path: str = ""


class Move:
    """A legal move: an action with its arguments. Two moves are equal if they have the same text and seat.

    `seat` is the one who makes it, from 0; `CHANCE` for an outcome of chance. A move may be copied and pickled, and
    then played where an equal move is legal. `raw` and `place` (among the legal moves, -1: not known) are internal.

    >>> move = load_game("go-fish").initial_state(seed=1).legal_moves[0]
    >>> move.text, move.action, move.arguments, move.parameters
    ('ask(p2, two)', 'ask', ('p2', 'two'), ('p', 'r'))
    """

    __slots__ = ("_choice", "_text", "_texts", "place", "raw", "seat")

    def __init__(
        self,
        texts: MoveTextCache | None,
        choice: AskChoice | MoveDescription,
        seat: int,
        raw: tuple[Any, ...],
        text: str = "",
        place: int = -1,
    ) -> None:
        self._texts = texts
        self._choice = choice
        self._text = text
        self.seat = seat
        self.raw = raw
        self.place = place

    @property
    def action(self) -> str:
        """The name of the action; `chance` for an outcome of chance."""
        return self._choice.name

    @property
    def arguments(self) -> tuple[str, ...]:
        """The texts of the arguments, in the order of the spec."""
        if isinstance(self._choice, MoveDescription):
            return self._choice.arguments
        assert self._texts is not None
        return argument_texts(self._texts.layout, self._choice, self.raw[1:])

    @property
    def whole(self) -> tuple[str, ...]:
        """The arguments with what cards and symbols belong to, `main.ace`, as `Wordings` wants them."""
        if isinstance(self._choice, MoveDescription):
            return self._choice.arguments
        assert self._texts is not None
        return argument_texts(self._texts.layout, self._choice, self.raw[1:], whole=True)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order of the spec."""
        if isinstance(self._choice, MoveDescription):
            return self._choice.parameters
        return tuple(p.local.name for p in self._choice.parameters)

    @property
    def path(self) -> str:
        """The path of the action in the spec, such as `actions.give`; "" for an outcome of chance."""
        return self._choice.path

    @property
    def text(self) -> str:
        """The text of the move, as `give(ace, t2)`: what one types, and what traces and scenarios hold."""
        if not self._text and self._texts is not None:
            self._text = self._texts.of(self.raw)
        return self._text

    def __reduce__(self) -> tuple[Any, ...]:
        told = MoveDescription(self.action, self.arguments, self.parameters, self.path)
        return Move, (None, told, self.seat, self.raw, self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.seat, self.text) == (other.seat, other.text)

    def __hash__(self) -> int:
        return hash((self.seat, self.text))


class IllegalMove(ValueError):
    """Raised where a move is not legal here; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,)


# Why a move is not legal: the reason in English, and its parts, from which other languages say the same.

Reason = Literal["condition", "filter", "offer", "arity", "choice", "chance", "over", "hidden", "unclear"]
"""Which rule of play stands against a move.

| reason | the move is not legal because |
|---|---|
| `condition` | named conditions of the action do not hold |
| `filter` | something chosen inside an effect is not what its `where` asks for |
| `offer` | no such action is on offer |
| `arity` | it names too much or too little |
| `choice` | something it names cannot be chosen |
| `chance` | chance decides here, and nobody else |
| `over` | the game is over |
| `hidden` | one of several rules does not hold, and the player does not see which |
| `unclear` | none of these, or the rules themselves fail |
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a move is not legal.

    | field | |
    |---|---|
    | `move` | the move as it was given |
    | `message`, `reason` | the reason in English, with the ids of things; what kind of reason it is |
    | `conditions` | the names of all conditions that fail |
    | `path`, `rule` | where the first of them is in the spec, and its source text |
    | `values` | what the parts of the rule evaluate to now, as (source text, value) |
    | `arguments` | the texts of the arguments by name, where all were understood |
    | `told` | what else the reason names in braces, as (what stands there, text, type) |
    | `label` | likewise what the label of the action names |
    | `fixed` | whether one of them follows from the arguments alone: with these it can never hold |
    | `name`, `given` | the form of the action, or the argument that is wrong; what was given for it |
    | `possible` | what could be given instead; of `hidden` the names of the rules |
    | `least`, `most` | how many of `possible` make a list that could be given; 0 if each could be given by itself |
    | `needs`, `got` | how many arguments |
    | `suggestion` | what was probably meant, or "" |
    | `more` | what is told of the other conditions that fail and can be computed |
    """

    move: str
    message: str
    reason: Reason
    conditions: tuple[str, ...] = ()
    path: str = ""
    rule: str = ""
    values: tuple[tuple[str, str], ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    told: tuple[tuple[str, str, str], ...] = ()
    label: tuple[tuple[str, str, str], ...] = ()
    fixed: bool = False
    name: str = ""
    given: str = ""
    possible: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    needs: int = 0
    got: int = 0
    suggestion: str = ""
    more: tuple[Refusal, ...] = ()

    @property
    def condition(self) -> str:
        """The name of the first condition that fails; "" where the reason is another."""
        return self.conditions[0] if self.conditions else ""

    @property
    def helps(self) -> tuple[str, ...]:
        """What was probably meant, as the help of a diagnostic."""
        return (f"did you mean `{self.suggestion}`?",) if self.suggestion else ()

    def __str__(self) -> str:
        return " ".join((f"{self.move}: {self.message}", *(f"({text})" for text in self.helps)))


# The legal moves of a position: a sequence whose moves become objects only when somebody looks at them.


class Moves(Sequence[Move]):
    """All moves that a seat may make, in the order of the spec; equal to a tuple of the same moves.

    >>> moves = load_game("go-fish").initial_state(seed=1).legal_moves
    >>> len(moves), moves[0].text, [move.action for move in moves[:2]]
    (4, 'ask(p2, two)', ['ask', 'ask'])
    """

    __slots__ = ("_ask", "_code", "_made", "_many", "_rows", "_seat")

    def __init__(self, code: ProgramTables, ask: AskBlock, seat: int, rows: Sequence[RawMove] | None) -> None:
        self._code, self._ask, self._seat = code, ask, seat
        self._rows: Sequence[RawMove] = () if rows is None else rows
        self._many = len(self._rows)
        self._made: dict[int, Move] | None = None

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(self[n] for n in range(*place.indices(self._many)))
        if type(place) is not int:
            if not isinstance(place, SupportsIndex):
                raise TypeError(f"a place among the legal moves must be an int or a slice, not {place!r}")
            place = index(place)
        place += self._many if place < 0 else 0
        if self._made is None:
            self._made = {}
        found = self._made.get(place)
        if found is None:
            if not 0 <= place < self._many:
                raise IndexError(f"legal moves are numbered from 0 to {self._many - 1}")
            raw = self._rows[place]
            found = Move(self._naming(), self._ask.choices[raw[0]], self._seat, raw, place=place)
            self._made[place] = found
        return found

    def _naming(self) -> MoveTextCache:
        return self._code.once(MoveTextCache, self._ask)

    def __iter__(self) -> Iterator[Move]:
        return (self[place] for place in range(self._many))

    def texts(self) -> list[str]:
        """The texts of all of them."""
        return list(map(self._naming().of, self._rows))

    def raw(self, move: object) -> tuple[RawMove, int] | None:
        """A move as the engines have it, and its place, if it is one of these very objects, or a place among them."""
        if type(move) is int:
            return (self._rows[move], move) if 0 <= move < self._many else None
        if isinstance(move, Move) and self._made is not None and self._made.get(move.place) is move:
            return move.raw, move.place
        return None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves):
            other = tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)


def texts_of(moves: Sequence[Move]) -> list[str]:
    """The texts of all legal moves."""
    return moves.texts() if isinstance(moves, Moves) else [move.text for move in moves]


def refuse_other_seat(moves: Sequence[Move], move: Move) -> Refusal | None:
    """Why a move is not legal although one of the same text is: another seat would make it. None for all others."""
    here = next((one.seat for one in moves if one.text == move.text), None)
    if here is None:
        return None
    own, other = (str(Decider.of(seat)) for seat in (here, move.seat))
    message = f"this is a move of {other}, and {own} decides here; to play the like for {own}, give its text"
    return Refusal(move=move.text, message=message, reason="unclear")


# Taking the text of a move apart: its name, and its arguments without regard to blanks and the order in lists.

Argument = str | tuple[str, ...]
"""An argument as it was typed; a list as a tuple of its parts in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A move as it was typed. `named` holds the names before `=`, for a choice inside an effect."""

    name: str
    arguments: tuple[Argument, ...]
    named: tuple[str, ...] = ()


def key_of(text: str) -> Wording:
    """The parts of a move's text; texts of the same move have equal parts. Without its closing bracket it is all name.

    >>> key_of("play(ace, [red, green])")
    Wording(name='play', arguments=('ace', ('green', 'red')), named=())
    >>> key_of("extend = yes")
    Wording(name='', arguments=('yes',), named=('extend',))
    """
    squeezed = "".join(text.split())
    if "=" in squeezed.split("(")[0]:
        pairs = [part.partition("=") for part in _split(squeezed)]
        return Wording("", tuple(_argument(value) for _, _, value in pairs), tuple(name for name, _, _ in pairs))
    name, bracket, rest = squeezed.partition("(")
    if not bracket:
        return Wording(name, ())
    if not rest.endswith(")"):
        return Wording(squeezed, ())
    inside = rest[:-1]
    return Wording(name, tuple(_argument(part) for part in _split(inside)) if inside else ())


def _argument(text: str) -> Argument:
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1]
        return tuple(sorted(inside.split(","))) if inside else ()
    return text


def _split(text: str) -> list[str]:
    """The parts between the commas outside of brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
