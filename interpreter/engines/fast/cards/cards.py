"""Moving cards, compiled: what a zone looks like after a card has come or gone. The laws are in `reference.zones`.

A zone is the address of its count; the cards follow from the top. Where a check fails the function traps: the play
has met an error of the game, and the reference executor finds out which.

Cards that lie in unknown order among themselves form a *bag*: a card, and all cards below it that carry the bit
`joined` (`know_at`, see `cards.knowledge`). Most zones that are drawn from have one large bag at the top, and to find
its end the cards would have to be counted at each draw. So of each zone two numbers are remembered in `bags`, which is
not part of the state and is cleared whenever Python puts another position there:

    bags[zone] = first │ many

    many = 0                     nothing is remembered
    first = 0, many = 3          the bag at the top has 3 cards         │ a │ b∙│ c∙│ d │ …     ∙ joined to the left
    first = 1, many = 3          a settled card lies on that bag    │ x │ a │ b∙│ c∙│ d │ …
"""

from __future__ import annotations

from ..building.memory import BAGS, CELL
from ..building.module_builder import BAG, PIN, ModuleBuilder
from ..values.lists import for_each
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, copy
from .knowledge import learn, leave_heap
from .telling import tell_moved

LAST = 0x7FFFFFFF
"""A place behind all others."""


def bag_of(zone: Term) -> Term:
    """The address of what is remembered of the bag at the top of a zone: `first`, then `many`."""
    return (zone << 4) + BAGS


def forget_bag(zone: Term) -> Instructions:
    """How far the bag at the top goes is no longer remembered."""
    return bag_of(zone).store(0, CELL)


def is_joined(mb: ModuleBuilder, card: Term) -> Term:
    """Whether a card belongs to the bag of the card above it."""
    return (mb.read(mb.layout.know_at, card) & BAG).ne(0)


def unjoin(mb: ModuleBuilder, card: Term) -> Instructions:
    """From now on a card lies in a place of its own."""
    know = mb.layout.know_at
    return mb.write(know, mb.read(know, card) & ~BAG, card)


def is_pinned(mb: ModuleBuilder, card: Term) -> Term:
    """Whether the place of a card within a bag is certain."""
    return (mb.read(mb.layout.know_at, card) & PIN).ne(0)


def set_free(mb: ModuleBuilder, card: Term) -> Instructions:
    """From now on a card belongs to no bag."""
    know = mb.layout.know_at
    return mb.write(know, mb.read(know, card) & ~(BAG | PIN), card) if mb.code.pins else unjoin(mb, card)


def tidy(mb: ModuleBuilder) -> Fn:
    """`tidy(zone)`: certain cards at the edges of bags are runs of their own.

    for each run of the zone, from here to before stop:
        until the card here is not pinned:    set it free;  here += 8
        unjoin the card here
        until the last card is not pinned:    set it free;  stop -= 8
    """

    def emit(fn: Fn) -> Instructions:
        at = fn.param(0)
        here, stop, end, following = (fn.local() for _ in range(4))
        last = (stop - CELL).load32()
        turn = (
            stop.set(here + CELL)
            + loop_until(stop.eq(end), is_joined(mb, stop.load32()).not_(), do=stop.up(CELL))
            + following.set(stop)
            + loop_until(
                here.eq(stop), is_pinned(mb, here.load32()).not_(), do=set_free(mb, here.load32()) + here.up(CELL)
            )
            + if_(here.ne(stop), unjoin(mb, here.load32()))
            + loop_until(stop.eq(here), is_pinned(mb, last).not_(), do=set_free(mb, last) + stop.up(-CELL))
            + here.set(following)
        )
        start = here.set(at + CELL) + end.set(at + (at.load32() << 3) + CELL)
        return start + loop_until(here.eq(end), do=turn)

    return mb.helper("tidy", (I32,), None, emit)


