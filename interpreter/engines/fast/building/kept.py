"""Functions without arguments are kept: computed once, until something that they read changes.

A function is kept if it takes more than a few steps and reads nothing but variables, and zones that it names. Of each
three globals are kept: whether its value is there, the value, and the steps that it took, which count each time. When
a variable is set or a card moves that one of them reads, all are forgotten.
"""

from __future__ import annotations

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import Program
from ...program.walk import every
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Module
from ..wasm.term import I32, I64, Global, Term
from .facts import Facts

CHEAP = 16
"""A function of no more steps than this is computed each time."""

WHEREVER = frozenset(("zone_of", "card_place"))
"""Builtins that read where a card is, in whatever zone."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a function."""

    has: Global
    value: Global
    spent: Global


@dataclass(frozen=True, slots=True)
class Reads:
    """What a function reads, by name: variables (of cards, too) and families of zones."""

    variables: frozenset[str]
    zones: frozenset[str]


class Keeper:
    """The functions of a program that are kept, by name, and what makes them be forgotten."""

    def __init__(self, program: Program, facts: Facts, module: Module) -> None:
        self._program = program
        self.functions: dict[str, Kept] = {}
        self.variables: set[str] = set()
        zones: set[str] = set()
        for name, function in program.functions.items():
            if function.parameters or function.body.type.base == "list" or facts.function_steps(name) <= CHEAP:
                continue
            reads = self._reads(name)
            if reads is not None:
                self.functions[name] = Kept(module.shared(I32), module.shared(I64), module.shared(I64))
                self.variables |= reads.variables
                zones |= reads.zones
        self.zones = [zone.name in zones for zone in program.layout.zones]

    def _reads(self, name: str) -> Reads | None:
        """What a function reads, with the functions that it calls; None if it may read anything else."""
        variables, zones = set[str](), set[str]()
        for part in every(self._program.functions[name].body):
            match part:
                case ir.Variable(variable, _) | ir.CardVariable(variable, _):
                    variables.add(variable)
                case ir.ZoneOf(zone, _):
                    zones.add(zone)
                case ir.Call(called, _):
                    inner = self._reads(called)
                    if inner is None:
                        return None
                    variables |= inner.variables
                    zones |= inner.zones
                case ir.Apply(op, _) if op in WHEREVER:
                    return None
                case _ if part.type.base == "zone":
                    return None
                case _:
                    pass
        return Reads(frozenset(variables), frozenset(zones))

    def forget(self) -> Instructions:
        """Forget them all."""
        return sequence(one.has.set(0) for one in self.functions.values())

    def set_variable(self, name: str) -> Instructions:
        """A variable has been set."""
        return self.forget() if name in self.variables else NOTHING

    def moved(self, is_read: Term) -> Instructions:
        """Cards of a zone have moved; `is_read` says whether it is one of `zones`."""
        return if_(is_read, self.forget()) if any(self.zones) else NOTHING
