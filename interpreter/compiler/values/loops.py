"""Loops over what comprehensions go through: lists, consecutive numbers, the cards of a zone where they lie."""

from __future__ import annotations

from collections.abc import Callable

from ...engines.program.bounds import CELL
from ...language.builtins.intervals import Known, between
from ...language.ir import nodes as ir
from ...language.ir.types import MOST
from ..builder.function_builder import FunctionBuilder, as_number
from ..builder.zones import HELD, each_among, each_card, each_in_row, each_remaining, many_in, whole_zone, zone_address
from ..passes.cost_model import SMALL
from ..passes.rewriting import rewrite
from ..wasm.statements import block, do_while, if_, sequence
from ..wasm.terms import I64, NOTHING, Instructions, JumpLabel, Term, Var, const, long, select
from . import lists
from .arithmetic import FEW, MOST_COPIES, few_numbers, spend_range
from .conditions import when
from .list_variables import each_in_set, is_set
from .lists import list_length
from .loop_specialisation import each_chosen, single_card_loop
from .set_algebra import PassingCards, passing_cards

MOST_TURNS = 1 << 24
"""There is no room for more turns than this."""

ROOM = 256
"""So many cells are reserved for what loops yield before it is known how much that is, where they certainly suffice."""

Inner = Callable[[JumpLabel], Instructions]
"""Emits what is done with each element; a jump to the label leaves the whole comprehension."""

LoopBody = Callable[[Term, Known], Instructions]
"""Emits what is done with an element of which this is known."""

Room = Callable[[Term], Instructions]
"""Emits what is done before a loop of so many turns at most (32 bits)."""


def no_room(turns: Term) -> Instructions:
    """Nothing: a loop that needs no room."""
    return NOTHING


def nested_loops(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], inner: Inner, *, whole: bool = False) -> Instructions:
    """The loops of a comprehension, one inside the other; `whole` says that none of them is ever left before its end.

    block $done:
      for x in source of x:
        if test of x:
          for y in source of y:
            if test of y:
              inner                (may jump to $done)
    """
    done = JumpLabel()
    return block(done, _nested(fb, loops, inner, done, whole=whole))


def _nested(
    fb: FunctionBuilder, loops: tuple[ir.Loop, ...], inner: Inner, done: JumpLabel, *, whole: bool
) -> Instructions:
    if not loops:
        return inner(done)
    first, *rest = loops

    def act() -> Instructions:
        return _nested(fb, tuple(rest), inner, done, whole=whole)

    return tested_loop(fb, first, act, whole=whole)


def tested_loop(
    fb: FunctionBuilder,
    loop: ir.Loop,
    act: Callable[[], Instructions],
    room: Room = no_room,
    *,
    whole: bool = True,
) -> Instructions:
    """`for x in source: if test: act()`. Of a heap only the cards that pass the test are gone through, if that is
    algebra (`set_algebra`)."""
    among = passing_cards(fb, loop)
    single = single_card_loop(fb, loop, act, room) if among is None else None
    if single is not None:
        return single

    def turn(x: Term, known: Known) -> Instructions:
        fb.bind(loop.local, x, known)
        return act() if loop.test is None or among is not None else when(fb, loop.test)(act())

    streamed = _streamed(fb, loop.source, turn, room) if whole else None
    return loop_over(fb, loop.source, turn, room=room, among=among) if streamed is None else streamed


