"""Compiles a program to a WebAssembly module; nothing of what its author wrote is in it but numbers.

These modules can be compiled for a program, with one layout of the state:

- the *watched* one plays one position, from decision to decision. It exports `go` (play on from where play stands),
  `play` (the legal move with this number) and `decide` (what chance gives). It keeps track of what seats know of cards,
  and tells what a seat sees as a number (`look`). `spread` and `gather` turn the bytes that a state holds into cells
  and back.
- another plays whole games at random: `playouts`. Nobody looks into those, so they keep no track of what is known, and
  lists that serve only as sets are bits (`passes.variable_usage`), and steps are not counted one by one where a bound
  shows that they are few (`passes.cost_model`). Where a number does not fit, or steps may be many, a `plain` one
  plays on. Games behind a tree are played in the same way, by one that is *searching*.
- one plays many positions *together*, from decision to decision (`together`); it keeps no track either.
- one is *valuing*: it plays nothing, and works out what a position is worth to each seat (`worths`).

Where something goes wrong a function traps. The caller then takes the position as it was before and lets the reference
executor play on from there: that reports which rule went wrong, or plays on by itself where the engine only hit one of
its own limits (`memory.OUTGROWN`). So an error of the game is the same error in both engines, at the same rule.

| folder | what |
|---|---|
| `wasm` | code, put together from pieces; short functions within others; the binary format |
| `passes` | what is known of a program before code is emitted, and the forms it takes for that |
| `builder` | memory, builders of modules and functions |
| `values` | expressions: builtins, comprehensions, lists |
| `cards` | moving cards, chance, knowledge |
| `moves` | legal moves, listed or counted as sets, and picked at random |
| `rules` | effects, playing on from block to block, results |
| `search` | trees that playouts lead to |
| `runtime` | calling it from Python |
"""

from __future__ import annotations

from typing import assert_never

from ..engines.program.bounds import CELL
from ..engines.program.layout import DECISIONS, DRAWN, FINISHED, PC, RUNNING, SEED, STATUS
from ..engines.program.nodes import AskBlock, PickOne, Program, SettleTop
from ..language.ir.types import NONE
from .blocks import BlockEmitter
from .builder.function_builder import FunctionBuilder
from .builder.memory_map import (
    BAGS,
    DEAL,
    LEAVE,
    NOBODY,
    Build,
    Column,
    Control,
    before_moves,
    before_position,
    moves_room,
    record_bytes,
)
from .builder.module_builder import ModuleBuilder
from .builder.zones import card_at, place_of_zone, row_bytes
from .cards.chance import bag_size, bag_start, drop_prefetched, loose, pin, prefetch, settle, spot
from .cards.serialisation import from_cells, from_held, to_cells, to_held
from .cards.transfer import find_pinned, forget_bags
from .replay import export_replay
from .rules.assignments import lists_to_sets
from .rules.move_application import by_block, emit_play
from .rules.results import forget_result, note_end, returns_at, winners_at
from .script_header import ModuleCalls
from .search.playout_policy import export_worths
from .search.uct import TreeCode
from .search.view_hash import export_look
from .values.expressions import emit_expr
from .wasm.module import Fn
from .wasm.statements import RETURN, TRAP, clear, copy, if_, loop_until, sequence
from .wasm.terms import I32, I64, NOTHING, Instructions, Term, const


def compile_program(program: Program, build: Build) -> bytes:
    """The module of a program, in the binary format. `build`: see above."""
    mb = ModuleBuilder(program, build)
    if build == "valuing":
        export_worths(FunctionBuilder(mb, mb.module.function(export="worths"), emit_expr))
        return mb.finish()
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr, counting=mb.budget is None)
    match build:
        case "watched":
            _export_watched(fb)
        case "playouts" | "plain" | "searching" | "searching plainly":
            _export_playouts(mb, fb.fn)
        case "together":
            export_together(fb)
        case _:
            assert_never(build)
    fb.fn.body = BlockEmitter(fb).emit()
    return mb.finish()


# One position -----------------------------------------------------------------------------


