"""Which names are live at a block: those that may be read from there on before they get a new value.

A name that is live at the start of some block has to be a slot; all others can stay locals of their block. The result
is also what makes two positions equal: cells of names that are not live count as 0.

    live(b) = reads(b) + (live at the targets - written on the way there - writes(b))

computed backward over the graph of blocks until nothing changes. The sets only grow and are finite, so this ends;
blocks are numbered roughly in the order of play, so going from the last to the first needs few rounds. Where a set has
grown, only the blocks that lead there are looked at again.

"Written on the way" is why a flow has `ways`: a decision writes the parameters of the move that is played, so those
are not live at the decision itself, although the block that plays the move reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from . import nodes as prog
from .control_flow import Draft, Procedure
from .traversal import all_effects, choice_values, end_values, every, targets, texts_of_choice, values, without_texts

Names = frozenset[int]

Live = tuple[Names, ...]
"""For each block the numbers of the names that are live at its start."""


@dataclass(frozen=True, slots=True)
class UseDef:
    """One block: what it reads before writing it, what it writes, and what each way out of it writes in addition."""

    reads: Names
    writes: Names
    ways: tuple[tuple[int, Names], ...]


def live_names(procedure: Procedure) -> tuple[Live, Live]:
    """Which names are live, and which of them matter to the rules, not to texts alone."""
    flows = [_use_def(draft.body, draft.end, procedure, texts=True) for draft in procedure.drafts]
    ruled = [
        _use_def(draft.body, draft.end, procedure, texts=False) if _tells(draft) else flow
        for draft, flow in zip(procedure.drafts, flows, strict=True)
    ]
    alive = _settled(flows)
    return alive, alive if ruled == flows else _settled(ruled)


def _tells(draft: Draft) -> bool:
    """Whether a text of a block names any value."""
    if isinstance(draft.end, prog.AskBlock) and any(any(texts_of_choice(choice)) for choice in draft.end.choices):
        return True
    return any(isinstance(stmt, ir.Tell) and stmt.told for stmt in all_effects(tuple(draft.body)))


def _settled(flows: Sequence[UseDef]) -> Live:
    """The names that are live, once nothing changes any more."""
    result = [flow.reads for flow in flows]
    sources: list[list[int]] = [[] for _ in flows]
    for number, flow in enumerate(flows):
        for to, _ in flow.ways:
            sources[to].append(number)
    waiting = dict.fromkeys(range(len(flows)))
    while waiting:
        number, _ = waiting.popitem()
        flow = flows[number]
        after = frozenset[int]().union(*[result[to] - written if written else result[to] for to, written in flow.ways])
        before = flow.reads | (after - flow.writes)
        if before != result[number]:
            result[number] = before
            waiting.update(dict.fromkeys(sources[number]))
    return tuple(result)


def _use_def(body: list[prog.Stmt], end: prog.End, procedure: Procedure, *, texts: bool) -> UseDef:
    reads: set[int] = set()
    writes: set[int] = set()
    for stmt in body:
        reads.update(set(reads_of(stmt, texts=texts)) - writes if writes else reads_of(stmt, texts=texts))
        writes.update(writes_of(stmt))
    reads.update(set(reads_at(end, texts=texts)) - writes)
    return UseDef(frozenset(reads & procedure.cells.keys()), frozenset(writes), tuple(_ways(end)))


def reads_of(stmt: prog.Stmt, *, texts: bool = True) -> Iterator[int]:
    """The numbers of all locals and slots that an effect reads."""
    for inner in all_effects((stmt,)):
        for value in values(inner if texts else without_texts(inner)):
            yield from numbers(value)
        if isinstance(inner, prog.Recall):
            yield inner.pending.base


def numbers(value: prog.Expr) -> Iterator[int]:
    """The numbers of all locals and slots in an expression."""
    for inner in every(value):
        match inner:
            case ir.Local():
                yield inner.number
            case prog.Slot() | prog.SlotList():
                yield inner.address


def writes_of(stmt: prog.Stmt) -> Iterator[int]:
    """The numbers of the names that an effect writes, whichever way it goes."""
    match stmt:
        case ir.Let() | ir.Change():
            yield stmt.local.number
        case prog.SetSlot():
            yield stmt.slot.address
        case prog.ClearRecords():
            yield stmt.pending.base
        case prog.Recall():
            yield stmt.which.address
            yield from (slot.address for slot in stmt.pending.slots)
        case prog.TakeTrigger():
            yield stmt.which.address
            yield from (slot.address for args in stmt.args for slot in args)


def reads_at(end: prog.End, *, texts: bool = True) -> Iterator[int]:
    """The numbers of the names that are read where a block ends."""
    match end:
        case prog.Dispatch():
            yield end.which.address
        case prog.AskBlock():
            yield end.who.address
            if end.secret is not None:
                # Storing a move leaves the other records as they are, so they count as read.
                yield from (end.secret.pending.base, end.secret.pending.players.address, end.secret.index.address)
            for choice in end.choices:
                own = {parameter.local.number for parameter in choice.parameters}
                for value in choice_values(choice, texts=texts):
                    yield from (number for number in numbers(value) if number not in own)
        case _:
            for one in end_values(end):
                yield from numbers(one)


def _ways(end: prog.End) -> Iterator[tuple[int, Names]]:
    match end:
        case prog.PickOne():
            yield end.then, frozenset({end.slot.address})
        case prog.AskBlock(secret=None):
            for choice in end.choices:
                yield choice.then, frozenset(p.slot.address for p in choice.parameters)
            if end.none is not None:
                yield end.none, frozenset()
        case _:
            yield from ((target, frozenset()) for target in targets(end))
