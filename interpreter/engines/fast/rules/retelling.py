"""Playing a history again inside the module: step after step as it is planned, compared at each with what a seat saw.

It serves determinisations (`play.game.determinisation.plainly` has the same in Python, and says what it means). Python
lays a script into the memory (`building.script`), and a kind for each card that goes. Where a step does not go on as it
was seen, or is not plain, the loop stops: the position before it is kept for Python, which plays that step otherwise.

    for each record of the script:
        keep the position and its legal moves
        status = retell_step(record)
        if status != done: stop
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ....language.ir.types import NONE
from ...program.layout import PC, RUNNING, STATUS
from ...program.nodes import AskBlock, Choice, PickOne, SettleTop, SlotList
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL, LOOK, MANY, MOVES, SEAT, STEPS, TOLD, stride, width
from ..building.module_builder import ModuleBuilder
from ..building.script import (
    AGAIN,
    ANY,
    ANY_LIST,
    CHANCES,
    CHOICE,
    COUNT,
    DONE,
    DRAWN,
    FAILED,
    FIRST_KIND,
    HEARD,
    HEARD_MANY,
    LATER,
    LATER_FIRST,
    LATER_MANY,
    LEFT,
    LOG,
    LOG_END,
    MOST_ROWS,
    NEXT,
    NUMBER,
    OTHERWISE,
    PARTS,
    PARTS_MANY,
    ROOM,
    SEED,
    SEEN_LOOK,
    SEEN_MANY,
    SEEN_TOLD,
    STATUS_AT,
    STOPS_AT_CHANCE,
    STREAM,
    TELLINGS_COMPARED,
    TRAVEL,
    TRAVELS,
    TRAVELS_MANY,
    TRIES,
    TYPE,
    UNKNOWN,
    UNSEEN_MANY,
    VALUE,
    WHO,
    ScriptMap,
    names_of,
    script_map,
)
from ..building.script import MOVE as A_MOVE
from ..cards.pins import spot
from ..values.lists import for_each, size
from ..wasm.control import arms, block, br, br_table, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, TRAP, Term, Var, clear, const, copy, give, long, select
from .looking import scrambled

ASKS, SETTLES, PICKS, ELSE = range(4)
"""What may stop the play: a decision, a card of a bag, an element of a list, something that has no plan here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exports:
    """What a watched module exports: played here from inside."""

    go: Fn
    play: Fn
    decide: Fn
    look: Fn


def export_retell(run: FunctionBuilder, exports: Exports) -> None:
    """`retell()`: play the script from its head on; see above."""
    mb, fn = run.mb, run.mb.module.function(export="retell")
    at, head = script_map(mb.program), const(mb.memory.script)
    record, status = fn.local(), fn.local()
    step = Step(run, at, exports).function()
    keep = _keep(mb, at, at.before) + _keep_rows(mb, at)
    on = (
        record.set(head.load32(NEXT) + at.records)
        + keep
        + status.set(step.call(record))
        + if_(status, (head.store(status, STATUS_AT)) + RETURN)
        + head.store(record.load(NEXT), NEXT)
        + head.store(head.load(NUMBER) + 1, NUMBER)
        + head.store(head.load(LEFT) - 1, LEFT)
    )
    fn.body = loop_until(head.load32(LEFT).eq(0), do=on) + head.store(DONE, STATUS_AT)


def _keep(mb: ModuleBuilder, at: ScriptMap, to: int) -> Instructions:
    """Keep the position, and what was told by then."""
    control = const(to)
    cells = copy(const(to + CELL * ROOM), const(mb.memory.state), CELL * mb.layout.size)
    kept = ((STEPS, 0), (TOLD, 1), (MANY, 2))
    code = cells
    for cell, place in kept:
        code += control.store(const(0).load(cell), CELL * place)
    return code


def _restore(mb: ModuleBuilder, at: ScriptMap, start: int) -> Instructions:
    control = const(start)
    code = copy(const(mb.memory.state), const(start + CELL * ROOM), CELL * mb.layout.size)
    for cell, place in ((STEPS, 0), (TOLD, 1), (MANY, 2)):
        code += const(0).store(control.load(CELL * place), cell)
    return code


