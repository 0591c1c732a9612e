"""A whole game in the typed intermediate representation, for every number of players and all option values at once."""

from __future__ import annotations

from typing import Literal, get_args

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from .nodes import Body, Effect, Expr, Function, Local
from .types import Type

Owner = Literal["", "player", "team"]
"""Whom something belongs to: nobody in particular (it is the table's), each player, or each team."""

Order = Literal["heap", "stack", "row"]
"""How cards lie in a zone: in no order, in a pile with a top, or side by side in numbered positions."""

Start = Literal["", "shuffled", "listed"]
"""Whether the cards of a deck begin in a zone, and in which order."""

Shows = Literal["all", "owner", "none", "known"]
"""Who sees a variable; `known` are those who know the card on which it stands."""

Viewer = Literal["all", "owner"]
"""To whom a zone shows its cards: to everybody, or to the owner alone."""

ORDERS: tuple[Order, ...] = get_args(Order)
STARTS: tuple[Start, ...] = get_args(Start)
SHOWS: tuple[Shows, ...] = get_args(Shows)
VIEWERS: tuple[Viewer, ...] = get_args(Viewer)


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDecl:
    """A declared option: its type (integer, boolean, or the symbols of the enumeration of its own name).

    `low`, `high` and `step` bound an integer. `default` is by number of players, None for the others.
    `requires` are named conditions over options, `excludes` names of options that must be at their
    neutral value (false, 0, the first symbol) unless this one is.
    """

    name: str
    type: Type
    low: int
    high: int
    step: int
    default: dict[int | None, int]
    requires: tuple[tuple[str, Expr], ...]
    excludes: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of card: attributes and number of copies, as expressions over options and the number of players only.

    `number` counts all kinds of the game, deck by deck.
    """

    id: str
    number: int
    deck: str
    attributes: dict[str, Expr]
    copies: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck: attribute types by name, those on the back, its kinds in order, the zone where its cards start."""

    name: str
    attributes: dict[str, Type]
    back: tuple[str, ...]
    kinds: tuple[Kind, ...]
    start: str
    span: Span


@dataclass(frozen=True, slots=True)
class Axis:
    """What a family runs along: all values of this type from `low` to `high`, expressions over options."""

    type: Type
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A family of zones: one on the table, or one for each player or team, and for each value of `along`.

    A heap that is ever shuffled is a stack. `shows` says what of the cards is seen: `all`, `count`, `none`, or the
    names of attributes joined by spaces; without `owner` the owner sees what all see. The players in the list `to`,
    where `it` is the owner, see all. `capacity` is None where the author sets none.
    """

    name: str
    owner: Owner
    along: tuple[Axis, ...] = ()
    deck: str
    order: Order
    shows: dict[Viewer, str]
    it: Local | None = None
    to: Expr | None = None
    start: Start
    capacity: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableDecl:
    """A declared variable of the table, each player, each team or each card; and for each value of `along`.

    For a variable of cards `deck` names their deck, and the key is `deck.name`. `low` and `high` are expressions over
    options (None: as wide as the type), of a list about its elements; `room` is how many of them it may have. Its
    initial value is set in `main`. Engine variables are among them: `turn.player` and `turn.next` (player or none),
    `round.number`, `round.complete`.
    """

    name: str
    owner: Owner | Literal["card"]
    along: tuple[Axis, ...] = ()
    deck: str
    type: Type
    low: Expr | None
    high: Expr | None
    room: Expr | None = None
    shows: Shows
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedGame:
    """Everything that is needed to make a program.

    `teams` is the number of teams by number of players (empty: no teams; None: for the others).
    `triggers` lists the effects that `Enqueue` may name, in order; their first parameter is the
    player they belong to. Functions and effects never call themselves, directly or indirectly.
    `main` is the game from the first card to the last; `winners`, `returns` and `score` are
    computed when it is over.
    """

    name: str
    players: tuple[int, ...]
    teams: dict[int | None, int]
    enumerations: dict[str, tuple[str, ...]]
    options: dict[str, OptionDecl]
    decks: dict[str, Deck]
    zones: dict[str, Zone]
    variables: dict[str, VariableDecl]
    functions: dict[str, Function]
    effects: dict[str, Effect]
    triggers: tuple[str, ...]
    main: Body
    winners: Expr | None
    returns: tuple[Local, Expr] | None
    score: tuple[Local, Expr] | None
    decisions_limit: Expr
    steps_limit: Expr


# What people read on the table beside the cards: values that are computed from a position and change nothing in it.

ShownTo = Literal["all", "owner"]
"""Who sees a value of the table: everybody, or its owner alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableValue:
    """One value of the table: one for each owner `it`, or a single one, for which `it` is None.

    `name` is its path in the spec below `table`, such as `shown.points`, `tracks.race.at`, `tracks.race.rows.stops`.
    """

    name: str
    owner: Owner
    it: Local | None
    value: Expr
    shows: ShownTo
