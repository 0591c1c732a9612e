"""Bags with certain cards in them, compiled. The laws are in `reference.bags`.

Only games that put cards at a place of their own, or look below the top, may have such bags; the others draw from the
top and the bottom by `cards.chance`, which need not look at each card.
"""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.compact import CELL, COUNT
from ...program.nodes import SettleTop
from ..building.counting import in_row
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..building.places import place_of_zone
from ..building.rows import card_at, end_of, lay, span
from ..values.lists import append, begin_list, size
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var
from .cards import forget_bag, is_joined, is_pinned, tidy
from .knowledge import learn

FAR = 0x7FFFFFFF
"""A place behind all others."""


def spot(fb: FunctionBuilder, end: SettleTop) -> tuple[Term, Var, Var, Instructions]:
    """The zone in which chance decides (its number and address), and the place, from 0; and the code for them."""
    zone, at, code = place_of_zone(fb, end.zone)
    index = fb.fn.local()
    if end.place is not None:
        given = fb.fn.local(I64)
        code += given.set(fb.number(end.place)) + index.set((given - 1).wrap())
        code += if_(given.gt(FAR), index.set(FAR)) + if_(given.lt(1), index.set(-1))
    else:
        code += index.set(0 if end.at == "top" else in_row(at) - 1)
    return zone, at, index, code


def may_settle(mb: ModuleBuilder, zone: Term) -> Term:
    """Whether there is a zone, and its cards have places."""
    return zone.ne(NONE) & mb.is_heap(zone).not_()


def loose(mb: ModuleBuilder) -> Fn:
    """`loose(zone, place)`: a list of the cards of which any may lie at a place; empty where that is certain.

    out = []
    if place < count and the card there is not pinned:
        here = its address;  until the card here is not joined: here -= 1
        for each card from here on, until the next is not joined: append it unless it is pinned
    return out
    """

    def emit(fn: Fn) -> Instructions:
        at, place = fn.param(0), fn.param(1)
        out, here, end, step = fn.local(), fn.local(), fn.local(), mb.compact.card_bytes
        card = card_at(mb, here)
        one = if_(is_pinned(mb, card).not_(), append(mb, out, card.wide())) + here.up(step)
        back = loop_until(is_joined(mb, card).not_(), do=here.up(-step))
        run = back + one + loop_until(here.eq(end), is_joined(mb, card).not_(), do=one)
        found = here.set(at + span(mb, place) + COUNT) + if_(is_pinned(mb, card).not_(), run)
        start = begin_list(mb, out, in_row(at)) + end.set(end_of(mb, at))
        return start + if_(place.ltu(in_row(at)), found) + out.code

    return mb.helper("loose", (I32, I32), I32, emit)


def pin(mb: ModuleBuilder) -> Fn:
    """`pin(zone, at, place, cards, i)`: of the loose cards of the bag at a place, card i lies there now.

    here = the first card of the run;  next = the first of the loose cards
    for each place of the run:
        flags = joined, but for the first
        at the place itself:                new = card;  flags += pinned
        at that of a pinned card:           new = that one;  flags += pinned
        else:                               new = the next of the loose cards that is not the card
        memory[here] = new;  know[new] = who knows it, and the flags
    tidy(zone);  forget the bag
    whoever sees the zone learns the card, and if there were two also the other, which is alone now
    """

    def emit(fn: Fn) -> Instructions:
        zone, at, place, cards, i = (fn.param(n) for n in range(5))
        card, new, old, flags = (fn.local(I64) for _ in range(4))
        here, target, following, end, first = (fn.local() for _ in range(5))
        step = mb.compact.card_bytes
        before, next_one = card_at(mb, first), card_at(mb, here)
        take = if_(following.load().eq(card), following.up(CELL)) + new.set(following.load()) + following.up(CELL)
        held = is_pinned(mb, old) & old.ne(card)
        pinned = flags.set(flags | mb.compact.pin)
        fill = if_(here.eq(target), new.set(card) + pinned, if_(held, new.set(old) + pinned, take))
        turn = (
            old.set(next_one.wide())
            + flags.set(mb.compact.bag)
            + if_(here.eq(first), flags.set(0))
            + fill
            + lay(mb, here, new)
            + mb.set_word(new, (mb.word(new) & ~mb.compact.flags) | flags)
            + here.up(step)
        )
        return (
            mb.touch(zone)
            + (NOTHING if mb.pinned is None else mb.pinned.set(1))
            + card.set((cards + (i << 3)).load(CELL))
            + following.set(cards + CELL)
            + target.set(at + span(mb, place) + COUNT)
            + first.set(target)
            + loop_until(is_joined(mb, before).not_(), do=first.up(-step))
            + here.set(target + step)
            + end.set(end_of(mb, at))
            + loop_until(here.eq(end), is_joined(mb, next_one).not_(), do=here.up(step))
            + end.set(here)
            + here.set(first)
            + loop_until(here.eq(end), do=turn)
            + tidy(mb).run(at)
            + forget_bag(zone)
            + learn(mb, card, zone)
            + (if_(size(cards).eq(2), _learn_other(mb, card, cards, zone)) if mb.watched else NOTHING)
        )

    return mb.helper("pin", (I32, I32, I32, I32, I32), None, emit)


def _learn_other(mb: ModuleBuilder, card: Var, cards: Term, zone: Term) -> Instructions:
    """Of two cards, whoever sees the zone learns the one that is not the given one."""
    first, second = cards.load(CELL), cards.load(2 * CELL)
    return if_(first.eq(card), learn(mb, second, zone), learn(mb, first, zone))
