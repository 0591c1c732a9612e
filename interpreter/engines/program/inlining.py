"""Inlining of the effects in which the play can stop, so that one procedure is left, and the renumbering of locals.

Why: a position must be a flat row of numbers that can be saved, compared and resumed. If an effect could stop while
another one waits for it, a position would need a stack of return addresses and locals. With every such effect
inlined, one block number says where the play is. So are effects that hold an `Exit` or run forever: jumps exist in
that one procedure only. All other effects stay as they are and are called.

Nothing recurses (the type checker sees to it), so this ends; but it may double at each level, hence `MOST_EFFECTS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import count

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from .specialisation import configuration_error
from .traversal import all_effects, with_parts, with_values

MOST_EFFECTS = 100_000
"""How many effects the one procedure may have."""

INLINED = ".run"
"""The scope around an inlined effect: its names hold only inside."""


@dataclass(slots=True)
class Inliner:
    """Inlines effects: `effects` are those of the game, specialised, `triggers` the names of those that may wait.

    `numbers` gives every local of the result a number of its own.
    """

    effects: dict[str, ir.Effect]
    triggers: tuple[str, ...]
    numbers: Iterator[int] = field(default_factory=count)
    stopping: dict[str, bool] = field(default_factory=dict)
    inside_trigger: bool = False
    written: int = 0
    trigger_size: int = 0

    def unfold(self, body: tuple[ir.Stmt, ...]) -> InlinedGame:
        """The game from its first effect to its last, in one piece.

        Raises `SpecError` (E771) where that becomes far too long: effects that run others twice,
        which run others twice, and so on.
        """
        # The effects of all triggers; they count where they are run, once for each loop.
        self.inside_trigger = True
        triggers = tuple(self._trigger(self.effects[name]) for name in self.triggers)
        self.inside_trigger = False
        self.trigger_size, self.written = self.written, 0
        return InlinedGame(self._body(body, Renamer(self.numbers)), triggers)

    def stops(self, name: str) -> bool:
        """Whether an effect has to be inlined."""
        if name not in self.stopping:
            self.stopping[name] = any(map(self._stops, all_effects(self.effects[name].body)))
        return self.stopping[name]

    def _stops(self, stmt: object) -> bool:
        match stmt:
            case ir.Ask() | ir.Settle() | ir.Random() | ir.Exit() | ir.Forever():
                return True
            case ir.RunTriggers():
                return bool(self.triggers)
            case ir.Run(name):
                return self.stops(name)
            case _:
                return False

    def structured(self, effect: ir.Effect) -> ir.Effect:
        """An effect that is called, without triggers where the game has none."""
        names = Renamer(count())
        parameters = tuple(names.local(p) for p in effect.parameters)
        return replace(effect, parameters=parameters, body=self._body(effect.body, names))

    def _body(self, body: tuple[ir.Stmt, ...], names: Renamer) -> tuple[ir.Stmt, ...]:
        return tuple(changed for stmt in body for changed in self._stmt(stmt, names))

    def _stmt(self, stmt: ir.Stmt, names: Renamer) -> Iterator[ir.Stmt]:
        self._count(1, stmt.span)
        match stmt:
            case ir.Run(name) if self.stops(name):
                yield self._inlined(stmt, self.effects[name], names)
            case ir.RunTriggers():
                # A trigger that is set off by a trigger waits with the others: the loop needs no loop inside.
                if self.triggers and not self.inside_trigger:
                    self._count(self.trigger_size, stmt.span)
                    yield stmt
            case ir.Enqueue() if not self.triggers:
                pass
            case _:
                yield with_values(stmt, names.expr, lambda body: self._body(body, names), names.local)

    def _inlined(self, run: ir.Run, effect: ir.Effect, names: Renamer) -> ir.Scope:
        """Compute the arguments once, in order; then run the effect under names of its own."""
        inner = Renamer(self.numbers)
        lets = tuple(
            ir.Let(inner.local(parameter), names.expr(arg), run.span)
            for parameter, arg in zip(effect.parameters, run.args, strict=True)
        )
        return ir.Scope(INLINED, (*lets, *self._body(effect.body, inner)), run.span)

    def _trigger(self, effect: ir.Effect) -> TriggerBody:
        names = Renamer(self.numbers)
        parameters = tuple(names.local(p) for p in effect.parameters)
        return TriggerBody(parameters, self._body(effect.body, names))

    def _count(self, effects: int, span: Span) -> None:
        self.written += effects
        if self.written > MOST_EFFECTS:
            configuration_error("E771", f"the rules expand to more than {MOST_EFFECTS} effects", span)


# What inlining leaves: the one procedure that can stop, and the effects of the triggers that may wait.


@dataclass(frozen=True, slots=True)
class TriggerBody:
    """The effect of one trigger; its arguments are bound to the parameters."""

    parameters: tuple[ir.Local, ...]
    body: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class InlinedGame:
    """The game in one piece, with no call left that can stop.

    `triggers` holds the effect of each trigger once, by number. Wherever `main` says `RunTriggers`, `cut` writes a
    loop over the waiting triggers, with a copy of these effects under names of its own.
    """

    main: tuple[ir.Stmt, ...]
    triggers: tuple[TriggerBody, ...]


# Locals get new numbers: fresh ones where a body replaces its call, or from 0 on.


@dataclass(slots=True)
class Renamer:
    """Gives each local a new number from `numbers`, the same one each time it meets it."""

    numbers: Iterator[int]
    names: dict[int, int] = field(default_factory=dict)

    def local(self, local: ir.Local) -> ir.Local:
        """The local under its new number."""
        number = self.names.get(local.number)
        if number is None:
            number = self.names[local.number] = next(self.numbers)
        return local if number == local.number else ir.Local(number, local.name, local.type, local.span, local.changes)

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """The expression with its locals renamed."""
        return self.local(expr) if isinstance(expr, ir.Local) else with_parts(expr, self.expr, self.local)

    def body(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """A block of effects with its locals renamed."""
        return tuple(with_values(stmt, self.expr, self.body, self.local) for stmt in body)


def from_zero() -> Renamer:
    """A renamer that numbers locals from 0, in the order in which it meets them."""
    return Renamer(count())


def flat(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """A block of effects without its `Scope`s. None may contain an `Exit`, so they have nothing left to say."""
    result: list[ir.Stmt] = []
    for stmt in body:
        if isinstance(stmt, ir.Scope):
            result.extend(flat(stmt.body))
        else:
            result.append(with_values(stmt, _same, flat, _same_local))
    return tuple(result)


def _same(expr: ir.Expr) -> ir.Expr:
    return expr


def _same_local(local: ir.Local) -> ir.Local:
    return local


def function_from_zero(function: ir.Function) -> ir.Function:
    """A function with its locals numbered from 0, parameters first."""
    names = from_zero()
    parameters = tuple(names.local(p) for p in function.parameters)
    return replace(function, parameters=parameters, body=names.expr(function.body))


def effect_from_zero(effect: ir.Effect) -> ir.Effect:
    """An effect with its locals numbered from 0, parameters first, and without scopes."""
    names = from_zero()
    parameters = tuple(names.local(p) for p in effect.parameters)
    return replace(effect, parameters=parameters, body=names.body(flat(effect.body)))


def lone_expr(bound: tuple[ir.Local, ir.Expr]) -> tuple[ir.Local, ir.Expr]:
    """An expression over one name, with its locals numbered from 0, that name first."""
    names = from_zero()
    return names.local(bound[0]), names.expr(bound[1])
