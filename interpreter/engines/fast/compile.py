"""A program becomes a WebAssembly module; nothing of what its author wrote is in it but numbers.

Two modules are made for a program, with one layout of the state:

- the *watched* one plays one position, from decision to decision. It exports `go` (play on from where the play stands),
  `play` (the legal move with this number) and `decide` (what chance gives). It keeps what seats know of cards.
- the other plays whole games at random: `playouts`. Nobody looks into those, so nothing is kept of what is known.

Where something goes wrong a function traps. Whoever has called takes the position as it was before and lets
the reference executor play on from there: it tells which rule went wrong, and plays on by itself where only one
of our bounds was met (`room.OUTGROWN`). So an error of the game is the same error in both, at the same rule.

| file | what |
|---|---|
| `term`, `module` | code, put together from pieces; the binary format |
| `room`, `making` | where everything lies; what all parts share |
| `facts` | what is known before the play, so that checks can be left out |
| `writer`, `expressions`, `builtins`, `folds`, `lists` | expressions |
| `effects`, `cards`, `knowledge`, `chance` | effects |
| `moves`, `subsets` | legal moves |
| `blocks`, `results` | playing on, to the end |
| `engine`, `table`, `executor` | calling it from Python |
"""

from __future__ import annotations

from ..program.layout import DECISIONS, DRAWN, PC, SEED, STATUS
from ..program.nodes import AskBlock, PickOne, Program, SettleTop
from .building.making import Making
from .building.places import again, zone_address
from .building.room import BAGS, CELL, DONE, SEEDS, STEPS, WANTED, stride
from .building.writer import Writer
from .cards.chance import bag_size, bag_start, of_kind, settle
from .rules.blocks import Runner, play_move
from .rules.results import result_at
from .values.expressions import write_expr, write_number
from .wasm.module import Fn
from .wasm.term import I32, I64, TRAP, Term, block, br, br_if, br_table, clear, const, copy, loop

VERSION = 2
"""Counted up with every change of what is compiled, so that modules that were kept are made anew."""


def compile_program(program: Program, *, watched: bool) -> bytes:
    """The module of a program, in the binary format."""
    m = Making(program, watched=watched)
    run = m.module.function()
    if watched:
        _export_watched(m, run)
    else:
        _export_playouts(m, run)
    run.body = Runner(m, Writer(m, run)).write()
    return m.finish()


def _export_watched(m: Making, run: Fn) -> None:
    forget = clear(const(BAGS), 2 * CELL * len(m.layout.zones))
    go = m.module.function(export="go")
    go.body = forget + run.run()
    play = m.module.function((I32,), export="play")
    play.body = forget + _play(m, play) + run.run()
    decide = m.module.function((I64,), export="decide")
    decide.body = forget + _decide(m, decide) + run.run()


def _by_block(m: Making, cases: dict[int, bytes]) -> bytes:
    """What is to be done for the block where the play stands."""
    numbers = list(cases)
    table = [numbers.index(n) if n in cases else len(numbers) for n in range(len(m.program.blocks))]
    code = block(br_table(m.read(PC).wrap(), table, len(numbers)))
    for place, number in enumerate(numbers):
        code = block(code + cases[number] + br(len(numbers) - place))
    return block(code + TRAP)


def _play(m: Making, fn: Fn) -> bytes:
    """The move with this number becomes the one that is played."""
    w, at = Writer(m, fn, counting=False), fn.local()
    cases: dict[int, bytes] = {}
    for one in m.program.blocks:
        end = one.end
        if isinstance(end, AskBlock):
            code = at.set(fn.param(0) * (CELL * stride(end)) + m.room.moves) + play_move(w, end, at)
            then: Term | int
            if end.secret is not None:
                then = end.secret.then
            else:
                then = m.look([choice.then for choice in end.choices], at.load())
            cases[one.number] = code + m.write(PC, then)
    return const(0).store(0, STEPS) + m.write(DECISIONS, m.read(DECISIONS) + 1) + _by_block(m, cases)


def _decide(m: Making, fn: Fn) -> bytes:
    """Chance gives this kind of card, or this element."""
    w, value = Writer(m, fn, counting=False), fn.param(0)
    at, n, start = (fn.local() for _ in range(3))
    cases: dict[int, bytes] = {}
    for one in m.program.blocks:
        end = one.end
        if isinstance(end, SettleTop):
            bottom = end.at == "bottom"
            zone, code = again(w, write_number(w, end.zone))
            code += at.set(zone_address(w, end.zone, write_expr)) + n.set(bag_size(m, bottom).call(zone.wrap(), at))
            code += start.set(bag_start(at, n, bottom))
            code += settle(m, bottom).run(zone.wrap(), start, n, of_kind(m).call(start, value))
            cases[one.number] = code + m.write(PC, end.then)
        elif isinstance(end, PickOne):
            cases[one.number] = m.write(end.slot.address, value) + m.write(PC, end.then)
    return _by_block(m, cases)


def _export_playouts(m: Making, run: Fn) -> None:
    """Playouts from the first position, until as many are done as are wanted."""
    fn = m.module.function(export="playouts")
    done = const(0).load(DONE)
    size = CELL * m.layout.size
    seats = range(m.layout.players)
    begin = (
        copy(const(m.room.state), const(m.room.first), size)
        + m.write(SEED, const(0).load(SEEDS) + done)
        + m.write(DRAWN, 0)
        + clear(const(BAGS), 2 * CELL * len(m.layout.zones))
        + const(0).store(0, STEPS)
        + b"".join(result_at(m).store(0, CELL * (2 + seat)) for seat in seats)
    )
    tell = result_at(m).store(m.read(STATUS)) + result_at(m).store(m.read(DECISIONS), CELL)
    turn = br_if(done.ge(const(0).load(WANTED)), 1) + begin + run.run() + tell
    fn.body = block(loop(turn + const(0).store(done + 1, DONE) + br(0)))


__all__ = ["VERSION", "compile_program"]
