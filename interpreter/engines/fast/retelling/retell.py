"""Playing a history again inside the module: step after step as it is planned, compared at each with what a seat saw.

It serves determinisations (`play.game.determinisation.plainly` has the same in Python, and says what it means). Python
lays a script into the memory (`building.script`), and a kind for each card that goes. Where a step does not go on as it
was seen, or is not plain, the loop stops with the position before that step, which Python plays otherwise.
"""

from __future__ import annotations

from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL, MANY, MOVES, TOLD
from ..building.script import (
    COUNT,
    DONE,
    DRAWN,
    FAILED,
    FIRST_DRAW,
    LEFT,
    LOG,
    MOST_ROWS,
    MOVE,
    NEXT,
    NUMBER,
    OTHERWISE,
    SEED,
    STATUS_AT,
    STREAM,
    TRIES,
    TYPE,
)
from ..cards.cards import forget_bags
from ..cards.held import from_held, to_held
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, RETURN, Term, Var, const, copy, give, long
from .chance import Chance
from .choosing import Choosing
from .head import Head, Inside

ENOUGH = CELL * 8192
"""So much room for the log there must be before a step."""


def export_retell(run: FunctionBuilder, inside: Inside) -> None:
    """`retell()`: play the script from its head on, the position taken and given back as it is held.
    `unwind()`: go back to before its last step, after a trap.

    while records are left:
        keep the position and its legal moves
        status = step(record)
        if anything was drawn for the first time: note in which step
        if status != done: unwind;  stop
    """
    mb, head = run.mb, Head(run, inside)
    unwind, retell = mb.module.function(export="unwind"), mb.module.function(export="retell")
    unwind.body = _back(head) + to_held(mb).run()
    record, status = retell.local(), retell.local()
    failed = head.at.store(status, STATUS_AT) + unwind.run() + RETURN
    on = (
        record.set(head.at.load32(NEXT) + head.map.records)
        + head.keep(head.map.before)
        + if_(_many_rows(head).not_(), copy(const(head.map.rows), const(mb.memory.moves), _rows(head)))
        + status.set(_step(head).call(record))
        + if_(
            head.at.load(DRAWN).ne(0) & head.at.load(FIRST_DRAW).lt(0), head.at.store(head.at.load(NUMBER), FIRST_DRAW)
        )
        + if_(status, failed)
        + head.at.store(record.load(NEXT), NEXT)
        + head.at.store(head.at.load(NUMBER) + 1, NUMBER)
        + head.at.store(head.at.load(LEFT) - 1, LEFT)
    )
    done = head.at.store(DONE, STATUS_AT) + to_held(mb).run()
    retell.body = from_held(mb).run() + forget_bags(mb) + loop_until(head.at.load32(LEFT).eq(0), do=on) + done


def _rows(head: Head) -> Term:
    """The bytes of the legal moves."""
    return const(0).load32(MOVES) * head.row_bytes()


def _many_rows(head: Head) -> Term:
    """Whether there are too many legal moves to be kept."""
    return _rows(head).gtu(MOST_ROWS)


def _back(head: Head) -> Instructions:
    """Go back to the position before the step, and to its legal moves."""
    rows = copy(const(head.mb.memory.moves), const(head.map.rows), _rows(head))
    return head.restore(head.map.before) + if_(_many_rows(head).not_(), rows)


def _step(head: Head) -> Fn:
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
        record, turn, status, log = fn.param(0), fn.local(), fn.local(), fn.local()
        at, is_move = head.at, record.load32(TYPE)
        room = const(head.map.log_end) - at.load32(LOG)
        start = (
            if_(is_move.gtu(MOVE) | room.lt(ENOUGH), give(OTHERWISE))
            + log.set(at.load32(LOG))
            + at.store(head.mixed(at.load(SEED), at.load(NUMBER)), STREAM)
            + at.store(0, COUNT)
            + at.store(0, DRAWN)
        )
        one = (
            if_(turn, _back(head))
            + at.store(log.wide(), LOG)
            + const(0).store(0, TOLD)
            + const(0).store(0, MANY)
            + if_(is_move, _play(head, fn, record, turn), head.log(long(0)) + head.inside.go.run())
            + head.log_count()
            + status.set(Chance(head).through().call(record))
            + if_(status.eq(OTHERWISE), give(OTHERWISE))
            + if_(status.eq(DONE), if_(head.seen(record), give(DONE)))
            + if_(at.load(DRAWN).eq(0), give(FAILED))
            + turn.up()
        )
        return start + loop_until(turn.eq(TRIES), do=one) + const(FAILED).code

    return head.mb.helper("retell_step", (I32,), I32, emit)


def _play(head: Head, fn: Fn, record: Var, turn: Var) -> Instructions:
    row = fn.local()
    choose = row.set(Choosing(head).choose().call(record, turn)) + if_(row.eq(-1), give(FAILED))
    return if_(_many_rows(head), give(OTHERWISE)) + choose + head.log_row(row) + head.inside.play.run(row)
