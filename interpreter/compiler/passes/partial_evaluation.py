"""Partial evaluation: what is left of a test when some of its names are known, such as a card by what is printed on it.

Whatever follows from them is worked out before the play, and functions of the author become parts of the test:

    pays(me, b, paid)            with a card for b and two cards for paid:    true
                                 with another one in their place:             false
                                 with a third:                                what `may me.spare(c)` is, in the position

So a test of many cards, or of many ways to choose some, comes to very few questions that are asked in the position. It
must be a test in which nothing can go wrong (`is_sure`): parts that do not matter are left out.
"""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.events import PlayError
from ...engines.program.nodes import Expr, Slot, SlotList, as_expr
from ...engines.program.traversal import bound, chain, every, parts, structural_key, with_parts
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Machine, Value
from ...language.builtins.definitions import FOLDS
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN, NONE

FRESH = 1 << 20
"""The names of loops that are left are numbered from here on, outer loops first."""

MOST_TURNS = 32
"""Loops through more known values are left as they are."""

KnownNames = dict[int, ir.Expr]
"""What each name stands for: a constant, or something that is cheap to compute again."""


class Undecided(Exception):
    """Something cannot be worked out before the play."""


class PartialEvaluator:
    """Answers for one program. What functions are worth for the same arguments is worked out once.

    `untouched` is a table where nothing has happened. `residual_tests` is for those who ask for tests of many things:
    what was found, by any key, with the test.
    """

    def __init__(self, untouched: Machine) -> None:
        self._code, self._table = untouched.code, untouched
        self._needs: dict[int, tuple[Expr, frozenset[int] | None]] = {}
        self._closures: dict[int, Value] = {}
        self._values: dict[object, int | tuple[int, ...]] = {}
        self._bodies: dict[object, ir.Expr] = {}
        self.divided: dict[object, tuple[Expr, ResidualTests | None]] = {}

    def left(self, expr: Expr, env: KnownNames) -> ir.Expr | None:
        """What is left of an expression; None where something in it cannot be worked out."""
        try:
            return self.of(expr, env)
        except Undecided:
            return None

    def of(self, expr: Expr, env: KnownNames, depth: int = 0) -> ir.Expr:
        """What is left of an expression; `depth` is how many loops that are left it is in."""
        match expr:
            case ir.Const():
                return expr
            case ir.Local(number):
                return env.get(number, expr)
            case _ if self._is_known(expr, env):
                return self._computed(expr, env)
            case ir.Apply(op, (one, other)) if ROWS[op].is_connective:
                first = self.of(one, env, depth)
                return first if _is(first, op == "or") else joined(op, first, self.of(other, env, depth))
            case ir.Apply("not", (one,)):
                return negated(self.of(one, env, depth))
            case ir.Call():
                return self._called(expr, env, depth)
            case ir.Fold(op=op) if FOLDS[op].body == "boolean":
                return self._quantified(expr, 0, env, depth)
            case ir.Fold():
                return self._fold(expr, env, depth)
            case Slot() | SlotList():
                return as_expr(expr)
            case _:
                return self._settled(with_parts(expr, lambda e: self.of(e, env, depth), lambda local: local))

    def may_hold(self, test: Expr, env: KnownNames) -> bool:
        """Whether a test may hold in some position."""
        left = self.left(test, env)
        return left is None or not _is(left, False)

    def names(self, expr: Expr) -> bool:
        """Whether an expression has names that stand for nothing."""
        inside = {local.number for local in bound(expr)}
        return any(isinstance(part, ir.Local) and part.number not in inside for part in every(expr))

    # Values -------------------------------------------------------------------------------

    def needs(self, expr: Expr) -> frozenset[int] | None:
        """The names from which the value of an expression follows; None if it depends on the position, too."""
        if id(expr) not in self._needs:
            self._needs[id(expr)] = expr, self._find_needs(expr)
        return self._needs[id(expr)][1]

    def _find_needs(self, expr: Expr) -> frozenset[int] | None:
        found, inside = set[int](), {local.number for local in bound(expr)}
        for part in every(expr):
            match part:
                case ir.Local(number, changes=False):
                    found.add(number)
                case ir.Apply(op) if ROWS[op].is_foldable and not part.type.is_nested():
                    pass
                case ir.Call(name) if self.needs(self._code.program.functions[name].body) is not None:
                    pass
                case ir.Const() | ir.Option() | ir.AttributeOf() | ir.If() | ir.ListOf():
                    pass
                case ir.Fold() if not part.type.is_nested():
                    pass
                case _:
                    return None
        return frozenset(found - inside)

    def _is_known(self, expr: Expr, env: KnownNames) -> bool:
        needs = self.needs(expr)
        return needs is not None and all(isinstance(env.get(number), ir.Const) for number in needs)

    def _computed(self, expr: Expr, env: KnownNames) -> ir.Const:
        """The value, as the reference executor finds it on a table where nothing has happened."""
        needs = self.needs(expr)
        assert needs is not None
        given = {number: value.value for number in needs if isinstance(value := env[number], ir.Const)}
        key = id(expr), *sorted(given.items())
        if key not in self._values:
            if id(expr) not in self._closures:
                self._closures[id(expr)] = compile_expr(self._code, expr)
            try:
                with self._table.aside():
                    found = self._closures[id(expr)](self._table, given)
            except PlayError as error:
                raise Undecided from error
            self._values[key] = tuple(map(int, found)) if isinstance(found, tuple | list) else int(found)
        return ir.Const(self._values[key], expr.type, expr.span)

    def _settled(self, expr: ir.Expr) -> ir.Expr:
        """The value, if all parts have become known."""
        inside = parts(expr)
        known = inside and all(isinstance(part, ir.Const) for part in inside) and self.needs(expr) is not None
        return self._computed(expr, {}) if known else expr

    # Functions ----------------------------------------------------------------------------

    def _called(self, call: ir.Call, env: KnownNames, depth: int) -> ir.Expr:
        """The body of a function, if more is known of an argument than the rules say, and the others are cheap."""
        args = tuple(self.of(arg, env, depth) for arg in call.args)
        learnt = any(isinstance(arg, ir.Const) and arg is not was for arg, was in zip(args, call.args, strict=True))
        if not learnt or not all(isinstance(arg, ir.Const | ir.Local | Slot) for arg in args):
            return ir.Call(call.function, args, call.type, call.span)
        key = (call.function, args, depth)
        if key not in self._bodies:
            function = self._code.program.functions[call.function]
            names = {p.number: arg for p, arg in zip(function.parameters, args, strict=True)}
            self._bodies[key] = self.of(function.body, names, depth)
        return self._bodies[key]

    # Comprehensions -----------------------------------------------------------------------

    def _quantified(self, fold: ir.Fold, place: int, env: KnownNames, depth: int) -> ir.Expr:
        """`any` or `all` from a loop on: known elements one after the other, others as a loop."""
        if place == len(fold.loops):
            return self.of(fold.body, env, depth)
        loop, some = fold.loops[place], fold.op == "any"
        source = self.of(loop.source, env, depth)
        if isinstance(source, ir.Const) and isinstance(source.value, tuple) and len(source.value) <= MOST_TURNS:
            found: ir.Expr = truth(not some, fold.span)
            for value in source.value:
                inner: KnownNames = {**env, loop.local.number: ir.Const(value, loop.local.type, loop.local.span)}
                found = joined("or" if some else "and", found, self._turn(fold, place, inner, depth))
            return found
        local = ir.Local(FRESH + depth, loop.local.name, loop.local.type, loop.local.span)
        inner = {**env, loop.local.number: local}
        test = truth(True, fold.span) if loop.test is None else self.of(loop.test, inner, depth + 1)
        here = self._quantified(fold, place + 1, inner, depth + 1)
        if _is(test, False) or _is(here, not some):
            return truth(not some, fold.span)
        left = ir.Loop(local, source, None if _is(test, True) else test)
        if any(isinstance(part, ir.Local) and part.number == local.number for part in every(here)):
            return ir.Fold(op=fold.op, loops=(left,), body=here, keys=(), type=fold.type, span=fold.span)
        true = truth(True, fold.span)
        there = ir.Fold(op="any", loops=(left,), body=true, keys=(), type=BOOLEAN, span=fold.span)
        return joined("and", there, here) if some else joined("or", negated(there), here)

    def _turn(self, fold: ir.Fold, place: int, env: KnownNames, depth: int) -> ir.Expr:
        """What one element says, with its test."""
        test, here = fold.loops[place].test, self._quantified(fold, place + 1, env, depth)
        if test is None:
            return here
        passes = self.of(test, env, depth)
        return joined("and", passes, here) if fold.op == "any" else joined("or", negated(passes), here)

    def _fold(self, fold: ir.Fold, env: KnownNames, depth: int) -> ir.Expr:
        loops, inner = list[ir.Loop](), dict(env)
        for loop in fold.loops:
            source = self.of(loop.source, inner, depth)
            local = ir.Local(FRESH + depth, loop.local.name, loop.local.type, loop.local.span)
            depth, inner = depth + 1, {**inner, loop.local.number: local}
            loops.append(ir.Loop(local, source, None if loop.test is None else self.of(loop.test, inner, depth)))
        body, keys = self.of(fold.body, inner, depth), tuple(self.of(key, inner, depth) for key in fold.keys)
        return ir.Fold(op=fold.op, loops=tuple(loops), body=body, keys=keys, type=fold.type, span=fold.span)