def _export_watched(run: FunctionBuilder) -> None:
    """Each export takes the position that is held, acts and plays on inside, and gives it back to be held."""
    mb = run.mb
    mb.module.function(export="spread").body = from_held(mb).run() + to_cells(mb).run()
    mb.module.function(export="gather").body = from_cells(mb).run() + to_held(mb).run()
    acts = _inside(run)
    for name, inside in acts.items():
        fn, given = mb.module.function(export=name), [const(0).load(Control.GIVEN)][: len(inside.params)]
        fn.body = from_held(mb).run() + forget_bags(mb) + inside.run(*given) + to_held(mb).run()
    export_replay(run, ModuleCalls(go=acts["go"], play=acts["play"], decide=acts["decide"], look=export_look(mb)))


def _inside(run: FunctionBuilder) -> dict[str, Fn]:
    """What acts on the position in memory: go, play, decide.

    Each first forgets what was kept of functions. Whoever puts another position there has forgotten the bags.
    """
    mb, forget, play_on = run.mb, run.mb.keeper.forget(), run.fn.run()
    go, play, decide = (mb.module.function(params) for params in ((), (I64,), (I64,)))
    go.body = forget + play_on
    play.body = forget + emit_play(run.another(play, counting=False), play.param(0).wrap()) + play_on
    decide.body = forget + _decide(run.another(decide, counting=False)) + play_on
    return {"go": go, "play": play, "decide": decide}


def _decide(fb: FunctionBuilder) -> Instructions:
    """`decide(value)`: chance gives this kind of card, or this element.

    for the block of chance where play stands:
        a card:     settle the first card of this kind in the bag;  trap if it has none
        an element: slot = value
        pc = the block that follows
    """
    mb, value = fb.mb, fb.fn.param(0)
    cases: dict[int, Instructions] = {}
    for one in mb.program.blocks:
        end = one.end
        if isinstance(end, SettleTop):
            code = _settled(fb, end) if mb.code.pins else _settled_at_an_edge(fb, end)
            cases[one.number] = code + mb.write(PC, end.then)
        elif isinstance(end, PickOne):
            cases[one.number] = mb.write(end.slot.address, value) + mb.write(PC, end.then)
    return by_block(mb, cases, TRAP)


def _settled_at_an_edge(fb: FunctionBuilder, end: SettleTop) -> Instructions:
    mb, value = fb.mb, fb.fn.param(0)
    n, start, place = (fb.fn.local() for _ in range(3))
    is_of_kind = mb.kind(card_at(mb, start + row_bytes(mb, place))).eq(value)
    bottom = end.at == "bottom"
    zone, at, code = place_of_zone(fb, end.zone)
    code += n.set(bag_size(mb, bottom=bottom).call(zone.wrap(), at))
    code += start.set(bag_start(mb, at, n, bottom=bottom))
    code += place.set(0) + loop_until(place.ge(n), is_of_kind, do=place.up()) + if_(place.ge(n), TRAP)
    return code + settle(mb, bottom=bottom).run(zone.wrap(), start, n, place)


def _settled(fb: FunctionBuilder, end: SettleTop) -> Instructions:
    """The same where bags may have certain cards in them; the room of the list is given back."""
    mb, value = fb.mb, fb.fn.param(0)
    zone, at, index, code = spot(fb, end)
    cards, n, i = (fb.fn.local() for _ in range(3))
    is_of_kind = mb.kind((cards + (i << 3)).load(CELL)).eq(value)
    code += mb.top.set(mb.arena.get) + cards.set(loose(mb).call(at, index)) + n.set(cards.load32())
    code += i.set(0) + loop_until(i.ge(n), is_of_kind, do=i.up()) + if_(i.ge(n), TRAP)
    return code + pin(mb).run(zone.wrap(), at, index, cards, i)


# Whole games ------------------------------------------------------------------------------


