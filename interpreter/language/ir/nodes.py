"""The typed intermediate representation: few node kinds, frozen, each with its type and its span in the source.

Names are resolved: a local is a number, a zone, variable, function or effect is the key of its
declaration, an operation is the key of a row of the table of builtins. Sugar is gone: what is left
is the kernel of the language. Each node's pseudo-code is in its docstring.
"""

from __future__ import annotations

from typing import Literal, get_args

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from .types import Type

At = Literal["", "top", "bottom", "position"]
"""Where moved cards go in a zone; "" is where its order puts them: on top of a stack, at the end of a row."""

Edge = Literal["top", "bottom"]
"""An end of a zone at which one card can be known."""

How = Literal["one", "optional", "some"]
"""What is chosen from a list: an element, an element or none, a sub-list."""

Style = Literal["action", "pick"]
"""How a move is written: `name(args)` or `param=value`."""

EDGES: tuple[Edge, ...] = get_args(Edge)
ATS: tuple[At, ...] = get_args(At)
HOWS: tuple[How, ...] = get_args(How)

# Expressions ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """`value`: a number, boolean, symbol, kind, player, team, none, or a tuple of these."""

    value: int | tuple[int, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Local:
    """The value bound to a local: a parameter, the name of a `let`, a loop or a comprehension, `me`, `it`.

    `changes` says that there are `Change`s of it, so that what it was bound to may not be its value.
    """

    number: int
    name: str
    type: Type
    span: Span
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """The value of an option; a constant once the program is built."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """`name[owner]`: a variable of the table, a player or a team; also `turn.player`, `turn.next`, `round.number`,
    `round.complete`.
    """

    name: str
    owner: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class CardVariable:
    """`name[card]`: a variable of one card (key `deck.name`)."""

    name: str
    card: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class AttributeOf:
    """`table[kind(of)]`: an attribute of a card or kind (key `deck.name`); none of none."""

    name: str
    of: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """`name[owner]`: a zone of the table (no owner), a player or a team."""

    name: str
    owner: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """`op(args)`: a row of the table of builtins. `and` and `or` compute their second operand only when needed."""

    op: str
    args: tuple[Expr, ...]
    type: Type
    span: Span


def indices_of(member: Expr | None) -> tuple[Expr | None, tuple[Expr, ...]]:
    """Whose a member of a family is, as it is numbered, and its indices: those of `me.cell[r][k]` are r and k."""
    match member:
        case Apply("member", (owner, index, *_)):
            whose, indices = indices_of(owner)
            return whose, (*indices, index)
        case _:
            return member, ()


@dataclass(frozen=True, slots=True)
class If:
    """`yes if test else no`"""

    test: Expr
    yes: Expr
    no: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`function(args)`: one that the author wrote, or one generated for a quantity, a permission or a card's rule."""

    function: str
    args: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[items]`"""

    items: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Loop:
    """`for local in source if test`: one loop of a comprehension; the source is a list."""

    local: Local
    source: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """`op(body for loops by keys)`: `op` is a row of the table of folds, such as list, count, any, sum or best."""

    op: str
    loops: tuple[Loop, ...]
    body: Expr
    keys: tuple[Expr, ...]
    type: Type
    span: Span


Expr = Const | Local | Option | Variable | CardVariable | AttributeOf | ZoneOf | Apply | If | Call | ListOf | Fold

# Effects ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let:
    """`local = value` for the rest of the block"""

    local: Local
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    """`local = value`: from now on; the local was bound by a `Let` before, here or around"""

    local: Local
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetVariable:
    """`name[owner] = value`; a value outside the declared range is an error of the game"""

    name: str
    owner: Expr | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetCardVariable:
    """`name[card] = value`; no effect when the card is none"""

    name: str
    card: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveCards:
    """`move cards to at of zone`: each card of the list, in its order. `position` counts from 1.

    Where `by` is given, this player alone knows at which position; others who do not see the cards lose track of the
    zone.
    """

    cards: Expr
    zone: Expr
    at: At
    position: Expr | None
    span: Span
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class MoveAll:
    """`move all of source to at of target`: the cards go as they lie, so an unknown order stays unknown there."""

    source: Expr
    target: Expr
    at: At
    span: Span


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    """`shuffle zone`: its order becomes unknown, and whatever anybody knew of it is forgotten."""

    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ShowCards:
    """`show cards to players`: these players get to know these cards.

    `announced`: they are seen because they were chosen, and the move tells of that; no effect shows them.
    """

    cards: Expr
    players: Expr
    span: Span
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Settle:
    """`settle at of zone`: chance decides which card lies on top, at the bottom, or at a `place` counted from the top.

    No effect in an empty zone, where no card lies there, or where it is known which.
    """

    zone: Expr
    at: Edge
    span: Span
    place: Expr | None = None


@dataclass(frozen=True, slots=True)
class Random:
    """`random local in source`: chance picks an element of the list, all equally likely; none when it is empty."""

    local: Local
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """`if test: yes else: no`"""

    test: Expr
    yes: Body
    no: Body
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for local in source: body`; the list is computed once, before the first iteration"""

    local: Local
    source: Expr
    body: Body
    span: Span


@dataclass(frozen=True, slots=True)
class Forever:
    """`while true: body`; left by an `Exit` of a scope around it"""

    body: Body
    span: Span


THEN, LINES = ".then", ".lines"
"""`.then: { .lines: { body } after }`: `after` is done whichever way the body is left, unless the game is over."""


@dataclass(frozen=True, slots=True)
class Scope:
    """`name: { body }`: a stretch that `Exit(name)` leaves, from wherever inside it"""

    name: str
    body: Body
    span: Span


@dataclass(frozen=True, slots=True)
class Exit:
    """`exit name`: continue after the innermost running scope of this name."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Run:
    """`effect(args)`: a named effect (never recursive)"""

    effect: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """`how local in source where …`: one of the things chosen in a move.

    `source` is a list; with `some`, `low` and `high` bound the number of cards. Later parameters and the conditions
    may use the locals of earlier ones.
    """

    local: Local
    source: Expr
    how: How
    low: Expr | None
    high: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Told:
    """`{written}` in a text for people: the value that is told in its place. The state does not depend on it."""

    written: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition of a move; `path` locates it in the spec (`actions.give.when.protected`).

    `told` is what the reason names in braces, for the player who wants to know why.
    """

    name: str
    test: Expr
    path: str
    span: Span
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`name(parameters) when conditions: body`: one kind of move at a decision; `path` locates it in the spec.

    `told` is what its label names in braces besides the parameters. What a `secret` one has chosen is never announced:
    only the player who chose knows.
    """

    name: str
    style: Style
    parameters: tuple[Parameter, ...] = ()
    conditions: tuple[Condition, ...] = ()
    body: Body
    path: str
    span: Span
    told: tuple[Told, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """`ask me in who: choices`: a decision; the move picked binds its parameters, then its body runs.

    Where nothing is legal, `none` runs instead (if it is None, that is an error of the game).
    `phase` names the phase for people. With `together`, `who` is a list: each is asked, without
    seeing what the others pick; then the bodies run in the order of the list.
    """

    me: Local
    who: Expr
    together: bool = False
    choices: tuple[Choice, ...]
    none: Body | None = None
    phase: str = ""
    span: Span


@dataclass(frozen=True, slots=True)
class Score:
    """`score scoring for local in owners`: report a table of owner × category, for the transcript and the result."""

    scoring: str
    owners: Expr
    local: Local
    categories: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Tell:
    """`tell name`: announce to those who watch that the phase begins again, or that this reaction of `who` happens.

    With `say`, `name` is a text of the spec. `told` is what the text names in braces. The state does not change.
    """

    name: str
    who: Expr | None
    span: Span
    told: tuple[Told, ...] = ()
    say: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """`mark number`: remember that play has come here; only in programs that are played on trial.

    The state does not change.
    """

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Enqueue:
    """`enqueue trigger(args)`: append a trigger to the queue of those that wait."""

    trigger: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RunTriggers:
    """`run triggers`: those that wait, first those of the player whose turn it is, then clockwise, until none waits."""

    span: Span


Stmt = (
    Let
    | Change
    | SetVariable
    | SetCardVariable
    | MoveCards
    | MoveAll
    | ShuffleZone
    | ShowCards
    | Settle
    | Random
    | When
    | ForEach
    | Forever
    | Scope
    | Exit
    | Run
    | Ask
    | Score
    | Tell
    | Mark
    | Enqueue
    | RunTriggers
)

Body = tuple[Stmt, ...]
"""Statements that run one after the other."""


# Declarations -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Function:
    """`name(parameters) = body`: a value that changes nothing, never recursive."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """`name(parameters): body`"""

    name: str
    parameters: tuple[Local, ...]
    body: Body
    span: Span
