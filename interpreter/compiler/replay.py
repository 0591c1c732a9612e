"""Replay of a history inside the module: step after step as it is planned, compared at each with what a seat saw.

It serves determinisations (`play.game.determinisation.plainly` has the same in Python, and says what it means). Python
lays a script into the memory (`builder.script_map`), and a kind for each card that goes. Where a step does not go on as
it was seen, or is not plain, the loop stops with the position before that step, which Python plays otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engines.program.bounds import CELL
from ..engines.program.layout import PC, RUNNING, STATUS
from ..engines.program.nodes import AskBlock, AskChoice, MoveParameter, PickOne, SettleTop, SlotList
from ..language.ir.types import NONE
from .builder.function_builder import FunctionBuilder
from .builder.memory_map import Control, arguments_of, has_cards
from .builder.module_builder import helper
from .builder.script_map import (
    AGAIN,
    MOST_ROWS,
    TELLINGS_COMPARED,
    TRAVEL,
    TRIES,
    PartTag,
    Script,
    Step,
    StepResult,
    names_of,
)
from .builder.zones import in_row
from .cards.chance import mix, spot
from .cards.serialisation import from_held, to_held
from .cards.transfer import forget_bags
from .rules.move_application import by_block, by_choice
from .script_header import ModuleCalls, ScriptHeader
from .search.view_hash import scramble
from .values.lists import for_each, list_length
from .wasm.module import Fn
from .wasm.statements import RETURN, TRAP, block, br, clear, copy, give, if_, loop_until, sequence
from .wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, const, long

ENOUGH = CELL * 8192
"""So much room for the log there must be before a step."""


def export_replay(run: FunctionBuilder, inside: ModuleCalls) -> None:
    """`retell()`: play the script from its head on, the position taken and given back as it is held.
    `unwind()`: go back to before its last step, after a trap.

    while records are left:
        keep the position and its legal moves
        status = step(record)
        if anything was drawn for the first time: note in which step
        if status != done: unwind;  stop
    """
    mb, head = run.mb, ScriptHeader(run, inside)
    unwind, retell = mb.module.function(export="unwind"), mb.module.function(export="retell")
    unwind.body = _back(head) + to_held(mb).run()
    record, status = retell.local(), retell.local()
    failed = head.at.store(status, Script.STATUS) + unwind.run() + RETURN
    on = record.set(head.at.load32(Script.NEXT) + head.records) + head.keep(head.map.before)
    on += if_(_many_rows(head).not_(), copy(const(head.map.rows), mb.rows, _rows(head)))
    on += status.set(_step(head).call(record))
    on += if_(
        head.at.load(Script.DRAWN).ne(0) & head.at.load(Script.FIRST_DRAW).lt(0),
        head.at.store(head.at.load(Script.NUMBER), Script.FIRST_DRAW),
    )
    on += if_(status, failed) + head.at.store(record.load(Script.NEXT), Script.NEXT)
    on += head.at.store(head.at.load(Script.NUMBER) + 1, Script.NUMBER)
    on += head.at.store(head.at.load(Script.LEFT) - 1, Script.LEFT)
    done = head.at.store(StepResult.DONE, Script.STATUS) + to_held(mb).run()
    retell.body = from_held(mb).run() + forget_bags(mb) + loop_until(head.at.load32(Script.LEFT).eq(0), do=on) + done


def _rows(head: ScriptHeader) -> Term:
    """The bytes of the legal moves."""
    return const(0).load32(Control.MOVES) * head.row_bytes()


def _many_rows(head: ScriptHeader) -> Term:
    """Whether there are too many legal moves to be kept."""
    return _rows(head).gtu(MOST_ROWS)


def _back(head: ScriptHeader) -> Instructions:
    """Go back to the position before the step, and to its legal moves."""
    rows = copy(head.mb.rows, const(head.map.rows), _rows(head))
    return head.restore(head.map.before) + if_(_many_rows(head).not_(), rows)


def _step(head: ScriptHeader) -> Fn:
    """`step(record)`: whether a step went on as it was seen.

    if the record is for Python, or there is no room for its log: return otherwise
    the draws begin, with the number of the step
    for turn from 0 to TRIES - 1:
        if turn > 0: go back to the position before
        if it is a move: row = choose(record, turn);  if there is none: return failed
                         log the row;  play(row)
        else: go()
        status = through(record)
        if status is otherwise: return it
        if it is done, and the seat sees the same: return done
        if nothing was drawn: return failed
    return failed
    """

    def emit(fn: Fn) -> Instructions:
        record, turn, status, log, stream = fn.param(0), *(fn.local() for _ in range(3)), fn.local(I64)
        at, is_move = head.at, record.load32(Step.TYPE)
        room = at.load32(Script.FULL) - at.load32(Script.LOG)
        start = if_(is_move.gtu(Step.MOVE) | room.lt(ENOUGH), give(StepResult.OTHERWISE))
        start += log.set(at.load32(Script.LOG))
        start += mix(stream, at.load(Script.SEED), at.load(Script.NUMBER)) + at.store(stream, Script.STREAM)
        start += at.store(0, Script.COUNT) + at.store(0, Script.DRAWN)
        one = (
            if_(turn, _back(head))
            + at.store(log.wide(), Script.LOG)
            + const(0).store(0, Control.TOLD)
            + const(0).store(0, Control.MANY)
            + if_(is_move, _play(head, fn, record, turn), head.log(long(0)) + head.inside.go.run())
            + head.log_count()
            + status.set(ChanceReplay(head).through().call(record))
            + if_(status.eq(StepResult.OTHERWISE), give(StepResult.OTHERWISE))
            + if_(status.eq(StepResult.DONE), if_(head.seen(record), give(StepResult.DONE)))
            + if_(at.load(Script.DRAWN).eq(0), give(StepResult.FAILED))
            + turn.up()
        )
        return start + loop_until(turn.eq(TRIES), do=one) + const(StepResult.FAILED).code

    return head.mb.helper("retell_step", (I32,), I32, emit)


def _play(head: ScriptHeader, fn: Fn, record: Var, turn: Var) -> Instructions:
    row = fn.local()
    choose = row.set(MoveMatcher(head).choose().call(record, turn)) + if_(row.eq(-1), give(StepResult.FAILED))
    return (
        if_(_many_rows(head), give(StepResult.OTHERWISE))
        + choose
        + head.log_row(row)
        + head.inside.play.run(row.wide())
    )


# What chance decides when a step is played again: the cards that are planned to go; elements are drawn.

ASKS, SETTLES, PICKS, ELSE = range(4)
"""What may stop the play: a decision, a card at an end of a zone, an element of a list, something without a plan."""


class ChanceReplay:
    """The function that goes through what chance decides in a step."""

    def __init__(self, head: ScriptHeader) -> None:
        self.head, self.mb = head, head.mb

    @helper("retell_through", (I32,), I32)
    def through(self, fn: Fn) -> Instructions:
        """`through(record)`: what chance decides, to the end of the step.

        until the step ends here:
            a card:     the first travel from `since` on from the same place
                        none: return failed if something else was told than was heard, else otherwise
                        log its planned kind;  decide for it;  since = the travel after it
            an element: keep the position
                        draw until nothing else is told than was heard, AGAIN times at most
                        then go through all elements;  if none fits: return failed
            else:       return otherwise
        if an element was drawn, and a card went unseen about which chance did not decide: return otherwise
        return done
        """
        record, since, told, stop = fn.param(0), fn.local(), fn.local(), fn.local()
        unseen, picks = fn.local(), fn.local()
        settle, pick = self._settle(fn, record, since, unseen), self._pick(fn, record, told, picks)
        one = stop.set(self._stop().wrap())
        one += if_(stop.eq(SETTLES), settle, if_(stop.eq(PICKS), pick, give(StepResult.OTHERWISE)))
        other = if_(picks & unseen.ne(record.load32(Step.UNSEEN_MANY)), give(StepResult.OTHERWISE))
        return loop_until(self._at_end(record, told), do=one + told.up()) + other + const(StepResult.DONE).code

    def _stop(self) -> Term:
        """What stops the play where it stands."""
        found = dict[int, int]()
        for n, end in self.head.stops():
            if isinstance(end, AskBlock):
                found[n] = ASKS
            elif isinstance(end, SettleTop):
                found[n] = SETTLES if end.place is None else ELSE
            else:
                found[n] = PICKS if end.slot.type.base != "card" else ELSE
        return self.mb.lookup([found.get(n, ELSE) for n in range(len(self.mb.program.blocks))], self.mb.read(PC))

    def _at_end(self, record: Term, told: Term) -> Term:
        """Whether the step ends where play stands."""
        over = self.mb.read(STATUS).ne(RUNNING)
        last = record.load32(Step.STOPS_AT_CHANCE) & (told + 1).eq(record.load32(Step.CHANCES))
        return over | self._stop().eq(ASKS) | last

    # A card -----------------------------------------------------------------------------------

    def _settle(self, fn: Fn, record: Var, since: Var, unseen: Var) -> Instructions:
        head, zone, place, at = self.head, fn.local(I64), fn.local(), fn.local()
        inner = head.run.another(fn, counting=False)
        cases = dict[int, Instructions]()
        for n, end in head.stops():
            if isinstance(end, SettleTop) and end.place is None:
                number, address, index, code = spot(inner, end)
                cases[n] = code + zone.set(number) + place.set(index) + at.set(address)
        i, travel, kind, found = fn.local(), fn.local(), fn.local(I64), JumpLabel()
        goes = travel.load().eq(zone) & travel.load(CELL).eq(in_row(at).wide()) & travel.load(2 * CELL).eq(place.wide())
        look = travel.set(record.load32(Step.TRAVELS) + head.records + i * TRAVEL) + if_(goes, br(found)) + i.up()
        search = loop_until(i.ge(record.load32(Step.TRAVELS_MANY)), do=look)
        search += if_(self._on_the_way(record), give(StepResult.OTHERWISE)) + give(StepResult.FAILED)
        kinds = (record.load32(Step.FIRST_KIND) + i << 3) + head.kinds
        return (
            by_block(self.mb, cases)
            + block(found, i.set(since) + search)
            + kind.set(kinds.load())
            + since.set(i + 1)
            + if_(travel.load(3 * CELL).eq(PartTag.UNKNOWN), unseen.up())
            + head.log_outcome(kind)
            + head.inside.decide.run(kind)
        )

    # An element -------------------------------------------------------------------------------

    def _pick(self, fn: Fn, record: Var, told: Var, picks: Var) -> Instructions:
        """Draw an element of the list again and again, until nothing else is told than was heard; after a while go
        through all of them.
        """
        mb, head = self.mb, self.head
        inner = head.run.another(fn, counting=False)
        listed, turn, value, fine = fn.local(), fn.local(), fn.local(I64), JumpLabel()
        index = fn.local()
        log, count, counted = fn.local(I64), fn.local(I64), head.at.load32(Script.LOG_END)
        cases = {
            n: listed.set(inner.expr(end.source))
            for n, end in head.stops()
            if isinstance(end, PickOne) and end.slot.type.base != "card"
        }
        if not cases:
            return give(StepResult.OTHERWISE)
        heard = if_(head.seen(record), br(fine))
        draw = (
            if_(turn, head.restore(head.map.chance) + head.at.store(log, Script.LOG) + counted.store(count))
            + mb.top.set(mb.arena.get)
            + by_block(self.mb, cases)
            + if_(turn.ltu(AGAIN), index.set(head.below(list_length(listed))), index.set(turn - AGAIN))
            + if_(index.op("geu", list_length(listed)), give(StepResult.FAILED))
            + value.set((listed + (index << 3)).load(CELL))
            + head.log_outcome(value)
            + head.inside.decide.run(value)
            + if_(self._at_end(record, told + 1), heard, if_(self._on_the_way(record), br(fine)))
            + turn.up()
        )
        start = head.at.store(1, Script.DRAWN) + picks.set(1) + log.set(head.at.load(Script.LOG))
        start += count.set(counted.load())
        start += head.keep(head.map.chance) + turn.set(0)
        return start + block(fine, loop_until(turn.eq(-1), do=draw) + give(StepResult.FAILED))

    def _on_the_way(self, record: Term) -> Term:
        """Whether nothing else was told so far than was heard."""
        many, told = const(0).load32(Control.MANY), const(0).load(Control.TOLD)
        heard = ((many << 3) + record.load32(Step.HEARD) + self.head.records).load()
        return many.ge(TELLINGS_COMPARED) | (many.lt(record.load32(Step.HEARD_MANY)) & heard.eq(told))


# Which move is played again: the one that fits what was heard, or of several one that moves the most of the cards that
# are planned to go unseen.


class MoveMatcher:
    """The functions that choose among the rows of the legal moves."""

    def __init__(self, head: ScriptHeader) -> None:
        self.head, self.mb = head, head.mb

    @helper("retell_choose", (I32, I32), I32)
    def choose(self, fn: Fn) -> Instructions:
        """`choose(record, turn)`: the number of the row of the move that is played; -1 if none fits.

        able = how many rows fit;  if there is one: return it
        drawn;  plan = at the first turn the planned kinds of the cards that go unseen, else nothing
        most = the largest overlap of a row that fits with the plan;  left = how many have it
        left = below(left)
        for each row that fits and has it: if left is 0: return it;  left -= 1
        """
        head, mb = self.head, self.mb
        record, turn = fn.param(0), fn.param(1)
        row, able, here, rows, bytes = (fn.local() for _ in range(5))
        fits = self._fits().call(row * bytes + mb.rows, record)
        sweep = row.set(0) + loop_until(row.eq(rows), do=if_(fits, able.up() + here.set(row)) + row.up())
        plan = clear(const(head.map.planned), CELL * len(mb.layout.kinds)) + if_(turn.not_(), self._plan(fn, record))
        code = rows.set(const(0).load32(Control.MOVES)) + bytes.set(head.row_bytes())
        code += if_(self._other_decides(record), give(-1)) + sweep + if_(able.eq(0), give(-1))
        code += if_(able.eq(1), give(here)) + head.at.store(1, Script.DRAWN) + plan
        return code + self._pick(fn, fits, row, rows, bytes)

    def _pick(self, fn: Fn, fits: Term, row: Var, rows: Var, bytes: Var) -> Instructions:
        """Leave with one of the rows that have the largest overlap."""
        most, left, score = fn.local(), fn.local(), fn.local()
        overlap = self._overlap().call(row * bytes + self.mb.rows)
        better = if_(score.gt(most), most.set(score) + left.set(0)) + if_(score.eq(most), left.up())
        weigh = if_(fits, score.set(overlap) + better)
        found = if_(left.eq(0), give(row)) + left.up(-1)
        one = if_(fits, if_(overlap.eq(most), found))
        code = row.set(0) + most.set(-1) + loop_until(row.eq(rows), do=weigh + row.up())
        code += if_(left.gtu(1), left.set(self.head.below(left)), left.set(0)) + row.set(0)
        return code + loop_until(row.eq(rows), do=one + row.up()) + TRAP

    def _other_decides(self, record: Term) -> Term:
        """Whether it is not for the player to decide who did."""
        who = record.load(Step.WHO)
        cells = {n: end.who.address for n, end in self.head.stops() if isinstance(end, AskBlock)}
        other = long(0)
        for address in sorted(set(cells.values())):
            here = self.mb.lookup(
                [int(cells.get(n) == address) for n in range(len(self.mb.program.blocks))], self.mb.read(PC)
            )
            other = other | (here & self.mb.read(address).eq(who).wide())
        return other.eq(0)

    def _plan(self, fn: Fn, record: Term) -> Instructions:
        """Count the planned kinds of the cards that go unseen."""
        i, kind, head = fn.local(), fn.local(), self.head
        travel = record.load32(Step.LATER) + head.records + i * TRAVEL
        place = (kind << 3) + head.map.planned
        number = record.load32(Step.LATER_FIRST) + i
        one = kind.set(((number << 3) + head.kinds).load32()) + place.store(place.load() + 1)
        unseen = if_(travel.load(CELL * 3).eq(PartTag.UNKNOWN), one)
        return i.set(0) + loop_until(i.eq(record.load32(Step.LATER_MANY)), do=unseen + i.up())

    def _by_ask(self, emit: Callable[[AskBlock], Instructions]) -> Instructions:
        """The code for the decision where play stands."""
        return by_block(self.mb, {n: emit(end) for n, end in self.head.stops() if isinstance(end, AskBlock)})

    # Whether a move fits ----------------------------------------------------------------------

    @helper("retell_fits", (I32, I32), I32)
    def _fits(self, fn: Fn) -> Instructions:
        """`fits(row, record)`: whether a legal move could be the one that was made."""
        row, record, parts = fn.param(0), fn.param(1), fn.local()
        start = if_(record.load(Step.CHOICE).eq(PartTag.ANY), give(1)) + parts.set(
            record.load32(Step.PARTS) + self.head.records
        )
        return start + self._by_ask(lambda end: self._fits_one(fn, end, row, record, parts)) + const(0).code

    def _fits_one(self, fn: Fn, end: AskBlock, row: Var, record: Var, parts: Var) -> Instructions:
        names, wanted = names_of(self.mb.program), record.load(Step.CHOICE)
        name = self.mb.lookup([names[one.name] for one in end.choices], row.load())
        code = if_((wanted.eq(row.load()) | wanted.eq(long(-1) - name)).not_(), give(0))

        def fits(one: AskChoice) -> Instructions:
            count = if_(record.load32(Step.PARTS_MANY).ne(len(one.parameters)), give(0))
            return count + self._arguments(fn, one, row, record, parts) + give(1)

        return code + by_choice(end, row, fits)

    def _arguments(self, fn: Fn, choice: AskChoice, row: Var, record: Var, parts: Var) -> Instructions:
        """Leave with 0 where an argument differs from what is known of it, or would not have stayed hidden."""
        code = NOTHING
        for number, (parameter, offset) in enumerate(arguments_of(choice)):
            tag, value = parts.load(2 * CELL * number), parts.load(2 * CELL * number + CELL)
            kinds = has_cards(parameter)
            if kinds and not choice.secret:
                code += self._hidden(fn, parameter, row + offset, tag, record)
            if isinstance(parameter.slot, SlotList):
                code += self._list_fits(fn, row + offset, tag, value, kinds=kinds)
            else:
                found = self.mb.kind_or_none(row.load(offset)) if kinds else row.load(offset)
                code += if_(tag.ne(PartTag.UNKNOWN), if_((tag.eq(PartTag.VALUE) & found.eq(value)).not_(), give(0)))
        return code

    def _hidden(self, fn: Fn, parameter: MoveParameter, at: Term, tag: Term, record: Var) -> Instructions:
        """Leave with 0 where a card is hidden that is none, or that the seat has known all the time."""

        def known(card: Term) -> Term:
            return (self.mb.word(card) & record.load(Step.UNKNOWN_TO)).ne(0)

        if isinstance(parameter.slot, SlotList):
            return if_(tag.le(PartTag.ANY_LIST), for_each(fn, at, lambda x: if_(known(x), give(0))))
        card = fn.local(I64)
        return if_(tag.eq(PartTag.UNKNOWN), card.set(at.load()) + if_(card.eq(NONE) | known(card), give(0)))

    def _list_fits(self, fn: Fn, at: Term, tag: Term, value: Term, *, kinds: bool) -> Instructions:
        total, listed = fn.local(I64), fn.local()
        many = list_length(listed).wide()

        def one(x: Var) -> Instructions:
            return total.up(scramble(self.mb.kind_or_none(x) if kinds else x))

        same = total.set(0) + for_each(fn, listed, one) + if_(total.ne(value), give(0))
        as_long = if_(tag.le(PartTag.ANY_LIST), if_((long(PartTag.ANY_LIST) - tag).ne(many), give(0)))
        known = if_(tag.ge(0), if_(tag.ne(many), give(0)) + same, as_long)
        return listed.set(at) + if_(tag.eq(PartTag.VALUE), give(0)) + if_(tag.ne(PartTag.UNKNOWN), known)

    # How well it fits the plan ----------------------------------------------------------------

    @helper("retell_overlap", (I32,), I32)
    def _overlap(self, fn: Fn) -> Instructions:
        """`overlap(row)`: how many of the cards of a move are planned to go; each is counted down, then up again."""
        found = fn.local()
        return self._by_ask(lambda end: self._overlap_one(fn, end, fn.param(0), found)) + found.code

    def _overlap_one(self, fn: Fn, end: AskBlock, row: Var, found: Var) -> Instructions:
        def down(card: Term) -> Instructions:
            place = self._planned(card)
            taken = if_(place.load().gt(0), found.up()) + place.store(place.load() - 1)
            return if_(card.ne(NONE), taken)

        def up(card: Term) -> Instructions:
            place = self._planned(card)
            return if_(card.ne(NONE), place.store(place.load() + 1))

        def both(choice: AskChoice) -> Instructions:
            return self._each_card(fn, choice, row, down) + self._each_card(fn, choice, row, up)

        return by_choice(end, row, both)

    def _planned(self, card: Term) -> Term:
        return (self.mb.kind(card).wrap() << 3) + self.head.map.planned

    def _each_card(self, fn: Fn, choice: AskChoice, row: Var, do: Callable[[Term], Instructions]) -> Instructions:
        """Do something for each card among the arguments of a move."""
        cards = ((one.slot, offset) for one, offset in arguments_of(choice) if has_cards(one))
        return sequence(
            for_each(fn, row + offset, do) if isinstance(slot, SlotList) else do(row.load(offset))
            for slot, offset in cards
        )
