"""Code motion: loop-invariant divisions are hoisted; and values that may be computed early since they cannot fail.

    for n in 1..9: if x mod 5 == n: …     →     y = x mod 5;  for n in 1..9: if y == n: …

The loop is emitted twice. What is emitted first only shows which divisions there are; it is thrown away. They are
made whether they are needed or not, so nothing may go wrong in them, and this is done only where no steps are counted.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engines.program.nodes import Expr, Stmt
from ...engines.program.traversal import all_effects, bodies, every, every_called, parts, values
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ..builder.function_builder import Bindings, FunctionBuilder
from ..passes.rewriting import rewrite, rewriting
from ..wasm.terms import NOTHING, Instructions, Term, Var
from .conditions import FEW_PARTS, cheap_size

MOST_AHEAD = 8
"""So many values are worked out before one loop."""

Key = tuple[object, ...]
"""What a value is made of: equal for values that are the same before the loop and in each turn."""


Found = dict[Key, tuple[Expr, Bindings]]
"""Values, and the names that they know."""


@rewrite("hoist_divisions", "divisions go out of a loop")
def hoist_divisions(fb: FunctionBuilder, loop: ir.ForEach, emit: Callable[[], Instructions]) -> Instructions | None:
    """The loop that `emit` emits, behind the divisions in it that stay the same; None where there are none."""
    written = None if fb.counting or fb.is_trial else _written(fb, loop)
    if written is None or not _may_stay(fb, loop, written):
        return None
    stays = _Invariance(fb, len(fb.fn.params) + len(fb.fn.locals), written)
    found, code, ahead = divisions(fb, stays, emit), NOTHING, dict[Key, Var]()
    if not found:
        return None
    for key, (node, names) in found.items():
        with fb.scope(names):
            value = fb.expr(node)
        ahead[key] = fb.fn.local(value.type)
        code += ahead[key].set(value)
    outer = fb.at_hand

    def look_up(node: Expr) -> Term | None:
        there, key = outer(node), stays.key(node)
        return ahead.get(key) if there is None and key is not None else there

    fb.at_hand = look_up
    code += emit()
    fb.at_hand = outer
    return code


def divisions(fb: FunctionBuilder, stays: _Invariance, emit: Callable[[], Instructions]) -> Found:
    """The divisions that stay the same, found by emitting the loop to no end."""
    outer, copies, found = fb.at_hand, fb.copies, Found()

    def note(node: Expr) -> Term | None:
        there, key = outer(node), stays.key(node)
        if there is not None or key is None or (key not in found and len(found) == MOST_AHEAD):
            return there
        found.setdefault(key, (node, dict(fb.names)))
        return fb.local(node.type)

    fb.at_hand, fb.is_trial = note, True
    with rewriting():  # nobody is told of rules that fit in it
        emit()
    fb.at_hand, fb.is_trial, fb.copies = outer, False, copies
    return found


class _Invariance:
    """Which values stay the same in a loop: those of variables that are not `written` in it, and of locals that were
    there `before` it."""

    def __init__(self, fb: FunctionBuilder, before: int, written: frozenset[str]) -> None:
        self._fb = fb
        self._before = before
        self._written = written
        self._divide: dict[int, bool] = {}

    def key(self, node: Expr) -> Key | None:
        """What a quick value with a division is made of; None of others, and if it may change."""
        fb = self._fb
        if id(node) not in self._divide:
            self._divide[id(node)] = divides(fb, node)
        if not self._divide[id(node)] or not 0 < cheap_size(fb, node, fb.known()) <= FEW_PARTS:
            return None
        return self._key(node, {number: self._name(name.term) for number, name in fb.names.items()})

    def _name(self, term: Term) -> Key | None:
        if term.fixed() is not None:
            return "number", term.fixed()
        return ("local", term.index) if isinstance(term, Var) and term.index < self._before else None

    def _key(self, node: Expr, names: dict[int, Key | None]) -> Key | None:
        head: Key
        match node:
            case ir.Local(number):
                return names.get(number)
            case ir.Const(value):
                return "number", value
            case ir.Variable(name) if name not in self._written:
                head = "variable", name
            case ir.Apply(op):
                head = "apply", op
            case ir.Call(name, args):
                function = self._fb.mb.program.functions[name]
                inner = {p.number: self._key(arg, names) for p, arg in zip(function.parameters, args, strict=True)}
                return self._key(function.body, inner)
            case _:
                return None
        inside = [self._key(part, names) for part in parts(node)]
        return None if None in inside else (*head, *inside)


def _written(fb: FunctionBuilder, stmt: Stmt) -> frozenset[str] | None:
    """The variables that an effect sets; None if it does anything else that could change a value."""
    found, seen, waiting = set[str](), set[str](), [stmt]
    while waiting:
        match one := waiting.pop():
            case ir.SetVariable(name) | ir.SetCardVariable(name):
                found.add(name)
            case ir.Let() | ir.When() | ir.ForEach():
                waiting += (inner for body in bodies(one) for inner in body)
            case ir.Run(name):
                waiting += () if name in seen else fb.mb.program.effects[name].body
                seen.add(name)
            case _:
                return None
    return frozenset(found)


def _may_stay(fb: FunctionBuilder, loop: ir.ForEach, written: frozenset[str]) -> bool:
    """Whether a loop has a division that may stay the same, by what is written there: most have none."""
    inside = list(all_effects((loop,)))
    named = {one.local.number for one in inside if isinstance(one, ir.ForEach | ir.Let)}
    for part in (part for stmt in inside for value in values(stmt) for part in every(value)):
        match part:
            case ir.Apply(op) if ROWS[op].fails == "zero":
                names = {one.number for one in every(part) if isinstance(one, ir.Local)}
                if not names & named and not any(_changes(one, written) for one in every(part)):
                    return True
            case ir.Call(name):
                body = fb.mb.program.functions[name].body
                if divides(fb, body) and not any(_changes(one, written) for one in (*every(part), *every(body))):
                    return True
    return False


def _changes(node: Expr, written: frozenset[str]) -> bool:
    return isinstance(node, ir.Variable) and node.name in written


def divides(fb: FunctionBuilder, node: Expr) -> bool:
    """Whether there is a division in a value, or in a function that it calls."""
    every_part = every_called(node, fb.mb.program.functions.__getitem__)
    return any(isinstance(part, ir.Apply) and ROWS[part.op].fails == "zero" for part in every_part)
