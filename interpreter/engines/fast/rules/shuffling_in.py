"""Cards of a heap go to a pile that is shuffled then, where nobody looks.

    move [c for c in box if c.worth > 3] to pile
    shuffle pile

In what order they came does not matter: the pile has all of them in one bag, which lie in it by their numbers. So they
are laid once, as a set.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....language.ir import nodes as ir
from ...program.compact import CELL, COUNT
from ...program.nodes import Stmt
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..building.places import zone_address
from ..building.rows import each_in_row, lay
from ..building.zones import add_to_heap, candidates, each_left, empty_heap, whole_zone
from ..cards.cards import check_capacity, check_room, remember_bag
from ..cards.piles import begin_anew
from ..values.sets import WIDEST
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, const, long
from .pouring import Some, some_of


def shuffle_in(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body do so (0: none), and the code for them."""
    mb, some = fb.mb, None
    if mb.watched or not 0 < mb.compact.words <= WIDEST:
        return 0, NOTHING
    match body[:2]:
        case (ir.MoveCards(zone=ir.ZoneOf(name, None)) as move, ir.ShuffleZone(ir.ZoneOf(pile, None))) if name == pile:
            some = some_of(fb, move.cards) if move.by is None and move.at != "position" else None
        case (ir.MoveAll(source, ir.ZoneOf(name, None)), ir.ShuffleZone(ir.ZoneOf(pile, None))) if name == pile:
            zone = whole_zone(mb, ir.Apply("cards_of", (source,), source.type, source.span))
            some = Some(source, None, NOTHING) if zone is not None and zone[1] == "heap" else None
        case _:
            pass
    if some is None or mb.facts.may_be_none(some.heap, fb.known()):
        return 0, NOTHING
    number, at = mb.layout.families[name][0], fb.fn.local()
    if mb.code.heap[number]:
        return 0, NOTHING
    code = some.before + at.set(zone_address(fb, some.heap))
    words: list[Term] = [at.load(CELL * word) for word in range(mb.compact.words)]
    if some.words is not None:
        words = [one & other for one, other in zip(words, some.words, strict=True)]
    return 2, code + _lay_in(mb, candidates(mb, some.heap), number).run(at, *words)


def _lay_in(mb: ModuleBuilder, sources: Sequence[int], pile: int) -> Fn:
    """`lay_in(at, set)`: these cards of the heap there, one of `sources`, go to a pile, which is shuffled then.

    the source has the set no longer;  for x in the pile: add x to the set
    trap or give up if the pile cannot hold so many
    for x in set: lay x into the pile, behind those before;  place of x = the pile;  word of x = joined, 0 for the first
    the source of chance of the pile begins anew;  first = 0;  many = all
    """

    def emit(fn: Fn) -> Instructions:
        source, zone, at, spare = fn.param(0), const(pile), fn.local(), fn.local()
        words = [fn.param(1 + word) for word in range(mb.compact.words)]
        left = {n: fn.local(I64) for n in range(len(words))}
        n, place, flag = fn.local(), fn.local(), fn.local(I64)
        many: Term = const(0)
        for var in left.values():
            many = many + var.bit_count().wrap()
        valid = mb.keeper.zones[pile]
        for number in sources:
            valid &= mb.keeper.zones[number]

        def one(x: Var) -> Instructions:
            known = mb.set_place(x, zone) + mb.set_word(x, flag) + flag.set(mb.compact.bag)
            return lay(mb, place, x.wrap()) + place.up(mb.compact.card_bytes) + known

        return (
            at.set(mb.addresses[pile])
            + spare.set(mb.memory.spare)
            + empty_heap(mb, spare)
            + each_in_row(mb, fn, at, lambda x: add_to_heap(mb, spare, x))
            + sequence(source.store(source.load(CELL * k) ^ word, CELL * k) for k, word in enumerate(words))
            + sequence(left[k].set(spare.load(CELL * k) | word) for k, word in enumerate(words))
            + n.set(many)
            + check_capacity(mb, zone, n, (pile,))
            + check_room(mb, zone, n, (pile,))
            + (NOTHING if valid == -1 else mb.keeper.moved(long(valid)))
            + begin_anew(mb, zone)
            + place.set(at + COUNT)
            + flag.set(0)
            + each_left(fn, left, one)
            + at.store_few(COUNT, n)
            + remember_bag(zone, n)
        )

    return mb.helper(("lay_in", tuple(sources), pile), (I32, *[I64] * mb.compact.words), None, emit)