def loop_over(
    fb: FunctionBuilder,
    source: ir.Expr,
    body: LoopBody,
    *,
    changes_state: bool = False,
    room: Room = no_room,
    among: PassingCards | None = None,
) -> Instructions:
    """`for x in source: body(x)`, where the length counts as steps.

    With `changes_state` the body changes the state: a list that may lie there is copied first,
    and cards of a small heap are held in locals. The steps are then counted by the caller, turn by turn. The cards of a
    zone are gone through where they lie, if nothing changes; of a heap those that are `among` a set.

    at = the list;  end = at + 8 * size(at)
    room(size(at))
    while at != end:
        x = memory[at + 8]
        body(x)
        at += 8
    """
    if is_set(source, fb):
        return each_in_set(fb, source, body)
    known = fb.mb.facts.element(source, fb.known())
    if isinstance(source, ir.Apply) and source.op == "range":
        return _count_up(fb, source, body, known, changes_state, room)
    few = few_numbers(fb, source)
    if few is not None:
        return _unrolled(fb, few, body, changes_state, room)
    if changes_state and room is no_room:
        held = each_chosen(fb, source, body, known) or _held(fb, source, body, known)
        if held is not None:
            return held
    longest = fb.mb.facts.longest(source, fb.known())
    zone = None if changes_state else whole_zone(fb.mb, source)
    if zone is not None:
        at, form = fb.fn.local(), zone[1]
        many = many_in(fb.mb, form, at)
        found = at.set(zone_address(fb, zone[0])) + fb.spend_list(many, longest) + room(many)
        if among is not None:
            return found + among.before + each_among(fb.fn, at, among.words, lambda x: fb.check_turn() + body(x, known))
        if form == "heap":
            return found + each_card(fb.mb, fb.fn, at, form, lambda x: fb.check_turn() + body(x, known))
        return found + _each_placed(fb, at, lambda x: fb.check_turn() + body(x, known))
    at, end, x = fb.fn.local(), fb.fn.local(), fb.fn.local(I64)
    value = fb.expr(source)
    if changes_state and not lists.is_lasting(fb.mb, source) and whole_zone(fb.mb, source) is None:
        value = lists.copied(fb.mb).call(value)
    start = at.set(value) + (NOTHING if changes_state else fb.spend_list(list_length(at), longest))
    start += room(list_length(at))
    turn = x.set(at.load(CELL)) + fb.check_turn() + body(element(source, x), known) + at.up(CELL)
    return start + end.set(at + (list_length(at) << 3)) + do_while(skip=at.eq(end), do=turn, again=at.ne(end))


@rewrite("held_heap", "heaps whose cards move are held in locals")
def _held(fb: FunctionBuilder, source: ir.Expr, body: LoopBody, known: Known) -> Instructions | None:
    """A loop through the cards of a heap, or through those that pass a test, which are held in locals, so that the body
    may move them; None for other loops."""
    match source:
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            zone, among = whole_zone(fb.mb, loop.source), passing_cards(fb, loop)
            if loop.test is not None and among is None:
                return None
        case _:
            zone, among = whole_zone(fb.mb, source), None
    words = range(fb.mb.compact.words)
    if zone is None or zone[1] != "heap" or not 0 < len(words) <= HELD:
        return None
    at, left = fb.fn.local(), {word: fb.fn.local(I64) for word in words}
    code = at.set(zone_address(fb, zone[0]))
    if isinstance(source, ir.Fold):
        code += fb.spend_list(many_in(fb.mb, "heap", at), fb.mb.facts.longest(source, fb.known()))
    cards = [at.load(CELL * word) for word in words]
    if among is not None:
        code += among.before
        cards = [bits & mine for bits, mine in zip(cards, among.words, strict=True)]
    code += sequence(left[word].set(bits) for word, bits in enumerate(cards))
    return code + each_remaining(fb.fn, left, lambda x: fb.check_turn() + body(x, known))


def _few(fb: FunctionBuilder, low: Term, high: Term) -> tuple[int, ...] | None:
    """The numbers from one to another, if both are known."""
    first, last = low.fixed(), high.fixed()
    if first is None or last is None or last - first >= FEW or fb.copies * (last - first + 1) > MOST_COPIES:
        return None
    return tuple(range(first, last + 1))


def _unrolled(
    fb: FunctionBuilder, few: tuple[int, ...], body: LoopBody, changes_state: bool, room: Room
) -> Instructions:
    """A loop through a few numbers, turn by turn: in each it is known which number it is."""
    copies = fb.copies
    fb.copies *= max(len(few), 1)
    code = (NOTHING if changes_state else fb.spend(len(few))) + room(const(len(few)))
    for one in few:
        with fb.scope():
            code += fb.check_turn() + body(long(one), between(one, one))
    fb.copies = copies
    return code