def take_out(mb: ModuleBuilder) -> Fn:
    """`take_out(card, zone, at)`: a card leaves its zone. If it was the first of a bag, the next one becomes that.

    place = the address of the card in the zone
    last = the address of the last card
    if the zone has an order:
        if place != last and the card is not joined: unjoin the card below
        set the card free
        if it was on top:
            if first is 1: first = 0
            else if many > 0: many -= 1
        else: forget the bag
    shift all cards behind it up;  memory[last] = 0
    count -= 1
    where bags may have pinned cards: tidy(zone)
    """

    def emit(fn: Fn) -> Instructions:
        card, zone, at = fn.param(0), fn.param(1), fn.param(2)
        place, last = fn.local(), fn.local()
        below = (place + CELL).load32()
        first, many = bag_of(zone), bag_of(zone).load32(CELL)
        fewer = if_(many, bag_of(zone).store(bag_of(zone).load(CELL) - 1, CELL))
        ordered = mb.lookup([int(heap) for heap in mb.code.heap], zone).wrap().not_()
        in_order = if_(
            ordered,
            if_(place.ne(last), if_(is_joined(mb, card).not_(), unjoin(mb, below)))
            + set_free(mb, card)
            + if_(place.eq(at + CELL), if_(first.load32(), first.store(0), fewer), forget_bag(zone)),
        )
        return (
            place.set(at + CELL)
            + loop_until(place.load32().eq(card), do=place.up(CELL))
            + last.set(at + (at.load32() << 3))
            + (NOTHING if all(mb.code.heap) else in_order)
            + shift_up(place, last)
            + last.store(0)
            + at.store(at.load() - 1)
            + (if_(ordered, tidy(mb).run(at)) if mb.code.pins else NOTHING)
        )

    return mb.helper("take_out", (I32, I32, I32), None, emit)


def shift_up(place: Var, last: Var) -> Instructions:
    """Move all cells behind `place`, up to `last`, one towards it; four at a time as long as there are four.

    place                 last             place                 last
    │ a │ b │ c │ d │ e │ f │      →       │ b │ c │ d │ e │ f │ f │
    """
    four = place.move16(place, CELL, 0) + place.move16(place, 3 * CELL, 2 * CELL) + place.up(4 * CELL)
    single = place.store((place + CELL).load()) + place.up(CELL)
    return loop_until((last - place).ltu(4 * CELL), do=four) + loop_until(place.eq(last), do=single)


def shift_down(at: Term, end: Var) -> Instructions:
    """Move all cells from `at` to before `end` one away from it; four at a time as long as there are four.

    at                  end                at                  end
    │ a │ b │ c │ d │ e │ ? │      →       │ a │ a │ b │ c │ d │ e │
    """
    four = end.up(-4 * CELL) + end.move16(end, 2 * CELL, 3 * CELL) + end.move16(end, 0, CELL)
    single = end.up(-CELL) + end.store(end.load(), CELL)
    return loop_until((end - at).ltu(4 * CELL), do=four) + loop_until(end.eq(at), do=single)


def draw_out(mb: ModuleBuilder) -> Fn:
    """`draw_out(zone, at, n, i)`: of the bag of n > 1 cards at the top, settle the card at place i and take it out.

    card = the card at place i from the top
    shift all cards behind it up;  the last cell becomes 0;  count -= 1
    unjoin card, and the card that is on top now
    first = 0;  many = n - 1
    return card
    """

    def emit(fn: Fn) -> Instructions:
        zone, at, n, i = (fn.param(p) for p in range(4))
        place, last, card = fn.local(), fn.local(), fn.local()
        return (
            place.set(at + (i << 3) + CELL)
            + card.set(place.load32())
            + last.set(at + (at.load32() << 3))
            + shift_up(place, last)
            + last.store(0)
            + at.store(at.load() - 1)
            + unjoin(mb, card)
            + unjoin(mb, (at + CELL).load32())
            + bag_of(zone).store(0)
            + bag_of(zone).store((n - 1).wide(), CELL)
            + card.code
        )

    return mb.helper("draw_out", (I32, I32, I32, I32), I32, emit)


