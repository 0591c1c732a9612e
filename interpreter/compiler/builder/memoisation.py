"""Memoisation: results of functions are cached for the same arguments, until something that they read changes.

A function is kept if it takes more than a few steps, goes through something, and reads nothing but variables, and zones
that it names, and if its parameters are players, teams and symbols, of which there are few. Each combination of
arguments is an *entry*: two bits that say whether its value is there, the value (a list: where it lies), and the steps
that it took, which count each time. While moves are listed, no steps may be counted: a value that was computed then
serves only there. When a variable is set or a card moves that a function reads, all of its entries are forgotten.

    has                bits 0 to 31: the values whose steps are known; bits 32 to 63: those whose steps are not
    value of entry n   of f(player, colour), with 3 colours: n = first entry of f + 3 * player + colour
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import prod

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, AskChoice, End, Expr, Program, Stmt
from ...engines.program.traversal import bodies, end_values, every, every_called, parts, values
from ...language.builtins.definitions import FOLDS
from ...language.builtins.intervals import Range
from ...language.builtins.table import ROWS, Locals
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..passes.value_ranges import Facts
from ..wasm.module import Fn, Module
from ..wasm.statements import copy_cells
from ..wasm.terms import I32, I64, NOTHING, Global, Instructions, Term, const, long

CHEAP = 16
"""A function of no more steps than this is computed each time."""

ENTRIES = 32
"""So many entries there are for all functions."""

FEW = 4
"""A list that a loop asks for again and again is not made anew from one that is kept if it is longer than this; shorter
ones are held in locals (`values.scalar_replacement`)."""

LONGEST = 64
"""Longer lists are not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoTable:
    """What is kept of a function: its first entry, how many values each parameter has, the room of a list; and where
    values, steps and lists lie, entry by entry.
    """

    first: int
    sizes: tuple[int, ...]
    room: int
    values: int
    spent: int
    lists: int

    @property
    def entries(self) -> int:
        """How many there are."""
        return prod(self.sizes)

    @property
    def bits(self) -> int:
        """Their bits."""
        return (((1 << self.entries) - 1) << self.first) * (1 + (1 << ENTRIES))

    def index(self, args: list[Term]) -> Term:
        """The number of the entry of these arguments among those of the function: 64 bits."""
        index: Term = long(0)
        for arg, size in zip(args, self.sizes, strict=True):
            index = arg if index.fixed() == 0 else index * size + arg
        return index

    def fits(self, args: list[Term], ranges: list[Range]) -> Term:
        """Whether arguments have an entry: 32 bits."""
        found: Term = const(1)
        for arg, size, (low, high) in zip(args, self.sizes, ranges, strict=True):
            if low < 0 or high >= size:
                found = arg.ltu(size) if found.fixed() else found & arg.ltu(size)
        return found

    def value(self, index: Term) -> Term:
        """The value of an entry, in 64 bits: of a list, where it lies."""
        return index * (CELL * self.room) + self.lists if self.room else (index.wrap() << 3).load(self.values)

    def steps(self, index: Term) -> Term:
        """The steps that the value took."""
        return (index.wrap() << 3).load(self.spent)

    def keep(self, fn: Fn, index: Term, value: Term | None, steps: Term | None) -> Instructions:
        """Keep a value, with its steps if they are known; a list is copied, unless it has been laid there (None)."""
        cell = index.wrap() << 3
        code = NOTHING if steps is None else cell.store(steps, self.spent)
        if value is None:
            return code
        if not self.room:
            return code + cell.store(value, self.values)
        to = fn.local(I32)
        code += to.set(self.value(index).wrap())
        return code + copy_cells(fn, to, value, value.load32() + 1)


@dataclass(frozen=True, slots=True)
class ReadSet:
    """What a function reads, by name: variables (of cards, too) and families of zones."""

    variables: frozenset[str]
    zones: frozenset[str]

    def __or__(self, other: ReadSet) -> ReadSet:
        return ReadSet(self.variables | other.variables, self.zones | other.zones)


class _AssumedFacts(Facts):
    """What is known of expressions if the value of each function without arguments that is kept takes one step."""

    def __init__(self, program: Program, facts: Facts, kept: Mapping[str, MemoTable]) -> None:
        super().__init__(program, facts.slots, facts.residual)
        self._kept = kept

    def steps(self, expr: Expr, env: Locals) -> int:
        """The greatest number of steps that an expression can take."""
        kept = isinstance(expr, ir.Call) and expr.function in self._kept and not expr.args
        return 1 if kept else super().steps(expr, env)