def _row_size(mb: ModuleBuilder) -> Term:
    """The bytes of a legal move where play stands."""
    return mb.lookup(_strides(mb), mb.read(PC)).wrap()


def _strides(mb: ModuleBuilder) -> list[int]:
    return [CELL * stride(one.end) if isinstance(one.end, AskBlock) else 0 for one in mb.program.blocks]


def _keep_rows(mb: ModuleBuilder, at: ScriptMap) -> Instructions:
    """Keep the legal moves, unless there are too many."""
    many = const(0).load32(MOVES) * _row_size(mb)
    rows = if_(many.gtu(MOST_ROWS).not_(), copy(const(at.rows), const(mb.memory.moves), many))
    return const(at.before).store(const(0).load(MOVES), CELL * 3) + rows


# One step ---------------------------------------------------------------------------------


class Step:
    """The function that plays one step."""

    def __init__(self, run: FunctionBuilder, at: ScriptMap, exports: Exports) -> None:
        self.run, self.mb, self.at, self.exports = run, run.mb, at, exports
        self.head = const(run.mb.memory.script)

    def function(self) -> Fn:
        """`retell_step(record)`: 0 if it went on as it was seen.

        if the record is for Python: return otherwise
        log_start = log;  the draws begin with the number of the step
        for turn in 0 … TRIES - 1:
            if turn > 0: go back to the position before
            if it is a move: row = choose(record, turn);  if there is none: return failed
                             log the row;  play(row)
            else: go()
            status = through_chance(record)
            if status is otherwise: return it
            if done, and the seat sees the same: return done
            if nothing was drawn: return failed
        return failed
        """
        mb, head, at = self.mb, self.head, self.at

        def emit(fn: Fn) -> Instructions:
            record, row, turn, status, log = fn.param(0), fn.local(), fn.local(), fn.local(), fn.local()
            none = give(FAILED)
            rows = const(0).load32(MOVES)
            too_many = (rows * _row_size(mb)).gtu(MOST_ROWS)
            listed = const(0).store(const(at.before).load(CELL * 3), MOVES) + copy(
                const(mb.memory.moves), const(at.rows), rows * _row_size(mb)
            )
            back = _restore(mb, at, at.before) + if_(record.load32(TYPE), listed)
            begun = const(0).store(0, TOLD) + const(0).store(0, MANY)
            move = (
                if_(too_many, give(OTHERWISE))
                + row.set(self._choose().call(record, turn))
                + if_(row.eq(-1), none)
                + self._log_row(fn, row)
                + begun
                + self.exports.play.run(row)
            )
            begin = begun + self._log(const(0, I64)) + self.exports.go.run()
            one = (
                if_(turn, back)
                + head.store(log.wide(), LOG)
                + if_(record.load32(TYPE), move, begin)
                + self._log_count()
                + status.set(self._through().call(record))
                + if_(status.eq(OTHERWISE), give(OTHERWISE))
                + if_(status.eq(DONE), if_(self._seen(record), give(DONE)))
                + if_(head.load(DRAWN).eq(0), give(FAILED))
                + turn.up()
            )
            start = (
                if_(record.load32(TYPE).gtu(A_MOVE), give(OTHERWISE))
                + if_((const(at.log_end) - head.load32(LOG)).lt(CELL * 4096), give(OTHERWISE))
                + log.set(head.load32(LOG))
                + head.store(self._mixed(fn, head.load(SEED), head.load(NUMBER)), STREAM)
                + head.store(0, COUNT)
                + head.store(0, DRAWN)
            )
            return start + loop_until(turn.eq(TRIES), do=one) + const(FAILED).code

        return mb.helper("retell_step", (I32,), I32, emit)

    def _seen(self, record: Term) -> Term:
        """Whether the seat sees what it saw, and was told what it heard."""
        look = self.exports.look.run(const(0).load(SEAT))
        pairs = ((LOOK, SEEN_LOOK), (MANY, SEEN_MANY), (TOLD, SEEN_TOLD))
        same = [const(0).load(cell).eq(record.load(place)) for cell, place in pairs]
        return Term(look.closed() + (same[0] & same[1] & same[2]).raw, I32)

    # The log

    def _log(self, value: Term) -> Instructions:
        head = self.head
        return head.load32(LOG).store(value) + head.store(head.load(LOG) + CELL, LOG)

    def _log_row(self, fn: Fn, row: Term) -> Instructions:
        """Log the block of a decision and the row of the move."""
        mb, head = self.mb, self.head
        bytes = _row_size(mb)
        taken = copy(head.load32(LOG), row * bytes + mb.memory.moves, bytes)
        return self._log(mb.read(PC) + 1) + taken + head.store(head.load(LOG) + bytes.wide(), LOG)

    def _log_count(self) -> Instructions:
        """Chance has decided nothing yet: a cell that counts the outcomes, which follow."""
        return self.head.store(self.head.load(LOG), LOG_END) + self._log(const(0, I64))

    def _log_outcome(self, value: Term) -> Instructions:
        count = self.head.load32(LOG_END)
        return self._log(value) + count.store(count.load() + 1)

    # Draws

    def _mixed(self, fn: Fn, seed: Term, count: Term) -> Term:
        """`reference.stream.mix`."""
        return self._mix().call(seed, count)

    def _mix(self) -> Fn:
        def emit(fn: Fn) -> Instructions:
            z = fn.local(I64)
            return (
                z.set(fn.param(0) + (fn.param(1) + 1) * 0x9E3779B97F4A7C15)
                + z.set((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
                + z.set((z ^ (z >> 27)) * 0x94D049BB133111EB)
                + (z ^ (z >> 31)).code
            )

        return self.mb.helper("retell_mix", (I64, I64), I64, emit)

    def _below(self, many: Term) -> Term:
        """A number from 0 to many - 1 (32 bits), from the stream of the step."""

        def emit(fn: Fn) -> Instructions:
            head = self.head
            z = fn.local(I64)
            found = ((z >> 32) * fn.param(0).wide()) >> 32
            drawn = z.set(self._mix().call(head.load(STREAM), head.load(COUNT)))
            return drawn + head.store(head.load(COUNT) + 1, COUNT) + found.wrap().code

        return self.mb.helper("retell_below", (I32,), I32, emit).call(many)

    # Which move -------------------------------------------------------------------------------

    def _choose(self) -> Fn:
        """`choose(record, turn)`: the number of the row of the move that is played; -1 if none fits.

        able = how many rows fit
        if able > 1: drawn;  at the first turn only those count that move most of the cards planned to go unseen
        of those that count, any
        """
        mb, head, at = self.mb, self.head, self.at

        def emit(fn: Fn) -> Instructions:
            record, turn = fn.param(0), fn.param(1)
            row, able, most, left, here, score = (fn.local() for _ in range(6))
            fits, overlap = self._fits(), self._overlap()
            rows, bytes = fn.local(), fn.local()
            address = row * bytes + mb.memory.moves
            count = if_(fits.call(address, record), able.up() + here.set(row))
            sweep = row.set(0) + loop_until(row.eq(rows), do=count + row.up())
            better = if_(score.gt(most), most.set(score) + left.set(0)) + if_(score.eq(most), left.up())
            weigh = if_(fits.call(address, record), score.set(overlap.call(address)) + better)
            weighed = row.set(0) + most.set(-1) + left.set(0) + loop_until(row.eq(rows), do=weigh + row.up())
            found = if_(left.eq(0), give(row)) + left.up(-1)
            is_one = if_(fits.call(address, record), if_(overlap.call(address).eq(most), found))
            draw = if_(left.gtu(1), left.set(self._below(left)), left.set(0))
            pick = weighed + draw + row.set(0) + loop_until(row.eq(rows), do=is_one + row.up()) + TRAP
            plan = clear(const(at.planned), CELL * len(mb.layout.kinds)) + if_(turn.not_(), self._plan(fn, record))
            return (
                rows.set(const(0).load32(MOVES))
                + bytes.set(_row_size(mb))
                + if_(self._who_fits(record).not_(), give(-1))
                + sweep
                + if_(able.eq(0), give(-1))
                + if_(able.eq(1), give(here))
                + head.store(1, DRAWN)
                + plan
                + pick
            )

        return mb.helper("retell_choose", (I32, I32), I32, emit)

    def _who_fits(self, record: Term) -> Term:
        """Whether it is for the same player to decide."""
        asks = {n: end.who.address for n, end in _ends(self.mb) if isinstance(end, AskBlock)}
        table = [asks.get(n, -1) for n in range(len(self.mb.program.blocks))]
        where = self.mb.lookup(table, self.mb.read(PC))
        is_ask = where.ge(0)
        who = ((where.wrap() << 3) + self.mb.memory.state).load()
        return is_ask & who.eq(record.load(WHO))

    def _plan(self, fn: Fn, record: Term) -> Instructions:
        """Count the planned kinds of the cards that go unseen."""
        i, kind = fn.local(), fn.local()
        travel = record.load32(LATER) + self.at.records + i * TRAVEL
        kinds = const(self.at.kinds)
        place = (kind << 3) + self.at.planned
        one = kind.set((((record.load32(LATER_FIRST) + i) << 3) + kinds).load32()) + place.store(place.load() + 1)
        unseen = if_(travel.load(CELL * 3).eq(UNKNOWN), one)
        return i.set(0) + loop_until(i.eq(record.load32(LATER_MANY)), do=unseen + i.up())

    def _by_ask(self, emit: Callable[[int, AskBlock], Instructions]) -> Instructions:
        """The code for the decision where play stands, from the functions of all of them."""
        done = Label()
        cases = {n: emit(n, end) for n, end in _ends(self.mb) if isinstance(end, AskBlock)}
        return _by_block(self.mb, {n: code for n, code in cases.items() if code}, done)

    def _fits(self) -> Fn:
        """`fits(row, record)`: whether a legal move could be the one that was made."""

        def emit(fn: Fn) -> Instructions:
            row, record = fn.param(0), fn.param(1)
            parts = fn.local()
            any_move = if_(record.load(CHOICE).eq(ANY), give(1))
            start = any_move + parts.set(record.load32(PARTS) + self.at.records)
            tests = self._by_ask(lambda n, end: self._fits_one(fn, end, row, record, parts))
            return start + tests + const(0).code

        return self.mb.helper("retell_fits", (I32, I32), I32, emit)

    def _fits_one(self, fn: Fn, end: AskBlock, row: Var, record: Var, parts: Var) -> Instructions:
        names = names_of(self.mb.program)
        choice = row.load32()
        name = self.mb.lookup([names[one.name] for one in end.choices], row.load())
        wanted = record.load(CHOICE)
        code = if_((wanted.eq(row.load()) | wanted.eq(const(-1, I64) - name)).not_(), give(0))
        for number, one in enumerate(end.choices):
            arguments = if_(record.load32(PARTS_MANY).ne(len(one.parameters)), give(0))
            code += if_(choice.eq(number), arguments + self._arguments(fn, one, row, parts) + give(1))
        return code

    def _arguments(self, fn: Fn, choice: Choice, row: Var, parts: Var) -> Instructions:
        """Leave with 0 where an argument differs from what is known of it."""
        code, offset = NOTHING, CELL
        for number, parameter in enumerate(choice.parameters):
            tag, value = parts.load(2 * CELL * number), parts.load(2 * CELL * number + CELL)
            kinds = (parameter.slot.type.item or parameter.slot.type).base == "card"
            if isinstance(parameter.slot, SlotList):
                code += self._list_fits(fn, row + offset, tag, value, kinds=kinds)
            else:
                found = _kind_or_value(self.mb, row.load(offset)) if kinds else row.load(offset)
                known = if_((tag.eq(VALUE) & found.eq(value)).not_(), give(0))
                code += if_(tag.ne(UNKNOWN), known)
            offset += CELL * width(parameter.slot)
        return code

    def _list_fits(self, fn: Fn, at: Term, tag: Term, value: Term, *, kinds: bool) -> Instructions:
        total, listed = fn.local(I64), fn.local()

        def one(x: Var) -> Instructions:
            return total.up(scrambled(_kind_or_value(self.mb, x) if kinds else x))

        many = size(listed).wide()
        same = total.set(0) + for_each(fn, listed, one) + if_(total.ne(value), give(0))
        any_list = if_(tag.le(ANY_LIST), if_((const(ANY_LIST, I64) - tag).ne(many), give(0)))
        known = if_(tag.ge(0), if_(tag.ne(many), give(0)) + same, any_list)
        return listed.set(at) + if_(tag.eq(VALUE), give(0)) + if_(tag.ne(UNKNOWN), known)

    def _overlap(self) -> Fn:
        """`overlap(row)`: how many of the cards of a move are planned to go; each is counted down, then up again."""

        def emit(fn: Fn) -> Instructions:
            found = fn.local()
            count = self._by_ask(lambda n, end: self._overlap_one(fn, end, fn.param(0), found))
            return count + found.code

        return self.mb.helper("retell_overlap", (I32,), I32, emit)

    def _overlap_one(self, fn: Fn, end: AskBlock, row: Var, found: Var) -> Instructions:
        def down(card: Term) -> Instructions:
            place = (self.mb.kind(card).wrap() << 3) + self.at.planned
            taken = if_(place.load().gt(0), found.up()) + place.store(place.load() - 1)
            return if_(card.ne(NONE), taken)

        def up(card: Term) -> Instructions:
            place = (self.mb.kind(card).wrap() << 3) + self.at.planned
            return if_(card.ne(NONE), place.store(place.load() + 1))

        code = NOTHING
        for number, choice in enumerate(end.choices):
            first, second, offset = NOTHING, NOTHING, CELL
            for parameter in choice.parameters:
                if (parameter.slot.type.item or parameter.slot.type).base == "card":
                    if isinstance(parameter.slot, SlotList):
                        first += for_each(fn, row + offset, down)
                        second += for_each(fn, row + offset, up)
                    else:
                        first += down(row.load(offset))
                        second += up(row.load(offset))
                offset += CELL * width(parameter.slot)
            code += if_(row.load32().eq(number), first + second) if first else NOTHING
        return code

    # Chance -----------------------------------------------------------------------------------

    def _stops(self) -> list[int]:
        """What stops the play at each block."""
        found = dict[int, int]()
        for n, end in _ends(self.mb):
            if isinstance(end, AskBlock):
                found[n] = ASKS
            elif isinstance(end, SettleTop):
                found[n] = SETTLES if end.place is None else ELSE
            else:
                found[n] = PICKS if end.slot.type.base != "card" else ELSE
        return [found.get(n, ELSE) for n in range(len(self.mb.program.blocks))]

    def _at_end(self, record: Term, told: Term) -> Term:
        """Whether the step ends where play stands."""
        over = self.mb.read(STATUS).ne(RUNNING)
        asks = self.mb.lookup(self._stops(), self.mb.read(PC)).eq(ASKS)
        last = record.load32(STOPS_AT_CHANCE) & (told + 1).eq(record.load32(CHANCES))
        return over | asks | last

    def _through(self) -> Fn:
        """`through(record)`: what chance decides, to the end of the step.

        until the step ends here:
            a card:     the first travel from `since` on from the same place;  none: return otherwise
                        its planned kind does not lie there: return failed
                        log it;  decide(it);  since = the travel after it
            an element: keep the position
                        draw until nothing else is told than was heard, AGAIN times at most, else return failed
            else:       return otherwise
        if an element was drawn, and a card went unseen about which chance did not decide: return otherwise
        return done
        """
        mb = self.mb

        def emit(fn: Fn) -> Instructions:
            record, since, told = fn.param(0), fn.local(), fn.local()
            stop, unseen, picks = fn.local(), fn.local(), fn.local()
            settle, pick = self._settle(fn, record, since, unseen), self._pick(fn, record, told, picks)
            one = stop.set(mb.lookup(self._stops(), mb.read(PC)).wrap())
            one += if_(stop.eq(SETTLES), settle, if_(stop.eq(PICKS), pick, give(OTHERWISE)))
            other = if_(picks & unseen.ne(record.load32(UNSEEN_MANY)), give(OTHERWISE))
            return loop_until(self._at_end(record, told), do=one + told.up()) + other + const(DONE).code

        return mb.helper("retell_through", (I32,), I32, emit)

    def _settle(self, fn: Fn, record: Var, since: Var, unseen: Var) -> Instructions:
        mb, zone, place, at = self.mb, fn.local(I64), fn.local(), fn.local()
        inside = self.run.another(fn, counting=False)
        cases = dict[int, Instructions]()
        for n, end in _ends(mb):
            if isinstance(end, SettleTop) and end.place is None:
                number, address, index, code = spot(inside, end)
                cases[n] = code + zone.set(number) + place.set(index) + at.set(address)
        i, travel, kind = fn.local(), fn.local(), fn.local(I64)
        found, fits = Label(), Label()
        goes = travel.load().eq(zone) & travel.load(CELL).eq(at.load()) & travel.load(2 * CELL).eq(place.wide())
        look = travel.set(record.load32(TRAVELS) + self.at.records + i * TRAVEL)
        search = block(
            found,
            i.set(since)
            + loop_until(i.ge(record.load32(TRAVELS_MANY)), do=look + if_(goes, br(found)) + i.up())
            + give(OTHERWISE),
        )
        kind_at = ((record.load32(FIRST_KIND) + i) << 3) + self.at.kinds
        lies = block(
            fits,
            for_each(fn, at, lambda card: if_(mb.kind(card).eq(kind), br(fits))) + give(FAILED),
        )
        done = Label()
        return (
            _by_block(mb, cases, done)
            + search
            + kind.set(kind_at.load())
            + lies
            + since.set(i + 1)
            + if_(travel.load(3 * CELL).eq(UNKNOWN), unseen.up())
            + self._log_outcome(kind)
            + self.exports.decide.run(kind)
        )

    def _pick(self, fn: Fn, record: Var, told: Var, picks: Var) -> Instructions:
        """Draw an element of the list again and again, until nothing else is told than was heard."""
        mb, head, at = self.mb, self.head, self.at
        inside = self.run.another(fn, counting=False)
        listed, turn, value = fn.local(), fn.local(), fn.local(I64)
        log, count = fn.local(I64), fn.local(I64)
        cases = {
            n: listed.set(inside.expr(end.source))
            for n, end in _ends(mb)
            if isinstance(end, PickOne) and end.slot.type.base != "card"
        }
        if not cases:
            return give(OTHERWISE)
        done, fine = Label(), Label()
        at_end = self._at_end(record, told + 1)
        heard = ((const(0).load32(MANY) << 3) + record.load32(HEARD) + at.records).load()
        many = const(0).load32(MANY)
        other = many.ge(record.load32(HEARD_MANY))
        on_way = many.ge(TELLINGS_COMPARED) | (other.not_() & heard.eq(const(0).load(TOLD)))
        back = _restore(mb, at, at.chance) + head.store(log, LOG)
        counted = head.load32(LOG_END)
        draw = (
            if_(turn, back + counted.store(count))
            + mb.top.set(mb.memory.arena)
            + _by_block(mb, cases, done)
            + value.set((listed + (self._below(size(listed)) << 3)).load(CELL))
            + self._log_outcome(value)
            + self.exports.decide.run(value)
            + if_(at_end, if_(self._seen(record), br(fine)), if_(on_way, br(fine)))
            + turn.up()
        )
        return (
            head.store(1, DRAWN)
            + picks.set(1)
            + log.set(head.load(LOG))
            + count.set(counted.load())
            + _keep(mb, at, at.chance)
            + turn.set(0)
            + block(fine, loop_until(turn.eq(AGAIN), do=draw) + give(FAILED))
        )


def _kind_or_value(mb: ModuleBuilder, card: Term) -> Term:
    """The kind of a card; none for none."""
    return select(long(NONE), mb.kind(card), card.eq(NONE))


def _ends(mb: ModuleBuilder) -> list[tuple[int, AskBlock | SettleTop | PickOne]]:
    ends = ((one.number, one.end) for one in mb.program.blocks)
    return [(n, end) for n, end in ends if isinstance(end, AskBlock | SettleTop | PickOne)]


def _by_block(mb: ModuleBuilder, cases: Mapping[int, Instructions], done: Label) -> Instructions:
    """The code for the block where play stands; nothing where there is none."""
    labels = {number: Label() for number in cases}
    table = [labels.get(n, done) for n in range(len(mb.program.blocks))]
    ways = [(labels[number], code + br(done)) for number, code in cases.items()]
    return block(done, arms(br_table(mb.read(PC).wrap(), table, done), ways))
