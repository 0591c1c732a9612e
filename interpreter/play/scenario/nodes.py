"""A scenario as plain records: what is in the file, with its spans. No name has been looked up yet."""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.spec.nodes import Texts
from ...source.text.tree import Scalar, Sequence


@dataclass(frozen=True, slots=True)
class ZoneContents:
    """`p1.hand: [ace, king]`: a zone holds exactly these kinds of card; of a stack, the top first."""

    zone: Scalar
    cards: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class VariableValue:
    """`t1.total: 4000`: a variable has this value (or a zone holds this one card)."""

    name: Scalar
    value: Scalar


@dataclass(frozen=True, slots=True)
class Placed:
    """`pile: {3: king, known: p1}`: these cards lie at these places, counted from the top, of a zone in which the other
    cards lie in unknown order; the players `known` know them.
    """

    zone: Scalar
    cards: tuple[tuple[Scalar, Scalar], ...]
    known: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPosition:
    """A position by name, in `phase`, in the turn of the player `turn`. `rest` is the zone of all other cards."""

    phase: Scalar
    turn: Scalar | None
    rest: Scalar | None
    cards: tuple[ZoneContents, ...]
    settings: tuple[VariableValue, ...]
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """`p1: give(ace, t2)`"""

    seat: Scalar
    move: Scalar


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """`chance: ace`"""

    outcome: Scalar


@dataclass(frozen=True, slots=True)
class Check:
    """An expression that must hold; `name` is "" if it has none."""

    name: str
    test: Scalar


Step = PlayerMove | ChanceOutcome | Check


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that must not be legal; `condition` names the condition that must fail, if the file names one."""

    move: Scalar
    condition: Scalar | None


@dataclass(frozen=True, slots=True)
class ViewCheck:
    """`p1: {p2.hand: 3, pile: [one, back]}`: what `seat` sees of a zone (its cards, or only their number) or a
    variable.

    `cards` is None if a single value is written.
    """

    seat: Scalar
    name: Scalar
    cards: tuple[Scalar, ...] | None
    value: Scalar | None


@dataclass(frozen=True, slots=True)
class RulebookExample:
    """What a rulebook says of a scenario that it prints: a heading, and what happens in words, by language."""

    label: Texts
    text: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One case: a position, the moves to play, and what must hold then. `span` is that of its name in the file.

    `options` are texts as on the command line. `end` is a status of a game, `winners` names the winning
    sides, and `returns` are one number per seat.
    """

    name: str
    span: Span
    path: str
    rule: str
    example: RulebookExample | None
    players: Scalar | None
    options: tuple[tuple[Scalar, Scalar], ...]
    variants: tuple[Scalar, ...]
    preset: Scalar | None
    given: GivenPosition | None
    when: tuple[Step, ...]
    then: tuple[Check, ...]
    legal: tuple[Scalar, ...]
    illegal: tuple[Illegal, ...]
    sees: tuple[ViewCheck, ...]
    end: Scalar | None
    winners: Sequence | None
    returns: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A file of scenarios of one game."""

    game: Scalar
    scenarios: tuple[Scenario, ...]
    span: Span
