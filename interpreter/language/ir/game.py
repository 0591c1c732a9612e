"""A whole game in the typed intermediate representation, for every number of players and every option at once."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics.span import Span
from .nodes import Body, Effect, Expr, Function, Local
from .types import Type


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """A declared parameter: its type (integer, boolean, or the symbols of the enumeration of its own name).

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


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: attributes and number of copies, expressions over options and the number of players only.

    `number` counts all kinds of the game, deck by deck.
    """

    id: str
    number: int
    deck: str
    attributes: dict[str, Expr]
    copies: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: attribute types by name, those on the back, its kinds in order, the zone where its cards start."""

    name: str
    attributes: dict[str, Type]
    back: tuple[str, ...]
    kinds: tuple[Kind, ...]
    start: str
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    """A family of zones: one on the table, or one a player or team (`owner` is "", player or team).

    `order` is heap, stack or row (a heap that is ever shuffled is a stack). `shows` maps `all` and
    `owner` to `all`, `count`, `none`, or names of attributes joined by a space. `start` is "", shuffled or
    listed. `capacity` is None where the author gives none.
    """

    name: str
    owner: str
    deck: str
    order: str
    shows: dict[str, str]
    start: str
    capacity: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class VariableDecl:
    """A variable: `owner` is "", player, team or card (then `deck` names the deck, and the key is `deck.name`).

    `low` and `high` are expressions over options (None: as wide as the type). `shows` is all, owner
    or none. How it starts is part of `main`. Engine variables are among them: `turn.player` and
    `turn.next` (player or none), `round.number`, `round.complete`.
    """

    name: str
    owner: str
    deck: str
    type: Type
    low: Expr | None
    high: Expr | None
    shows: str
    span: Span


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that is needed to make a program.

    `teams` is the number of teams by number of players (empty: no teams; None: for the others).
    `triggers` lists the effects that `Enqueue` may name, in order; their first parameter is the
    player they belong to. Functions and effects never call themselves, directly or round about.
    `main` is the game from the first card to the last; `winners`, `returns` and `score` are looked
    at when it is over.
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
