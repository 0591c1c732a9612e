"""The program: what an executor walks, made for one set of options and one number of players.

Expressions are those of the IR with two changes: options are constants, and a local that has to
outlive a decision is a `Slot` (a cell of the state) or a `SlotList`. Code that can stop is one
procedure, cut into numbered blocks; the number of the block where we are is the program counter.
All other effects stay structured. Nothing recurses, so a block never needs a stack.

A block at whose end the play may stop (`AskBlock`, `SettleTop`, `PickOne`) has an empty body. So
whoever stands at a block can always begin it anew.

Slots stand in the place of expressions of the IR, also inside them. Their types do not say so
(the IR does not know this package); `as_expr` is the one place where that is glossed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import Type
from .layout import Layout


@dataclass(frozen=True, slots=True)
class Slot:
    """`state[address]`: a local that lives in the state."""

    address: int
    name: str
    type: Type
    span: Span

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


Expr = ir.Expr | Slot | SlotList


def as_expr(slot: Slot | SlotList) -> ir.Expr:
    """A slot as a part of an expression of the IR."""
    return cast(ir.Expr, slot)


@dataclass(frozen=True, slots=True)
class SetSlot:
    """`state[address] = value`; a list is written with its length first, and zeros behind it."""

    slot: Slot | SlotList
    value: ir.Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ClearRecords:
    """All records of secret choices become 0, before the first player is asked."""

    pending: Pending
    span: Span


@dataclass(frozen=True, slots=True)
class Recall:
    """Copy what a player has picked secretly from his record to the slots of the parameters, and the choice to `which`.

    `index` is the slot that holds whose record (from 0). A record is the number of the choice
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

    `which` becomes its number plus 1 (0: none waits); its arguments go to `args[number]`.
    """

    which: Slot
    args: tuple[tuple[Slot | SlotList, ...], ...]
    span: Span


# Where a block ends -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at block `to`."""

    to: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on at `yes` if the test holds, else at `no`. A turn of a loop counts a step."""

    test: ir.Expr
    yes: int
    no: int
    span: Span


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Go on at `targets[state[which]]`."""

    which: Slot
    targets: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SettleTop:
    """Chance: settle which card lies on top or at the bottom of the zone, then go on at `then`."""

    zone: ir.Expr
    at: str
    then: int
    span: Span


@dataclass(frozen=True, slots=True)
class PickOne:
    """Chance: `slot` becomes one element of the list, none if it is empty; then go on at `then`."""

    source: ir.Expr
    slot: Slot
    then: int
    span: Span


@dataclass(frozen=True, slots=True)
class Pending:
    """Where secret choices are kept: `capacity` records of `width` cells from `base` on; `players` is the list of who
    is asked.

    `slots` are the slots of all parameters of all choices, in order, as they lie in a record; no two share a cell.
    """

    base: int
    width: int
    capacity: int
    players: SlotList
    slots: tuple[Slot | SlotList, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a move is made of. While moves are listed the value is `local`; applying writes it to `slot`.

    `how` is `one`, `optional` or `some`; `low` and `high` bound the number of cards of `some`.
    `where` is the filter of this parameter, looked at as soon as it is bound.
    """

    local: ir.Local
    slot: Slot | SlotList
    source: ir.Expr
    how: str
    low: ir.Expr | None
    high: ir.Expr | None
    where: ir.Expr | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of move at a decision; `then` is the block that plays it. See `ir.Choice`."""

    name: str
    style: str
    parameters: tuple[Parameter, ...]
    conditions: tuple[ir.Condition, ...]
    then: int
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class AskBlock:
    """The player in `who` decides among `choices`; where nothing is legal the play goes on at `none`.

    `none` is None where the rules leave no way out (an error of the game). With `pending` the
    move is not played but recorded for the player number `index`, and play goes on at `then`
    (with nothing legal the record stays 0 and play goes on at `none`, which is the same block).
    """

    who: Slot
    choices: tuple[Choice, ...]
    none: int | None
    phase: str
    pending: Pending | None
    index: Slot | None
    then: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""


End = Jump | Branch | Dispatch | SettleTop | PickOne | AskBlock | GameOver

Stmt = ir.Stmt | SetSlot | ClearRecords | Recall | TakeTrigger


@dataclass(frozen=True, slots=True)
class Block:
    """Effects that cannot stop, then how it ends. `live` are the slots that mean something when the
    play stands at this block: all other cells of the local area count as 0.

    `phases` are the names of the phases that are running, outermost first. Locals of a block (its
    `let`s, loops and comprehensions, and the parameters of the moves it offers) are numbered from 0.
    """

    number: int
    body: tuple[Stmt, ...]
    end: End
    live: tuple[Slot | SlotList | Pending, ...]
    phases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
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
