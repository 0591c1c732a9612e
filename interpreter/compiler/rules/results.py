"""The results of a game, computed where it ends, as in `reference.position`, with a budget of steps of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engines.program.bounds import CELL
from ...engines.program.layout import DECISIONS, STATUS
from ...engines.program.nodes import Expr
from ...language.builtins.intervals import between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import Binding, FunctionBuilder
from ..builder.memory_map import Control
from ..builder.module_builder import ModuleBuilder
from ..passes.rewriting import rewrite
from ..values.arithmetic import few_numbers
from ..values.lists import for_each
from ..wasm.module import Fn
from ..wasm.statements import if_, sequence
from ..wasm.terms import F64, I64, NOTHING, Instructions, Term, Var, after, const, fraction, long, select

ONE = fraction(1.0)


def winners_at(mb: ModuleBuilder) -> Term:
    """Where the winners of the current playout go."""
    return (_number(mb) << 3) + mb.memory.winners


def returns_at(mb: ModuleBuilder) -> Term:
    """Where the returns of the current playout go, those of all seats."""
    return _number(mb) * (CELL * mb.layout.players) + mb.memory.returns


def forget_result(mb: ModuleBuilder) -> Instructions:
    """Nobody wins the current playout so far, and all returns are 0."""
    return winners_at(mb).store(0) + sequence(_return_of(mb, seat, long(0)) for seat in range(mb.layout.players))


def note_end(mb: ModuleBuilder) -> Instructions:
    """How the current playout has ended, and after how many decisions."""
    ended = (_number(mb) + mb.memory.ends).store8(mb.read(STATUS).wrap())
    return ended + ((_number(mb) << 3) + mb.memory.lengths).store(mb.read(DECISIONS))


def _number(mb: ModuleBuilder) -> Term:
    """The number of the current playout; of many positions played together each uses the same place."""
    return const(0) if mb.build == "together" else const(0).load32(Control.DONE)


def _return_of(mb: ModuleBuilder, seat: int, value: Term) -> Instructions:
    return returns_at(mb).store(value, CELL * seat)


def emit_results(fb: FunctionBuilder) -> Instructions:
    """Compute returns and scores; whatever goes wrong in them goes wrong now.

    results():
        list the winners (in a playout: store them as a set of seats)
        for each seat: compute its return (in a playout: store it), or share 1 among the winners
        for each seat: compute its score, for what may go wrong in it
        trap if that took more steps than the limit; these steps count for nothing else
    """
    mb, program = fb.mb, fb.mb.program

    def emit(fn: Fn) -> Instructions:
        counting = _steps(mb) > program.steps_limit
        inner = fb.another(fn, counting=counting)
        before = fn.local(I64)
        code = before.set(mb.spent.get) + mb.spent.set(0)
        if program.winners is not None:
            code += _winners(inner, program.winners)
        seats = range(mb.layout.players)
        if program.returns is not None:
            local, expr = program.returns
            code += sequence(_return(inner, local, expr, seat) for seat in seats)
        if program.score is not None:
            local, expr = program.score
            code += sequence(_unused_value(inner, local, expr, seat) for seat in seats)
        return code + inner.check() + mb.spent.set(before)

    return mb.helper("results", (), None, emit).run()


def _steps(mb: ModuleBuilder) -> int:
    """The greatest number of steps that the results can take."""
    program, seat = mb.program, between(0, mb.layout.players - 1)
    found = 0 if program.winners is None else mb.facts.steps(program.winners, {})
    for one in (program.returns, program.score):
        found += 0 if one is None else mb.layout.players * mb.facts.steps(one[1], {one[0].number: seat})
    return found


def _value(fb: FunctionBuilder, local: ir.Local, expr: Expr, seat: int) -> Term:
    """The value for a seat; 0 for none."""
    fb.names = {local.number: Binding(long(seat), between(seat, seat))}
    value = fb.fn.local(I64)
    return after(value.set(fb.number(expr)) + if_(value.eq(NONE), value.set(0)), value)


def _unused_value(fb: FunctionBuilder, local: ir.Local, expr: Expr, seat: int) -> Instructions:
    """Compute a value for a seat that nobody asks for, if something may go wrong in it."""
    sure = not fb.counting and fb.mb.facts.cannot_fail(expr, {local.number: between(seat, seat)})
    return NOTHING if sure else _value(fb, local, expr, seat).drop()


def _return(fb: FunctionBuilder, local: ir.Local, expr: Expr, seat: int) -> Instructions:
    value = _value(fb, local, expr, seat)
    return value.drop() if fb.mb.watched else _return_of(fb.mb, seat, value.float())


def _winners(fb: FunctionBuilder, winners: Expr) -> Instructions:
    """The winners as a set of seats (see `program.derived_values`), and their returns unless the spec has its own.

    seats = 0
    for side in winners: seats |= the seats of the side
    """
    mb = fb.mb
    fb.names = {}
    if mb.watched:
        return fb.expr(winners).drop()
    seats = fb.fn.local(I64)
    item = winners.type.item
    teams = mb.layout.teams if item is not None and item.base == "team" else ()
    members = {**_members(teams or range(mb.layout.players)), NONE: 1 << mb.layout.players}

    def one(side: Var) -> Instructions:
        return sequence(if_(side.eq(number), seats.set(seats | bits)) for number, bits in members.items())

    best = _best(fb, winners, members, seats)
    found = seats.set(0) + for_each(fb.fn, fb.expr(winners), one) if best is None else best
    found += winners_at(mb).store(seats)
    return found if mb.program.returns is not None else found + _shared(fb, seats)


@rewrite("best_side", "winners are found without a list")
def _best(fb: FunctionBuilder, winners: Expr, members: Mapping[int, int], seats: Var) -> Instructions | None:
    """The seats of the best of a few known sides, without a list of them and without jumps: nobody foresees who wins.
    None of other winners.

    for each side: its keys;  larger, same = compared with the largest keys so far, if there are any
        largest = its keys if larger;  seats = its seats if larger, more by these if same
    """
    match winners:
        case ir.Fold(op="best", loops=(ir.Loop(test=None) as loop,), body=ir.Local(number)) if (
            number == loop.local.number and not fb.counting
        ):
            few = few_numbers(fb, loop.source)
        case _:
            few = None
    if not few or not isinstance(winners, ir.Fold):
        return None
    code, most = NOTHING, [fb.fn.local(I64) for _ in winners.keys]
    larger, same, copies = fb.fn.local(), fb.fn.local(), fb.copies
    fb.copies *= len(few)
    for place, side in enumerate(few):
        with fb.scope():
            fb.bind(winners.loops[0].local, long(side), between(side, side))
            keys = [fb.fn.local(I64) for _ in most]
            code += sequence(key.set(fb.number(part)) for key, part in zip(keys, winners.keys, strict=True))
        if not place:
            code += sequence(top.set(key) for top, key in zip(most, keys, strict=True)) + seats.set(members[side])
            continue
        code += larger.set(0) + same.set(1)
        for key, top in zip(keys, most, strict=True):
            code += larger.set(larger | (same & key.gt(top))) + same.set(same & key.eq(top))
        code += sequence(top.set(select(key, top, larger)) for top, key in zip(most, keys, strict=True))
        code += seats.set(select(long(members[side]), select(seats | members[side], seats, same), larger))
    fb.copies = copies
    return code


def _members(teams: Sequence[int]) -> dict[int, int]:
    """The seats of each team, as sets."""
    found: dict[int, int] = {}
    for seat, team in enumerate(teams):
        found[team] = found.get(team, 0) | 1 << seat
    return found


def _shared(fb: FunctionBuilder, seats: Var) -> Instructions:
    """Each of k winning sides gets 1 / k, and so does each winner of a side; the others get 0.

    share = 1 / (the number of teams with a winner, plus 1 for a side without players that has won)
    for each seat: its return = the bits of share if it is in seats else none of them, which is 0
    """
    mb, share = fb.mb, fb.fn.local(F64)
    players = mb.layout.players
    sides = seats >> players
    for bits in _members(mb.layout.teams or range(players)).values():
        sides = sides + (seats & bits).ne(0).wide()
    parts = (share.bits() & (long(0) - ((seats >> seat) & 1)) for seat in range(players))
    stored = sequence(_return_of(mb, seat, part) for seat, part in enumerate(parts))
    return share.set(ONE / sides.float()) + stored
