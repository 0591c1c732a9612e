"""Chance, compiled: the same numbers and the same cards as `reference.chance`."""

from __future__ import annotations

from ...program.layout import DRAWN, SEED
from ..building.making import BAG, Making
from ..building.room import CELL
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, block, br, br_if, copy, if_, long, loop
from .cards import bag_of, is_joined, unjoin
from .knowledge import learn


def below(m: Making) -> Fn:
    """`below(k)`: a number from 0 to k - 1 from the stream of the position."""

    def write(fn: Fn) -> bytes:
        k, z, low = fn.param(0), fn.local(I64), fn.local(I64)
        drawn = m.read(DRAWN)
        mixed = (
            z.set(m.read(SEED) + (drawn + 1) * 0x9E3779B97F4A7C15)
            + z.set((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
            + z.set((z ^ (z >> 27)) * 0x94D049BB133111EB)
            + z.set(z ^ (z >> 31))
        )
        return (
            block(
                loop(
                    mixed
                    + m.write(DRAWN, drawn + 1)
                    + z.set((z >> 32) * k)
                    + low.set(z & 0xFFFFFFFF)
                    + br_if(low.ge(k), 1)
                    + br_if(low.ge(long(1 << 32).op("remu", k)), 1)
                    + br(0)
                )
            )
            + (z >> 32).code
        )

    return m.helper("below", (I64,), I64, write)


def bag_size(m: Making, bottom: bool) -> Fn:
    """`bag_size(zone, address)`: how many cards the bag at the top (bottom) of an ordered zone has."""

    def write(fn: Fn) -> bytes:
        zone, at = fn.param(0), fn.param(1)
        n, count, remembered = fn.local(), fn.local(), bag_of(zone)
        if bottom:
            card = (at + ((count - n) << 3) + CELL).load32()
            scan = n.set(1) + block(loop(br_if(n.ge(count), 1) + br_if(is_joined(m, card).not_(), 1) + n.up() + br(0)))
        else:
            card = (at + (n << 3) + CELL).load32()
            scan = (
                n.set(1)
                + block(loop(br_if(n.ge(count), 1) + br_if(is_joined(m, card).not_(), 1) + n.up() + br(0)))
                + remembered.store(0)
                + remembered.store(n, CELL)
            )
            scan = if_(
                remembered.load32(CELL),
                if_(remembered.load32(), n.set(1), n.set(remembered.load32(CELL))),
                scan,
            )
        return count.set(at.load32()) + if_(count, scan) + n.code

    return m.helper(("bag_size", bottom), (I32, I32), I32, write)


def bag_start(at: Term, size: Term, bottom: bool) -> Term:
    """The address of the first card of a bag."""
    return at + ((at.load32() - size) << 3) + CELL if bottom else at + CELL


def all_alike(m: Making) -> Fn:
    """`all_alike(first card's address, n)`: whether all cards of a bag are of one kind."""

    def write(fn: Fn) -> bytes:
        at, n, i = fn.param(0), fn.param(1), fn.local()
        kind = m.kind(at.load())
        if _kinds_in_order(m):
            return kind.eq(m.kind((at + (n << 3) - CELL).load())).code
        return (
            i.set(1)
            + block(loop(br_if(i.eq(n), 1) + br_if(m.kind((at + (i << 3)).load()).ne(kind), 1) + i.up() + br(0)))
            + i.eq(n).code
        )

    return m.helper("all_alike", (I32, I32), I32, write)


def _kinds_in_order(m: Making) -> bool:
    """Whether cards in the order of their numbers are in the order of their kinds."""
    return list(m.layout.kind_of) == sorted(m.layout.kind_of)


def of_kind(m: Making) -> Fn:
    """`of_kind(first card's address, kind)`: the place of the first card of a kind in a bag that has one."""

    def write(fn: Fn) -> bytes:
        at, kind, i = fn.param(0), fn.param(1), fn.local()
        return block(loop(br_if(m.kind((at + (i << 3)).load()).eq(kind), 1) + i.up() + br(0))) + i.code

    return m.helper("of_kind", (I32, I64), I32, write)


def first_like(m: Making) -> Fn:
    """`first_like(first card's address, r)`: the first card in a bag of the same kind as the card at place r."""

    def write(fn: Fn) -> bytes:
        at, r = fn.param(0), fn.param(1)
        kind = fn.local(I64)
        start = kind.set(m.kind((at + (r << 3)).load()))
        if not _kinds_in_order(m):
            return start + of_kind(m).call(at, kind).code
        return (
            start
            + block(
                loop(br_if(r.eq(0), 1) + br_if(m.kind((at + (r << 3) - CELL).load()).ne(kind), 1) + r.up(-1) + br(0))
            )
            + r.code
        )

    return m.helper("first_like", (I32, I32), I32, write)


def settle(m: Making, bottom: bool) -> Fn:
    """`settle(zone, first card's address, n, i)`: the card at place i of a bag of n lies on top (at the bottom) from
    now on.
    """

    def write(fn: Fn) -> bytes:
        zone, at, n, i = (fn.param(p) for p in range(4))
        card, rest = fn.local(), fn.local()
        remembered = bag_of(zone)
        place = at + (i << 3)
        if bottom:
            move = copy(place, place + CELL, ((n - i) << 3) - CELL) + (at + (n << 3) - CELL).store(card)
            move += rest.set(at.load32()) + remembered.store(0, CELL)
        else:
            move = copy(at + CELL, at, i << 3) + at.store(card)
            move += rest.set((at + CELL).load32())
            move += if_(remembered.load32(CELL), remembered.store(1) + remembered.store((n - 1).wide(), CELL))
        return (
            card.set(place.load32())
            + move
            + unjoin(m, card)
            + if_(
                n.gt(1),
                unjoin(m, rest) + learn(m, card, zone) + if_(n.eq(2), learn(m, rest, zone)),
                learn(m, card, zone),
            )
        )

    return m.helper(("settle", bottom), (I32, I32, I32, I32), None, write)


__all__ = ["BAG", "all_alike", "bag_size", "bag_start", "below", "first_like", "of_kind", "settle"]