def _streamed(fb: FunctionBuilder, source: ir.Expr, body: LoopBody, room: Room) -> Instructions | None:
    """A loop over a list that a comprehension or a short function makes, without making it; None over other lists.

    Each element is gone on with as soon as it is there. That is the same since nothing changes meanwhile and the loop
    is never left before its end; each element counts, as the length of the list would.

    for x in [value for y in source if test]: body(x)     →     for y in source: if test: x = value; body(x)
    """
    longest = fb.mb.facts.longest(source, fb.known())
    if source.type.is_nested() or (room is not no_room and longest > ROOM):
        return None
    known = fb.mb.facts.element(source, fb.known())

    def one(x: Term) -> Instructions:
        number = x.fixed()
        return body(x, known if number is None else between(number, number))

    match source:
        case ir.Fold(op="list"):
            return _through(fb, source, one, room, longest)
        case ir.Call(name) if (
            name not in fb.mb.keeper.functions and fb.mb.sizes.function(name) <= SMALL and not source.type.optional
        ):
            return _of_function(fb, source, one, room, longest)
        case _:
            return None


def _of_function(
    fb: FunctionBuilder, call: ir.Call, body: Callable[[Term], Instructions], room: Room, longest: int
) -> Instructions | None:
    """`body`, which knows the names outside the function, for each element of the list that it yields."""
    made, outer, memo = fb.mb.program.functions[call.function].body, fb.names, fb.memo

    def outside(x: Term) -> Instructions:
        inner, fb.names, fb.memo = fb.names, outer, memo
        done = body(x)
        fb.names, fb.memo = inner, None
        return done

    listed = isinstance(made, ir.Fold) and made.op == "list" and not made.type.is_nested()
    if not listed and not (isinstance(made, ir.Apply) and made.op == "range"):
        return None
    with fb.inlined(*fb.arguments(call)) as code:
        if isinstance(made, ir.Fold):
            return code + _through(fb, made, outside, room, longest)
        return code + loop_over(fb, made, lambda x, _: outside(x), room=room)


def _through(
    fb: FunctionBuilder, made: ir.Fold, body: Callable[[Term], Instructions], room: Room, longest: int
) -> Instructions:
    """`body` for each element of a comprehension that makes a list."""
    x = fb.fn.local(I64)

    def one() -> Instructions:
        value = as_number(fb.expr(made.body))
        if value.fixed() is not None:
            return fb.spend(1) + fb.check_turn() + body(value)
        return x.set(value) + fb.spend(1) + fb.check_turn() + body(x)

    before = room(const(longest)) if room is not no_room else NOTHING
    with fb.scope():
        return before + nested_loops(fb, made.loops, lambda done: one(), whole=True)


def _each_placed(fb: FunctionBuilder, at: Var, body: Callable[[Var], Instructions]) -> Instructions:
    """`for x in row: body(x)`; within it is known at which place x lies."""
    place = fb.fn.local(I64)

    def one(x: Var) -> Instructions:
        fb.places[x.index] = place
        return place.up() + body(x)

    return place.set(0) + each_in_row(fb.mb, fb.fn, at, one)


def element(source: ir.Expr, x: Var) -> Term:
    """An element as its type has it: of a list of lists, an address."""
    return x.wrap() if source.type.is_nested() else x


def _count_up(
    fb: FunctionBuilder, source: ir.Apply, body: LoopBody, known: Known, changes_state: bool, room: Room
) -> Instructions:
    """A loop over consecutive numbers. Its length counts twice: making the list would have counted it too.

    x = low;  room(last - low + 1, if that is a number of turns)
    while x <= last: body(x); x += 1          (the body sees a copy of x, which it may change)
    """
    low, high = (fb.number(end) for end in source.args)
    few = _few(fb, low, high)
    if few is not None:
        return fb.spend(len(few)) + _unrolled(fb, few, body, changes_state, room)
    x, last, shown = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64)
    start = x.set(low) + last.set(high)
    steps = spend_range(fb, source, x, last, twice=not changes_state)
    if room is not no_room:
        turns = fb.fn.local(I64)
        steps += turns.set(select(last - x + 1, long(0), last.ge(x)))
        steps += if_(turns.gtu(MOST_TURNS), fb.mb.give_up()) + room(turns.wrap())
    turn = shown.set(x) + fb.check_turn() + body(shown, known) + x.up()
    endless = fb.mb.facts.range(source.args[1], fb.known())[1] >= MOST  # no number is larger than the last
    return start + steps + do_while(skip=x.gt(last), do=turn, again=(x - 1).lt(last) if endless else x.le(last))
