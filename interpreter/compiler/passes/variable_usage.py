"""Usage analysis of variables: lists that can lie in memory as bit sets.

Who writes a search for ways keeps in variables what was found so far, and asks only whether something is there. Where
whole games are played inside, and nobody sees a position, such a variable may be a set of numbers below 64:

    reached = distinct([n + 1 for n in reached])     →     bits = bits << 1

That holds for a variable if

- it is only asked whether an element is `in` it, looked through by `any` and `all` with a test that takes no steps and
  cannot fail, copied to another such variable, or gone through in a `distinct` that is written to one;
- nothing else is written to it than such a `distinct`, a known list, a single element, or one more.

So the order of its elements shows nowhere. It cannot always be told before the play whether numbers stay below 64, and
whether one is added twice. Where that happens, a module without sets plays on (`runtime.executor`).
"""

from __future__ import annotations

from collections.abc import Iterable

from ...engines.program.nodes import Expr, Program, Stmt
from ...engines.program.traversal import bodies, every, exprs_of, exprs_outside_effects, parts, values
from ...language.builtins.definitions import FOLDS
from ...language.builtins.intervals import Known, between
from ...language.ir import nodes as ir
from .rewriting import rewrite
from .value_ranges import Facts

WORD = 64
"""Numbers below this are bits of a word."""


@rewrite("bit_sets", "lists that serve as sets are bits", frozenset())
def bit_set_variables(program: Program, facts: Facts) -> frozenset[str]:
    """The names of the variables that may be sets."""
    found = {name for name, cell in program.layout.variables.items() if cell.room and _of_small_numbers(program, name)}
    while found:
        wrong = _UsageWalk(facts, frozenset(found)).wrong_in(program)
        if not wrong:
            break
        found -= wrong
    return frozenset(found)


def _of_small_numbers(program: Program, name: str) -> bool:
    cell = program.layout.variables[name]
    plain = cell.type.item is not None and cell.type.item.base == "integer" and not cell.type.item.optional
    return plain and not cell.type.optional and cell.low <= 0 and cell.high >= WORD - 1


def shifted(fold: ir.Fold) -> ir.Expr | None:
    """How much larger a comprehension makes the elements of its last loop, which has no test; None for others."""
    last = fold.loops[-1]
    match fold.body:
        case ir.Local(number) if number == last.local.number and last.test is None:
            return ir.Const(0, fold.body.type, fold.body.span)
        case ir.Apply("add", (ir.Local(number), by) | (by, ir.Local(number))) if (
            number == last.local.number and last.test is None
        ):
            return None if any(isinstance(one, ir.Local) and one.number == number for one in every(by)) else by
        case _:
            return None


