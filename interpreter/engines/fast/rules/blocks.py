"""The function that plays on, from the block where the play stands to the next decision (or to the end of the game).

A block to which only one way leads is written where that way begins. The others stand one behind the other in an
order in which most jumps lead forward; those are plain jumps, and those that lead back go through a table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.drafts import targets
from ...program.layout import DECISIONS, FINISHED, LIMIT, PC, STATUS
from ...program.nodes import (
    AskBlock,
    Block,
    Branch,
    Dispatch,
    GameOver,
    Jump,
    PickOne,
    Program,
    SettleTop,
    Slot,
    SlotList,
)
from ..building.likeness import likeness
from ..building.making import Making
from ..building.places import again, zone_address
from ..building.room import CELL, EXPLICIT, MOVES, STEPS, choice_width, stride, width
from ..building.writer import Writer, is_card_list
from ..cards.cards import draw_out
from ..cards.chance import all_alike, bag_size, bag_start, below, first_like, settle
from ..values.expressions import write_expr, write_number, write_truth
from ..values.lists import kept, size, through
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, block, br, br_if, br_table, choose, clear, const, copy, if_, loop
from .effects import move_cards, write_effect
from .moves import list_moves
from .results import write_results
from .waiting import record_at, write_slot


def entries(program: Program, watched: bool) -> set[int]:
    """The blocks at which the play may begin anew."""
    found = {0}
    for one in program.blocks:
        match one.end:
            case AskBlock(choices=choices, secret=secret):
                found.add(one.number)
                if watched:
                    found |= {choice.then for choice in choices} if secret is None else {secret.then}
            case SettleTop(then=then) | PickOne(then=then):
                found |= {one.number, then} if watched else set()
            case _:
                pass
    return found


def ways(end: object) -> list[int]:
    """Where a block leads, once for each way."""
    match end:
        case AskBlock(choices=choices, none=none, secret=secret):
            if secret is not None:
                return [secret.then]
            return [*(choice.then for choice in choices), *(one for one in (none,) if one is not None)]
        case Branch(yes=yes, no=no):
            return [yes, no]
        case Dispatch(targets=to):
            return list(to)
        case _:
            return list(targets(end))  # type: ignore[arg-type]


@dataclass(slots=True)
class Runner:
    """Writes the function; `order` are the blocks that stand by themselves, `at` the place where one is being
    written.
    """

    m: Making
    w: Writer
    order: list[int] = field(default_factory=list)
    place: int = 0
    pc: Var = field(init=False)

    def __post_init__(self) -> None:
        self.pc = self.w.fn.local()
        blocks = self.m.program.blocks
        coming = [0] * len(blocks)
        for one in blocks:
            for to in ways(one.end):
                coming[to] += 1
        begin = entries(self.m.program, self.m.watched)
        self.order = [n for n in _forward(self.m.program, begin) if n in begin or coming[n] > 1]

    def write(self) -> bytes:
        """The whole function."""
        w, order = self.w, self.order
        numbers = {block_: n for n, block_ in enumerate(order)}
        nowhere = len(order) + 1
        table = [numbers.get(n, nowhere) for n in range(len(self.m.program.blocks))]
        code = block(br_table(self.pc, table, nowhere))
        for self.place, number in enumerate(order):
            body = w.m.top.set(w.m.room.arena) + w.check() + self.block(self.m.program.blocks[number], 0)
            code = code + body
            if self.place + 1 < len(order):
                code = block(code)
        start = self.pc.set(w.m.read(PC).wrap()) + w.steps.set(const(0).load(STEPS)) + w.m.spent.set(0)
        end = const(0).store(w.steps + w.m.spent.get, STEPS)
        return start + block(loop(code)) + w.check() + end

    # Ways ---------------------------------------------------------------------------------

    def go(self, to: int, depth: int) -> bytes:
        """On to a block; `depth` counts the stretches around within the block that is being written."""
        if to not in self.order:
            return self.block(self.m.program.blocks[to], depth)
        place = self.order.index(to)
        if place > self.place:
            return br(place - self.place - 1 + depth)
        return self.pc.set(to) + br(len(self.order) - 1 - self.place + depth)

    def stop(self, depth: int) -> bytes:
        """The play stops."""
        return br(len(self.order) - self.place + depth)

    # Blocks -------------------------------------------------------------------------------

    def block(self, one: Block, depth: int) -> bytes:
        """A block with all that is written behind it."""
        w = self.w
        w.names = {}
        body = w.spend(1)
        for stmt in one.body:
            body += write_effect(w, stmt)
        return body + self.end(one, depth)

    def end(self, one: Block, depth: int) -> bytes:
        """How a block ends."""
        end, w = one.end, self.w
        match end:
            case Jump(to):
                return self.go(to, depth)
            case Branch(test, yes, no):
                made = write_truth(w, test)
                return made.code + b"\x04\x40" + self.go(yes, depth + 1) + b"\x0b" + self.go(no, depth)
            case Dispatch(which, to):
                return self.switch(self.m.read(which.address).wrap(), list(to), depth)
            case SettleTop():
                return self.settle_top(one, end, depth)
            case PickOne():
                return self.pick_one(one, end, depth)
            case AskBlock():
                return self.ask(one, end, depth)
            case GameOver():
                over = self.m.write(PC, one.number) + w.check() + write_results(w)
                return over + self.m.write(STATUS, FINISHED) + const(0).store(0, MOVES) + self.stop(depth)
            case _:
                assert_never(end)

    def switch(self, which: Term, to: list[int], depth: int) -> bytes:
        """On to one of several blocks, each in a stretch of its own."""
        code = block(br_table(which, list(range(len(to))), len(to) - 1))
        for n, target in enumerate(to):
            code += self.go(target, depth + len(to) - 1 - n)
            if n + 1 < len(to):
                code = block(code)
        return code

    # Chance -------------------------------------------------------------------------------

    def settle_top(self, one: Block, end: SettleTop, depth: int) -> bytes:
        """Which card lies on top is settled, unless it is certain."""
        w, m = self.w, self.m
        bottom = end.at == "bottom"
        zone, code = again(w, write_number(w, end.zone))
        at, n, i, start = (w.fn.local() for _ in range(4))
        heaps = m.look([int(heap) for heap in m.code.heap], zone).wrap()
        code += at.set(zone_address(w, end.zone, write_expr))
        drawn = self.drawn(end)
        if drawn is not None:
            return code + self.draw(end, drawn, zone, at, depth)
        chance = i.set(first_like(m).call(start, below(m).call(n.wide()).wrap()))
        if m.watched:
            halt = self.halt(one, depth + 4)
            chance = if_(const(0).load32(EXPLICIT), halt) + chance
        settled = n.set(bag_size(m, bottom).call(zone.wrap(), at)) + if_(
            n.gt(1),
            start.set(bag_start(at, n, bottom))
            + if_(all_alike(m).call(start, n), i.set(0), chance)
            + settle(m, bottom).run(zone.wrap(), start, n, i),
        )
        code += if_(zone.ne(NONE) & heaps.not_(), settled)
        return code + self.go(end.then, depth)

    def drawn(self, end: SettleTop) -> ir.MoveCards | None:
        """The effect that takes the settled card away at once, if that is all there is to it, and nobody looks."""
        body = self.m.program.blocks[end.then].body
        if self.m.watched or end.then in self.order or not body or end.at != "top":
            return None
        match body[0]:
            case ir.MoveCards(ir.ListOf((ir.Apply("top", (zone,)),)), ir.ZoneOf(_, owner)) as move if (
                move.at != "position"
            ):
                simple = owner is None or isinstance(owner, ir.Const | ir.Variable | Slot)
                return move if simple and likeness(zone) == likeness(end.zone) else None
            case _:
                return None

    def draw(self, end: SettleTop, move: ir.MoveCards, zone: Term, at: Var, depth: int) -> bytes:
        """A card is settled and leaves in one go: the cards above it need not move."""
        w, m = self.w, self.m
        n, card, start = w.fn.local(), w.fn.local(I64), w.fn.local()
        place = choose(all_alike(m).call(start, n), const(0), first_like(m).call(start, below(m).call(n.wide()).wrap()))
        heaps = m.look([int(heap) for heap in m.code.heap], zone).wrap()
        taken = start.set(bag_start(at, n, False)) + card.set(draw_out(m).call(zone.wrap(), at, n, place).wide())
        after_it = replace(m.program.blocks[end.then], body=m.program.blocks[end.then].body[1:])
        return (
            n.set(0)
            + if_(zone.ne(NONE) & heaps.not_(), n.set(bag_size(m, False).call(zone.wrap(), at)))
            + if_(n.gt(1), taken + move_cards(w, move, card), move_cards(w, move, None))
            + self.block(after_it, depth)
        )

    def halt(self, one: Block, depth: int) -> bytes:
        """The play stops at this block."""
        return self.m.write(PC, one.number) + const(0).store(0, MOVES) + self.stop(depth)

    def pick_one(self, one: Block, end: PickOne, depth: int) -> bytes:
        """An element of a list; of cards that are the same the first stands for all, so equal ones are one outcome."""
        w, m = self.w, self.m
        listed, n, i, same = (w.fn.local() for _ in range(4))
        code = listed.set(write_expr(w, end.source)) + n.set(size(listed))
        if is_card_list(end.source):
            code += listed.set(alike_first(m).call(listed))
        several = (
            i.set(1)
            + same.set(1)
            + block(
                loop(
                    br_if(i.ge(n), 1)
                    + if_((listed + (i << 3)).load(CELL).ne(listed.load(CELL)), same.set(0))
                    + i.up()
                    + br(0)
                )
            )
        )
        halt = if_(const(0).load32(EXPLICIT), self.halt(one, depth + 3)) if m.watched else b""
        drawn = i.set(below(m).call(n.wide()).wrap())
        value = (listed + (i << 3)).load(CELL)
        some = several + i.set(0) + if_(same.not_(), halt + drawn) + m.write(end.slot.address, value)
        code += if_(n, some, m.write(end.slot.address, NONE))
        return code + self.go(end.then, depth)

    # Decisions ----------------------------------------------------------------------------

    def ask(self, one: Block, end: AskBlock, depth: int) -> bytes:
        """Somebody decides, if there is something to decide."""
        w, m = self.w, self.m
        count = w.fn.local()
        who = m.read(end.who.address)
        listed = count.set(0) + if_(who.ne(NONE), count.set(list_moves(m, one.number, end).call()))
        over = m.write(PC, one.number) + m.write(STATUS, LIMIT) + const(0).store(0, MOVES) + self.stop(depth + 2)
        limit = if_(m.read(DECISIONS).ge(m.program.decisions_limit), over)
        if m.watched:
            stop = m.write(PC, one.number) + const(0).store(count, MOVES) + self.stop(depth + 1)
            made = if_(count, limit + stop)
        else:
            at = w.fn.local()
            chosen = at.set(below(m).call(count.wide()).wrap() * (CELL * stride(end)) + m.room.moves)
            counted = m.write(DECISIONS, m.read(DECISIONS) + 1) + w.steps.set(0) + m.spent.set(0)
            made = if_(count, limit + chosen + counted + play_move(w, end, at) + self.on(end, at, depth + 1))
        return w.check() + listed + made + self.nothing(end, depth)

    def on(self, end: AskBlock, at: Var, depth: int) -> bytes:
        """On to the block that plays the move at this address."""
        if end.secret is not None:
            return self.go(end.secret.then, depth)
        if len(end.choices) == 1:
            return self.go(end.choices[0].then, depth)
        return self.switch(at.load32(), [choice.then for choice in end.choices], depth)

    def nothing(self, end: AskBlock, depth: int) -> bytes:
        """Nothing is legal."""
        if end.secret is not None:
            pending = end.secret.pending
            clear_ = clear(record_at(self.w, pending, end.secret.index), CELL * pending.width)
            return clear_ + self.go(end.secret.then, depth)
        return b"\x00" if end.none is None else self.go(end.none, depth)


def play_move(w: Writer, end: AskBlock, at: Var) -> bytes:
    """The arguments of the move at this address go to their slots, or the move to its record."""
    if end.secret is not None:
        to, pending = w.fn.local(), end.secret.pending
        code = to.set(record_at(w, pending, end.secret.index)) + clear(to, CELL * pending.width)
        code += to.store(at.load() + 1)
        before = 1
        for n, choice in enumerate(end.choices):
            laid, offset, place = b"", CELL, before
            for parameter in choice.parameters:
                laid += _lay(parameter.slot, to, CELL * place, at, offset)
                offset += CELL * width(parameter.slot)
                place += width(parameter.slot)
            code += if_(at.load32().eq(n), laid) if laid else b""
            before += choice_width(choice)
        return code
    code = b""
    for n, choice in enumerate(end.choices):
        laid, offset = b"", CELL
        for parameter in choice.parameters:
            slot = parameter.slot
            if isinstance(slot, SlotList):
                laid += write_slot(w, slot, at + offset)
            else:
                laid += w.m.write(slot.address, at.load(offset))
            offset += CELL * width(slot)
        code += if_(at.load32().eq(n), laid) if laid else b""
    return code


def _lay(slot: Slot | SlotList, to: Var, offset: int, at: Var, source: int) -> bytes:
    """An argument goes to its place in a record, which is empty."""
    if isinstance(slot, SlotList):
        return copy(to + offset, at + source, ((at + source).load32() << 3) + CELL)
    return to.store(at.load(source), offset)


def alike_first(m: Making) -> Fn:
    """`alike_first(cards)`: a list in which the first of equal cards stands for each of them."""

    def write(fn: Fn) -> bytes:
        out, place, first = fn.local(), fn.local(), fn.local(I64)
        twin = [int(one) for one in m.code.has_twins]

        def one(x: Var) -> bytes:
            def look(y: Var) -> bytes:
                found = first.eq(NONE) & m.look(twin, y).wrap() & m.kind(y).eq(m.kind(x))
                return if_(found, first.set(y))

            search = first.set(NONE) + through(fn, fn.param(0), look)
            return place.up(CELL) + if_(m.look(twin, x).wrap(), search + place.store(first))

        return out.set(kept(m).call(fn.param(0))) + place.set(out) + through(fn, fn.param(0), one) + out.code

    return m.helper("alike_first", (I32,), I32, write)


def _forward(program: Program, begin: set[int]) -> list[int]:
    """All blocks in an order in which loops go back as seldom as can be: each after those that lead to it."""
    seen: set[int] = set()
    done: list[int] = []
    for root in sorted(begin):
        if root in seen:
            continue
        seen.add(root)
        waiting = [(root, iter(ways(program.blocks[root].end)))]
        while waiting:
            number, rest = waiting[-1]
            following = next((to for to in rest if to not in seen), None)
            if following is None:
                waiting.pop()
                done.append(number)
            else:
                seen.add(following)
                waiting.append((following, iter(ways(program.blocks[following].end))))
    return done[::-1]


__all__ = ["Runner", "alike_first", "entries", "play_move"]