def _export_playouts(mb: ModuleBuilder, run: Fn) -> None:
    """`playouts()`: play from the position in `cells`, until as many games are done as are wanted.

    first = the position in `cells`;  pinned = whether any of its cards is pinned
    until done >= wanted:
        state = first;  seed = seeds + done (or as `TreeCode.turn` says);  drawn = 0;  steps = 0
        work out the next number of moves;  forget those of other sources, and the bags;  pinned as at first
        the winners and the returns in the result = 0
        play on, to the end of the game
        note status and decisions in the result;  searching: add the returns to the tree
        done += 1
    """
    fn = mb.module.function(export="playouts")
    done = const(0).load(Control.DONE)
    size = mb.compact.size
    state, first = const(mb.memory.state), const(mb.memory.first)
    pinned = fn.local()
    begin = (
        copy(state, first, size)
        + (NOTHING if mb.pinned is None else mb.pinned.set(pinned))
        + mb.keeper.forget()
        + mb.write(SEED, const(0).load(Control.SEEDS) + (TreeCode(mb).turn if mb.searching else done))
        + mb.write(DRAWN, 0)
        + prefetch(mb, fn)
        + drop_prefetched(mb)
        + forget_bags(mb)
        + const(0).store(0, Control.STEPS)
        + forget_result(mb)
    )
    note = note_end(mb)
    if mb.searching:
        tree = TreeCode(mb)
        begin, note = begin + tree.begin(fn), note + tree.back_up().run()
    turn = begin + run.run() + note + const(0).store(done + 1, Control.DONE)
    start = from_cells(mb).run() + _first_sequenced(mb) + lists_to_sets(mb, fn) + copy(first, state, size)
    start += find_pinned(mb, fn)
    start += NOTHING if mb.pinned is None else pinned.set(mb.pinned.get)
    start += _as_assumed(mb)
    fn.body = start + loop_until(done.ge(const(0).load(Control.WANTED)), do=turn)


def _first_sequenced(mb: ModuleBuilder) -> Instructions:
    """In a tree that begins with a round of choices that are played at once, play them at once in that round, too.

    It begins so if nobody has chosen, the one who decides is the first of the players, and nobody is twice among them.
    """
    cases: dict[int, Instructions] = {}
    for number, pending in mb.at_once.items():
        copies = [one for one in mb.program.blocks if isinstance(one.end, AskBlock) and one.end.copy_of == number]
        at_once = next(one.number for one in copies if one.number != number)
        end, players = mb.program.blocks[number].end, const(mb.number_at(pending.players.address))
        if not isinstance(end, AskBlock) or end.secret is None or pending.players.capacity > mb.layout.players:
            continue
        begins = mb.read(end.secret.index.address).eq(0) & players.load(CELL).eq(mb.read(end.who.address))
        for other in range(1, pending.players.capacity):
            for one in range(other):
                same = players.load(CELL * (1 + one)).eq(players.load(CELL * (1 + other)))
                begins = begins & (same & players.load().gt(other)).not_()
        cases[number] = if_(begins, mb.write(PC, at_once))
    return by_block(mb, cases) if cases else NOTHING


def _as_assumed(mb: ModuleBuilder) -> Instructions:
    """Let another module play on from a position that is none to which play leads."""
    cases: dict[int, Instructions] = {}
    for number, known in mb.assumed.items():
        cells = ((mb.read(mb.layout.variables[name].address), is_none) for name, is_none in known.items())
        other = (cell.ne(NONE) if is_none else cell.eq(NONE) for cell, is_none in cells)
        cases[number] = sequence(if_(test, mb.crowded()) for test in other)
    return by_block(mb, cases) if any(cases.values()) else NOTHING


# Many positions played together inside the module, each to its next decision; the caller chooses all moves.
#
# `builder.memory_map` says where they lie.
#
# A position is copied to where all positions are played, and back. Bags lie before the state in memory, so one copy
# takes both; a bag that is known need not be measured again. Legal moves are copied if there is room for them; else
# they are listed again before one of them is played.
#
# Whoever calls `step` has called `check`. After a trap `DONE` says at which position: whatever lies there is as it was
# before.


