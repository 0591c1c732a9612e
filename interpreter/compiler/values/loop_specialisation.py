"""Specialised loops: through a row of which one card passes the test, and through a few numbers that are known.

    for c in row: if c.colour == v: act(c)     →     c = card[v];  if c lies in row: act(c)

Where the row is the only place for cards of its deck, and each value has a card, it certainly lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ...diagnostics.record import dataclass
from ...engines.program.nodes import Expr
from ...language.builtins.intervals import Known, between
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import Bindings, FunctionBuilder
from ..builder.zones import candidates, each_remaining, in_row, place_in_row, whole_zone, zone_address
from ..passes.cost_model import SMALL
from ..passes.rewriting import rewrite
from ..wasm.statements import if_
from ..wasm.terms import I64, NOTHING, Instructions, Term, const, long, select
from .arithmetic import MOST_COPIES, few_numbers
from .scalar_replacement import with_scalar_lists
from .set_algebra import by_value, passing_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class _SingleCard:
    """The only card of the row `zone` that can pass a test: looked up by `x`, of which `cards` has that for none, then
    those from its least value on. `there` says that each card lies in this row, `exists` that there is one to look up.
    """

    zone: Expr
    x: Expr
    low: int
    cards: list[int]
    there: bool
    exists: bool


def _single_card(fb: FunctionBuilder, loop: ir.Loop) -> _SingleCard | None:
    """A loop through a row whose test only one card can pass; None for others."""
    zone = None if loop.test is None else whole_zone(fb.mb, loop.source)
    known = fb.known()
    if loop.test is None or zone is None or zone[1] != "row":
        return None
    if fb.mb.facts.steps(zone[0], known) or fb.mb.facts.may_be_none(zone[0], known):
        return None  # it is computed twice
    table = by_value(fb, loop.test, loop.local.number)
    if table is None:
        return None
    layout, among = fb.mb.layout, candidates(fb.mb, zone[0])
    decks = frozenset(card for one in among for card in layout.decks[layout.zones[one].deck])
    rows = [row & decks for row in table.rows]
    if any(len(row) > 1 for row in rows) or place_in_row(fb.mb, among, fb.fn.local(), fb.fn.local(I64)) is None:
        return None
    cards = [min(row, default=NONE) for row in rows]
    there = [cell.number for cell in layout.zones if cell.deck == layout.zones[among[0]].deck] == among
    exists = not fb.mb.facts.may_be_none(table.x, known) and NONE not in cards[1:]
    return _SingleCard(zone=zone[0], x=table.x, low=table.low, cards=cards, there=there, exists=exists)


def is_single_card(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], *, surely: bool = False) -> bool:
    """Whether loops certainly have no more than one turn; with `surely` also no less."""
    single = _single_card(fb, loops[0]) if len(loops) == 1 and passing_cards(fb, loops[0]) is None else None
    return single is not None and (not surely or (single.there and single.exists))


@rewrite("single_card_loop", "a loop through a row for one card looks this card up")
def single_card_loop(
    fb: FunctionBuilder, loop: ir.Loop, act: Callable[[], Instructions], room: Callable[[Term], Instructions]
) -> Instructions | None:
    """Such a loop; None for others."""
    single = _single_card(fb, loop)
    if single is None:
        return None
    at, card, where, zone = fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64), single.zone
    value, before = fb.reusable(fb.number(single.x))
    if fb.mb.facts.may_be_none(single.x, fb.known()):
        index = select(value - (single.low - 1), long(0), value.ne(NONE))
        found = card.set(fb.mb.lookup(single.cards, index))
    else:
        found = card.set(fb.mb.lookup(single.cards[1:], value - single.low))
    here = const(1) if single.there else fb.mb.place(card).eq(fb.number(zone).wrap())
    if not single.exists:
        here = card.ne(NONE) if single.there else here & card.ne(NONE)
    fb.bind(loop.local, card, fb.mb.facts.element(loop.source, fb.known()))
    fb.places[card.index] = where
    place = place_in_row(fb.mb, candidates(fb.mb, zone), at, card)
    assert place is not None
    longest = fb.mb.facts.longest(loop.source, fb.known())
    start = at.set(zone_address(fb, zone)) + fb.spend_list(in_row(at), longest)
    return start + room(const(1)) + before + found + if_(here, where.set(place.wide() + 1) + act())


# Loops through those of a few players (or other known numbers) that pass a test, where what is done with them changes
# the position: which ones they are is worked out first, as bits.
#
#     for p in [p for p in players if f(p)]: act(p)      →     bits = f(p1) | f(p2) << 1 | …;  for bit in bits: act(…)


@rewrite("each_chosen", "a loop through what is chosen goes card by card")
def each_chosen(
    fb: FunctionBuilder, source: ir.Expr, body: Callable[[Term, Known], Instructions], known: Known
) -> Instructions | None:
    """Such a loop; None for others, and where steps are counted."""
    made = None if fb.counting else _comprehension(fb, source)
    if made is None or made.op != "list" or not isinstance(made.body, ir.Local) or source.type.is_nested():
        return None
    few, test = [few_numbers(fb, loop.source) for loop in made.loops], made.loops[-1].test
    known_loops = [one for one in few if one is not None]
    turns = list(product(*known_loops))
    tested = test is not None and all(loop.test is None for loop in made.loops[:-1])
    if test is None or not tested or len(known_loops) < len(few) or not 0 < fb.copies * len(turns) <= MOST_COPIES:
        return None
    locals_ = [loop.local for loop in made.loops]
    if made.body.number not in [local.number for local in locals_]:
        return None
    bits, values, code = fb.fn.local(I64), list[int](), NOTHING
    memo, fb.memo, copies = fb.memo, None, fb.copies
    fb.copies *= len(turns)
    names: Bindings | None = {} if isinstance(source, ir.Call) else None
    with fb.scope(names), with_scalar_lists(fb, _evaluated_first(test)) as before:
        for number, turn in enumerate(turns):
            for local, one in zip(locals_, turn, strict=True):
                fb.bind(local, long(one), between(one, one))
            value = fb.names[made.body.number].term.fixed()
            assert value is not None, "each element is known"
            values.append(value)
            passes = select(long(1 << number), long(0), fb.boolean(test))
            code += bits.set(bits | passes if number else passes)
    fb.memo, fb.copies = memo, copies
    x = fb.fn.local(I64)
    return (
        before + code + each_remaining(fb.fn, {0: bits}, lambda bit: x.set(fb.mb.lookup(values, bit)) + body(x, known))
    )


def _comprehension(fb: FunctionBuilder, source: ir.Expr) -> ir.Fold | None:
    """The comprehension that makes a list, perhaps in a function that is a part of where it is called."""
    match source:
        case ir.Fold():
            return source
        case ir.Call(name, ()) if name not in fb.mb.keeper.functions and not source.type.optional:
            short = fb.mb.sizes.function(name) <= SMALL or name in fb.mb.keeper.once
            body = fb.mb.program.functions[name].body
            return body if short and isinstance(body, ir.Fold) else None
        case _:
            return None


def _evaluated_first(test: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a test that are computed in any case."""
    yield test
    match test:
        case ir.Apply(op, (one, _)) if ROWS[op].decides is not None:
            yield from _evaluated_first(one)
        case ir.Apply(_, args):
            for arg in args:
                yield from _evaluated_first(arg)


