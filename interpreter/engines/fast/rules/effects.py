"""What effects do to the state, as code. The meaning is that of `reference.effects`.

Effects that cannot stop are structured: nothing in them jumps. Named effects are written out where they are run,
unless they are long and run from several places.
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.layout import CardCell, VariableCell
from ...program.nodes import ClearRecords, Recall, SetSlot, Stmt, TakeTrigger
from ...program.walk import all_effects, every, values
from ..building.facts import Known
from ..building.places import again, zone_address
from ..building.room import CELL
from ..building.writer import Name, Writer, is_list, is_truth, shaped
from ..cards.cards import LAST, move_card, put_in
from ..cards.knowledge import show
from ..cards.piles import move_all, shuffle
from ..values import lists
from ..values.expressions import write_expr, write_number, write_truth
from ..values.folds import each
from ..values.lists import size, through
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, clear, const, if_, long
from .waiting import write_enqueue, write_recall, write_slot, write_take

LONG = 120
"""An effect with more parts than this is a function of its own if it is run from several places."""


def write_body(w: Writer, body: tuple[Stmt, ...]) -> bytes:
    """A block of effects; its names end with it."""
    names = dict(w.names)
    code = b"".join(write_effect(w, stmt) for stmt in body)
    w.names = names
    return code


def write_effect(w: Writer, stmt: Stmt) -> bytes:
    """The code of one effect."""
    match stmt:
        case ir.Let():
            return _let(w, stmt)
        case ir.SetVariable():
            return _set_variable(w, stmt)
        case ir.SetCardVariable():
            return _set_card_variable(w, stmt)
        case ir.MoveCards():
            return move_cards(w, stmt, None)
        case ir.MoveAll():
            return _move_all(w, stmt)
        case ir.ShuffleZone():
            zone, code = again(w, write_number(w, stmt.zone))
            run = shuffle(w.m).run(zone.wrap(), zone_address(w, stmt.zone, write_expr))
            return code + if_(zone.ne(NONE), run)
        case ir.ShowCards():
            return _show(w, stmt)
        case ir.When():
            return if_(write_truth(w, stmt.test), write_body(w, stmt.yes), write_body(w, stmt.no))
        case ir.ForEach():
            return _for_each(w, stmt)
        case ir.Run():
            return _run(w, stmt)
        case ir.Score():
            return _score(w, stmt)
        case ir.Tell():
            return b""
        case ir.Enqueue():
            return write_enqueue(w, stmt)
        case SetSlot(slot, value):
            return write_slot(w, slot, write_expr(w, value))
        case ClearRecords(pending):
            return clear(const(w.m.room.state + CELL * pending.base), CELL * pending.width * pending.capacity)
        case Recall():
            return write_recall(w, stmt)
        case TakeTrigger():
            return write_take(w, stmt)
        case _:
            raise TypeError(f"{type(stmt).__name__} stands where the play cannot stop")


def _let(w: Writer, stmt: ir.Let) -> bytes:
    """A list is copied, for the state it may lie in will change."""
    var = w.local(stmt.local.type)
    value = shaped(write_expr(w, stmt.value), stmt.local.type)
    if is_list(stmt.local.type):
        value = lists.kept(w.m).call(value)
    known = w.m.facts.known(stmt.value, w.known())
    w.bind(stmt.local, var, known)
    return var.set(value)


# Variables --------------------------------------------------------------------------------


def _set_variable(w: Writer, stmt: ir.SetVariable) -> bytes:
    return _set_cell(w, w.m.layout.variables[stmt.name], stmt.owner, stmt.value)


def _set_card_variable(w: Writer, stmt: ir.SetCardVariable) -> bytes:
    return _set_cell(w, w.m.layout.card_variables[stmt.name], stmt.card, stmt.value)


def _set_cell(w: Writer, cell: VariableCell | CardCell, index: ir.Expr | None, value: ir.Expr) -> bytes:
    """The owner is worked out first, then the value; nobody's variable is left alone."""
    known = w.known()
    which, before = (None, b"") if index is None else again(w, write_number(w, index))
    new, code = again(w, write_number(w, value))
    write = _checked_range(w, cell, value, new) + w.m.write(cell.address, new, which)
    if which is not None and index is not None and w.m.facts.may_be_none(index, known):
        write = if_(which.ne(NONE), write)
    return before + code + write