class Memoiser:
    """The functions of a program that are kept, by name, and what makes them be forgotten."""

    def __init__(self, program: Program, facts: Facts, module: Module, reserve: Callable[[int], int]) -> None:
        self._program = program
        self._has: Global = module.shared(I64)
        self.functions: dict[str, MemoTable] = {}
        self._variables: dict[str, int] = {}
        self._zones = [0] * len(program.layout.zones)
        self._entries, self._uses = 0, CallUses(program)
        self._known: dict[str, ReadSet | None] = {}
        self.once = frozenset(self._uses.once)
        self._all, self._facts, self._reserve = facts, _AssumedFacts(program, facts, self.functions), reserve
        seen = set[str]()
        for name in sorted(self._uses.again, key=lambda name: (self._number_of_entries(name), name)):
            self._look(name, seen)

    def _look(self, name: str, seen: set[str]) -> None:
        """Decide whether a function is kept; before that, those without arguments that it calls."""
        if name in seen or name not in self._uses.again:
            return
        seen.add(name)
        function, many = self._program.functions[name], self._number_of_entries(name)
        for part in every(function.body):
            if isinstance(part, ir.Call) and not part.args:
                self._look(part.function, seen)
        reads, room = self._reads(name), 0
        if function.body.type.base == "list":
            unknown = {p.number: self._facts.unknown(p.type) for p in function.parameters}
            room = 1 + self._facts.longest(function.body, unknown)
        facts = self._all if name in self._uses.repeated and room > 1 + FEW else self._facts
        cheap = facts.function_steps(name) <= CHEAP or not is_expensive(self._program, name)
        if self._entries + many > ENTRIES or cheap or name in self._uses.walked:
            return
        if reads is not None and room <= LONGEST and not function.body.type.is_nested():
            self._add(name, reads, many, room, self._reserve)

    def _add(self, name: str, reads: ReadSet, many: int, room: int, reserve: Callable[[int], int]) -> None:
        parameters = self._program.functions[name].parameters
        self.functions[name] = kept = MemoTable(
            first=self._entries,
            sizes=tuple(self._size(p.type) for p in parameters),
            room=room,
            values=reserve(many),
            spent=reserve(many),
            lists=reserve(many * room),
        )
        self._entries += many
        for variable in reads.variables:
            self._variables[variable] = self._variables.get(variable, 0) | kept.bits
        for number, zone in enumerate(self._program.layout.zones):
            self._zones[number] |= kept.bits if zone.name in reads.zones else 0

    # What is kept -------------------------------------------------------------------------

    def _number_of_entries(self, name: str) -> int:
        """How many there are, one for each combination of arguments; too many where nothing is kept."""
        return prod(self._size(p.type) for p in self._program.functions[name].parameters)

    def _size(self, type: Type) -> int:
        """How many values a parameter has; too many where nothing is kept for each."""
        match type.base:
            case "player":
                return self._program.layout.players
            case "team":
                return self._program.layout.team_count
            case "symbol":
                return len(self._program.layout.enumerations[type.name])
            case _:
                return ENTRIES + 1

    def _reads(self, name: str) -> ReadSet | None:
        """What a function reads, with the functions that it calls; None if it may read anything else."""
        if name not in self._known:
            self._known[name] = self._find_reads(name)
        return self._known[name]

    def _find_reads(self, name: str) -> ReadSet | None:
        found = ReadSet(frozenset(), frozenset())
        for part in every(self._program.functions[name].body):
            match part:
                case ir.Variable(variable, _) | ir.CardVariable(variable, _) if part.type.base != "zone":
                    found |= ReadSet(frozenset((variable,)), frozenset())
                case ir.ZoneOf(zone, _):
                    found |= ReadSet(frozenset(), frozenset((zone,)))
                case ir.Call(called, _):
                    inner = self._reads(called)
                    if inner is None:
                        return None
                    found |= inner
                case ir.Apply(op, (card,)) if ROWS[op].reads == "places":
                    decks = self._program.layout.zones
                    found |= ReadSet(frozenset(), frozenset(z.name for z in decks if z.deck == card.type.name))
                case ir.Const(int() as number) if part.type.base == "zone" and number != NONE:
                    found |= ReadSet(frozenset(), frozenset((self._program.layout.zones[number].name,)))
                case ir.Const() | ir.Local() | ir.If():
                    pass
                case _ if part.type.base == "zone":
                    return None
        return found

    # Code ---------------------------------------------------------------------------------

    def has(self, kept: MemoTable, index: Term, *, counting: bool) -> Term:
        """Whether a value is there, and its steps if they are counted: 32 bits."""
        bits = self._has.get >> (index + kept.first)
        return (bits & 1).wrap() if counting else (bits & (1 | 1 << ENTRIES)).ne(0)

    def note(self, kept: MemoTable, index: Term, *, counting: bool) -> Instructions:
        """From now on a value is there."""
        return self._has.set(self._has.get | (long(1) << (index + kept.first + (0 if counting else ENTRIES))))

    def forget(self) -> Instructions:
        """Forget them all."""
        return self._has.set(0) if self.functions else NOTHING

    def set_variable(self, name: str) -> Instructions:
        """A variable has been set."""
        bits = self._variables.get(name, 0)
        return self._has.set(self._has.get & ~bits) if bits else NOTHING

    @property
    def zones(self) -> list[int]:
        """For each zone the bits that are still valid when its cards have moved."""
        return [~bits for bits in self._zones]

    def moved(self, valid: Term) -> Instructions:
        """Cards of a zone have moved; `valid` is that of `zones`."""
        return self._has.set(self._has.get & valid)


