"""Builds the module of a game: the program, the memory, tables of constants, and functions emitted on demand.

The order of the passes
-----------------------

All builds but two play the program as it is. Those of whole games (`GOES_OVER`), where nobody sees a position on the
way, first take it through the passes of this folder's neighbour `passes`; each relies on what those before it leave:

1. `value_ranges` comes first, since every later pass asks whether something may go wrong or be none.
2. `cost_model` bounds the steps of the program as its author wrote it: the limit is that of the language. Later passes
   hand on which blocks count (`rounds`); a pass that ran before would make the bound one of its own output.
3. `sequential_choices` plays secret choices as they are made. It recognises the two rounds (ask all, then play all) by
   their shape, which the next passes destroy, and it leaves one round where the last pass would lay out two.
4. `jump_threading` drops tests for none that are decided on every way. What it assumes of variables at decisions is
   checked where games begin (`assumed`), so whatever moves decisions about must have happened.
5. `loop_unrolling` copies blocks, so it comes after all that makes blocks fewer.
6. `value_ranges` again, because the slots of the copies have narrower ranges than those of the loop.
7. `variable_usage` decides which lists are bit sets. It must see the final program: one pass that added a read of such
   a list later would read bits as addresses.

The memory map, trees and saved positions belong to the program as it was given: two modules of one game
share positions whatever passes each of them ran. Code is then emitted block by block (`block_layout`), and short
functions go into their callers last of all (`wasm.inlining`, but not in the watched module, whose code is run too
seldom to pay for it), where their sizes in bytes are known.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Concatenate, ParamSpec, TypeVar, cast

from ...engines.cells import first_state
from ...engines.engine import MOST_PICKS
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import NO_BYTE, compact_of
from ...engines.program.layout import CardCell
from ...engines.program.nodes import AskBlock, Pending, Program, SettleTop
from ...engines.program.traversal import all_effects
from ...engines.reference.position import ReferenceCode, ReferencePosition
from ...engines.reference.uct import MOST_MOVES
from ...language.builtins.table import Arguments
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..passes.cost_model import Sizes, StepBudget, step_budget
from ..passes.jump_threading import Nones, thread_null_tests
from ..passes.loop_unrolling import unroll_rounds
from ..passes.partial_evaluation import PartialEvaluator
from ..passes.sequential_choices import sequence_choices, sequence_choices_beside, sequenced_records
from ..passes.value_ranges import Facts, slot_ranges
from ..passes.variable_usage import bit_set_variables, single_card_families
from ..wasm.inlining import inline
from ..wasm.module import PAGE, Fn, Module
from ..wasm.statements import MEMORY, TRAP, copy, grow, if_, load_number, store_number
from ..wasm.terms import I32, I64, NOTHING, Global, Instructions, Term, ValueType, after, const, long, select
from .memoisation import Memoiser
from .memory_map import ARENA, BAGS, CROWDED, GOES_OVER, MOST_ROWS, ROWS, Build, Control, MemoryMap, aligned
from .script_map import ScriptMap
from .tree_map import TreeMap

Zones = Sequence[int]
"""The zones that one may be, by number."""

Given = ParamSpec("Given")
Owner = TypeVar("Owner")

BEHIND = 256
"""Where lists may end there are so many bytes more: some may be read behind a list, and one number more be added."""

MORE = 4
"""Where lists need another page, they get so many."""


class ModuleBuilder:
    """One module while it is built.

    `build` says what the module is for (see `compile`). `watched`: somebody looks, so what seats know of cards is kept
    up to date. `unseen`: no position is ever seen. `asks`: play stops at decisions, where others play whole games
    inside, at random; `searching` says that a tree of what was tried may lead them. `sets` are the variables that hold
    sets of small numbers (`bit_sets`). `budget` bounds the steps between decisions; without one they are counted.
    `assumed` is what whole games take for granted of positions in which a decision is made (`thread_null_tests`);
    `at_once` has the records of secret choices that are played at once in a tree, by the number of their block. Legal
    moves are listed at `rows`; one that is not is made at `row`.

    | global | is |
    |---|---|
    | `arena`, `limit` | where lists begin, and how far they may go in the memory that there is |
    | `top` | the end of the arena that is in use: where the next list goes |
    | `spent` | the steps of functions that have returned, see `FunctionBuilder.hand_over` |
    | `stamp` | the number of the listing that marks cards in `seen` |
    | `ready` | the next number of the source of chance of moves; only where whole games are played |
    | `pinned` | whether a card has a certain place within a bag; only where whole games are played that allow it |
    """

    def __init__(self, program: Program, build: Build) -> None:
        self.program = program
        self.assumed, self.at_once = dict[int, Nones](), dict[int, Pending]()
        self.layout = program.layout
        self.build: Build = build
        self.watched = build == "watched"
        self.searching = build in ("searching", "searching plainly")
        self.asks = build in ("watched", "together", "valuing")
        self.unseen = not self.asks
        self.code = ReferenceCode(program)
        self.facts: Facts = slot_ranges(program, self.residual)
        self.budget: StepBudget | None = None if self.watched else self._budget()
        if build in GOES_OVER and self.budget is not None:
            self._simplify(self.budget.rounds)
        self.sets = bit_set_variables(self.program, self.facts) if build in GOES_OVER else frozenset[str]()
        self.sizes = Sizes(self.program)
        self.safe: dict[Arguments, bool] = {}
        self.settled: dict[tuple[str, int], int | None] = {}
        self.compact = compact_of(program)
        self.memory: MemoryMap = MemoryMap(program)
        # Trees lie behind positions as they are whatever way games go through the program.
        self.tree_map = TreeMap(program)
        self.addresses = tuple(self.memory.state + at for at in self.compact.zones)
        self.module = Module()
        self.arena, self.limit, self.top = (self.module.shared(I32) for _ in range(3))
        self.spent: Global = self.module.shared(I64)
        self.stamp: Global = self.module.shared(I64)
        self.pinned: Global | None = self.module.shared(I32) if self.pins and not self.asks else None
        self.ready: Global | None = None if self.asks else self.module.shared(I64)
        self.variants: dict[tuple[str, bool], set[object]] = {}
        self._functions: dict[object, Fn] = {}
        self._waiting: list[tuple[Fn, Callable[[Fn], Instructions]]] = []
        script = ScriptMap(program).end if self.watched else self.memory.behind
        listed = aligned(self.tree_map.end if self.searching else script)
        self.rows, self.row = const(0).load32(Control.LISTED), const(listed)
        self._end = listed + max(ROWS, CELL * MOST_MOVES if self.searching else 0)
        self.module.data.append((Control.LISTED, struct.pack("<2q", listed, self._end)))
        self._tables: dict[tuple[int, ...], int] = {}
        self.keeper = Memoiser(self.program, self.facts, self.module, self.scratch)
        self.module.data.append((BAGS, bytes(CELL * len(self.layout.zones))))

    @cached_property
    def ahead(self) -> int:
        """Where the next numbers of the sources of chance lie that are worked out ahead: all counts, all numbers."""
        return self.scratch(2 * len(self.layout.sources))

    @cached_property
    def worths(self) -> int:
        """Where it lies what a position is worth to each seat, a fraction each."""
        return self.scratch(self.layout.players)

    @cached_property
    def tried(self) -> int:
        """Where moves and positions lie while moves are tried (`search.playout_policy`)."""
        room = self.compact.size // CELL + 2
        return self.scratch(MOST_PICKS + 2 * room + 1 + self.layout.players)

    @cached_property
    def alone(self) -> frozenset[str]:
        """The families of zones of which it is asked for the only card."""
        return single_card_families(self.program)

    @cached_property
    def residual(self) -> PartialEvaluator:
        """What is left of tests when some of their names are known."""
        return PartialEvaluator(self.untouched)

    @cached_property
    def untouched(self) -> ReferencePosition:
        """A table where nothing has happened: on it is computed what follows from what is printed on cards."""
        return self.code.at(first_state(self.code, 0))

    def _budget(self) -> StepBudget | None:
        """The bounds of steps, if they are surely below the limit. Only `GOES_OVER` go over to another module."""
        budget = step_budget(self.program, self.facts)
        allowed = self.build in GOES_OVER or not budget.rounds
        return budget if allowed and budget.is_plenty(self.program.steps_limit) else None

    def _simplify(self, rounds: dict[int, int]) -> None:
        """Let whole games go other ways through the program, whose steps nobody counts but those of `rounds`."""
        program = sequence_choices_beside(self.program, rounds) if self.searching else sequence_choices(self.program)
        program, self.assumed = thread_null_tests(program, self.facts, rounds)
        if self.searching:
            self.at_once = sequenced_records(self.program, program)
            # Where choices wait, games go on as where they are played at once: what is assumed there is assumed here.
            for one in program.blocks:
                if isinstance(one.end, AskBlock) and one.end.copy_of in self.at_once and one.number in self.assumed:
                    self.assumed.setdefault(one.end.copy_of, self.assumed[one.number])
        self.program = unroll_rounds(program, rounds)
        self.facts = slot_ranges(self.program, self.residual)

    # Functions ----------------------------------------------------------------------------

    def helper(
        self, key: object, params: tuple[ValueType, ...], result: ValueType | None, emit: Callable[[Fn], Instructions]
    ) -> Fn:
        """The function of this key, declared when it is first asked for.

        `emit` gives its body. It runs later, in `finish`, so that two functions may call each other and no function
        is emitted in the middle of another.
        """
        fn = self._functions.get(key)
        if fn is None:
            fn = self._functions[key] = self.module.function(params, result)
            self._waiting.append((fn, emit))
        return fn

    def finish(self) -> bytes:
        """Emit all functions that were asked for; the bytes of the module."""
        while self._waiting:
            fn, emit = self._waiting.pop()
            fn.body = emit(fn)
        arena = aligned(self._end + BEHIND)
        pages = self.module.pages = -(-arena // PAGE) + 1
        for number, first in ((self.arena, arena), (self.top, arena), (self.limit, pages * PAGE - BEHIND)):
            self.module.globals[number.index] = (I32, number is not self.arena, const(first))
        self.module.data.append((Control.FLOOR, struct.pack("<q", arena + ARENA)))
        if not self.watched:
            inline(self.module)
        return self.module.to_bytes()

    # Data ---------------------------------------------------------------------------------

    def table(self, values: Sequence[int]) -> int:
        """The address of constants of 64 bits, one after the other; equal tables share one."""
        key = tuple(values)
        if key not in self._tables:
            self._tables[key] = self._put(struct.pack(f"<{len(key)}q", *key))
        return self._tables[key]

    def list(self, values: Sequence[int]) -> int:
        """The address of a constant list."""
        return self.table((len(values), *values))

    def scratch(self, cells: int) -> int:
        """The address of cells that code may write to; each call reserves its own."""
        return self._put(bytes(CELL * cells))

    def _put(self, raw: bytes) -> int:
        """The address of new data."""
        at, self._end = self._end, self._end + len(raw)
        self.module.data.append((at, raw))
        return at

    # Cells --------------------------------------------------------------------------------

    def number_at(self, address: int) -> int:
        """The address of the cell of a number."""
        return self.memory.state + self.compact.number(address)

    def read(self, address: int, index: Term | None = None) -> Term:
        """`state[address + index]`"""
        if address < self.layout.place_at:
            bytes, signed = self.form_of(address)
            return load_number(_behind(index, bytes), bytes, self.number_at(address), signed=signed)
        at, offset, own = self._cell(address, index)
        if own is not None:
            byte = at.load8(offset)
            return self.lookup((*range(NO_BYTE), NONE), byte) if own.type.optional else byte.wide()
        return at.load(offset)

    def write(self, address: int, value: Term | int, index: Term | None = None) -> Instructions:
        """`state[address + index] = value`"""
        if address < self.layout.place_at:
            bytes, _ = self.form_of(address)
            return store_number(_behind(index, bytes), bytes, value, self.number_at(address))
        at, offset, own = self._cell(address, index)
        if own is not None and own.type.optional and isinstance(value, Term):
            return at.store8(select(const(NO_BYTE), value.wrap(), value.eq(NONE)), offset)
        if own is not None:
            return at.store8(NO_BYTE if value == NONE else value, offset)
        return at.store(value, offset)

    def form_of(self, address: int) -> tuple[int, bool]:
        """The bytes of a number, and whether it may be below 0 where they are less than a cell."""
        values = self.compact.fitting.get(address)
        return self.compact.number_bytes[address], values is not None and values.start < 0

    def _cell(self, address: int, index: Term | None) -> tuple[Term, int, CardCell | None]:
        """Where a variable of a card lies, as an address and an offset; and the variable, if it is a byte."""
        own, at = self.compact.in_byte(address), const(0) if index is None else index.wrap()
        return at if index is None or own is not None else at << 3, self.number_at(address), own

    def lookup(self, values: Sequence[int], index: Term) -> Term:
        """`values[index]`. The index must be in range; it may be none if all that follows ignores the result.

        Of none the lower 32 bits are 0, so that the first value is read.
        """
        first = values[0]
        if len(set(values)) == 1:
            return after(index.drop(), long(first))
        if list(values) == list(range(first, first + len(values))):
            return index.wide() + first if first else index.wide()
        fixed = index.fixed()
        if fixed is not None and 0 <= fixed < len(values):
            return long(values[fixed])
        return (index.wrap() << 3).load(self.table(values))

    def of_zone(self, values: Sequence[int], zone: Term, among: Zones) -> Term:
        """`values[zone]`, for one of these zones: what holds for all of them is known."""
        found = {values[one] for one in among}
        return long(found.pop()) if len(found) == 1 else self.lookup(values, zone)

    def address_of(self, zone: Term) -> Term:
        """The address of a zone, by its number; that of an empty zone for none."""
        nothing = self.memory.nothing
        there = zone.ne(NONE) if zone.type == I64 else const(1)
        return select(self.lookup(self.addresses or (nothing,), zone).wrap(), const(nothing), there)

    def is_heap(self, zone: Term) -> Term:
        """Whether a zone that is not none is a heap: 32 bits."""
        return self.lookup([int(heap) for heap in self.code.heap], zone).wrap()

    def touch(self, zone: Term, among: Zones | None = None) -> Instructions:
        """The cards of a zone (one of `among`) change, or their order: what was kept of it is forgotten."""
        valid = self.keeper.zones
        bits = self.of_zone(valid, zone, among or range(len(valid)))
        return NOTHING if bits.fixed() == -1 else self.keeper.moved(bits)

    def touch_both(self, source: Term, target: Term, sources: Zones, targets: Zones) -> Instructions:
        """The same for the two zones between which a card moves."""
        one, other = (
            self.of_zone(self.keeper.zones, zone, some) for zone, some in ((source, sources), (target, targets))
        )
        if one.fixed() == -1:
            return self.touch(target, targets)
        return self.touch(source, sources) if other.fixed() == -1 else self.keeper.moved(one & other)

    # Cards --------------------------------------------------------------------------------

    @cached_property
    def pins(self) -> bool:
        """Whether a card may have a certain place within a bag, where bags count."""
        bodies = (*(one.body for one in self.program.blocks), *(one.body for one in self.program.effects.values()))
        put = (one for body in bodies for one in all_effects(body) if isinstance(one, ir.MoveCards))
        decks = {(one.cards.type.item or one.cards.type).name for one in put if one.at == "position"}
        ends = (one.end for one in self.program.blocks)
        inside = any(isinstance(end, SettleTop) and end.place is not None for end in ends)
        drawn = {self.layout.zones[one].deck for one in self.compact.drawn if one != NONE}
        return self.code.pins and (self.asks or inside or not decks <= set(self.layout.decks) - drawn)

    def has_bags(self, among: Zones) -> bool:
        """Whether it counts which cards of these zones lie in unknown order: chance draws from their decks, or somebody
        looks."""
        drawn = {self.layout.zones[one].deck for one in self.compact.drawn if one != NONE}
        return self.asks or any(self.layout.zones[one].deck in drawn for one in among)

    def place(self, card: Term) -> Term:
        """The number of the zone in which a card lies: 32 bits."""
        many = self.compact.place_bytes
        return _entry(card, many).load_few(many, self.memory.state + self.compact.places)

    def set_place(self, card: Term, zone: Term) -> Instructions:
        """From now on a card lies in this zone."""
        many = self.compact.place_bytes
        return _entry(card, many).store_few(many, zone.wrap(), self.memory.state + self.compact.places)

    def word(self, card: Term) -> Term:
        """The word of a card: 64 bits."""
        many = self.compact.word_bytes
        return _entry(card, many).load_few(many, self.memory.state + self.compact.knowledge).wide()

    def set_word(self, card: Term, word: Term | int) -> Instructions:
        """Set the word of a card."""
        many = self.compact.word_bytes
        return _entry(card, many).store_few(many, word, self.memory.state + self.compact.knowledge)

    def kind(self, card: Term) -> Term:
        """The kind of a card that is not none."""
        return self.lookup(self.layout.kind_of, card)

    def kind_or_none(self, card: Term) -> Term:
        """The kind of a card; none of none."""
        return select(long(NONE), self.kind(card), card.eq(NONE))

    def give_up(self) -> Instructions:
        """Trap for a limit of this engine: the reference executor has to play on."""
        return const(0).store(1, Control.OUTGROWN) + TRAP

    def crowded(self) -> Instructions:
        """Trap for a number that does not fit in a set: a module without sets has to play."""
        return const(0).store(CROWDED, Control.OUTGROWN) + TRAP

    # Lists --------------------------------------------------------------------------------

    @cached_property
    def new_list(self) -> Fn:
        """`new_list(n)`: the address of a new list of n elements; its length is set, its elements are not.

        at = top
        if n is larger than the arena: give up
        top += 8 * n + 8;  if top is behind the limit: widen
        at[0] = n
        return at
        """
        fn = self.module.function((I32,), I32)
        n, at = fn.param(0), fn.local()
        fn.body = (
            at.set(self.top.get)
            + if_(n.gtu(ARENA // CELL), self.give_up())
            + self.top.set(self.top.get + (n << 3) + CELL)
            + if_(self.top.get.gtu(self.limit.get), self.widen.run())
            + at.store(n)
            + at.code
        )
        return fn

    @cached_property
    def widen(self) -> Fn:
        """`widen()`: let lists go as far as `top`.

        if top is behind the floor: give up
        unless the memory goes to the floor: let it go on behind top; give up if there is no more
        limit = the end of the memory or the floor, whichever comes first
        """
        fn, floor = self.module.function(), const(0).load32(Control.FLOOR)
        end = select(MEMORY, floor, MEMORY.op("ltu", floor))
        more = if_(grow(((self.top.get - self.limit.get) >> 16) + MORE).eq(-1), self.give_up())
        fn.body = if_(self.top.get.gtu(floor - BEHIND), self.give_up()) + if_(MEMORY.op("ltu", floor), more)
        fn.body += self.limit.set(end - BEHIND)
        return fn

    @cached_property
    def more_rows(self) -> Fn:
        """`more_rows(to)`: where the next row goes, now that all rows have gone to where they have more room.

        room = 4 * the room so far;  give up if it is too much
        at = the floor or the end of the memory, whichever is behind;  let the memory go on behind at + room, or give up
        copy the rows; from now on they are listed at `at`
        """
        fn = self.module.function((I32,), I32)
        to, at, room = fn.param(0), fn.local(), fn.local()
        floor, listed = const(0).load32(Control.FLOOR), self.rows
        pages = (at + room + (PAGE - 1) - MEMORY) >> 16
        code = room.set((const(0).load32(Control.LISTED_END) - listed) << 2)
        code += if_(room.gtu(MOST_ROWS), self.give_up()) + at.set(select(floor, MEMORY, MEMORY.op("ltu", floor)))
        code += if_(grow(pages).eq(-1), self.give_up()) + copy(at, listed, to - listed) + to.set(to - listed + at)
        code += const(0).store(at.wide(), Control.LISTED) + const(0).store((at + room).wide(), Control.LISTED_END)
        fn.body = code + to.code
        return fn


def _behind(index: Term | None, bytes: int) -> Term:
    """How far behind the first of its family a number of so many bytes lies."""
    return const(0) if index is None else index.wrap() << bytes.bit_length() - 1


def _entry(card: Term, bytes: int) -> Term:
    """The address of a card in a table that begins at 0 and has 1 or 2 bytes for each."""
    return card.wrap() if bytes == 1 else card.wrap() << 1


def helper(
    key: str, params: tuple[ValueType, ...] = (), result: ValueType | None = None
) -> Callable[[Callable[Concatenate[Owner, Fn, Given], Instructions]], Callable[Concatenate[Owner, Given], Fn]]:
    """A decorator that turns what emits a body into what declares the function: see `ModuleBuilder.helper`.

    The body is emitted for its first argument, which is the builder or has it as `mb`; for the function; and for
    whatever else is given, which is part of the key.
    """

    def decorate(
        emit: Callable[Concatenate[Owner, Fn, Given], Instructions],
    ) -> Callable[Concatenate[Owner, Given], Fn]:
        def declared(owner: Owner, /, *given: Given.args, **named: Given.kwargs) -> Fn:
            mb = cast(ModuleBuilder, getattr(owner, "mb", owner))
            whole = (key, *given, *named.values())
            return mb.helper(whole, params, result, lambda fn: emit(owner, fn, *given, **named))

        return declared

    return decorate
