"""What effects do to the state, as code. The meaning is that of `reference.effects`.

Effects within a block of the program are structured: nothing in them leaves the block, which only its end does. Named
effects are inlined where they are run, unless they are long.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL, GREATEST
from ...engines.program.layout import CardCell, VariableCell
from ...engines.program.nodes import ClearRecords, Expr, Recall, SetSlot, Stmt, TakeTrigger
from ...engines.program.traversal import every, structural_key
from ...language.builtins.intervals import Known, between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..builder.function_builder import (
    Binding,
    Bindings,
    FunctionBuilder,
    as_type,
    is_boolean,
    is_card,
    is_card_list,
    is_list,
    value_type,
)
from ..builder.zones import candidates, form_of, place_of_zone, zones_with
from ..cards.disclosure import SCORED, TOLD_BY_NAME, VALUE, knows, tell, tell_marked, tell_set, tell_shown
from ..cards.knowledge import show
from ..cards.transfer import LAST, Ways, move_card, put_in
from ..cards.zone_operations import move_all, pour_some, shuffle
from ..passes.rewriting import rewrite
from ..values import lists
from ..values.code_motion import divides, hoist_divisions
from ..values.conditions import when
from ..values.expressions import VARIANTS
from ..values.lists import for_each, list_length
from ..values.loops import loop_over
from ..values.set_algebra import WIDEST
from ..wasm.module import Fn
from ..wasm.statements import TRAP, if_, sequence
from ..wasm.terms import I64, NOTHING, Instructions, Term, Var, const, long, select
from .assignments import set_bits, set_list
from .idiom_recognition import forward_card, gather_deck, move_as_set, reset_deck, shuffle_in
from .state_slots import clear_records, emit_enqueue, emit_recall, emit_take, give_slot

Cell = VariableCell | CardCell

LONG = 120
"""An effect with more nodes than this is a function of its own: where all lies in one, values wait in memory."""


def emit_body(fb: FunctionBuilder, body: tuple[Stmt, ...]) -> Instructions:
    """A block of effects; the names that it binds end with it."""
    with fb.scope():
        return emit_effects(fb, body)


def emit_effects(fb: FunctionBuilder, body: tuple[Stmt, ...]) -> Instructions:
    """Effects one after the other; the names that they bind stay."""
    code, place = NOTHING, 0
    while place < len(body):
        ways = (way(fb, body[place:]) for way in (reset_deck, gather_deck, shuffle_in))
        many, at_once = next((found for found in ways if found[0]), (0, NOTHING))
        code += at_once if many else emit_effect(fb, body[place])
        place, fb.lying = place + max(many, 1), {}
    return code


def emit_effect(fb: FunctionBuilder, stmt: Stmt) -> Instructions:
    """The code of one effect. Raises TypeError for effects that may stop play: those end blocks of the program."""
    match stmt:
        case ir.Let():
            return _let(fb, stmt)
        case ir.Change():
            return _change(fb, stmt)
        case ir.SetVariable():
            cell = fb.mb.layout.variables[stmt.name]
            if stmt.name in fb.mb.sets:
                return set_bits(fb, stmt, cell)
            given = (set_list if cell.room else _set_cell)(fb, cell, stmt.owner, stmt.value)
            return given + fb.mb.keeper.set_variable(stmt.name)
        case ir.SetCardVariable():
            own = fb.mb.layout.card_variables[stmt.name]
            return _set_cell(fb, own, stmt.card, stmt.value) + fb.mb.keeper.set_variable(stmt.name)
        case ir.MoveCards():
            made = forward_card(fb, stmt)
            made = move_as_set(fb, stmt) if made is None else made
            return move_cards(fb, stmt, None) if made is None else made
        case ir.MoveAll():
            return _move_all(fb, stmt)
        case ir.ShuffleZone():
            zone, at, code = place_of_zone(fb, stmt.zone)
            return code + if_(zone.ne(NONE), shuffle(fb.mb).run(zone.wrap(), at))
        case ir.ShowCards():
            return show_cards(fb, stmt)
        case ir.When():
            either = either_place(fb, stmt)
            if either is not None:
                return move_cards(fb, either[0], None, either[1])
            return when(fb, stmt.test)(emit_body(fb, stmt.yes), emit_body(fb, stmt.no))
        case ir.ForEach():
            return _for_each(fb, stmt)
        case ir.Run():
            return _run(fb, stmt)
        case ir.Score():
            return _score(fb, stmt)
        case ir.Tell():
            return _tell(fb, stmt)
        case ir.Mark():
            return NOTHING
        case ir.Enqueue():
            return emit_enqueue(fb, stmt)
        case SetSlot(slot, value):
            return give_slot(fb, slot, value)
        case ClearRecords(pending):
            return clear_records(fb, pending)
        case Recall():
            return emit_recall(fb, stmt)
        case TakeTrigger():
            return emit_take(fb, stmt)
        case _:
            raise TypeError(f"{type(stmt).__name__} is not an effect within a block")


def _let(fb: FunctionBuilder, stmt: ir.Let) -> Instructions:
    """A list is copied, because it may lie in the state, which will change."""
    var = fb.local(stmt.local.type)
    value = as_type(fb.expr(stmt.value), stmt.local.type)
    if is_list(stmt.local.type) and not lists.is_lasting(fb.mb, stmt.value):
        value = lists.copied(fb.mb).call(value)
    fb.bind(stmt.local, var, fb.mb.facts.bound(stmt, fb.known()))
    return var.set(value)


def _change(fb: FunctionBuilder, stmt: ir.Change) -> Instructions:
    """A name that was given in another block, and does not live in the state, begins anew: what it was is not read."""
    name = fb.names.get(stmt.local.number)
    if name is None:
        return _let(fb, ir.Let(stmt.local, stmt.value, stmt.span))
    value = as_type(fb.expr(stmt.value), stmt.local.type)
    assert isinstance(name.term, Var), "a name that changes is bound by a `let`"
    return name.term.set(value)


# Variables --------------------------------------------------------------------------------


def _set_cell(fb: FunctionBuilder, cell: Cell, index: ir.Expr | None, value: ir.Expr) -> Instructions:
    """Set a variable of the table, of an owner or of a card. Nothing happens if the owner is none.

    The owner is computed first, then the value; so errors come in the order of the law.
    """
    known = fb.known()
    which, before = (None, NOTHING) if index is None else fb.reusable(fb.number(index))
    new, code = fb.reusable(fb.number(value))
    change = _check_range(fb, cell, value, new)
    if isinstance(cell, VariableCell):
        if cell.most is not None:
            change += if_(new.gtu(GREATEST), fb.mb.give_up())
        change += tell_set(fb.mb, cell, which, new)
    elif which is not None:
        change += tell_marked(fb.mb, cell, which, new)
    change += fb.mb.write(cell.address, new, which)
    if which is not None and index is not None and fb.mb.facts.may_be_none(index, known):
        change = if_(which.ne(NONE), change)
    return before + code + change


def _check_range(fb: FunctionBuilder, cell: Cell, value: ir.Expr, new: Term) -> Instructions:
    """Trap if the new value is out of the declared range."""
    low, high = fb.mb.facts.range(value, fb.known())
    if cell.type.optional and low == NONE:
        if high == NONE:
            return NOTHING
        low, high, _ = fb.mb.facts.known(value, fb.known()).values
    if cell.low <= low and high <= cell.high:
        return NOTHING
    outside = new.lt(cell.low) | new.gt(cell.high)
    return if_(outside & new.ne(NONE) if cell.type.optional else outside, TRAP)


# Cards ------------------------------------------------------------------------------------


def move_cards(fb: FunctionBuilder, stmt: ir.MoveCards, out: Term | None, placed: Placed | None = None) -> Instructions:
    """Move cards to a zone. `out` is a card that has left its zone already; it goes instead of the one named. `placed`
    is the place where they go, if that is known already.

    cards = the cards, computed (a list is copied, because it may lie in a zone that changes)
    zone, index = where they go
    if zone is not none: for x in cards: if x is not none: move_card(x, zone, …, index)
    """
    listed: Var | None = None
    single: list[tuple[Var, ir.Expr]] = []
    code = NOTHING
    if isinstance(stmt.cards, ir.ListOf):
        for item in stmt.cards.items:
            var = fb.fn.local(I64)
            code += var.set(fb.number(item) if out is None else out)
            single.append((var, item))
    else:
        listed = fb.fn.local()
        cards = fb.expr(stmt.cards)
        code = listed.set(cards if lists.is_lasting(fb.mb, stmt.cards) else lists.copied(fb.mb).call(cards))
    target, at, there = place_of_zone(fb, stmt.zone)
    index, place = placed or place_of(fb, stmt)
    code += there + place
    blind: Var | None = None
    if stmt.by is not None:
        blind = fb.fn.local(I64)
        code += blind.set((long(1) << fb.number(stmt.by)) ^ fb.mb.code.everybody)
    to = _Target(stmt.zone, stmt.cards.type.item or stmt.cards.type, target, at, index, blind)
    known, may_be_none = fb.known(), fb.mb.facts.may_be_none

    def one(card: Term, *, sure: bool) -> Instructions:
        move = _move_one(fb, card, to, has_left=out is not None)
        return move if sure or out is not None else if_(card.ne(NONE), move)

    if listed is None:
        run = sequence(one(card, sure=not may_be_none(item, known)) for card, item in single)
    else:
        run = for_each(fb.fn, listed, lambda x: one(x, sure=False))
    return code + (if_(target.ne(NONE), run) if may_be_none(stmt.zone, known) else run)


@dataclass(frozen=True, slots=True)
class _Target:
    """Where cards go: the expression of the zone, the type of the cards, number and address of the zone; the place in
    it, if that is given; the seats (bits) that do not see it, if some do not."""

    node: ir.Expr
    cards: Type
    zone: Term
    at: Var
    index: Term | None
    blind: Var | None


def _move_one(fb: FunctionBuilder, card: Term, target: _Target, *, has_left: bool) -> Instructions:
    """Move one card. What depends on the order of the target is decided here, as far as the target is known."""
    mb, index = fb.mb, target.index
    orders = sorted({mb.layout.zones[zone].order for zone in candidates(mb, target.node)})

    def ways(order: str) -> Ways:
        here = (zone for zone in candidates(mb, target.node) if mb.layout.zones[zone].order == order)
        return zones_with(mb, target.cards), tuple(here)

    def to(order: str) -> Instructions:
        place = index if index is not None else const(0 if order == "stack" else LAST)
        heap, top = order == "heap", place.fixed() == 0 and order != "heap"
        if target.blind is not None and not has_left:
            hidden = move_card(mb, ways(order), heap=heap, top=top, hidden=True)
            return hidden.run(card.wrap(), target.zone.wrap(), target.at, place, target.blind)
        made = {"heap": heap, "top": top}
        fn = put_in(mb, ways(order)[1], **made) if has_left else move_card(mb, ways(order), **made)
        return fn.run(card.wrap(), target.zone.wrap(), target.at, place)

    code = to(orders[-1])
    for order in orders[:-1]:
        has_order = mb.lookup([int(zone.order == order) for zone in mb.layout.zones], target.zone).wrap()
        code = if_(has_order, to(order), code)
    return code


def _move_all(fb: FunctionBuilder, stmt: ir.MoveAll) -> Instructions:
    source, at, code = place_of_zone(fb, stmt.source)
    target, to, more = place_of_zone(fb, stmt.target)
    heaps = form_of(fb.mb, stmt.source) == form_of(fb.mb, stmt.target) == "heap"
    if stmt.at == "":
        stacks = fb.mb.lookup([int(zone.order == "stack") for zone in fb.mb.layout.zones], target)
        bottom = stacks.wrap().not_()
    else:
        bottom = const(int(stmt.at == "bottom"))
    known = fb.known()
    run = move_all(fb.mb).run(source.wrap(), target.wrap(), bottom)
    if heaps and not fb.mb.watched and 0 < fb.mb.compact.words <= WIDEST:
        words = (at.load(CELL * word) for word in range(fb.mb.compact.words))
        run = pour_some(fb.mb).run(source.wrap(), target.wrap(), at, to, *words)
    for zone, term in ((stmt.source, source), (stmt.target, target)):
        if fb.mb.facts.may_be_none(zone, known):
            run = if_(term.ne(NONE), run)
    return code + more + run


# Structure --------------------------------------------------------------------------------


def _for_each(fb: FunctionBuilder, stmt: ir.ForEach) -> Instructions:
    """A loop. What a turn puts into the arena is given back when it ends."""
    top, fb.lying = fb.fn.local(), {}  # after its first turn a card may lie elsewhere

    def body(x: Term, known: Known) -> Instructions:
        with fb.scope():
            fb.bind(stmt.local, as_type(x, stmt.local.type) if is_boolean(stmt.local.type) else x, known)
            return top.set(fb.mb.top.get) + fb.spend(1) + emit_body(fb, stmt.body) + fb.mb.top.set(top)

    with fb.loops(fb.mb.facts.body_steps((stmt,), fb.known())):
        loop = partial(loop_over, fb, stmt.source, body, changes_state=True)
        return hoist_divisions(fb, stmt, loop) or loop()


def _run(fb: FunctionBuilder, stmt: ir.Run) -> Instructions:
    """Run a named effect; its arguments are computed first, and lists copied."""
    effect = fb.mb.program.effects[stmt.effect]
    known = [fb.mb.facts.known(arg, fb.known()) for arg in stmt.args]
    code, terms, given = NOTHING, list[Var](), list(zip(effect.parameters, stmt.args, strict=True))
    for parameter, arg in given:
        value = as_type(fb.expr(arg), parameter.type)
        if is_list(parameter.type) and not lists.is_lasting(fb.mb, arg):
            value = lists.copied(fb.mb).call(value)
        var = fb.fn.local(value.type)
        code += var.set(value)
        terms.append(var)
    if fb.mb.sizes.effect(stmt.effect) > LONG:
        steps = fb.mb.facts.effect_steps(stmt.effect, tuple(known))
        return code + fb.before_call(steps) + _outlined(fb, stmt.effect, tuple(known), steps).run(*terms)
    code += fb.spend(1)
    names, lying = Bindings(), {("local", p.number): fb.lies(arg) for p, arg in given}
    fb.lying = {name: zone for name, zone in lying.items() if zone is not None}
    for parameter, term, fact in zip(effect.parameters, terms, known, strict=True):
        names[parameter.number] = Binding(term, fact)
    with fb.scope(names):
        return code + emit_body(fb, effect.body)


def _outlined(fb: FunctionBuilder, name: str, known: tuple[Known, ...], steps: int) -> Fn:
    """A named effect as a function of the module, which takes so many steps at most.

    There are several where different things are known of its arguments, but only a few.
    """
    effect, variants = fb.mb.program.effects[name], fb.mb.variants.setdefault((f"effect {name}", fb.counting), set())
    types = tuple(value_type(p.type) for p in effect.parameters)
    if known not in variants and len(variants) >= VARIANTS:
        known = tuple(fb.mb.facts.unknown(p.type) for p in effect.parameters)
    variants.add(known)

    def emit(fn: Fn) -> Instructions:
        inner = fb.another(fn, counting=fb.counting)
        inner.names = {p.number: Binding(fn.param(n), known[n]) for n, p in enumerate(effect.parameters)}
        return inner.at_entry(steps) + emit_body(inner, effect.body) + inner.hand_over()

    return fb.mb.helper(("effect", name, fb.counting, known), types, None, emit)


def _tell(fb: FunctionBuilder, stmt: ir.Tell) -> Instructions:
    """Who watches is told that a phase begins again, that a reaction happens, or what is said to the table."""
    if not fb.mb.watched:
        return NOTHING
    name = int.from_bytes(sha256(stmt.name.encode()).digest()[:7], "big")
    code = tell(fb.mb, TOLD_BY_NAME, name, 0 if stmt.who is None else fb.number(stmt.who) + 1)
    return code + sequence(disclose_value(fb, one.value) for one in stmt.told)


def _score(fb: FunctionBuilder, stmt: ir.Score) -> Instructions:
    """Announcing points changes nothing, but what may go wrong in computing them goes wrong here too."""
    owners, x = fb.fn.local(), fb.fn.local(I64)

    def points_of(points: ir.Expr) -> Instructions:
        return tell(fb.mb, SCORED, fb.number(points)) if fb.mb.watched else fb.expr(points).drop()

    def one(owner: Var) -> Instructions:
        return x.set(owner) + sequence(points_of(points) for _, points in stmt.categories)

    with fb.scope():
        known, facts = fb.known(), fb.mb.facts
        env = {**known, stmt.local.number: facts.element(stmt.owners, known)}
        sure = facts.cannot_fail(stmt.owners, known) and all(
            facts.cannot_fail(points, env) for _, points in stmt.categories
        )
        if sure and not (fb.mb.watched or fb.counting):
            return NOTHING
        code = owners.set(fb.expr(stmt.owners))
        fb.bind(stmt.local, x, between(*facts.range(stmt.owners, known)))
        return code + for_each(fb.fn, owners, one)


# The place of a zone to which cards are moved; of two such places the one that a test decides, without a jump.
#
# if t: move c to bottom of row                    index = last if t else place(c) - 2
# else: move c to position place(c) - 1 of row     move c to index of row

FEW_PARTS = 8
"""A place that has more parts than this is not computed in vain."""

Placed = tuple[Term | None, Instructions]
"""A place from the top, from 0, and the code that computes it; None where the order of the zone decides."""


def place_of(fb: FunctionBuilder, stmt: ir.MoveCards) -> Placed:
    """The place to which cards are moved."""
    match stmt.at:
        case "top":
            return const(0), NOTHING
        case "bottom":
            return const(LAST), NOTHING
        case "position":
            assert stmt.position is not None
            given, index = fb.fn.local(I64), fb.fn.local()
            low, high = fb.mb.facts.range(stmt.position, fb.known())
            above = select(given - 1, long(0), given.gt(1)) if low < 1 else given - 1
            code = given.set(fb.number(stmt.position)) + index.set(above.wrap())
            return index, code + (if_(given.gt(LAST), index.set(LAST)) if high > LAST else NOTHING)
        case _:
            return None, NOTHING


@rewrite("either_place", "a card is moved to one of two places without a jump")
def either_place(fb: FunctionBuilder, stmt: ir.When) -> tuple[ir.MoveCards, Placed] | None:
    """A move to one of two places of a zone, and that place; None of other effects, and where a place could not be
    computed in vain."""
    if fb.mb.watched or fb.counting:
        return None
    match stmt.yes, stmt.no:
        case (ir.MoveCards(cards=ir.ListOf()) as one,), (ir.MoveCards() as other,) if (
            structural_key((one.cards, one.zone, one.by)) == structural_key((other.cards, other.zone, other.by))
            and _is_quick(fb, one)
            and _is_quick(fb, other)
        ):
            (yes, before), (no, more) = place_of(fb, one), place_of(fb, other)
            if yes is None or no is None:
                return None
            test, index = fb.fn.local(), fb.fn.local()
            code = test.set(fb.boolean(stmt.test)) + before + more + index.set(select(yes, no, test))
            return one, (index, code)
        case _:
            return None


def _is_quick(fb: FunctionBuilder, stmt: ir.MoveCards) -> bool:
    """Whether nothing can go wrong in the place to which cards are moved, and it is short and no quotient."""
    if stmt.position is None:
        return True
    sure = fb.mb.facts.cannot_fail(stmt.position, fb.known()) and not divides(fb, stmt.position)
    return sure and sum(1 for _ in every(stmt.position)) <= FEW_PARTS


# Letting players know cards, as code. The meaning is that of `reference.effects`.


def show_cards(fb: FunctionBuilder, stmt: ir.ShowCards) -> Instructions:
    """Let players know cards. Where nobody looks, cards and players are still computed: that may go wrong.

    shown = [x for x in cards if x is not none]
    seats = the players that are not none, as bits
    show(shown, seats)
    """
    mb = fb.mb
    cards, players, shown = fb.fn.local(), fb.fn.local(), fb.fn.local()
    seats = fb.fn.local(I64)
    code = cards.set(fb.expr(stmt.cards)) + players.set(fb.expr(stmt.players))
    if not mb.watched:
        return code
    start = lists.begin_list(mb, shown, list_length(cards))
    some = start + for_each(fb.fn, cards, lambda x: if_(x.ne(NONE), lists.append(mb, shown, x)))
    bits = seats.set(0) + for_each(fb.fn, players, lambda x: if_(x.ne(NONE), seats.set(seats | (long(1) << x))))
    told = NOTHING if stmt.announced else for_each(fb.fn, shown, lambda x: tell_shown(mb).run(x))
    return code + some + bits + show(mb).run(shown, seats) + told


# What texts for people name in braces, told to the seat that watches.
#
# It is no part of the play, so it takes no steps. A value that cannot be computed traps; then the reference engine
# plays on, and leaves the value out.


def disclose_value(fb: FunctionBuilder, value: Expr) -> Instructions:
    """A value in a text: a number; a list as its length and each element; a card by its kind, if the seat knows it."""
    aside = fb.another(fb.fn, counting=False)
    aside.names = fb.names
    if not is_list(value.type):
        one = fb.fn.local(I64)
        return one.set(aside.number(value)) + _disclose_one(fb, one, is_card=is_card(value))
    items = fb.fn.local()
    each = for_each(fb.fn, items, lambda one: _disclose_one(fb, one, is_card=is_card_list(value)))
    return items.set(aside.expr(value)) + tell(fb.mb, VALUE, list_length(items)) + each


def _disclose_one(fb: FunctionBuilder, one: Term, *, is_card: bool) -> Instructions:
    if not is_card:
        return tell(fb.mb, VALUE, one)
    known = if_(knows(fb.mb, one), tell(fb.mb, VALUE, fb.mb.kind(one)), tell(fb.mb, VALUE, NONE))
    return if_(one.eq(NONE), tell(fb.mb, VALUE, NONE), known)
