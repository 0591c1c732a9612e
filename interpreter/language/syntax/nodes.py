"""The syntax tree of the effect language: what was written, before names are resolved.

Every node knows its span in the author's file. Names are texts here; the typing stage resolves them. Names that are
bound or called have a span of their own, so that a message can point at the word.
"""

from __future__ import annotations

from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span


@dataclass(frozen=True, slots=True)
class Word:
    """A single name with its location."""

    text: str
    span: Span


# Expressions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """`deck`"""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Integer:
    """`5`"""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Boolean:
    """`true` or `false`"""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`"""

    span: Span


@dataclass(frozen=True, slots=True)
class AttributeAccess:
    """`me.hand`"""

    target: Expr
    name: Word
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """`for c in me.hand if c.number > 3`, a part of a comprehension."""

    name: Word
    source: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`c.number for c in me.hand if … by k`, inside a call or `[ ]`."""

    body: Expr
    loops: tuple[For, ...]
    by: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CallExpression:
    """`count(…)`, or with a target `me.pairing(green)`; either arguments or one comprehension."""

    target: Expr | None
    name: Word
    args: tuple[Expr, ...]
    comprehension: Comprehension | None
    span: Span


@dataclass(frozen=True, slots=True)
class Subscript:
    """`steps[3]`"""

    target: Expr
    index: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ListExpression:
    """`[a, b]` or `[c for c in …]`"""

    items: tuple[Expr, ...]
    comprehension: Comprehension | None
    span: Span


BinaryOperator = Literal[
    "or", "and", "+", "-", "*", "div", "mod", "==", "!=", "<", "<=", ">", ">=", "in", "not in", ".."
]
UnaryOperator = Literal["not", "-", "may"]


@dataclass(frozen=True, slots=True)
class Binary:
    """`a + b`, `a and b`, `c not in me.hand`"""

    operator: BinaryOperator
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`not a`, `-n`, `may me.play`"""

    operator: UnaryOperator
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class IsNone:
    """`x is none`, or with `negated` `x is not none`"""

    operand: Expr
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """`a if b else c`"""

    test: Expr
    yes: Expr
    no: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class OrElse:
    """`x else y`: y if x is none"""

    value: Expr
    default: Expr
    span: Span


Expr = (
    Name
    | Integer
    | Boolean
    | Nothing
    | AttributeAccess
    | CallExpression
    | Subscript
    | ListExpression
    | Binary
    | Unary
    | IsNone
    | Conditional
    | OrElse
)

# Effects ----------------------------------------------------------------------------------


PlaceAt = Literal["", "top", "bottom", "position"]
"""Where in a zone cards go; with "" the zone decides."""


@dataclass(frozen=True, slots=True)
class Destination:
    """`discard`, `top of discard`, `position 3 of row`: where cards go."""

    at: PlaceAt
    position: Expr | None
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveStatement:
    """`move c to top of discard`, `move me.hand except kept to …`, `move 2 alike of xs to …`"""

    cards: Expr
    left_out: Expr | None
    alike: Expr | None
    place: Destination
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw 3 from deck to me.hand`"""

    number: Expr
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Gather:
    """`gather main except box to pile`"""

    deck: Word
    kept: tuple[Word, ...]
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle deck`"""

    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap a, b`: two cards, or the cards of two zones, change places"""

    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    """`show me.hand to p`"""

    cards: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class RandomStatement:
    """`random d in 1..6`: chance picks one, and the name is known in the lines below"""

    name: Word
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class LetStatement:
    """`let n = 3`: the name is known in the lines below"""

    name: Word
    value: Expr
    span: Span


AssignOperator = Literal["=", "+=", "-="]


@dataclass(frozen=True, slots=True)
class Assign:
    """`me.total += 3`"""

    target: Expr
    operator: AssignOperator
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class CallEffect:
    """`advance(me, 3)`"""

    call: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class OfferStatement:
    """`offer take, leave by p`"""

    actions: tuple[Word, ...]
    by: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`end turn`, `end game`, `end phase`, `end hand`"""

    name: Word
    span: Span


@dataclass(frozen=True, slots=True)
class NextTurn:
    """`next turn me`"""

    player: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class IfStatement:
    """`if a: … elif b: … else: …`; `no` is empty if there is no `else`"""

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    no: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForStatement:
    """`for p in players: …`"""

    name: Word
    source: Expr
    body: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat 3: …`"""

    times: Expr
    body: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """`while pile.empty at most 3: …`"""

    test: Expr
    most: Expr
    body: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ChooseClause:
    """`c in me.hand where c.number > 3`, a part of a `choose`"""

    name: Word
    source: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class HowMany:
    """`3`, `0..1`, or `some` (`low` and `high` are None)"""

    low: Expr | None
    high: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """`choose secretly 0..1 kept in me.hand by p: … else: …`"""

    how_many: HowMany | None
    picks: tuple[ChooseClause, ...]
    by: Expr | None
    body: tuple[Stmt, ...]
    no: tuple[Stmt, ...]
    span: Span
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class TogetherStatement:
    """`together p in players: …`"""

    name: Word
    source: Expr
    body: tuple[Stmt, ...]
    span: Span


Stmt = (
    MoveStatement
    | Draw
    | Gather
    | Shuffle
    | Swap
    | Show
    | RandomStatement
    | LetStatement
    | Assign
    | CallEffect
    | OfferStatement
    | End
    | NextTurn
    | IfStatement
    | ForStatement
    | Repeat
    | While
    | Choose
    | TogetherStatement
)

# Modifiers --------------------------------------------------------------------------------


ModifierKind = Literal["add", "set", "forbid", "allow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """`me.draws - 1`, `forbid me.pairing(green) when …`, `allow me.joker(c) for c in race if …`

    `target` names the quantity or the permission; `value` is the number (negated for `-`), None for a permission.
    """

    how: ModifierKind
    target: Expr
    value: Expr | None
    loop: For | None
    when: Expr | None
    span: Span


ChoiceKind = Literal["one", "optional", "some"]
"""How many things are chosen: exactly one, at most one, or a list."""


@dataclass(frozen=True, slots=True)
class ArgumentSource:
    """`me.hand`, `optional teams`, `any of me.hand`, `1..3 of me.hand`: what an action's argument is chosen from

    Only `some` can have the bounds `low` and `high`.
    """

    how: ChoiceKind
    low: Expr | None
    high: Expr | None
    list: Expr


# Heads and types ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """`integer`, `team or none`, `list of colour`: a written type; `word` is its name"""

    word: Word
    list: bool
    optional: bool
    span: Span


@dataclass(frozen=True, slots=True)
class SignatureParameter:
    """`team t`, a part of a signature"""

    type: TypeName
    name: Word


@dataclass(frozen=True, slots=True)
class Signature:
    """`safe(team t, colour k)` or, without parameters, `ranking`: the key of a function or an effect"""

    name: Word
    parameters: tuple[SignatureParameter, ...]
    span: Span
