"""The program: what an executor walks, built for one set of options and one number of players.

Expressions are those of the IR with two changes: options are constants, and a local that has to
outlive a decision is a `Slot` (a cell of the state) or a `SlotList`. Code that can stop is one
procedure, cut into numbered blocks; the number of the current block is the program counter.
All other effects stay structured. Nothing recurses, so a block never needs a stack.

A block at whose end the play may stop (`AskBlock`, `SettleTop`, `PickOne`) has an empty body. That
is why a saved position needs no more than the block's number: running the block again from its
start repeats nothing.

Slots appear where the IR has expressions, also nested inside them. The IR's types cannot say so
(the IR does not know this package, nor that a state has cells); `as_expr` is the one cast that bridges the gap.
"""

from __future__ import annotations

from typing import cast

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.printer import show_expr
from ...language.ir.types import Type
from .layout import Layout


@dataclass(frozen=True, slots=True)
class Slot:
    """`state[address]`: a local that lives in the state; `changes` as of the local."""

    address: int
    name: str
    type: Type
    span: Span
    changes: bool = False

    def __str__(self) -> str:
        return f"{self.name}@{self.address}"


@dataclass(frozen=True, slots=True)
class SlotList:
    """`state[address]` elements from `state[address + 1]` on: a list that lives in the state.

    It takes `1 + capacity` cells. Those past its last element are 0, so that equal lists are equal cells.
    """

    address: int
    capacity: int
    name: str
    type: Type
    span: Span

    def __str__(self) -> str:
        return f"{self.name}@{self.address}+{1 + self.capacity}"


AnySlot = Slot | SlotList

Expr = ir.Expr | Slot | SlotList


def as_expr(expr: Expr) -> ir.Expr:
    """An expression of a program, such as a slot, as a part of one of the IR."""
    return cast(ir.Expr, expr)


def as_stmt(stmt: SetSlot) -> ir.Stmt:
    """The change of a slot as one of the effects inside another one."""
    return cast(ir.Stmt, stmt)


@dataclass(frozen=True, slots=True)
class SetSlot:
    """`state[address] = value`; a list is stored as its length, its elements, then zeros up to its capacity."""

    slot: AnySlot
    value: ir.Expr
    span: Span

    def __str__(self) -> str:
        return f"{self.slot} = {show_expr(self.value)}"


@dataclass(frozen=True, slots=True)
class ClearRecords:
    """Set all records of secret choices to 0, before the first player is asked."""

    pending: Pending
    span: Span


@dataclass(frozen=True, slots=True)
class Recall:
    """Copy what a player has picked secretly from their record to the slots of the parameters, and the choice to
    `which`.

    `index` is the slot that says whose record it is (from 0). A record is the number of the choice
    plus 1 (0: nothing was legal), then the cells of all parameters of all choices, in order
    (a list takes `1 + capacity` of them; parameters of choices that were not picked are 0).
    """

    pending: Pending
    index: Slot
    which: Slot
    span: Span


@dataclass(frozen=True, slots=True)
class TakeTrigger:
    """Take the next waiting trigger off the queue: those of the turn's player first, then clockwise, older ones first.

    `which` becomes its number plus 1 (0: none is waiting); its arguments go to `args[number]`.
    """

    which: Slot
    args: tuple[tuple[AnySlot, ...], ...]
    span: Span


# How a block ends -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    """Continue at block `to`."""

    to: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Continue at `yes` if the test holds, else at `no`. A turn of a loop counts a step."""

    test: ir.Expr
    yes: int
    no: int
    span: Span


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Continue at `targets[state[which]]`."""

    which: Slot
    targets: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SettleTop:
    """Chance: settle which card lies at this end of the zone, or at a place from the top; then continue at `then`."""

    zone: ir.Expr
    at: ir.Edge
    then: int
    span: Span
    place: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class PickOne:
    """Chance: `slot` becomes one element of the list, none if it is empty; then continue at `then`.

    The name of the slot says which source of chance decides.
    """

    source: ir.Expr
    slot: Slot
    then: int
    span: Span


@dataclass(frozen=True, slots=True)
class Pending:
    """The cells of secret choices: `capacity` records of `width` cells from `base` on; `players` is the list of those
    who are asked.

    `slots` are the slots of all parameters of all choices, in the order of a record; no two share a cell.
    """

    base: int
    width: int
    capacity: int
    players: SlotList
    slots: tuple[AnySlot, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """What makes a decision secret: the move is not played but stored, and play continues at `then`.

    It goes to record number `state[index]` of `pending`. Where nothing is legal that record stays 0.
    """

    pending: Pending
    index: Slot
    then: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveParameter:
    """One argument of a move: `ir.Parameter`, and the slot that receives it when the move is played.

    While moves are listed the value is `local`, since nothing may be written then; playing the move writes it to
    `slot`. That pairing is why this is a record of its own instead of a row of slots beside the IR's parameters.
    """

    local: ir.Local
    slot: AnySlot
    source: ir.Expr
    how: ir.How
    low: ir.Expr | None
    high: ir.Expr | None
    where: ir.Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskChoice:
    """One kind of move at a decision: `ir.Choice`, whose body has become the block `then`."""

    name: str
    style: ir.Style
    parameters: tuple[MoveParameter, ...]
    conditions: tuple[ir.Condition, ...]
    told: tuple[ir.Told, ...]
    then: int
    path: str
    span: Span
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBlock:
    """The player in `who` decides among `choices`; where nothing is legal, play continues at `none`.

    `none` is None where the rules leave no way out (an error of the game). A secret decision that has a
    way out has `none == secret.then`. `copy_of` is the number of the block of which the
    one with this decision is a copy.
    """

    who: Slot
    choices: tuple[AskChoice, ...]
    none: int | None
    phase: str
    secret: Secret | None
    span: Span
    copy_of: int | None = None


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""


End = Jump | Branch | Dispatch | SettleTop | PickOne | AskBlock | GameOver

Stmt = ir.Stmt | SetSlot | ClearRecords | Recall | TakeTrigger


@dataclass(frozen=True, slots=True)
class Block:
    """Effects that cannot stop, then how the block ends.

    `live` are the slots whose values still matter at the start of the block: all other cells of the local area count
    as 0, so that positions which differ only in leftovers are the same position. `phases` are the names of the
    running phases, outermost first. Locals of a block (its `let`s, loops and comprehensions, and the parameters of
    the moves it offers) are numbered from 0. `told` are those of the live slots that matter to texts only: positions
    which differ in nothing else are the same, too.
    """

    number: int
    body: tuple[Stmt, ...]
    end: End
    live: tuple[AnySlot | Pending, ...]
    phases: tuple[str, ...]
    told: tuple[AnySlot | Pending, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A game for one configuration, ready to be walked.

    `blocks[0]` is where a game begins. `functions` and `effects` hold what blocks call: their
    locals are numbered from 0 and live only while they run. `options` are the settled values.
    `triggers`
    names, by number, the effects that `Enqueue` may name.
    """

    game: str
    players: int
    options: tuple[tuple[str, int], ...]
    layout: Layout
    functions: dict[str, ir.Function]
    effects: dict[str, ir.Effect]
    blocks: tuple[Block, ...]
    triggers: tuple[str, ...]
    winners: ir.Expr | None
    returns: tuple[ir.Local, ir.Expr] | None
    score: tuple[ir.Local, ir.Expr] | None
    decisions_limit: int
    steps_limit: int