def put_in(mb: ModuleBuilder, *, heap: bool, top: bool) -> Fn:
    """`put_in(card, zone, at, index)`: a card comes, before the card at `index`; in a heap, where its number belongs.

    `top` says that the index is always 0.

    trap if the zone is full
    heap:   place = the end; while the card above is larger: move it down, place goes up
    top:    shift all cards down
    else:   if index > count: index = count
            if index < count:
                if the card there is joined to the one above: the new card is joined and pinned
                move that card and all behind it down
    memory[place] = card;  count += 1;  place_of[card] = zone
    unless heap: forget the bag
    whoever sees the zone learns the card
    """

    def emit(fn: Fn) -> Instructions:
        card, zone, at, index = (fn.param(n) for n in range(4))
        count, place = fn.local(), fn.local()
        end = at + (count << 3) + CELL
        if heap:
            above = place - CELL
            sink = place.store(above.load()) + place.up(-CELL)
            make_room = place.set(end) + loop_until(place.eq(at + CELL), above.load32().ltu(card), do=sink)
        elif top:  # the card on top is never joined
            make_room = place.set(end) + shift_down(at + CELL, place) + place.set(at + CELL)
        else:
            know = mb.layout.know_at
            inside = mb.write(know, mb.read(know, card) | (BAG | PIN), card)
            move = if_(is_joined(mb, place.load32()), inside) + copy(place + CELL, place, (count - index) << 3)
            make_room = (
                if_(index.gtu(count), index.set(count))
                + place.set(at + (index << 3) + CELL)
                + if_(index.ne(count), move)
            )
        return (
            count.set(at.load32())
            + check_capacity(mb, zone, count + 1)
            + make_room
            + place.store(card)
            + at.store(count + 1)
            + mb.write(mb.layout.place_at, zone, card)
            + (NOTHING if heap else forget_bag(zone))
            + learn(mb, card, zone)
        )

    return mb.helper(("put_in", heap, top), (I32, I32, I32, I32), None, emit)


def check_capacity(mb: ModuleBuilder, zone: Term, count: Term) -> Instructions:
    """Trap if a zone cannot hold this many cards; nothing where every zone can hold its whole deck."""
    zones = mb.layout.zones
    limits = [cell.limit or cell.capacity for cell in zones]
    if all(cell.capacity >= len(mb.layout.decks[cell.deck]) and cell.limit in (0, cell.capacity) for cell in zones):
        return NOTHING
    return if_(count.gtu(mb.lookup(limits, zone).wrap()), TRAP)


def move_card(mb: ModuleBuilder, *, heap: bool, top: bool, hidden: bool = False) -> Fn:
    """`move_card(card, zone, at, index)`: a card goes from where it is to a zone; `heap` and `top` as in `put_in`.

    If it is put there `hidden`, there is one more argument, `blind`: the seats (bits) that do not see where.

    source = place_of[card]
    if source is a heap: leave_heap(card, source, zone)
    take_out(card, source, …)
    put_in(card, zone, at, index)
    watched and hidden: for x in zone: know[x] &= ~(blind, but those that see the zone)
    watched: tell_moved(card, source, zone)
    """

    def emit(fn: Fn) -> Instructions:
        card, zone, at, index = (fn.param(n) for n in range(4))
        source = fn.local()
        heaps = [int(one) for one in mb.code.heap]
        leave = if_(mb.lookup(heaps, source).wrap(), leave_heap(mb).run(card, source, zone)) if mb.watched else NOTHING
        lost = NOTHING
        if mb.watched and hidden and not heap:
            keep, know = fn.local(I64), mb.layout.know_at
            lost = keep.set((fn.param(4) ^ -1) | mb.lookup(mb.code.seers, zone))
            lost += for_each(fn, at, lambda x: mb.write(know, mb.read(know, x) & keep, x))
        return (
            source.set(mb.read(mb.layout.place_at, card).wrap())
            + (leave if any(heaps) else NOTHING)
            + take_out(mb).run(card, source, mb.address_of(source))
            + put_in(mb, heap=heap, top=top).run(card, zone, at, index)
            + lost
            + (tell_moved(mb).run(card, source, zone) if mb.watched else NOTHING)
        )

    more = (I64,) if hidden else ()
    return mb.helper(("move_card", heap, top, hidden), (I32, I32, I32, I32, *more), None, emit)
