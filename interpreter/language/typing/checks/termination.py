"""Checks that rules come to an end: phases can end, none lies within itself, and nothing is nested too deeply.

    scope game:
      scope play:                      running here: game, play
        forever:                       E722 unless something inside may exit a scope around: game, play
          run pay(p)                   effects count with what they may exit, wherever they are run

An exit may stand in an effect, far from its scope. So a set of exits is computed for each effect (`leaving`), and
at each call it must be among the scopes that are running there (E723). Conditions are not evaluated: a phase that
could only end by a test that never holds is not noticed; it runs into the limit of decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice
from typing import Any

from ....diagnostics.diagnostic import Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.traversal import LEAVES, field_names, inside
from ...ir.types import Type
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..effects.announcements import blocks, reached
from ..names.world import DEEPEST, EVENT, World, displayed_name, report_depth


def check_flow(world: World, flow: ir.Body) -> None:
    """Report loops that nothing leaves (E722) and `end` of what is not running (E723)."""
    exits: dict[str, frozenset[str]] = {}
    _check(flow, (), world, exits)


def leaving(body: ir.Body, world: World, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The names of the scopes around these statements that they may exit."""
    found: set[str] = set()
    for stmt in body:
        match stmt:
            case ir.Exit():
                found.add(stmt.name)
            case ir.Run() | ir.RunTriggers():
                for name in world.triggers if isinstance(stmt, ir.RunTriggers) else (stmt.effect,):
                    found |= of_effect(name, world, known)
            case ir.Scope():
                found |= leaving(stmt.body, world, known) - {stmt.name}
            case _:
                for block in blocks(stmt):
                    found |= leaving(block, world, known)
    return frozenset(found)