# Tests ------------------------------------------------------------------------------------


def truth(value: bool, span: Span) -> ir.Const:
    """True or false."""
    return ir.Const(int(value), BOOLEAN, span)


def _is(expr: ir.Expr, value: bool) -> bool:
    return isinstance(expr, ir.Const) and bool(expr.value) is value


def negated(test: ir.Expr) -> ir.Expr:
    """`not test`"""
    if isinstance(test, ir.Const):
        return truth(not test.value, test.span)
    return ir.Apply("not", (test,), BOOLEAN, test.span)


def joined(op: str, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """`one and other`, or `one or other`; nothing can go wrong in either of them."""
    decides = op == "or"
    if _is(one, decides) or _is(other, not decides) or structural_key(one) == structural_key(other):
        return one
    return other if _is(other, decides) or _is(one, not decides) else ir.Apply(op, (one, other), BOOLEAN, one.span)


def names_a_card(expr: Expr) -> bool:
    """Whether an expression names a certain card, and not only its kind."""
    for part in every(expr):
        if isinstance(part, ir.Const) and (part.type.item or part.type).base == "card":
            values = part.value if isinstance(part.value, tuple) else (part.value,)
            if any(value != NONE for value in values):
                return True
    return False


# Divided ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResidualTest:
    """A question that is left to the position, and for which things its answer counts."""

    test: ir.Expr
    items: frozenset[int]


@dataclass(frozen=True, slots=True)
class ResidualTests:
    """What passes a test, by numbers: some things do; others if one of their questions is answered with yes."""

    sure: frozenset[int]
    asked: tuple[ResidualTest, ...]


def residual_tests(found: dict[int, ir.Expr], most: int) -> ResidualTests | None:
    """What passes a test, where this is left of it for each thing; None if that is more than so many questions."""
    sure, tests, items = set[int](), dict[object, ir.Expr](), dict[object, set[int]]()
    for item, left in found.items():
        if isinstance(left, ir.Const):
            sure |= {item} if left.value else set()
            continue
        if names_a_card(left):
            return None
        for part in chain(left, "or"):
            key = structural_key(part)
            tests.setdefault(key, part)
            items.setdefault(key, set()).add(item)
    if len(tests) > most:
        return None
    return ResidualTests(frozenset(sure), tuple(ResidualTest(tests[key], frozenset(items[key])) for key in tests))