class _UsageWalk:
    """Goes through all of a program; `wrong` are the names of those that may not be sets.

    Each named effect is gone through once for the same knowledge of its arguments.
    """

    def __init__(self, facts: Facts, names: frozenset[str]) -> None:
        self.facts = facts
        self.names = names
        self.wrong: set[str] = set()
        self._run: set[tuple[object, ...]] = set()

    def wrong_in(self, program: Program) -> set[str]:
        """The names of those that may not be sets."""
        for block in program.blocks:
            self._body(block.body, {})
        self._reads((expr for _, expr in exprs_outside_effects(program, texts=False)), {})
        return self.wrong

    # Effects ------------------------------------------------------------------------------

    def _effect(self, name: str, env: dict[int, Known]) -> None:
        key = (name, *env.items())
        if key not in self._run:
            self._run.add(key)
            self._body(self.facts.program.effects[name].body, env)

    def _body(self, body: tuple[Stmt, ...], env: dict[int, Known]) -> None:
        for stmt in body:
            if isinstance(stmt, ir.SetVariable) and stmt.name in self.names:
                if stmt.owner is not None:
                    self._reads((stmt.owner,), env)
                    if self.facts.may_be_none(stmt.owner, env):
                        self.wrong.add(stmt.name)
                self._written(stmt.name, stmt.value, env)
                continue
            self._reads(values(stmt), env)
            inner = dict(env)
            if isinstance(stmt, ir.ForEach):
                inner[stmt.local.number] = self.facts.element(stmt.source, env)
            for one in bodies(stmt):
                self._body(one, dict(inner))
            if isinstance(stmt, ir.Let):
                env[stmt.local.number] = self.facts.bound(stmt, env)
            if isinstance(stmt, ir.Run):
                parameters = self.facts.program.effects[stmt.effect].parameters
                pairs = zip(parameters, stmt.args, strict=True)
                self._effect(stmt.effect, {one.number: self.facts.known(arg, env) for one, arg in pairs})

    def _written(self, name: str, value: ir.Expr, env: dict[int, Known]) -> None:
        """What is written to a variable; whatever it may not hold as a set makes it wrong."""
        match value:
            case ir.Const(tuple() as known) if len(set(known)) == len(known) and all(0 <= n < WORD for n in known):
                pass
            case ir.ListOf(items) if len(items) < 2 and all(self._fits(one, env) for one in items):
                self._reads(items, env)
            case ir.If(test, yes, no):
                self._reads((test,), env)
                self._written(name, yes, env)
                self._written(name, no, env)
            case ir.Variable(other) if other in self.names:
                self._read(value, env)
            case ir.Apply("join", (ir.Variable(other) as start, ir.ListOf((one,)))) if (
                other in self.names and self._fits(one, env)
            ):
                self._read(start, env)
                self._reads((one,), env)
            case ir.Apply("distinct", (ir.Fold(op="list") as fold,)):
                inner = self._looped(fold, env, whole=True)
                if not self._fits(fold.body, inner, WORD):
                    self.wrong.add(name)
            case _:
                self.wrong.add(name)
                self._reads((value,), env)

    def _fits(self, element: ir.Expr, env: dict[int, Known], besides: int = 0) -> bool:
        """Whether a number is one of a set, or so little `besides` that it mostly may be."""
        low, high = self.facts.range(element, env)
        return low >= -besides and high < WORD + besides

    # Expressions --------------------------------------------------------------------------

    def _reads(self, exprs: Iterable[Expr], env: dict[int, Known]) -> None:
        for expr in exprs:
            match expr:
                case ir.Variable(name) if name in self.names:
                    self.wrong.add(name)
                case ir.Apply("in", (what, ir.Variable(name) as where)) if name in self.names:
                    self._reads((what,), env)
                    self._read(where, env)
                case ir.Fold():
                    self._looped(expr, env, whole=False)
                case _:
                    self._reads(parts(expr), env)

    def _read(self, variable: ir.Variable, env: dict[int, Known]) -> None:
        """A variable is read in a way that a set allows, unless it may be nobody's."""
        if variable.owner is not None:
            self._reads((variable.owner,), env)
            if self.facts.may_be_none(variable.owner, env):
                self.wrong.add(variable.name)

    def _looped(self, fold: ir.Fold, env: dict[int, Known], *, whole: bool) -> dict[int, Known]:
        """What is known within a comprehension; if `whole`, it goes through all elements, in whatever order."""
        inner = dict(env)
        for loop in fold.loops:
            source, local = loop.source, loop.local.number
            inner[local] = self.facts.element(source, inner)
            if isinstance(source, ir.Variable) and source.name in self.names:
                self._read(source, inner)
                inner[local] = between(0, WORD - 1)
                asks = FOLDS[fold.op].body == "boolean" and loop is fold.loops[-1]
                tests = (one for one in (loop.test, fold.body) if one is not None)
                if not whole and not (asks and all(self._is_safe(test, inner) for test in tests)):
                    self.wrong.add(source.name)
            else:
                self._reads((source,), inner)
            self._reads(() if loop.test is None else (loop.test,), inner)
        self._reads((fold.body, *fold.keys), inner)
        return inner

    def _is_safe(self, test: Expr, env: dict[int, Known]) -> bool:
        """Whether a test takes no steps and cannot fail, so that it does not show for which elements it was asked."""
        return self.facts.steps(test, env) == 0 and self.facts.cannot_fail(test, env)


def single_card_families(program: Program) -> frozenset[str]:
    """The families of zones of which it is asked for the only card: they mostly hold one."""
    asked = (part for _, one in exprs_of(program, texts=False) for part in every(one) if isinstance(part, ir.Apply))
    return frozenset(zone.name for one in asked if one.op == "only" for zone in one.args if isinstance(zone, ir.ZoneOf))