def _checked_range(w: Writer, cell: VariableCell | CardCell, value: ir.Expr, new: Term) -> bytes:
    low, high = w.m.facts.range(value, w.known())
    if (cell.low <= low and high <= cell.high) or (cell.type.optional and low == high == NONE):
        return b""
    bad = new.lt(cell.low) | new.gt(cell.high)
    return if_(bad & new.ne(NONE) if cell.type.optional else bad, TRAP)


# Cards ------------------------------------------------------------------------------------


def move_cards(w: Writer, stmt: ir.MoveCards, out: Term | None) -> bytes:
    """Cards go to a zone. `out` is a card that has left its zone already; it goes instead of the one that is named."""
    single = isinstance(stmt.cards, ir.ListOf)
    if isinstance(stmt.cards, ir.ListOf):
        cards: list[Term] = []
        code = b""
        for item in stmt.cards.items:
            var = w.fn.local(I64)
            code += var.set(write_number(w, item) if out is None else out)
            cards.append(var)
    else:
        moving = w.fn.local()
        code = moving.set(
            write_expr(w, stmt.cards)
            if isinstance(stmt.cards, ir.Const)
            else lists.kept(w.m).call(write_expr(w, stmt.cards))
        )
    target, zone = again(w, write_number(w, stmt.zone))
    at = w.fn.local()
    code += zone + at.set(
        w.m.address_of(target) if not isinstance(stmt.zone, ir.ZoneOf) else zone_address(w, stmt.zone, write_expr)
    )
    index, place = _index(w, stmt)
    code += place
    none = w.m.facts.may_be_none

    def one(card: Term, sure: bool) -> bytes:
        move = _move_one(w, stmt, card, target, at, index, out is None)
        return move if sure or out is not None else if_(card.ne(NONE), move)

    if single:
        assert isinstance(stmt.cards, ir.ListOf)
        known = w.known()
        run = b"".join(one(c, not none(item, known)) for c, item in zip(cards, stmt.cards.items, strict=True))
    else:
        run = through(w.fn, moving, lambda x: one(x, False))
    return code + (if_(target.ne(NONE), run) if none(stmt.zone, w.known()) else run)


def _index(w: Writer, stmt: ir.MoveCards) -> tuple[Term | None, bytes]:
    """The place from the top, from 0; None where the sort of zone says it."""
    match stmt.at:
        case "top":
            return const(0), b""
        case "bottom":
            return const(LAST), b""
        case "position":
            assert stmt.position is not None
            given, index = w.fn.local(I64), w.fn.local()
            code = given.set(write_number(w, stmt.position))
            code += index.set(0) + if_(given.gt(1), index.set((given - 1).wrap()))
            return index, code + if_(given.gt(LAST), index.set(LAST))
        case _:
            return None, b""


def _move_one(
    w: Writer, stmt: ir.MoveCards, card: Term, target: Term, at: Var, index: Term | None, lies: bool
) -> bytes:
    """The orders that the target may have are settled here as far as they are known."""
    m = w.m
    orders = {m.layout.zones[zone].order for zone in _candidates(w, stmt.zone)}

    def to(order: str) -> bytes:
        place = index if index is not None else const(0 if order == "stack" else LAST)
        top = place.fixed() == 0 and order != "heap"
        move = move_card if lies else put_in
        return move(m, order == "heap", top).run(card.wrap(), target.wrap(), at, place)

    found = sorted(orders)
    code = to(found[-1])
    for order in found[:-1]:
        here = m.look([int(zone.order == order) for zone in m.layout.zones], target).wrap()
        code = if_(here, to(order), code)
    return code


def _candidates(w: Writer, zone: ir.Expr) -> list[int]:
    """The zones that an expression may be."""
    layout = w.m.layout
    match zone:
        case ir.ZoneOf(name):
            return list(layout.families[name])
        case ir.If(_, yes, no):
            return [*_candidates(w, yes), *_candidates(w, no)]
        case ir.Const(int() as value) if value != NONE:
            return [value]
        case _:
            return list(range(len(layout.zones)))


def _move_all(w: Writer, stmt: ir.MoveAll) -> bytes:
    source, code = again(w, write_number(w, stmt.source))
    target, more = again(w, write_number(w, stmt.target))
    if stmt.at == "":
        stacks = w.m.look([int(zone.order == "stack") for zone in w.m.layout.zones], target)
        bottom = stacks.wrap().not_()
    else:
        bottom = const(int(stmt.at == "bottom"))
    known = w.known()
    run = move_all(w.m).run(source.wrap(), target.wrap(), bottom)
    for zone, term in ((stmt.source, source), (stmt.target, target)):
        if w.m.facts.may_be_none(zone, known):
            run = if_(term.ne(NONE), run)
    return code + more + run


