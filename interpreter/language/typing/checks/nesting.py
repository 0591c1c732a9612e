"""Checks that no rule is nested too deeply, counting what it calls (E324).

A finished rule is a tree whose calls lead to other trees. Its depth is that of the tree in which every call is replaced
by what is called. It is found without recursion, from what calls nothing upwards. What waits in the queue of triggers
counts as if it were called, except where it leads back to what is being looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from ....diagnostics.diagnostic import Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.fields import field_names, inside
from ...ir.types import Type
from ..names.nesting import DEEPEST, EVENT, report_depth, shown
from ..names.walk import LEAVES
from ..names.world import World

CALLS = {ir.Call: "function", ir.Run: "effect", ir.Enqueue: "trigger"}
"""What leads to another rule, with the field that names it."""

NESTED = {ir.Fold: "loops", ir.Choice: "parameters"}
"""What has parts that lie within each other, though they stand in a row."""

FLOW = "flow"
"""The key of the flow of the game, which calls but is not called."""


@dataclass(slots=True)
class _Rule:
    """A function, an effect or the flow: the depth of its own tree, and what it calls at which depth."""

    span: Span
    own: int = 0
    calls: dict[str, int] = field(default_factory=dict)


def check_nesting(world: World, flow: ir.Body, report: Report) -> bool:
    """Whether no rule is too deep; reports the innermost of those that are, since all that call them are, too."""
    rules = {name: _of_function(one) for name, one in world.functions.items()}
    rules |= {name: _of_effect(one) for name, one in world.effects.items()}
    rules[FLOW] = _of_body(flow, world.spec.span)
    depths: dict[str, int] = {}
    for name in rules:
        _measure(name, rules, depths)
    deep = {name for name, depth in depths.items() if depth > DEEPEST}
    reported: set[str] = set()
    for name in deep:
        rule = rules[name]
        if not any(other in deep for other in rule.calls) and shown(name) not in reported:
            reported.add(shown(name))
            report_depth(report, rule.span, "", _chain(name, rules, depths))
    return not deep


def _measure(name: str, rules: dict[str, _Rule], depths: dict[str, int]) -> None:
    """Find the depth of a rule and of all that it calls."""
    waiting, open_ = [name], set[str]()
    while waiting:
        top = waiting[-1]
        if top in depths:
            waiting.pop()
            continue
        rule = rules[top]
        first = [one for one in rule.calls if one in rules and one not in depths and one not in open_]
        if top not in open_ and first:
            open_.add(top)
            waiting += first
            continue
        depths[top] = max([rule.own, *(at + depths[one] for one, at in rule.calls.items() if one in depths)])
        open_.discard(top)
        waiting.pop()


def _chain(name: str, rules: dict[str, _Rule], depths: dict[str, int]) -> Iterator[str]:
    """The rules along which the depth of one comes about."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        if name != FLOW:
            yield name
        calls = {one: at + depths[one] for one, at in rules[name].calls.items() if one in depths}
        if not calls or max(calls.values()) < depths[name]:
            return
        name = max(calls, key=lambda one: calls[one])


def _of_function(function: ir.Function) -> _Rule:
    rule = _Rule(function.span)
    _walk([(function.body, 1)], rule)
    return rule


def _of_effect(effect: ir.Effect) -> _Rule:
    rule = _Rule(effect.span)
    _walk([(stmt, EVENT) for stmt in effect.body], rule)
    return rule


def _of_body(body: ir.Body, span: Span) -> _Rule:
    rule = _Rule(span)
    _walk([(stmt, 0) for stmt in body], rule)
    return rule


def _walk(todo: list[tuple[object, int]], rule: _Rule) -> None:
    """Fill in the depth of the tree and its calls, from these parts at these depths."""
    while todo:
        node, depth = todo.pop()
        kind = type(node)
        if kind is tuple:
            todo += [(item, depth) for item in inside(node) if type(item) not in LEAVES]
        elif kind is not Type and field_names(kind) is not None:
            depth += 1
            rule.own = max(rule.own, depth)
            if kind in CALLS:
                called = getattr(node, CALLS[kind])
                rule.calls[called] = max(depth, rule.calls.get(called, 0))
            todo += _parts(node, depth)


def _parts(node: Any, depth: int) -> list[tuple[object, int]]:
    """What is inside a node, and how deep: the loops of a comprehension and the choices of an action are nested."""
    nested = getattr(node, NESTED[type(node)]) if type(node) in NESTED else ()
    found = [(one, depth + place) for place, one in enumerate(nested)]
    depth += len(nested)
    return found + [(one, depth) for one in inside(node) if type(one) not in LEAVES and one is not nested]
