"""The typed intermediate representation: few node kinds, frozen, each with its type and place.

Names are settled: a local is a number, a zone, variable, function or effect is the key of its
declaration, an operation is the key of a row of the table of builtins. Sugar is gone: what is
here is the kernel of the language. Each node's pseudo-code is in its docstring.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics.span import Span
from .types import Type

# Expressions ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """`value`: a number, truth, symbol, kind, player, team, none, or a tuple of such."""

    value: int | tuple[int, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Local:
    """The value that is bound to a local: a parameter, `let`, a loop's or a comprehension's name, `me`, `it`."""

    number: int
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """The value of an option; a constant once the program is made."""

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
    """The zone of this name of that owner (None: on the table)."""

    name: str
    owner: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """`op(args)`: a row of the table of builtins. `and` and `or` look at the second only when needed."""

    op: str
    args: tuple[Expr, ...]
    type: Type
    span: Span


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
    """A function of the author's, or one made for a quantity, a permission or a card's rule."""

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


@dataclass(frozen=True, slots=True)
class Fold:
    """`op(body for loops by keys)`: op is list, count, any, all, sum, max, min, first, last, best or sort."""

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
class SetVariable:
    """`name[owner] = value`; leaving the declared range is an error of the game"""

    name: str
    owner: Expr | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetCardVariable:
    """`name[card] = value`; nothing when the card is none"""

    name: str
    card: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Each card of the list, in its order, goes to the zone. `at`: "" (end of a row, top of a stack), top, bottom,
    position.

    `cards` is a list of cards; `position` counts from 1.
    """

    cards: Expr
    zone: Expr
    at: str
    position: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All cards of a zone go to another as they lie: what is unknown in order stays so where the other zone has an
    order.
    """

    source: Expr
    target: Expr
    at: str
    span: Span


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    """The order of the zone becomes unknown, and so what anybody knew of it."""

    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ShowCards:
    """The players of the list get to know the cards of the list."""

    cards: Expr
    players: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Settle:
    """Chance: which card lies on top (or at the bottom) of the zone becomes certain.

    Nothing in an empty or ordered zone.
    """

    zone: Expr
    at: str
    span: Span


@dataclass(frozen=True, slots=True)
class Random:
    """Chance: `local` is one element of the list, each as likely; none when it is empty."""

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
    """`for local in source: body`; the list is worked out once, before the first turn"""

    local: Local
    source: Expr
    body: Body
    span: Span


@dataclass(frozen=True, slots=True)
class Forever:
    """`while true: body`; left by `Exit` of a scope around it"""

    body: Body
    span: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """`name: { body }`: a stretch that `Exit(name)` leaves, from wherever inside it"""

    name: str
    body: Body
    span: Span


@dataclass(frozen=True, slots=True)
class Exit:
    """Go on behind the innermost running scope of this name."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Run:
    """`effect(args)`: a named effect of the author's (never recursive)"""

    effect: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a move is made of. `how`: `one` (an element), `optional` (an element or none), `some` (a sub-list of `low`
    to `high` cards).

    `source` is a list; later parameters and the conditions may use the locals of earlier ones.
    """

    local: Local
    source: Expr
    how: str
    low: Expr | None
    high: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition of a move; `path` names it in the spec (`actions.attack.when.protected`)."""

    name: str
    test: Expr
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of move at a decision. `style`: `action` (text `name(args)`) or `pick` (text `param=value`).

    `path` is where it stands in the spec, `body` what it does.
    """

    name: str
    style: str
    parameters: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    body: Body
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision of `who`: `me` is bound to the player, the move that is picked binds its parameters, and its body
    runs.

    Where nothing is legal, `none` runs instead (if it is None, that is an error of the game).
    `phase` names the phase for people. With `together`, `who` is a list: each is asked, without
    seeing what the others pick; then the bodies run in the order of the list.
    """

    me: Local
    who: Expr
    together: bool
    choices: tuple[Choice, ...]
    none: Body | None
    phase: str
    span: Span


@dataclass(frozen=True, slots=True)
class Score:
    """Tell the points by category: a table of owner × category, for the transcript and the result."""

    scoring: str
    owners: Expr
    local: Local
    categories: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell those who watch that the phase `name` begins once more, or (with `who`) that this reaction of `who` happens.

    The state stays as it is.
    """

    name: str
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Remember that a trigger waits, with its arguments."""

    trigger: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RunTriggers:
    """Run the triggers that wait, those of the turn's player first, then clockwise, until none waits."""

    span: Span


Stmt = (
    Let
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
    | Enqueue
    | RunTriggers
)

Body = tuple[Stmt, ...]
"""Statements that run one after the other."""


# Declarations -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Function:
    """A named value: no effect, never recursive."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """A named effect."""

    name: str
    parameters: tuple[Local, ...]
    body: Body
    span: Span