def export_together(run: FunctionBuilder) -> None:
    """`deal()`: deal all positions anew that are to be. `step()`: play the chosen moves. `check()`: stop at the first
    that is not legal. `spread()`: the cells of the position that `DONE` names.
    """
    mb = run.mb
    deal, step, check, spread = (mb.module.function(export=name) for name in ("deal", "step", "check", "spread"))
    first = from_cells(mb).run() + copy(const(mb.memory.first), const(mb.memory.state), mb.compact.size)
    one = _Position(mb, deal)
    begun = if_(one.column(Column.CHOSEN).load().eq(DEAL), _started(run).run(one.at, one.width))
    deal.body = first + _each(one, begun)
    one = _Position(mb, step)
    played = if_(one.column(Column.CHOSEN).load().ne(LEAVE), _played(run).run(one.at, one.width))
    step.body = _each(one, if_(one.column(Column.ENDS).load().eq(RUNNING), played))
    one = _Position(mb, check)
    wrong = one.column(Column.CHOSEN).load().op("geu", one.column(Column.COUNTS).load())
    check.body = _each(one, if_(one.column(Column.ENDS).load().eq(RUNNING), if_(wrong, RETURN)))
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
        place = const(0).load32(Control.DONE)
        return self.width.set(const(0).load32(Control.WANTED) << 3) + self.at.set(
            const(0).load32(Control.BATCH) + (place << 3)
        )

    def column(self, number: int) -> Term:
        """The address of its cell in a column."""
        return self.at + self.width * number if number else self.at

    @property
    def returns(self) -> Term:
        """The address of its first return."""
        place = const(0).load32(Control.DONE) * (CELL * self.mb.layout.players)
        return const(0).load32(Control.BATCH) + self.width * Column.MANY + place

    @property
    def record(self) -> Term:
        """The address of its record."""
        size = record_bytes(self.mb.program, self.mb.memory, self.mb.compact)
        records = const(0).load32(Control.BATCH) + self.width * (Column.MANY + self.mb.layout.players)
        return records + const(0).load32(Control.DONE) * size


def _each(one: _Position, act: Instructions) -> Instructions:
    """`act` for each position, from that which `DONE` names on."""
    done = const(0).load32(Control.DONE)
    turn = act + const(0).store(done + 1, Control.DONE) + one.at.up(CELL)
    return one.found() + loop_until(done.op("geu", const(0).load32(Control.WANTED)), do=turn)


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
        again = const(0).store(0, Control.STEPS) + run.fn.run() + rows.set(mb.rows)
        listed = if_(one.column(Column.LISTED).load32(), rows.set(record + beside), again)
        play = emit_play(fb, one.column(Column.CHOSEN).load32(), rows)
        return start + listed + play + run.fn.run() + _put_back(one, record)

    return mb.helper("played", (I32, I32), None, emit)


def _started(run: FunctionBuilder) -> Fn:
    """`begun()`: the current position is where the game with its seed begins, played on to the first decision."""
    mb = run.mb

    def emit(fn: Fn) -> Instructions:
        one, record = _Position(mb, fn, given=True), fn.local()
        start = copy(const(mb.memory.state), const(mb.memory.first), mb.compact.size) + mb.keeper.forget()
        start += clear(const(BAGS), before_position(mb.memory))
        seed = mb.write(SEED, one.column(Column.SEEDS).load()) + mb.write(DRAWN, 0) + const(0).store(0, Control.STEPS)
        none_yet = one.column(Column.WINNERS).store(0) + clear(one.returns, CELL * mb.layout.players)
        return record.set(one.record) + start + seed + none_yet + run.fn.run() + _put_back(one, record)

    return mb.helper("begun", (I32, I32), None, emit)


def _put_back(one: _Position, record: Term) -> Instructions:
    """The position goes back to its record, and what the caller asks for to the columns."""
    mb, bytes = one.mb, const(0).load32(Control.ROWS)
    beside = before_moves(mb.memory, mb.compact)
    rows = copy(record + beside, mb.rows, bytes)
    listed = if_(
        bytes.op("leu", moves_room(mb.program)), rows + one.column(Column.LISTED).store(const(0).load(Control.ROWS))
    )
    on = one.column(Column.SEATS).store(const(0).load(Control.SEAT)) + one.column(Column.LISTED).store(0) + listed
    over = one.column(Column.SEATS).store(NOBODY) + if_(mb.read(STATUS).eq(FINISHED), _results(one))
    code = copy(record, const(BAGS), beside) + one.column(Column.COUNTS).store(const(0).load(Control.MOVES))
    code += one.column(Column.ENDS).store(mb.read(STATUS)) + one.column(Column.LENGTHS).store(mb.read(DECISIONS))
    return code + if_(mb.read(STATUS).eq(RUNNING), on, over)


def _results(one: _Position) -> Instructions:
    """The winners and returns of a game that has ended by its rules."""
    mb = one.mb
    winners = one.column(Column.WINNERS).store(winners_at(mb).load())
    return winners + copy(one.returns, returns_at(mb), CELL * mb.layout.players)
