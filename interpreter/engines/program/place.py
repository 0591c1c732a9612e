"""Names that outlive a block get cells of the state; all others become locals of their block, numbered from 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import TypeVar, assert_never

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from .drafts import Cell, Draft, Procedure
from .liveness import live
from .nodes import (
    AnySlot,
    AskBlock,
    Block,
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
    as_expr,
    as_stmt,
)
from .rename import Renamer, from_zero
from .walk import maybe, with_condition, with_parts, with_told, with_values

S = TypeVar("S", Slot, SlotList, AnySlot)


def place(procedure: Procedure, locals_at: int) -> tuple[tuple[Block, ...], int]:
    """The finished blocks, with slots from `locals_at` on, and how many cells the slots take."""
    alive, ruled = live(procedure)
    needed = frozenset[int]().union(*alive)
    slotted = {number for number, cell in procedure.cells.items() if cell.always or number in needed}
    _check_outlasting(procedure.cells[number].shape for number in slotted)
    places = Places(procedure.cells, slotted, locals_at)
    pendings = _pendings(procedure)
    rows = zip(procedure.drafts, alive, ruled, strict=True)
    blocks = tuple(_block(draft, names, names - rules, places, pendings) for draft, names, rules in rows)
    end = max((places.end(number) for number in slotted), default=locals_at)
    return blocks, end - locals_at


def _check_outlasting(shapes: Iterable[AnySlot | None]) -> None:
    """Only plain lists have cells in a position. Raises `SpecError` with every other one (E326)."""
    report = Report()
    for shape in shapes:
        if isinstance(shape, SlotList) and (shape.type.is_nested() or shape.type.optional):
            what = "a list of lists" if shape.type.is_nested() else "a list that may be none"
            report.add(
                "E326",
                f"{what} cannot be kept while somebody decides or chance does",
                shape.span,
                label="still needed afterwards",
                helps=("make it afterwards, or make it again",),
            )
    if report.errors:
        raise SpecError(report)


def _pendings(procedure: Procedure) -> dict[int, Pending]:
    ends = (draft.end for draft in procedure.drafts)
    found = (end.secret.pending for end in ends if isinstance(end, AskBlock) and end.secret is not None)
    return {pending.base: pending for pending in found}


@dataclass(slots=True)
class Places:
    """Where each name in `slotted` lies in the state: behind the names around it, from `start` on.

    Names that did not become slots take no cells, so those inside them move up.
    """

    cells: dict[int, Cell]
    slotted: set[int]
    start: int
    ends: dict[int, int] = field(default_factory=dict)
    named: dict[int, AnySlot] = field(default_factory=dict)

    def address(self, number: int) -> int:
        """The first cell of a name."""
        before = self.cells[number].before
        return self.start if before is None else self.end(before)

    def end(self, number: int) -> int:
        """The cell behind a name, where the next one may lie."""
        if number not in self.ends:
            size = self.cells[number].size if number in self.slotted else 0
            self.ends[number] = self.address(number) + size
        return self.ends[number]

    def slot(self, slot: S) -> S:
        """A slot, whose address was a name so far, at its address."""
        address = self.address(slot.address)
        match slot:
            case Slot():
                return Slot(address, slot.name, slot.type, slot.span, slot.changes)
            case _:
                return SlotList(address, slot.capacity, slot.name, slot.type, slot.span)

    def of_name(self, number: int) -> AnySlot:
        """The slot of a name."""
        if number not in self.named:
            shape = self.cells[number].shape
            assert shape is not None, "the records of secret choices are never read as a name"
            self.named[number] = self.slot(shape)
        return self.named[number]

    def pending(self, pending: Pending) -> Pending:
        """The records of secret choices at their address."""
        slots = tuple(self.slot(slot) for slot in pending.slots)
        return replace(pending, base=self.address(pending.base), players=self.slot(pending.players), slots=slots)


def _block(
    draft: Draft, names: frozenset[int], told: frozenset[int], places: Places, pendings: dict[int, Pending]
) -> Block:
    rewriter = SlotRewriter(places)
    body = tuple(rewriter.stmt(stmt) for stmt in draft.body)
    end = rewriter.end(draft.end)
    alive, spoken = (
        tuple(_living(number, places, pendings) for number in sorted(some, key=places.address))
        for some in (names, told)
    )
    return Block(draft.number, body, end, alive, draft.phases, spoken)


def _living(number: int, places: Places, pendings: dict[int, Pending]) -> AnySlot | Pending:
    return places.pending(pendings[number]) if places.cells[number].shape is None else places.of_name(number)


def _as(slot: AnySlot, local: ir.Local) -> AnySlot:
    """The slot of a name where it is read."""
    if isinstance(slot, Slot):
        return Slot(slot.address, slot.name, local.type, local.span, slot.changes)
    return SlotList(slot.address, slot.capacity, slot.name, local.type, local.span)


@dataclass(slots=True)
class SlotRewriter:
    """Rewrites one block: names become slots at their addresses, or locals numbered from 0.

    `own` are the parameters of the move being rewritten. They are slots for the block that plays the move, but locals
    in the filters and conditions: while moves are listed, nothing is written to the state.
    """

    places: Places
    names: Renamer = field(default_factory=from_zero)
    own: frozenset[int] = frozenset()

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """An expression with slots for the names that have one."""
        if isinstance(expr, ir.Local):
            if expr.number in self.places.slotted and expr.number not in self.own:
                return as_expr(_as(self.places.of_name(expr.number), expr))
            return self.names.local(expr)
        return with_parts(expr, self.expr, self.names.local)

    def stmt(self, stmt: Stmt) -> Stmt:
        """One effect."""
        places = self.places
        match stmt:
            case ir.Let(local, value) | ir.Change(local, value) if local.number in places.slotted:
                return SetSlot(places.of_name(local.number), self.expr(value), stmt.span)
            case SetSlot(slot, value):
                return SetSlot(places.slot(slot), self.expr(value), stmt.span)
            case ClearRecords(pending):
                return ClearRecords(places.pending(pending), stmt.span)
            case Recall(pending, index, which):
                return Recall(places.pending(pending), places.slot(index), places.slot(which), stmt.span)
            case TakeTrigger(which, args):
                taken = tuple(tuple(places.slot(slot) for slot in one) for one in args)
                return TakeTrigger(places.slot(which), taken, stmt.span)
            case _:
                return self._structured(stmt)

    def _structured(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.Change(local, value) if local.number in self.places.slotted:
                return as_stmt(SetSlot(self.places.of_name(local.number), self.expr(value), stmt.span))
            case _:
                return with_values(stmt, self.expr, lambda body: tuple(map(self._structured, body)), self.names.local)

    def end(self, end: End) -> End:
        """How the block ends."""
        match end:
            case Jump() | GameOver():
                return end
            case Branch():
                return Branch(self.expr(end.test), end.yes, end.no, end.span)
            case Dispatch():
                return Dispatch(self.places.slot(end.which), end.targets, end.span)
            case SettleTop():
                return replace(end, zone=self.expr(end.zone), place=None if end.place is None else self.expr(end.place))
            case PickOne():
                return replace(end, source=self.expr(end.source), slot=self.places.slot(end.slot))
            case AskBlock():
                return self._ask(end)
            case _:
                assert_never(end)

    def _ask(self, end: AskBlock) -> AskBlock:
        places, secret = self.places, end.secret
        if secret is not None:
            secret = replace(secret, pending=places.pending(secret.pending), index=places.slot(secret.index))
        choices = tuple(map(self._choice, end.choices))
        return replace(end, who=places.slot(end.who), choices=choices, secret=secret)

    def _choice(self, choice: Choice) -> Choice:
        self.own = frozenset(parameter.local.number for parameter in choice.parameters)
        parameters = tuple(map(self._parameter, choice.parameters))
        conditions = tuple([with_condition(condition, self.expr) for condition in choice.conditions])
        told = with_told(choice.told, self.expr)
        self.own = frozenset()
        return replace(choice, parameters=parameters, conditions=conditions, told=told)

    def _parameter(self, p: Parameter) -> Parameter:
        return Parameter(
            local=self.names.local(p.local),
            slot=self.places.slot(p.slot),
            source=self.expr(p.source),
            how=p.how,
            low=maybe(p.low, self.expr),
            high=maybe(p.high, self.expr),
            where=maybe(p.where, self.expr),
        )