# Zones that mostly hold one card: those of which a spec asks for the only card, such as the card that each has
# played.
#
#     sum(c.speed for c in p.played)     one card there: its speed, else the sum as always
#     min(row(c) for c in p.played)      one card there: its row, else the smallest as always
#
# Nothing is taken for granted: where no card or several lie there, the loop runs.


@rewrite("mostly_single", "a comprehension through mostly one card asks this card first")
def mostly_single(fb: FunctionBuilder, loops: tuple[ir.Loop, ...]) -> Expr | None:
    """The zone of a loop through one that mostly holds one card; None of others, and where steps are counted."""
    zone = whole_zone(fb.mb, loops[0].source)
    if fb.counting or len(loops) > 1 or loops[0].test is not None or zone is None or fb.mb.compact.words != 1:
        return None
    match zone:
        case (ir.ZoneOf(name, owner) as family, "heap") if name in fb.mb.alone:
            return None if owner is not None and fb.mb.facts.may_be_none(owner, fb.known()) else family
        case _:
            return None


def with_single_card(
    fb: FunctionBuilder, loop: ir.Loop, zone: Expr, one: Callable[[], Instructions], more: Instructions
) -> Instructions:
    """`one`, in which the card of the loop is known, where one card lies in the zone, else `more`.

    set = the heap
    if it has one bit: card = that bit;  one
    else:              more
    """
    cards, card = fb.fn.local(I64), fb.fn.local(I64)
    with fb.scope():
        fb.bind(loop.local, card, fb.mb.facts.element(loop.source, fb.known()))
        alone = card.set(cards.trailing_zeros()) + one()
    return cards.set(zone_address(fb, zone).load()) + if_(cards.bit_count().eq(1), alone, more)
