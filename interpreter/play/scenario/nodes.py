"""A scenario as plain records: what was written, with its places; no name is known yet."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics.span import Span
from ...language.text.tree import Scalar


@dataclass(frozen=True, slots=True)
class Cards:
    """`p1.hand: [accident, km_25]`: a zone holds exactly these kinds of card; the top first where it has one."""

    zone: Scalar
    cards: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """`t1.total: 4000`: a variable has this value (or a zone holds just this card)."""

    name: Scalar
    value: Scalar


@dataclass(frozen=True, slots=True)
class Given:
    """A position by name, and where play is: `phase`, in the turn of `turn`. `rest` is where all other cards lie."""

    phase: Scalar
    turn: Scalar | None
    rest: Scalar | None
    cards: tuple[Cards, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Plays:
    """`p1: attack(accident, t2)`"""

    seat: Scalar
    move: Scalar


@dataclass(frozen=True, slots=True)
class Draws:
    """`chance: km_25`"""

    outcome: Scalar


@dataclass(frozen=True, slots=True)
class Check:
    """An expression that must hold, with its name (empty where it has none)."""

    name: str
    test: Scalar


Step = Plays | Draws | Check


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that must not be on offer; `condition` names the condition that must fail, if it was given."""

    move: Scalar
    condition: Scalar | None


@dataclass(frozen=True, slots=True)
class Sees:
    """`p1: {p2.hand: 3, pile: [one, back]}`: what `seat` is shown of a zone (its cards, or only their number) or a
    variable.

    `cards` is None where a single value was written.
    """

    seat: Scalar
    name: Scalar
    cards: tuple[Scalar, ...] | None
    value: Scalar | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One case: from a position, by these moves, to what must hold. `span` is that of its name in the file.

    `options` are texts as on the command line. `end` is a status of a game, `returns` one number a seat.
    """

    name: str
    span: Span
    path: str
    rule: str
    players: Scalar | None
    options: tuple[tuple[Scalar, Scalar], ...]
    variants: tuple[Scalar, ...]
    preset: Scalar | None
    given: Given | None
    when: tuple[Step, ...]
    then: tuple[Check, ...]
    legal: tuple[Scalar, ...]
    illegal: tuple[Illegal, ...]
    sees: tuple[Sees, ...]
    end: Scalar | None
    returns: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A file of scenarios of one game."""

    game: Scalar
    scenarios: tuple[Scenario, ...]
    span: Span
