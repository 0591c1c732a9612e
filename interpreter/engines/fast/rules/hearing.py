"""A move as a seat hears of it, as a number: `reference.tree.hear`."""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.nodes import AskBlock, Block, Choice, Parameter, SlotList
from ..building.memory import CELL, stride, width
from ..building.module_builder import ModuleBuilder
from ..building.tree_map import MADE, RECORD, TreeMap
from ..cards.telling import mixed
from ..values.lists import for_each
from ..wasm.control import arms, br_table, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, TRAP, Term, Var, choose, const, give, long, select
from .looking import UNKNOWN, scrambled


def asks(mb: ModuleBuilder) -> list[tuple[int, AskBlock]]:
    """The decisions of a program, by the number of their block."""
    return [(one.number, one.end) for one in mb.program.blocks if isinstance(one.end, AskBlock)]


def hear(mb: ModuleBuilder, block: int, end: AskBlock) -> Fn:
    """`hear(at, maker, seat)`: the move in the row at this address.

    h = mixed(mixed(maker, block), choice)
    if the choice is secret and maker is not seat: return mixed(maker, unknown)
    for each argument: h = mixed(h, its value), cards by their faces; of a list its size and its elements
    return h
    """

    def emit(fn: Fn) -> Instructions:
        at, maker, seat = (fn.param(n) for n in range(3))
        h = fn.local(I64)
        choices = sequence(
            if_(at.load32().eq(number), code)
            for number, choice in enumerate(end.choices)
            if (code := _secret(choice, maker, seat) + _arguments(mb, fn, choice, h))
        )
        return h.set(mixed(mixed(maker, block), at.load())) + choices + h.code

    return mb.helper(("hear", block), (I32, I64, I64), I64, emit)


def _secret(choice: Choice, maker: Var, seat: Var) -> Instructions:
    return if_(maker.ne(seat), give(mixed(maker, UNKNOWN))) if choice.secret else NOTHING


def _arguments(mb: ModuleBuilder, fn: Fn, choice: Choice, h: Var) -> Instructions:
    at, maker, seat = (fn.param(n) for n in range(3))
    code, offset, total = NOTHING, CELL, fn.local(I64)
    for parameter in choice.parameters:
        cards = _has_cards(parameter)
        if isinstance(parameter.slot, SlotList):
            code += h.set(mixed(h, at.load(offset)))
            if cards:

                def one(card: Var) -> Instructions:
                    return total.up(scrambled(face(mb).call(card, maker, seat)))

                code += total.set(0) + for_each(fn, at + offset, one) + h.set(mixed(h, total))
            else:

                def other(value: Var) -> Instructions:
                    return h.set(mixed(h, value))

                code += for_each(fn, at + offset, other)
        else:
            value = at.load(offset)
            code += h.set(mixed(h, face(mb).call(value, maker, seat) if cards else value))
        offset += CELL * width(parameter.slot)
    return code


def face(mb: ModuleBuilder) -> Fn:
    """`face(card, maker, seat)`: its kind, if the seat has chosen it or sees the cards where it lies; else unknown."""

    def emit(fn: Fn) -> Instructions:
        card, maker, seat = (fn.param(n) for n in range(3))
        sees = [int(one == "all") for zone in mb.layout.zones for one in zone.sees]
        there = mb.lookup(sees, mb.place(card).wide() * mb.layout.players + seat).wrap()
        known = select(mb.kind(card), long(UNKNOWN), maker.eq(seat) | there)
        return choose(card.eq(NONE), long(NONE), known).code

    return mb.helper("face", (I64, I64, I64), I64, emit)


def tell_any(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`tell_any(at)`: a move that waits to be heard at this address goes to the keys of all seats."""

    def emit(fn: Fn) -> Instructions:
        at, none, labels = fn.param(0), Label(), {number: Label() for number, _ in asks(mb)}
        table = [labels.get(n, none) for n in range(len(mb.program.blocks))]
        ways = [(labels[number], _tell(mb, tree, fn, number, end) + RETURN) for number, end in asks(mb)]
        return arms(br_table(at.load32(), table, none), [*ways, (none, TRAP)])

    return mb.helper("tell_any", (I32,), None, emit)


def _tell(mb: ModuleBuilder, tree: TreeMap, fn: Fn, block: int, end: AskBlock) -> Instructions:
    """The same for a decision: for each seat: its key = mixed(its key, what it hears); once for all, if all hear it."""
    row, maker, told = fn.param(0) + 2 * CELL, fn.local(I64), fn.local(I64)
    heard, code = hear(mb, block, end), maker.set(fn.param(0).load(CELL))
    alike = not any(choice.secret or any(map(_has_cards, choice.parameters)) for choice in end.choices)
    code += told.set(heard.call(row, maker, maker)) if alike else NOTHING
    for seat in range(mb.layout.players):
        key = const(tree.keys + CELL * seat)
        code += key.store(mixed(key.load(), told if alike else heard.call(row, maker, long(seat))))
    return code


def _has_cards(parameter: Parameter) -> bool:
    return (parameter.slot.type.item or parameter.slot.type).base == "card"


def hear_all(mb: ModuleBuilder, tree: TreeMap, one: Block, end: AskBlock) -> Fn:
    """`hear_all(n, seat)`: the n legal moves of a decision, as the seat hears of them that is to make one."""

    def emit(fn: Fn) -> Instructions:
        n, seat, at, to, last = fn.param(0), fn.param(1), fn.local(), fn.local(), fn.local()
        turn = to.store(hear(mb, one.number, end).call(at, seat, seat)) + at.up(CELL * stride(end)) + to.up(CELL)
        begin = at.set(mb.memory.moves) + to.set(tree.heard) + last.set((n << 3) + tree.heard)
        return begin + loop_until(to.eq(last), do=turn)

    return mb.helper(("hear_all", one.number), (I32, I64), None, emit)


def made_at(tree: TreeMap, number: Term) -> Term:
    """The address of a move that waits to be heard."""
    return number * tree.made_row + tree.made


def let_hear(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`let_hear(block)`: before a seat decides, let all hear of what was decided.

    if nothing was: return
    if this block is secret, the last decision was made in it, and the record of that is there: return
    for each move that was made, for each seat: key of the seat = mixed(its key, what it hears)
    nothing is left
    """

    def emit(fn: Fn) -> Instructions:
        block, at, end = fn.param(0), fn.local(), fn.local()
        head = const(tree.head)
        many = head.load32(MADE)
        secret = [int(isinstance(one.end, AskBlock) and one.end.secret is not None) for one in mb.program.blocks]
        same = mb.lookup(secret, block.wide()).wrap() & made_at(tree, many - 1).load32().eq(block)
        wait = if_(many, if_(same, if_(head.load32(RECORD).load32(), RETURN)))
        begin = at.set(tree.made) + end.set(made_at(tree, many)) + head.store(0, MADE)
        return wait + begin + loop_until(at.eq(end), do=tell_any(mb, tree).run(at) + at.up(tree.made_row))

    return mb.helper("let_hear", (I32,), None, emit)