# Which functions are worth keeping: those that may be asked again for the same arguments before anything changes.

Names = frozenset[int]


class CallUses:
    """How the functions of a program are called.

    `again` are those that blocks and effects call (which come again and again in the course of a game), those that are
    called in several places, and those in `repeated`: a loop calls them, directly or through other functions, with
    arguments that have nothing to do with its element. `once` are called in one place; `walked` are of these those
    whose list effects go through, not in a loop: nobody else asks for it.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._places: set[tuple[str, object]] = set()
        self._calls: set[tuple[str, object]] = set()
        self._seen: set[tuple[str, Names, bool]] = set()
        self.walked: set[str] = set()
        self.repeated: set[str] = set()
        self.again: set[str] = set()
        for block in program.blocks:
            self._body(block.body, frozenset(), in_loop=False)
            self._end(block.end)
        for effect in program.effects.values():
            self._body(effect.body, frozenset(), in_loop=False)
        places = Counter(name for name, _ in self._calls)
        self.once = {name for name, many in places.items() if many == 1}
        self.walked &= self.once
        places = Counter(name for name, _ in self._places)
        self.again |= self.repeated | {name for name, many in places.items() if many > 1}

    def _body(self, body: tuple[Stmt, ...], element: Names, *, in_loop: bool) -> None:
        for stmt in body:
            if isinstance(stmt, ir.ForEach) and isinstance(stmt.source, ir.Call) and not in_loop:
                self.walked.add(stmt.source.function)
            self._directly(values(stmt), element, in_loop=in_loop)
            looped = isinstance(stmt, ir.ForEach)
            inner = frozenset((stmt.local.number,)) if isinstance(stmt, ir.ForEach) else element
            for one in bodies(stmt):
                self._body(one, inner, in_loop=in_loop or looped)

    def _end(self, end: End) -> None:
        if isinstance(end, AskBlock):
            for choice in end.choices:
                self._choice(choice)
        else:
            self._directly(end_values(end), frozenset(), in_loop=False)

    def _choice(self, choice: AskChoice) -> None:
        """Its tests are asked for each value of its last argument."""
        last = frozenset(parameter.local.number for parameter in choice.parameters[-1:])
        for parameter in choice.parameters:
            given = (parameter.source, parameter.low, parameter.high)
            self._directly((one for one in given if one is not None), frozenset(), in_loop=False)
            if parameter.where is not None:
                self._directly((parameter.where,), last, in_loop=True)
        self._directly((one.test for one in choice.conditions), last, in_loop=bool(last))

    def _directly(self, exprs: Iterable[Expr], element: Names, *, in_loop: bool) -> None:
        for expr in exprs:
            self.again |= {call.function for call in every(expr) if isinstance(call, ir.Call)}
            self._look(expr, element, in_loop=in_loop)

    def _look(self, expr: Expr, element: Names, *, in_loop: bool) -> None:
        """Look at the calls in an expression; `element` are the names of the loop around it, and what depends on it."""
        match expr:
            case ir.Call():
                self._call(expr, element, in_loop=in_loop)
            case ir.Fold(loops=loops):
                self._look(loops[0].source, element, in_loop=in_loop)
                for place, loop in enumerate(loops):
                    inner = frozenset((loop.local.number,))
                    following = loops[place + 1].source if place + 1 < len(loops) else None
                    for part in (loop.test, following):
                        if part is not None:
                            self._look(part, inner, in_loop=True)
                for part in (expr.body, *expr.keys):
                    self._look(part, frozenset((loops[-1].local.number,)), in_loop=True)
            case _:
                for part in parts(expr):
                    self._look(part, element, in_loop=in_loop)

    def _call(self, call: ir.Call, element: Names, *, in_loop: bool) -> None:
        function = self._program.functions[call.function]
        changing = frozenset(
            parameter.number
            for parameter, arg in zip(function.parameters, call.args, strict=True)
            if any(isinstance(part, ir.Local) and part.number in element for part in every(arg))
        )
        self._calls.add((call.function, call.span))
        if not call.args or not all(isinstance(arg, ir.Const) for arg in call.args):
            self._places.add((call.function, call.span))
        if in_loop and not changing:
            self.repeated.add(call.function)
        for arg in call.args:
            self._look(arg, element, in_loop=in_loop)
        key = call.function, changing, in_loop
        if key not in self._seen:
            self._seen.add(key)
            self._look(function.body, changing, in_loop=in_loop)


def is_expensive(program: Program, name: str) -> bool:
    """Whether a function goes through anything: counting or summing the cards of a zone mostly is algebra on sets."""
    for part in every_called(program.functions[name].body, program.functions.__getitem__):
        match part:
            case ir.Fold(op=op, loops=(ir.Loop(source=ir.Apply(op="cards_of")),)) if FOLDS[op].is_total:
                pass
            case ir.Fold() | ir.Apply(op="card_place"):
                return True
    return False
