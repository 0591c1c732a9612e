"""Transfer of a card: what a zone looks like after a card has come or gone. The laws are in `reference.zones`.

A zone is the address of its count (see `program.compact_layout` and `building.zones`). Where a check fails the function
traps: the play has met an error of the game, and the reference executor finds out which.

Cards that lie in unknown order among themselves form a *bag*: a card, and all cards below it that carry the bit
`joined` (see `cards.knowledge`). Most zones that are drawn from have one large bag at the top, and to find
its end the cards would have to be counted at each draw. So of each zone two numbers are remembered in `bags`, which is
not part of the state: they are forgotten where another position comes (`forget_bags`), or come with it (`together`):

    bags[zone] = first │ many

    many = 0                     nothing is remembered
    first = 0, many = 3          the bag at the top has 3 cards         │ a │ b∙│ c∙│ d │ …     ∙ joined to the left
    first = 1, many = 3          a settled card lies on that bag    │ x │ a │ b∙│ c∙│ d │ …
"""

from __future__ import annotations

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT
from ..builder import zones as zone_code
from ..builder.memory_map import BAGS
from ..builder.module_builder import ModuleBuilder, Zones, helper
from ..passes.rewriting import rewrite
from ..wasm.module import Fn
from ..wasm.statements import TRAP, clear, if_, loop_until, rearrange
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, const, select
from .disclosure import tell_moved
from .knowledge import learn, leave_heap

MANY = 4
"""Where `many` lies, behind `first`."""

Ways = tuple[tuple[int, ...], tuple[int, ...]]
"""The zones from which a card may come, and those to which it may go."""

LAST = 0x7FFFFFFF
"""A place behind all others."""


def bag_of(zone: Term) -> Term:
    """The address of what is remembered of the bag at the top of a zone: `first`, then `many`, 32 bits each."""
    return (zone << 3) + BAGS


def remember_bag(zone: Term, many: Term) -> Instructions:
    """So many cards are in the bag at the top, and nothing lies on it."""
    return bag_of(zone).store(many.wide() << 32)