def of_effect(name: str, world: World, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The names of the scopes that a named effect may exit."""
    if name not in known:
        known[name] = frozenset()  # a trigger may lead to itself; once more adds nothing
        effect = world.effects.get(name)
        known[name] = leaving(effect.body, world, known) if effect else frozenset()
    return known[name]


def _check(body: ir.Body, around: tuple[str, ...], world: World, known: dict[str, frozenset[str]]) -> None:
    for stmt in body:
        match stmt:
            case ir.Scope():
                _check(stmt.body, (*around, stmt.name), world, known)
            case ir.Forever():
                _forever(stmt, around, world, known)
                _check(stmt.body, around, world, known)
            case ir.Exit():
                if stmt.name not in around:
                    _not_running(stmt, stmt.name, around, world)
            case ir.Run() | ir.RunTriggers():
                for effect in world.triggers if isinstance(stmt, ir.RunTriggers) else (stmt.effect,):
                    for name in sorted(of_effect(effect, world, known) - set(around)):
                        lines = reached(world.effects[effect].body, world)
                        exits = (one for one in lines if isinstance(one, ir.Exit) and one.name == name)
                        for exit in islice(exits, 1):
                            _not_running(exit, name, around, world)
            case _:
                for block in blocks(stmt):
                    _check(block, around, world, known)


def _not_running(exit: ir.Exit, name: str, around: tuple[str, ...], world: World) -> None:
    running = [n for n in around if n in world.spec.phases]
    world.report.add(
        "E723",
        f"no {name} is running where this may happen"
        if name in ("turn", "phase")
        else f"'{name}' is not running where this may happen",
        exit.span,
        label="nothing to end",
        notes=("running there: " + ", ".join(running),) if running else (),
        helps=(f"end the phase: `end {running[-1]}`",) if running and name in ("turn", "phase") else (),
    )


def _forever(loop: ir.Forever, around: tuple[str, ...], world: World, known: dict[str, frozenset[str]]) -> None:
    if leaving(loop.body, world, known) or any(one.code == "E208" for one in world.report.diagnostics):
        return  # ended, or an `end` of what is not running is told of
    phase = next((one for n in reversed(around) if (one := world.spec.phases.get(n))), None)
    name, path, turns = (phase.name.text, phase.path, phase.turns) if phase else ("", "", None)
    at = (turns.span if turns else phase.repeats_at if phase else None) or loop.span
    message = f"the phase '{name}' never ends"
    last = f"or end it with an effect: `end {name}`, `end game`"
    helps: tuple[str, ...] = ("say when it ends: `repeat: {until: CONDITION}`", last)
    if turns and not turns.skip:
        once = ", or if everybody has one turn `turns: {once: true}`" if not turns.once else ""
        more = "or who has no more turns: `turns: {skip: CONDITION}`"
        helps = (f"say when it ends: `ends_when: CONDITION`, `repeat: {{until: CONDITION}}`{once}", more, last)
    world.report.add("E722", message, at, label="again and again", helps=helps, path=path)


# Checks what phases consist of: none lies within itself (E724), and none is far too long (E771).
#
# A phase is written out wherever it is a step: two steps of two steps each are four. Here each phase is looked at once,
# since there may be more ways through the steps than anybody could wait for.

MOST_PHASES = 1_000
"""A phase with its steps, theirs, and so on are at most so many phases, each counted wherever it is a step."""


def check_steps(world: World) -> bool:
    """Whether the game can be written out; phases that are too long are reported, and those within themselves."""
    phases, before = world.spec.phases, world.report.errors
    sizes: dict[str, int] = {}
    too_long: list[str] = []
    for name in _inner_first(world):
        inner = [sizes.get(word.text, 0) for word in phases[name].steps]
        sizes[name] = 1 + sum(inner)
        if sizes[name] > MOST_PHASES and max(inner) <= MOST_PHASES:
            too_long.append(name)
    if world.report.errors > before:
        return _is_short(world)
    for name in too_long:
        phase = phases[name]
        message = f"the steps of this phase, and theirs, are more than {MOST_PHASES} phases"
        notes = ("a phase is written out wherever it is a step",)
        helps = ("to play a step several times, give it `repeat: NUMBER` or `repeat: {until: …}`",)
        world.report.add("E771", message, phase.name.span, label="too long", notes=notes, helps=helps, path=phase.path)
    return not too_long


def _is_short(world: World) -> bool:
    """Whether few phases are written out where some lie within themselves: none is within itself then."""
    many, waiting = 0, [(world.spec.begin.text, frozenset[str]())]
    while waiting and many <= MOST_PHASES:
        name, around = waiting.pop()
        if name in world.spec.phases and name not in around:
            many += 1
            waiting += ((word.text, around | {name}) for word in world.spec.phases[name].steps)
    return many <= MOST_PHASES


def _inner_first(world: World) -> Iterator[str]:
    """Each phase once, after its steps; a step that leads back to a phase around it is reported."""
    phases, done = world.spec.phases, set[str]()
    for first in sorted(phases):
        around = {} if first in done else {first: iter(phases[first].steps)}
        while around:
            name, steps = next(reversed(around.items()))
            word = next(steps, None)
            if word is None:
                del around[name]
                done.add(name)
                yield name
            elif word.text in around:
                _circular(word, list(around), phases, world)
            elif word.text in phases and word.text not in done:
                around[word.text] = iter(phases[word.text].steps)


def _circular(word: syn.Word, around: list[str], phases: Mapping[str, spec.Phase], world: World) -> None:
    """Report phases that contain themselves (E724), from the name that sorts first."""
    circle = around[around.index(word.text) :]
    first = circle.index(min(circle))
    circle = [*circle[first:], *circle[:first]]
    last = phases[circle[-1]]
    word = next(one for one in last.steps if one.text == circle[0])
    message = f"the phase '{word.text}' contains itself: {' -> '.join([*circle, word.text])}"
    helps = ("to play a phase again, use `repeat: {until: …}`",)
    world.report.add("E724", message, word.span, label="circular", helps=helps, path=last.path)


# Checks that no rule is nested too deeply, counting what it calls (E324).
#
# A finished rule is a tree whose calls lead to other trees. Its depth is that of the tree in which every call is
# replaced by what is called. It is found without recursion, from what calls nothing upwards. What waits in the queue of
# triggers counts as if it were called, except where it leads back to what is being looked at.

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
    rules = {name: _rule(one.span, [(one.body, 1)]) for name, one in world.functions.items()}
    rules |= {name: _rule(one.span, [(stmt, EVENT) for stmt in one.body]) for name, one in world.effects.items()}
    rules[FLOW] = _rule(world.spec.span, [(stmt, 0) for stmt in flow])
    depths: dict[str, int] = {}
    for name in rules:
        _measure(name, rules, depths)
    deep = {name for name, depth in depths.items() if depth > DEEPEST}
    reported: set[str] = set()
    for name in deep:
        rule = rules[name]
        if not any(other in deep for other in rule.calls) and displayed_name(name) not in reported:
            reported.add(displayed_name(name))
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
        # an open rule waits for those that it calls: what leads back to it counts nothing
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


def _rule(span: Span, todo: list[tuple[object, int]]) -> _Rule:
    """The depth of a tree and its calls, from these parts at these depths."""
    rule = _Rule(span)
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
    return rule


def _parts(node: Any, depth: int) -> list[tuple[object, int]]:
    """What is inside a node, and how deep: the loops of a comprehension and the choices of an action are nested."""
    nested = getattr(node, NESTED[type(node)]) if type(node) in NESTED else ()
    found = [(one, depth + place) for place, one in enumerate(nested)]
    depth += len(nested)
    return found + [(one, depth) for one in inside(node) if type(one) not in LEAVES and one is not nested]