def _show(w: Writer, stmt: ir.ShowCards) -> bytes:
    cards, players, shown = w.fn.local(), w.fn.local(), w.fn.local()
    seats = w.fn.local(I64)
    code = cards.set(write_expr(w, stmt.cards)) + players.set(write_expr(w, stmt.players))
    if not w.m.watched:
        return code
    some = lists.begun(w.m, shown, size(cards)) + through(
        w.fn, cards, lambda x: if_(x.ne(NONE), lists.added(w.m, shown, x))
    )
    bits = seats.set(0) + through(w.fn, players, lambda x: if_(x.ne(NONE), seats.set(seats | (long(1) << x))))
    return code + some + bits + show(w.m).run(shown, seats)


# Structure --------------------------------------------------------------------------------


def _for_each(w: Writer, stmt: ir.ForEach) -> bytes:
    """Lists that a turn needs are forgotten when it ends."""
    top = w.fn.local()

    def body(x: Term, known: Known) -> bytes:
        names = dict(w.names)
        w.bind(stmt.local, shaped(x, stmt.local.type) if is_truth(stmt.local.type) else x, known)
        code = top.set(w.m.top.get) + w.spend(1) + write_body(w, stmt.body) + w.m.top.set(top)
        w.names = names
        return code

    return each(w, stmt.source, write_expr, body, own=True)


def _run(w: Writer, stmt: ir.Run) -> bytes:
    effect = w.m.program.effects[stmt.effect]
    known = {p.number: w.m.facts.known(arg, w.known()) for p, arg in zip(effect.parameters, stmt.args, strict=True)}
    code, terms = b"", []
    for parameter, arg in zip(effect.parameters, stmt.args, strict=True):
        value = shaped(write_expr(w, arg), parameter.type)
        if is_list(parameter.type) and not isinstance(arg, ir.Const):
            value = lists.kept(w.m).call(value)
        var = w.fn.local(value.type)
        code += var.set(value)
        terms.append(var)
    code += w.spend(1)
    if _uses(w, stmt.effect) > 1 and _length(w, stmt.effect) > LONG:
        return code + _outlined(w, stmt.effect).run(*terms)
    outer, w.names = (
        w.names,
        {p.number: Name(term, known[p.number]) for p, term in zip(effect.parameters, terms, strict=True)},
    )
    code += write_body(w, effect.body)
    w.names = outer
    return code


def _uses(w: Writer, name: str) -> int:
    """From how many places an effect is run."""
    key = ("uses", name)
    calls = w.m.facts.calls
    if key not in calls:
        everything = (*(block.body for block in w.m.program.blocks), *(e.body for e in w.m.program.effects.values()))
        calls[key] = sum(
            isinstance(inner, ir.Run) and inner.effect == name for body in everything for inner in all_effects(body)
        )
    return calls[key]


def _length(w: Writer, name: str) -> int:
    """How many parts an effect has, with those of the effects it runs."""
    key = ("length", name)
    calls = w.m.facts.calls
    if key not in calls:
        parts = 0
        for stmt in all_effects(w.m.program.effects[name].body):
            parts += 1 + sum(1 for value in values(stmt) for _ in every(value))
            parts += _length(w, stmt.effect) if isinstance(stmt, ir.Run) else 0
        calls[key] = parts
    return calls[key]


def _outlined(w: Writer, name: str) -> Fn:
    effect = w.m.program.effects[name]
    types = tuple(I32 if is_list(p.type) or is_truth(p.type) else I64 for p in effect.parameters)

    def write(fn: Fn) -> bytes:
        inner = Writer(w.m, fn, counting=w.counting)
        inner.names = {p.number: Name(fn.param(n), w.m.facts.known(p, {})) for n, p in enumerate(effect.parameters)}
        return write_body(inner, effect.body) + inner.hand_over()

    return w.m.helper(("effect", name, w.counting), types, None, write)


def _score(w: Writer, stmt: ir.Score) -> bytes:
    """Telling the points changes nothing; what might go wrong in working them out goes wrong here too."""
    owners = w.fn.local()
    x = w.fn.local(I64)

    def one(owner: Var) -> bytes:
        return x.set(owner) + b"".join(write_expr(w, points).drop() for _, points in stmt.categories)

    names = dict(w.names)
    code = owners.set(write_expr(w, stmt.owners))
    w.bind(stmt.local, x, Known(w.m.facts.range(stmt.owners, w.known())))
    code += through(w.fn, owners, one)
    w.names = names
    return code
