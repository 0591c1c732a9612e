"""What functions yield is kept: computed once for the same arguments, until something that they read changes.

A function is kept if it takes more than a few steps, reads nothing but variables, and zones that it names, and has no
parameters but players, teams and symbols, of which there are few. Each combination of arguments is an *entry*: a bit
that says whether its value is there, the value (a list: where it lies), and the steps that it took, which count each
time. When a variable is set or a card moves that a function reads, all of its entries are forgotten.

    has                a bit an entry, 64 at most for all functions
    value of entry n   of f(player, colour), with 3 colours: n = first entry of f + 3 * player + colour
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import NONE, Type
from ...program.compact import CELL
from ...program.nodes import Program
from ...program.walk import every
from ..wasm.bulk import copy_cells
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn, Module
from ..wasm.term import I32, I64, Global, Term, long
from .facts import Facts
from .uses import asked_again, takes_long

CHEAP = 16
"""A function of no more steps than this is computed each time."""

ENTRIES = 64
"""So many entries there are for all functions."""

LONGEST = 64
"""Longer lists are not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept of a function: its first entry, how many values each parameter has, the room of a list; and where
    values, steps and lists lie, entry by entry."""

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
        return ((1 << self.entries) - 1) << self.first

    def index(self, args: list[Term]) -> Term:
        """The number of the entry of these arguments among those of the function: 64 bits."""
        index: Term = long(0)
        for arg, size in zip(args, self.sizes, strict=True):
            index = arg if index.fixed() == 0 else index * size + arg
        return index

    def value(self, index: Term) -> Term:
        """The value of an entry, in 64 bits."""
        return (index.wrap() << 3).load(self.values)

    def steps(self, index: Term) -> Term:
        """The steps that the value took."""
        return (index.wrap() << 3).load(self.spent)

    def keep(self, fn: Fn, index: Term, value: Term, steps: Term) -> Instructions:
        """Keep a value; a list is copied."""
        cell = index.wrap() << 3
        code = cell.store(steps, self.spent)
        if not self.room:
            return code + cell.store(value, self.values)
        to = fn.local(I32)
        code += to.set(index.wrap() * (CELL * self.room) + self.lists) + cell.store(to, self.values)
        return code + copy_cells(fn, to, value, value.load32() + 1)


@dataclass(frozen=True, slots=True)
class Reads:
    """What a function reads, by name: variables (of cards, too) and families of zones."""

    variables: frozenset[str]
    zones: frozenset[str]

    def __or__(self, other: Reads) -> Reads:
        return Reads(self.variables | other.variables, self.zones | other.zones)


class Keeper:
    """The functions of a program that are kept, by name, and what makes them be forgotten."""

    def __init__(self, program: Program, facts: Facts, module: Module, reserve: Callable[[int], int]) -> None:
        self._program = program
        self._has: Global = module.shared(I64)
        self.functions: dict[str, Kept] = {}
        self._variables: dict[str, int] = {}
        self._zones = [0] * len(program.layout.zones)
        entries = 0
        for name in sorted(asked_again(program) & program.functions.keys(), key=self._order):
            function, many = program.functions[name], self._number_of_entries(name)
            if entries + many > ENTRIES or facts.function_steps(name) <= CHEAP or not takes_long(program, name):
                continue
            reads, room = self._reads(name), 0
            if function.body.type.base == "list":
                room = 1 + facts.longest(function.body, {p.number: facts.unknown(p) for p in function.parameters})
            if reads is None or room > LONGEST or function.body.type.is_nested():
                continue
            kept = Kept(
                first=entries,
                sizes=tuple(self._size(p.type) for p in function.parameters),
                room=room,
                values=reserve(many),
                spent=reserve(many),
                lists=reserve(many * room),
            )
            self.functions[name] = kept
            entries += many
            for variable in reads.variables:
                self._variables[variable] = self._variables.get(variable, 0) | kept.bits
            for number, zone in enumerate(program.layout.zones):
                self._zones[number] |= kept.bits if zone.name in reads.zones else 0

    # What is kept -------------------------------------------------------------------------

    def _order(self, name: str) -> tuple[int, str]:
        return self._number_of_entries(name), name

    def _number_of_entries(self, name: str) -> int:
        return prod(self._size(parameter.type) for parameter in self._program.functions[name].parameters)

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

    def _reads(self, name: str) -> Reads | None:
        """What a function reads, with the functions that it calls; None if it may read anything else."""
        found = Reads(frozenset(), frozenset())
        for part in every(self._program.functions[name].body):
            match part:
                case ir.Variable(variable, _) | ir.CardVariable(variable, _) if part.type.base != "zone":
                    found |= Reads(frozenset((variable,)), frozenset())
                case ir.ZoneOf(zone, _):
                    found |= Reads(frozenset(), frozenset((zone,)))
                case ir.Call(called, _):
                    inner = self._reads(called)
                    if inner is None:
                        return None
                    found |= inner
                case ir.Apply("card_place" | "zone_of", (card,)):
                    decks = self._program.layout.zones
                    found |= Reads(frozenset(), frozenset(z.name for z in decks if z.deck == card.type.name))
                case ir.Const(int() as number) if part.type.base == "zone" and number != NONE:
                    found |= Reads(frozenset(), frozenset((self._program.layout.zones[number].name,)))
                case ir.Const() | ir.Local() | ir.If():
                    pass
                case _ if part.type.base == "zone":
                    return None
                case _:
                    pass
        return found

    # Code ---------------------------------------------------------------------------------

    def has(self, kept: Kept, index: Term) -> Term:
        """Whether a value is there: 32 bits."""
        return ((self._has.get >> (index + kept.first)) & 1).wrap()

    def note(self, kept: Kept, index: Term) -> Instructions:
        """From now on a value is there."""
        return self._has.set(self._has.get | (long(1) << (index + kept.first)))

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
