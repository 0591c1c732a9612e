"""Checks that every phase can end, and that whatever is ended is running.

    scope game:
      scope play:                      running here: game, play
        forever:                       E722 unless something inside may exit a scope around: game, play
          run pay(p)                   effects count with what they may exit, wherever they are run

An exit may stand in an effect, far from its scope. So a set of exits is computed for each effect (`leaving`), and
at each call it must be among the scopes that are running there (E723). Conditions are not evaluated: a phase that
could only end by a test that never holds is not noticed; it runs into the limit of decisions.
"""

from __future__ import annotations

from ...ir import nodes as ir
from ..effects.blocks import blocks
from ..names.world import World


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
            case ir.Run():
                found |= of_effect(stmt.effect, world, known)
            case ir.RunTriggers():
                for name in world.triggers:
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
            case ir.Run():
                for name in sorted(of_effect(stmt.effect, world, known) - set(around)):
                    exit = _exit_in(stmt.effect, name, world, set())
                    if exit is not None:
                        _not_running(exit, name, around, world)
            case ir.RunTriggers():
                for trigger in world.triggers:
                    for name in sorted(of_effect(trigger, world, known) - set(around)):
                        exit = _exit_in(trigger, name, world, set())
                        if exit is not None:
                            _not_running(exit, name, around, world)
            case _:
                for block in blocks(stmt):
                    _check(block, around, world, known)


def _exit_in(effect: str, name: str, world: World, seen: set[str]) -> ir.Exit | None:
    """The statement in a named effect, or in one that it runs, that exits a scope of this name."""
    if effect in seen or effect not in world.effects:
        return None
    seen.add(effect)
    waiting: list[ir.Stmt] = list(world.effects[effect].body)
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, ir.Exit) and stmt.name == name:
            return stmt
        if isinstance(stmt, ir.Run):
            found = _exit_in(stmt.effect, name, world, seen)
            if found is not None:
                return found
        for block in blocks(stmt):
            waiting += block
    return None


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
    )


def _forever(loop: ir.Forever, around: tuple[str, ...], world: World, known: dict[str, frozenset[str]]) -> None:
    if leaving(loop.body, world, known) & set(around):
        return
    phase = next((n for n in reversed(around) if n in world.spec.phases), "")
    path = world.spec.phases[phase].path if phase else ""
    world.report.add(
        "E722",
        f"the phase '{phase}' never ends",
        loop.span,
        label="played again and again",
        helps=("say when it ends: `until: CONDITION`", f"or end it with an effect: `end {phase}`, `end game`"),
        path=path,
    )
