"""Many positions played together inside the module, each to its next decision; the caller chooses all moves.

`building.together_map` says where they lie.

A position is copied to where all positions are played, and back. Bags lie before the state in memory, so one copy takes
both; a bag that is known need not be measured again. Legal moves are copied if there is room for them; else they are
listed again before one of them is played.

Whoever calls `step` has called `check`. After a trap `DONE` says at which position: whatever lies there is as it was
before.
"""

from __future__ import annotations

from ..program.layout import DECISIONS, DRAWN, FINISHED, RUNNING, SEED, STATUS
from .building.function_builder import FunctionBuilder
from .building.memory import BAGS, BATCH, CELL, DONE, MOVES, ROWS, SEAT, STEPS, WANTED
from .building.module_builder import ModuleBuilder
from .building.together_map import (
    CHOSEN,
    COLUMNS,
    COUNTS,
    DEAL,
    ENDS,
    LEAVE,
    LENGTHS,
    LISTED,
    NOBODY,
    SEATS,
    SEEDS,
    WINNERS,
    before_moves,
    before_position,
    record_bytes,
    room,
)
from .cards.cells import from_cells, to_cells
from .rules.playing import emit_play
from .rules.results import returns_at, winners_at
from .wasm.control import if_, loop_until
from .wasm.instructions import Instructions
from .wasm.module import Fn
from .wasm.term import I32, RETURN, Term, clear, const, copy


def export_together(run: FunctionBuilder) -> None:
    """`deal()`: deal all positions anew that are to be. `step()`: play the chosen moves. `check()`: stop at the first
    that is not legal. `spread()`: the cells of the position that `DONE` names.
    """
    mb = run.mb
    mb.module.grows = True
    deal, step, check, spread = (mb.module.function(export=name) for name in ("deal", "step", "check", "spread"))
    first = from_cells(mb).run() + copy(const(mb.memory.first), const(mb.memory.state), mb.compact.size)
    one = _Position(mb, deal)
    begun = if_(one.column(CHOSEN).load().eq(DEAL), _begun(run).run(one.at, one.width))
    deal.body = first + _each(one, begun)
    one = _Position(mb, step)
    played = if_(one.column(CHOSEN).load().ne(LEAVE), _played(run).run(one.at, one.width))
    step.body = _each(one, if_(one.column(ENDS).load().eq(RUNNING), played))
    one = _Position(mb, check)
    wrong = one.column(CHOSEN).load().op("geu", one.column(COUNTS).load())
    check.body = _each(one, if_(one.column(ENDS).load().eq(RUNNING), if_(wrong, RETURN)))
    one = _Position(mb, spread)
    back = copy(const(BAGS), one.record, before_moves(mb.memory, mb.compact))
    spread.body = one.found() + back + to_cells(mb).run()


class _Position:
    """Where the parts of one position lie: the one that `DONE` names.

    `at` is the address of its cell in the first column, `width` the bytes of a column.
    """

    def __init__(self, mb: ModuleBuilder, fn: Fn, *, given: bool = False) -> None:
        self.mb = mb
        self.at, self.width = (fn.param(0), fn.param(1)) if given else (fn.local(), fn.local())

    def found(self) -> Instructions:
        """Work out where they lie."""
        place = const(0).load32(DONE)
        return self.width.set(const(0).load32(WANTED) << 3) + self.at.set(const(0).load32(BATCH) + (place << 3))

    def column(self, number: int) -> Term:
        """The address of its cell in a column."""
        return self.at + self.width * number if number else self.at

    @property
    def returns(self) -> Term:
        """The address of its first return."""
        place = const(0).load32(DONE) * (CELL * self.mb.layout.players)
        return const(0).load32(BATCH) + self.width * COLUMNS + place

    @property
    def record(self) -> Term:
        """The address of its record."""
        size = record_bytes(self.mb.program, self.mb.memory, self.mb.compact)
        records = const(0).load32(BATCH) + self.width * (COLUMNS + self.mb.layout.players)
        return records + const(0).load32(DONE) * size


def _each(one: _Position, act: Instructions) -> Instructions:
    """`act` for each position, from that which `DONE` names on."""
    done = const(0).load32(DONE)
    turn = act + const(0).store(done + 1, DONE) + one.at.up(CELL)
    return one.found() + loop_until(done.op("geu", const(0).load32(WANTED)), do=turn)


def _played(run: FunctionBuilder) -> Fn:
    """`played()`: play the chosen move of the current position, and on to the next decision.

    state = the position
    if its moves are not beside it: play on from the decision, which lists them
    play the move with this number, from where they are listed
    play on; put the position back
    """
    mb = run.mb

    def emit(fn: Fn) -> Instructions:
        one, rows, record = _Position(mb, fn, given=True), fn.local(), fn.local()
        fb, beside = run.another(fn, counting=False), before_moves(mb.memory, mb.compact)
        start = record.set(one.record) + copy(const(BAGS), record, beside) + mb.keeper.forget()
        again = rows.set(mb.memory.moves) + const(0).store(0, STEPS) + run.fn.run()
        listed = if_(one.column(LISTED).load32(), rows.set(record + beside), again)
        play = emit_play(fb, one.column(CHOSEN).load32(), rows)
        return start + listed + play + run.fn.run() + _put_back(one, record)

    return mb.helper("played", (I32, I32), None, emit)


def _begun(run: FunctionBuilder) -> Fn:
    """`begun()`: the current position is where the game with its seed begins, played on to the first decision."""
    mb = run.mb

    def emit(fn: Fn) -> Instructions:
        one, record = _Position(mb, fn, given=True), fn.local()
        start = copy(const(mb.memory.state), const(mb.memory.first), mb.compact.size) + mb.keeper.forget()
        start += clear(const(BAGS), before_position(mb.memory))
        seed = mb.write(SEED, one.column(SEEDS).load()) + mb.write(DRAWN, 0) + const(0).store(0, STEPS)
        none_yet = one.column(WINNERS).store(0) + clear(one.returns, CELL * mb.layout.players)
        return record.set(one.record) + start + seed + none_yet + run.fn.run() + _put_back(one, record)

    return mb.helper("begun", (I32, I32), None, emit)


def _put_back(one: _Position, record: Term) -> Instructions:
    """The position goes back to its record, and what the caller asks for to the columns."""
    mb, bytes = one.mb, const(0).load32(ROWS)
    beside = before_moves(mb.memory, mb.compact)
    rows = copy(record + beside, const(mb.memory.moves), bytes)
    listed = if_(bytes.op("leu", room(mb.program)), rows + one.column(LISTED).store(const(0).load(ROWS)))
    on = one.column(SEATS).store(const(0).load(SEAT)) + one.column(LISTED).store(0) + listed
    over = one.column(SEATS).store(NOBODY) + if_(mb.read(STATUS).eq(FINISHED), _results(one))
    return (
        copy(record, const(BAGS), beside)
        + one.column(COUNTS).store(const(0).load(MOVES))
        + one.column(ENDS).store(mb.read(STATUS))
        + one.column(LENGTHS).store(mb.read(DECISIONS))
        + if_(mb.read(STATUS).eq(RUNNING), on, over)
    )


def _results(one: _Position) -> Instructions:
    """The winners and returns of a game that has ended by its rules."""
    mb = one.mb
    winners = one.column(WINNERS).store(winners_at(mb).load())
    return winners + copy(one.returns, returns_at(mb), CELL * mb.layout.players)
