"""The one procedure that can stop is cut into blocks: at each decision, each point of chance, and where loops and
exits lead.

What cannot stop stays as it is, inside a block. A place that is jumped to is a new block. For
example, `while true: { ask; if test: exit }` becomes

    0: ask, then 1
    1: branch test, then 2 else 0
    2: game over

Names that hold at the same time get cells one after the other, in the order of their blocks: each
remembers the one before it (`Cell.before`), and names of different blocks may share cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import INTEGER, Type, list_of
from .bounds import Bounds
from .drafts import Cell, Draft, Procedure, number_of
from .nodes import (
    AskBlock,
    Branch,
    Choice,
    ClearRecords,
    Dispatch,
    End,
    GameOver,
    Jump,
    Parameter,
    Pending,
    PickOne,
    Recall,
    SetSlot,
    SettleTop,
    Slot,
    SlotList,
    Stmt,
    TakeTrigger,
)
from .rename import flat
from .setting import misfit
from .turns import Turns
from .unfolded import TriggerLoop
from .walk import all_effects

NO_PHASES = frozenset(("game", "phase", "turn"))
"""Scopes that `end` can leave besides phases."""

BREAKS = (ir.Ask, ir.Settle, ir.Random, ir.Exit, ir.Forever, TriggerLoop)
"""What a block cannot hold inside."""


def is_phase(name: str) -> bool:
    """Whether a scope is a phase of the author's; those that were made to jump start with a dot."""
    return name not in NO_PHASES and not name.startswith(".")


def cut(main: tuple[ir.Stmt, ...], bounds: Bounds, numbers: Iterator[int]) -> Procedure:
    """The blocks of the game; `numbers` gives numbers for locals that are not yet in use.

    Raises `SpecError` (E770) where something that is not running would be left.
    """
    cutter = Cutter(bounds, numbers)
    cutter.body(main)
    cutter.end(GameOver())
    return Procedure(tuple(cutter.drafts), cutter.cells)


