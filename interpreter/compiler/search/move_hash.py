"""Hashes of moves: a move as a seat hears of it, as a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import signed
from ...engines.program.nodes import AskBlock, AskChoice, Block, SlotList
from ...engines.reference.uct import hash_step as mixed_number
from ...language.ir.types import NONE
from ..builder.memory_map import arguments_of, has_cards, stride
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.tree_map import Head, TreeMap
from ..cards.disclosure import hash_step
from ..rules.move_application import by_choice
from ..values.lists import for_each
from ..wasm.module import Fn
from ..wasm.statements import TRAP, arms, block, br, br_table, do_while, give, if_, sequence
from ..wasm.terms import (
    I32,
    I64,
    NOTHING,
    Instructions,
    JumpLabel,
    Term,
    Var,
    after,
    choose,
    const,
    long,
    select,
)
from .view_hash import UNKNOWN, scramble


def asks(mb: ModuleBuilder) -> list[tuple[int, AskBlock]]:
    """The decisions of a program, by the number of their block."""
    found = ((one.number, one.end) for one in mb.program.blocks if isinstance(one.end, AskBlock))
    return [(number, end) for number, end in found if end.copy_of in (None, number)]


def canonical_block(one: Block, end: AskBlock) -> int:
    """The number of a block by which its decision is heard of: copies of a block are heard of alike."""
    return one.number if end.copy_of is None else end.copy_of


def is_sequenced(mb: ModuleBuilder, end: AskBlock) -> bool:
    """Whether this is a secret decision, made together with others, that is played at once."""
    return end.secret is None and end.copy_of in mb.at_once


def action(mb: ModuleBuilder, block: int, choices: int, seat: Term, choice: Term | int) -> Term:
    """What is heard of any move of an action, before its arguments."""
    seats = range(mb.layout.players)
    known = [signed(mixed_number(mixed_number(one, block), number)) for one in seats for number in range(choices)]
    return mb.lookup(known, seat if choices == 1 else seat * choices + choice)


Seen = Callable[[Term, bool], Term]
"""What is heard of a card, which may be none: its kind, or that it is unknown."""


def hash_move(mb: ModuleBuilder, block: int, end: AskBlock) -> Fn:
    """`hash_move(at, maker, seat)`: the move in the row at this address.

    h = mixed(mixed(maker, block), choice)
    if the choice is secret and maker is not seat: return mixed(maker, unknown)
    for each argument: h = mixed(h, its value), cards by their faces; of a list its size and its elements
    return h
    """

    def emit(fn: Fn) -> Instructions:
        at, maker, seat = (fn.param(n) for n in range(3))
        h, other = fn.local(I64), fn.local(I64)

        def seen(card: Term, _: bool) -> Term:
            return face(mb).call(card, maker, seat)

        def one(choice: AskChoice) -> Instructions:
            return _arguments(fn, choice, at, h, seen)

        heard = h.set(hash_step(hash_step(maker, block), at.load())) + by_choice(end, at, one)
        if not any(choice.secret for choice in end.choices):
            return heard + h.code
        secret = by_choice(end, at, lambda choice: other.set(1) if choice.secret else NOTHING)
        unknown = if_(maker.ne(seat), secret + if_(other.ne(0), give(hash_step(maker, UNKNOWN))))
        return unknown + heard + h.code

    return mb.helper(("hear", block), (I32, I64, I64), I64, emit)


def _arguments(fn: Fn, choice: AskChoice, at: Var, h: Var, seen: Seen) -> Instructions:
    """`h` becomes that with the arguments in the row."""
    code = NOTHING
    for parameter, offset in arguments_of(choice):
        cards = has_cards(parameter)
        if isinstance(parameter.slot, SlotList):
            code += h.set(hash_step(h, at.load(offset)))
            if cards:
                total = fn.local(I64)

                def one(card: Var, total: Var = total) -> Instructions:
                    return total.up(scramble(seen(card, False)))

                code += total.set(0) + for_each(fn, at + offset, one) + h.set(hash_step(h, total))
            else:

                def other(value: Var) -> Instructions:
                    return h.set(hash_step(h, value))

                code += for_each(fn, at + offset, other)
        else:
            value = at.load(offset)
            optional = parameter.how == "optional" or parameter.slot.type.optional
            code += h.set(hash_step(h, seen(value, optional) if cards else value))
    return code


@helper("face", (I64, I64, I64), I64)
def face(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`face(card, maker, seat)`: its kind, if the seat has chosen it or sees the cards where it lies; else unknown."""
    card, maker, seat = (fn.param(n) for n in range(3))
    there = (_who_sees(mb, card) >> seat.wrap()) & 1
    known = select(mb.kind(card), long(UNKNOWN), maker.eq(seat) | there)
    return choose(card.eq(NONE), long(NONE), known).code


def own_face(mb: ModuleBuilder, card: Term, optional: bool) -> Term:
    """The face of a card, which may be none, to whoever has chosen it."""
    return choose(card.eq(NONE), long(NONE), mb.kind(card)) if optional else mb.kind(card)


def _who_sees(mb: ModuleBuilder, card: Term) -> Term:
    """A bit for each seat that sees the cards where a card lies: 32 bits."""
    bits = [sum(1 << seat for seat, sees in enumerate(zone.sees) if sees == "all") for zone in mb.layout.zones]
    return mb.lookup(bits, mb.place(card).wide()).wrap()