def find_pinned(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """Find out whether any card of the position has a certain place within a bag."""
    if mb.pinned is None:
        return NOTHING
    card = fn.local()
    look = mb.pinned.set(mb.pinned.get | is_pinned(mb, card))
    return mb.pinned.set(0) + card.set(0) + loop_until(card.eq(mb.compact.cards), do=look + card.up())


def forget_bag(zone: Term) -> Instructions:
    """How far the bag at the top goes is no longer remembered."""
    return bag_of(zone).store32(0, MANY)


def forget_bags(mb: ModuleBuilder) -> Instructions:
    """Nothing is remembered of any zone: another position has come."""
    return clear(const(BAGS), CELL * len(mb.layout.zones))


def is_joined(mb: ModuleBuilder, card: Term) -> Term:
    """Whether a card belongs to the bag of the card above it."""
    return (mb.word(card) & mb.compact.bag).ne(0)


def unjoin(mb: ModuleBuilder, card: Term) -> Instructions:
    """From now on a card lies in a place of its own."""
    return mb.set_word(card, mb.word(card) & ~mb.compact.bag)


def is_pinned(mb: ModuleBuilder, card: Term) -> Term:
    """Whether the place of a card within a bag is certain."""
    return (mb.word(card) & mb.compact.pin).ne(0)


def set_free(mb: ModuleBuilder, card: Term) -> Instructions:
    """From now on a card belongs to no bag."""
    return mb.set_word(card, mb.word(card) & ~mb.compact.flags) if mb.pins else unjoin(mb, card)


@helper("tidy", (I32,))
def tidy(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`tidy(zone)`: certain cards at the edges of bags are runs of their own.

    for each run of the zone, from here to before stop:
        until the card here is not pinned:    set it free;  here += 1
        unjoin the card here
        until the last card is not pinned:    set it free;  stop -= 1
    """
    at, step = fn.param(0), mb.compact.card_bytes
    here, stop, end, following = (fn.local() for _ in range(4))
    first, last, after_it = zone_code.card_at(mb, here), zone_code.card_at(mb, stop - step), zone_code.card_at(mb, stop)
    turn = stop.set(here + step) + loop_until(stop.eq(end), is_joined(mb, after_it).not_(), do=stop.up(step))
    turn += following.set(stop)
    turn += loop_until(here.eq(stop), is_pinned(mb, first).not_(), do=set_free(mb, first) + here.up(step))
    turn += if_(here.ne(stop), unjoin(mb, first))
    turn += loop_until(stop.eq(here), is_pinned(mb, last).not_(), do=set_free(mb, last) + stop.up(-step))
    turn += here.set(following)
    start = here.set(at + COUNT) + end.set(zone_code.end_of(mb, at))
    return start + loop_until(here.eq(end), do=turn)


def take_out(mb: ModuleBuilder, fn: Fn, card: Term, zone: Term, among: Zones) -> Instructions:
    """A card leaves its zone, one of `among`.

    heap:   remove it from the set
    row:    take_from_row(card, zone, at), a function of its own if the zone may be a heap, so that moving is short
    """
    at, heaps = fn.local(), {mb.code.heap[one] for one in among}
    from_heap, find = zone_code.take_from_heap(mb, at, card), at.set(mb.of_zone(mb.addresses, zone, among).wrap())
    if heaps == {True}:
        return find + from_heap
    if heaps == {False}:
        return find + take_from_row(mb, fn, card, zone, at, among)

    def emit(own: Fn) -> Instructions:
        return take_from_row(mb, own, own.param(0), own.param(1), own.param(2), among)

    from_row = mb.helper(("take_from_row", tuple(among)), (I32, I32, I32), None, emit).run(card, zone, at)
    return find + if_(mb.is_heap(zone), from_heap, from_row)


def take_from_row(mb: ModuleBuilder, fn: Fn, card: Term, zone: Term, at: Term, among: Zones) -> Instructions:
    """A card leaves the row where it lies. If it was the first of a bag, the next one becomes that.

    count -= 1
    place = the address of the card in the zone
    last = the address of the last card
    where bags count (here and below):
        if place != last and the card is not joined: unjoin the card below
        set the card free
        if it was on top:
            if first is 1: first = 0
            else if many > 0: many -= 1
        else: forget the bag
    shift all cards behind it up
    where bags may have pinned cards, if it lay in a bag: tidy(zone)
    """
    place, last, step = fn.local(), fn.local(), mb.compact.card_bytes
    below, found = zone_code.card_at(mb, place, step), zone_code.place_in_row(mb, among, at, card)
    bag, many = bag_of(zone), bag_of(zone).load32(MANY)
    fewer = if_(many, bag.store32(many - 1, MANY))
    note, settle = NOTHING, NOTHING
    if mb.pins and mb.has_bags(among):
        in_a_bag = fn.local()
        note = in_a_bag.set(is_joined(mb, card))
        note += if_(place.ne(last), in_a_bag.set(in_a_bag | is_joined(mb, below)))
        settle = if_(in_a_bag, tidy(mb).run(at))
        if mb.pinned is not None:
            note, settle = if_(mb.pinned.get, note), if_(mb.pinned.get, settle)
    seek = place.set(at + COUNT) + loop_until(zone_code.card_at(mb, place).eq(card), do=place.up(step))
    free = NOTHING
    if mb.has_bags(among):
        free = note + if_(place.ne(last), if_(is_joined(mb, card).not_(), unjoin(mb, below))) + set_free(mb, card)
        free += if_(place.eq(at + COUNT), if_(bag.load32(), bag.store32(0), fewer), forget_bag(zone))
    code = at.store_few(COUNT, zone_code.in_row(at) - 1) + (seek if found is None else place.set(at + found + COUNT))
    return code + last.set(zone_code.end_of(mb, at)) + free + zone_code.shift_up(mb, fn, place, last) + settle


@helper("draw_out", (I32, I32, I32, I32), I32)
def draw_out(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`draw_out(zone, at, n, i)`: of the bag of n > 1 cards at the top, settle the card at place i and take it out.

    card = the card at place i from the top
    shift all cards behind it up;  count -= 1
    unjoin card, and the card that is on top now
    first = 0;  many = n - 1
    return card
    """
    zone, at, n, i = (fn.param(p) for p in range(4))
    place, card, end, turn = fn.local(), fn.local(), fn.local(), fn.local()
    return (
        mb.touch(zone)
        + place.set(at + zone_code.row_bytes(mb, i) + COUNT)
        + card.set(zone_code.card_at(mb, place))
        + end.set(zone_code.end_of(mb, at))
        + zone_code.shift_up_evenly(mb, at, place, turn, end)
        + at.store_few(COUNT, zone_code.in_row(at) - 1)
        + unjoin(mb, card)
        + unjoin(mb, zone_code.card_at(mb, at, COUNT))
        + remember_bag(zone, n - 1)
        + card.code
    )


def put_in(mb: ModuleBuilder, among: Zones, *, heap: bool, top: bool) -> Fn:
    """`put_in(card, zone, at, index)`: see `put`."""

    def emit(fn: Fn) -> Instructions:
        return mb.touch(fn.param(1), among) + put(mb, fn, among, heap=heap, top=top)

    return mb.helper(("put_in", tuple(among), heap, top), (I32, I32, I32, I32), None, emit)


def put(mb: ModuleBuilder, fn: Fn, among: Zones, *, heap: bool, top: bool) -> Instructions:
    """A card comes before the card at `index`; in a heap, to the others. Its arguments are those of the function.

    The zone is one of `among`. `top` says that the index is always 0.

    trap if the zone is full
    heap:   add it to the set
    else:   if index > count: index = count
            if index < count:
                if the card there is joined to the one above: the new card is joined and pinned
                move that card and all behind it down
            memory[place] = card
            forget the bag
    count += 1;  place of card = zone
    whoever sees the zone learns the card
    """
    card, zone, at, index = (fn.param(n) for n in range(4))
    count, place, end, start = fn.local(), fn.local(), fn.local(), fn.local()
    if heap:
        lie = zone_code.add_to_heap(mb, at, card)
    elif top:  # the card on top is never joined
        make_room = start.set(at + COUNT) + place.set(start) + zone_code.shift_down(mb, fn, place, end)
        lie = end.set(zone_code.end_of(mb, at)) + make_room + zone_code.lay_card(mb, start, card) + forget_bag(zone)
    else:
        inside = mb.set_word(card, mb.word(card) | mb.compact.flags)
        if mb.pinned is not None:
            inside += mb.pinned.set(1)
        inside = if_(is_joined(mb, zone_code.card_at(mb, start)), inside) if mb.has_bags(among) else NOTHING
        move = inside + place.set(start) + zone_code.shift_down(mb, fn, place, end)
        lie = if_(index.gtu(count), index.set(count)) + start.set(at + zone_code.row_bytes(mb, index) + COUNT)
        lie += (
            end.set(zone_code.end_of(mb, at))
            + if_(index.ne(count), move)
            + zone_code.lay_card(mb, start, card)
            + forget_bag(zone)
        )
    code = NOTHING if heap else count.set(zone_code.in_row(at))
    code += check_capacity(mb, zone, (zone_code.in_heap(mb, at) if heap else count) + 1, among)
    code += lie + (NOTHING if heap else at.store_few(COUNT, count + 1))
    return code + mb.set_place(card, zone) + learn(mb, card, zone)


def check_capacity(mb: ModuleBuilder, zone: Term, count: Term, among: Zones | None = None) -> Instructions:
    """Trap if a zone, one of `among`, cannot hold this many cards; nothing where each can hold its whole deck."""
    among = range(len(mb.layout.zones)) if among is None else among
    zones = [mb.layout.zones[one] for one in among]
    limits = [cell.limit or cell.capacity for cell in mb.layout.zones]
    if all(cell.capacity >= len(mb.layout.decks[cell.deck]) and cell.limit in (0, cell.capacity) for cell in zones):
        return NOTHING
    return if_(count.gtu(mb.of_zone(limits, zone, among).wrap()), TRAP)


def move_card(mb: ModuleBuilder, ways: Ways, *, heap: bool, top: bool, hidden: bool = False) -> Fn:
    """`move_card(card, zone, at, index)`: a card goes from where it is to a zone; `heap` and `top` as in `put_in`.

    `ways` are the zones from which it may come, and those to which. If it is put there `hidden`, there is one more
    argument, `blind`: the seats (bits) that do not see where.

    source = place of card
    if source is a heap: leave_heap(card, source, zone)
    take_out the card;  put it in
    watched and hidden: for x in zone: know[x] &= ~(blind, but those that see the zone)
    watched: tell_moved(card, source, zone)
    """

    def emit(fn: Fn) -> Instructions:
        card, zone, at, index = (fn.param(n) for n in range(4))
        source, (sources, targets) = fn.local(), ways
        if stays_within(mb, sources, targets):
            return move_within(mb, fn, targets[0])
        leave = if_(mb.is_heap(source), leave_heap(mb).run(card, source, zone)) if mb.watched else NOTHING
        lost = NOTHING
        if mb.watched and hidden and not heap:
            keep = fn.local(I64)
            lost = keep.set((fn.param(4) ^ -1) | mb.lookup(mb.code.seers, zone))
            lost += zone_code.each_in_row(mb, fn, at, lambda x: mb.set_word(x, mb.word(x) & keep))
        code = source.set(mb.place(card) if len(sources) > 1 else sources[0])
        code += (leave if any(mb.code.heap) else NOTHING) + mb.touch_both(source, zone, sources, targets)
        code += take_out(mb, fn, card, source, sources) + put(mb, fn, targets, heap=heap, top=top) + lost
        return code + (tell_moved(mb).run(card, source, zone) if mb.watched else NOTHING)

    more = (I64,) if hidden else ()
    return mb.helper(("move_card", ways, heap, top, hidden), (I32, I32, I32, I32, *more), None, emit)


# A card goes to another place of its row, where its deck has no other zone: its cards are put into another order.
#
#     old = 3, new = 0       │ a │ b │ c │ D │ e │     →     │ D │ a │ b │ c │ e │        order 3 0 1 2 4
#
# There are few ways to do so in a short row. The order that each makes is a constant, and the whole row is put into it
# by one instruction.


@rewrite("move_within", "a card is moved within its row at once", False)
def stays_within(mb: ModuleBuilder, sources: Zones, targets: Zones) -> bool:
    """Whether a card that goes from one of these zones to another stays in a short row, where its whole deck lies, from
    which chance does not draw. Nobody looks."""
    if list(sources) != list(targets) or len(sources) != 1:
        return False
    row = mb.layout.zones[sources[0]]
    short = mb.compact.card_bytes == 1 and 0 < len(mb.layout.decks[row.deck]) <= zone_code.LANES
    alone = all(cell.deck != row.deck or cell is row for cell in mb.layout.zones)
    return short and alone and row.order != "heap" and not mb.has_bags(sources)


def move_within(mb: ModuleBuilder, fn: Fn, zone: int) -> Instructions:
    """The card goes to the place `index` among the others. Both are arguments of the function, `card` and `index`.

    old = the place of the card;  new = index, but the last place if there are not so many
    the row = the row in the order of old and new
    """
    card, index, new = fn.param(0), fn.param(3), fn.local()
    many, at = len(mb.layout.decks[mb.layout.zones[zone].deck]), const(mb.addresses[zone])
    old = zone_code.place_in_row(mb, (zone,), at, card)
    assert old is not None, "the row is short"
    order = ((old * many + new) << 4) + mb.table(_orders(many))
    place = new.set(select(index, const(many - 1), index.ltu(many)))
    return mb.touch(const(zone), (zone,)) + place + rearrange(at, COUNT, order)


def _orders(many: int) -> list[int]:
    """For each place of a card, and each to which it goes, where the card of each place lay: 16 bytes as two cells."""
    found: list[int] = []
    for old in range(many):
        others = [place for place in range(many) if place != old]
        for new in range(many):
            order = [*others[:new], old, *others[new:], *range(many, zone_code.LANES)]
            found += (int.from_bytes(order[n : n + CELL], "little") for n in range(0, zone_code.LANES, CELL))
    return found