@dataclass(slots=True)
class Cutter:
    """The blocks made so far, the one being written (`here`), the enclosing scopes and the innermost name (`top`)."""

    bounds: Bounds
    numbers: Iterator[int]
    drafts: list[Draft] = field(default_factory=list)
    scopes: list[tuple[str, Draft]] = field(default_factory=list)
    cells: dict[int, Cell] = field(default_factory=dict)
    lists: dict[int, int] = field(default_factory=dict)
    top: int | None = None
    here: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.here = self.draft()

    # Blocks -------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """A new block, empty, in the phases that are running."""
        phases = tuple(name for name, _ in self.scopes if is_phase(name))
        self.drafts.append(Draft(len(self.drafts), phases))
        return self.drafts[-1]

    def end(self, end: End) -> None:
        """The block ends so; what is written next is not reached unless `start` is called."""
        self.here.end = end
        self.here = self.draft()

    def go(self, target: Draft) -> None:
        """The block ends, and the play goes on there."""
        self.end(Jump(target.number))

    def start(self, draft: Draft) -> None:
        """Write to this block from now on."""
        self.here = draft

    def enter(self) -> Draft:
        """Go on in a new block, to which others may jump, or in which the play may stop."""
        draft = self.draft()
        self.go(draft)
        self.start(draft)
        return draft

    def write(self, stmt: Stmt) -> None:
        """One more effect of the block."""
        self.here.body.append(stmt)

    # Names --------------------------------------------------------------------------------

    def declare(self, local: ir.Local, capacity: int | None = None) -> Slot | SlotList:
        """A slot for a name, behind those of all names that hold here; a list needs a capacity."""
        slot = self._shape(local, capacity)
        self._claim(local.number, Cell(1 if capacity is None else 1 + capacity, self.top, True, slot))
        return slot

    def number(self, local: ir.Local) -> Slot:
        """A slot for a name that is no list."""
        self.declare(local)
        return number_of(local, local.span)

    def fresh(self, name: str, type: Type, span: Span) -> ir.Local:
        """A name of our own."""
        return ir.Local(next(self.numbers), name, type, span)

    def _shape(self, local: ir.Local, capacity: int | None) -> Slot | SlotList:
        if capacity is None:
            return number_of(local, local.span)
        self.lists[local.number] = capacity
        return SlotList(local.number, capacity, local.name, local.type, local.span)

    def _claim(self, number: int, cell: Cell) -> None:
        self.cells[number] = cell
        self.top = number

    def _let(self, stmt: ir.Let) -> None:
        """It becomes a slot only if another block reads it."""
        is_list = stmt.local.type.base == "list"
        self.declare(stmt.local, self.length(stmt.value) if is_list else None)
        self.cells[stmt.local.number] = replace(self.cells[stmt.local.number], always=False)
        self.write(stmt)

    def length(self, expr: ir.Expr) -> int:
        """How long a list can become."""
        return self.bounds.length(expr, self.lists)

    # Effects ------------------------------------------------------------------------------

    def body(self, body: tuple[ir.Stmt, ...]) -> None:
        """A block of effects; its names end with it."""
        top = self.top
        for stmt in body:
            self.stmt(stmt)
        self.top = top

    def stmt(self, stmt: ir.Stmt) -> None:
        """One effect, written to the block or cut."""
        if not any(isinstance(inner, BREAKS) for inner in all_effects((stmt,))):
            self._whole(stmt)
            return
        match stmt:
            case ir.Settle(zone, at):
                self.enter()
                then = self.draft()
                self.end(SettleTop(zone, at, then.number, stmt.span))
                self.start(then)
            case ir.Random(local, source):
                self.enter()
                then = self.draft()
                self.end(PickOne(source, self.number(local), then.number, stmt.span))
                self.start(then)
            case ir.When():
                self._when(stmt)
            case ir.ForEach():
                self._for_each(stmt)
            case ir.Forever(body):
                head = self.enter()
                self.body(body)
                self.go(head)
            case ir.Scope(name, body):
                behind = self.draft()
                self.scopes.append((name, behind))
                self.enter()
                self.body(body)
                self.go(behind)
                self.scopes.pop()
                self.start(behind)
            case ir.Exit():
                self._exit(stmt)
            case ir.Ask(together=False):
                self._ask(stmt)
            case ir.Ask():
                self._together(stmt)
            case TriggerLoop():
                self._triggers(stmt)
            case _:
                raise AssertionError(stmt)

    def _whole(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Let():
                self._let(stmt)
            case ir.Scope(name, body) if is_phase(name):
                self.scopes.append((name, self.draft()))
                self.enter()
                self.body(body)
                self.scopes.pop()
                self.enter()
            case ir.Scope(_, body):
                self.body(body)
            case _:
                for inner in flat((stmt,)):
                    self.write(inner)

    def _when(self, stmt: ir.When) -> None:
        yes, no, after = self.draft(), self.draft(), self.draft()
        self.end(Branch(stmt.test, yes.number, no.number, stmt.span))
        for draft, body in ((yes, stmt.yes), (no, stmt.no)):
            self.start(draft)
            self.body(body)
            self.go(after)
        self.start(after)

    def _for_each(self, stmt: ir.ForEach) -> None:
        top = self.top
        source: ir.Expr = stmt.source
        if not isinstance(source, ir.Const | ir.Local):
            source = self._keep(self.fresh("list", stmt.source.type, stmt.span), stmt.source)
        loop = self._loop(source, stmt.span)
        self._let(ir.Let(stmt.local, loop.element(stmt.local.type), stmt.span))
        self.write(loop.advance())
        self.body(stmt.body)
        self.go(loop.head)
        self.start(loop.behind)
        self.top = top

    def _keep(self, local: ir.Local, value: ir.Expr) -> ir.Local:
        """A slot with this value."""
        slot = self.declare(local, self.length(value) if local.type.base == "list" else None)
        self.write(SetSlot(slot, value, local.span))
        return local

    def _loop(self, source: ir.Expr, span: Span) -> Turns:
        """The head of a loop over a list that does not change; then the place to write its body."""
        index = self.fresh("index", INTEGER, span)
        self._keep(index, ir.Const(0, INTEGER, span))
        head, body, behind = self.enter(), self.draft(), self.draft()
        turns = Turns(head, behind, source, index, number_of(index, span))
        self.end(Branch(turns.goes_on(), body.number, behind.number, span))
        self.start(body)
        return turns

    def _exit(self, stmt: ir.Exit) -> None:
        for name, behind in reversed(self.scopes):
            if name == stmt.name:
                self.go(behind)
                return
        misfit("E770", f"'{stmt.name}' is not running here, so it cannot be ended", stmt.span)

    # Decisions ----------------------------------------------------------------------------

    def _ask(self, stmt: ir.Ask) -> None:
        top = self.top
        who = number_of(self._keep(stmt.me, stmt.who), stmt.span)
        ask, after = self.enter(), self.draft()
        around = self.top
        choices = []
        for choice in stmt.choices:
            self.top = around
            head = self._choice(choice)
            choices.append(head)
            self._play(head.then, choice.body, after)
        none = None
        if stmt.none is not None:
            self.top = around
            none = self.draft().number
            self._play(none, stmt.none, after)
        ask.end = AskBlock(who, tuple(choices), none, stmt.phase, None, None, None, stmt.span)
        self.start(after)
        self.top = top

    def _choice(self, choice: ir.Choice) -> Choice:
        parameters = tuple(self._parameter(p) for p in choice.parameters)
        then = self.draft().number
        return Choice(choice.name, choice.style, parameters, choice.conditions, then, choice.path, choice.span)

    def _parameter(self, p: ir.Parameter) -> Parameter:
        capacity = self._most(p) if p.how == "some" else None
        return Parameter(p.local, self.declare(p.local, capacity), p.source, p.how, p.low, p.high, p.where)

    def _most(self, p: ir.Parameter) -> int:
        length = self.length(p.source)
        match p.high:
            case ir.Const(int() as high):
                return max(0, min(length, high))
            case _:
                return length

    def _play(self, then: int, body: tuple[ir.Stmt, ...], after: Draft) -> None:
        self.start(self.drafts[then])
        self.body(body)
        self.go(after)

    def _together(self, stmt: ir.Ask) -> None:
        """All are asked in turn, each record kept; then, from the first again, what each picked is played."""
        top = self.top
        span = stmt.span
        players = self.fresh("players", list_of(stmt.me.type), span)
        self._keep(players, stmt.who)
        which = self.number(self.fresh("which", INTEGER, span))
        me = self.number(stmt.me)
        choices = tuple(self._choice(choice) for choice in stmt.choices)
        pending = self._pending(players, choices)
        self.write(ClearRecords(pending, span))
        ends = self.top

        asked = self._loop(players, span)
        self.write(SetSlot(me, asked.element(stmt.me.type), span))
        self.enter()
        then = self.draft()
        none = None if stmt.none is None else then.number
        self.end(AskBlock(me, choices, none, stmt.phase, pending, asked.slot, then.number, span))
        self.start(then)
        self.write(asked.advance())
        self.go(asked.head)

        self.start(asked.behind)
        self.top = ends
        played = self._loop(players, span)
        self.write(SetSlot(me, played.element(stmt.me.type), span))
        self.write(Recall(pending, played.slot, which, span))
        nothing, following = self.draft(), self.draft()
        self.end(Dispatch(which, (nothing.number, *(choice.then for choice in choices)), span))
        self._play(nothing.number, stmt.none or (), following)
        for choice, source in zip(choices, stmt.choices, strict=True):
            self._play(choice.then, source.body, following)
        self.start(following)
        self.write(played.advance())
        self.go(played.head)
        self.start(played.behind)
        self.top = top

    def _pending(self, players: ir.Local, choices: tuple[Choice, ...]) -> Pending:
        slots = tuple(p.slot for choice in choices for p in choice.parameters)
        width = 1 + sum(1 + s.capacity if isinstance(s, SlotList) else 1 for s in slots)
        capacity = self.lists[players.number]
        number = next(self.numbers)
        self._claim(number, Cell(capacity * width, self.top, True, None))
        kept = SlotList(players.number, capacity, players.name, players.type, players.span)
        return Pending(number, width, capacity, kept, slots)

    def _triggers(self, stmt: TriggerLoop) -> None:
        top = self.top
        which = self.number(stmt.which)
        around = self.top
        args: list[tuple[Slot | SlotList, ...]] = []
        tops: list[int | None] = []
        for trigger in stmt.bodies:
            self.top = around
            args.append(tuple(self.declare(p, self._room(p)) for p in trigger.parameters))
            tops.append(self.top)
        head = self.enter()
        self.write(TakeTrigger(which, tuple(args), stmt.span))
        heads = [self.draft() for _ in (None, *stmt.bodies)]
        self.end(Dispatch(which, tuple(draft.number for draft in heads), stmt.span))
        for draft, trigger, inside in zip(heads[1:], stmt.bodies, tops, strict=True):
            self.top = inside
            self._play(draft.number, trigger.body, head)
        self.start(heads[0])
        self.top = top

    def _room(self, parameter: ir.Local) -> int | None:
        """Arguments of triggers have the room that their type needs."""
        return self.bounds.of_type(parameter.type) if parameter.type.base == "list" else None