@helper("tell_all")
def disclose_pending(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`disclose_pending()`: the moves that wait to be heard go to the keys of all seats; there is one, or more."""
    at, last, head = fn.local(), fn.local(), const(mb.tree_map.head)
    none, told, labels = JumpLabel(), JumpLabel(), {number: JumpLabel() for number, _ in asks(mb)}
    table = [labels.get(n, none) for n in range(len(mb.program.blocks))]
    ways = [(labels[number], _tell(mb, fn, at, number, end) + br(told)) for number, end in asks(mb)]
    tell = arms(br_table(at.load32(), table, none), [*ways, (none, TRAP)])
    begin = at.set(mb.tree_map.made) + last.set(pending_move_at(mb.tree_map, head.load32(Head.MADE)))
    begin += head.store(0, Head.MADE)
    return begin + do_while(skip=const(0), do=block(told, tell) + at.up(mb.tree_map.made_row), again=at.ne(last))


def _tell(mb: ModuleBuilder, fn: Fn, at: Var, number: int, end: AskBlock) -> Instructions:
    """The same for a decision: for each seat: its key = mixed(its key, what it hears).

    Mostly there are two ways to hear of a move, that of whoever made it and that of those who do not see its only card;
    then `knowing` has the bits of the seats that hear it in the first way.
    """
    row, maker, seats = fn.local(), fn.local(I64), range(mb.layout.players)
    keys = [const(mb.tree_map.keys + CELL * seat) for seat in seats]
    code = row.set(at + 2 * CELL) + maker.set(at.load(CELL))
    if any(_cards(choice) > 1 for choice in end.choices):
        heard = hash_move(mb, number, end)
        tell = (
            key.store(hash_step(key.load(), heard.call(row, maker, long(seat))))
            for seat, key in zip(seats, keys, strict=True)
        )
        return code + sequence(tell)
    own, other, knowing = fn.local(I64), fn.local(I64), fn.local()
    begin = own.set(action(mb, number, len(end.choices), maker, row.load()))
    card = fn.local(I64)

    def one(choice: AskChoice) -> Instructions:
        if choice.secret:
            return other.set(hash_step(maker, UNKNOWN)) + _arguments(fn, choice, row, own, partial(own_face, mb))
        if not _cards(choice):
            return knowing.set(-1) + _arguments(fn, choice, row, own, partial(own_face, mb))

        def seen(value: Term, optional: bool) -> Term:
            seers = choose(card.eq(NONE), const(-1), _who_sees(mb, card)) if optional else _who_sees(mb, card)
            return after(card.set(value) + knowing.set(seers), own_face(mb, card, optional))

        heard = _arguments(fn, choice, row, own, seen)
        return other.set(own) + _arguments(fn, choice, row, other, lambda *_: long(UNKNOWN)) + heard

    secret = any(choice.secret for choice in end.choices)
    alike = not secret and not any(_cards(choice) for choice in end.choices)
    if alike:
        code += begin + by_choice(end, row, one)
        return code + sequence(key.store(hash_step(key.load(), own)) for key in keys)
    code += begin + knowing.set(0) + by_choice(end, row, one) + knowing.set(knowing | (const(1) << maker.wrap()))
    return code + sequence(
        key.store(hash_step(key.load(), select(own, other, (knowing >> seat) & 1)))
        for seat, key in zip(seats, keys, strict=True)
    )


def _cards(choice: AskChoice) -> int:
    """How many cards are among its arguments: 2 for a list, which may have more than one."""
    return sum(2 if isinstance(one.slot, SlotList) else 1 for one in choice.parameters if has_cards(one))


def hash_all_moves(mb: ModuleBuilder, one: Block, end: AskBlock) -> Fn:
    """`hash_all_moves(n, seat)`: the n legal moves of a decision, as the seat hears of them that is to make one."""

    def emit(fn: Fn) -> Instructions:
        n, seat, at, to, last = fn.param(0), fn.param(1), fn.local(), fn.local(), fn.local()
        first, h = fn.local(I64), fn.local(I64)

        def heard(choice: AskChoice) -> Instructions:
            return _arguments(fn, choice, at, h, partial(own_face, mb))

        choices = len(end.choices)
        start = action(mb, canonical_block(one, end), choices, seat, at.load())
        turn = h.set(first if choices == 1 else start) + by_choice(end, at, heard)
        turn += to.store(h) + at.up(CELL * stride(end)) + to.up(CELL)
        begin = at.set(mb.rows) + first.set(start) + to.set(mb.tree_map.heard)
        begin += last.set((n << 3) + mb.tree_map.heard)
        return begin + do_while(skip=const(0), do=turn, again=to.ne(last))

    return mb.helper(("hear_all", canonical_block(one, end)), (I32, I64), None, emit)


def pending_move_at(tree: TreeMap, number: Term) -> Term:
    """The address of a move that waits to be heard."""
    return number * tree.made_row + tree.made


def hash_pending_moves(mb: ModuleBuilder, one: Block, end: AskBlock) -> Instructions:
    """Before a seat decides, let all hear of what was decided.

    if nothing was: nothing
    if this block is secret (or would be), the last decision was made in it, and the record of that is there: nothing
    for each move that was made, for each seat: key of the seat = mixed(its key, what it hears)
    nothing is left
    """
    head = const(mb.tree_map.head)
    many = head.load32(Head.MADE)
    tell = disclose_pending(mb).run()
    if waits_on(mb, end):
        other = pending_move_at(mb.tree_map, many - 1).load32() ^ canonical_block(one, end)
        tell = if_(other | head.load32(Head.RECORD).load32().eq(0), tell)
    return if_(many, tell)


def waits_on(mb: ModuleBuilder, end: AskBlock) -> bool:
    """Whether moves may still wait to be heard of where this decision is made."""
    return end.secret is not None or is_sequenced(mb, end)
