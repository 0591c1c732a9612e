"""Checks what phases consist of: none lies within itself (E724), and none is far too long (E771).

A phase is written out wherever it is a step: two steps of two steps each are four. Here each phase is looked at once,
since there may be more ways through the steps than anybody could wait for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.world import World

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
        _too_long(phases[name], world)
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
    world.report.add(
        "E724",
        f"the phase '{word.text}' contains itself: {' -> '.join([*circle, word.text])}",
        word.span,
        label="circular",
        helps=("to play a phase again, use `repeat: true` or `until:`",),
        path=last.path,
    )


def _too_long(phase: spec.Phase, world: World) -> None:
    world.report.add(
        "E771",
        f"the steps of this phase, and theirs, are more than {MOST_PHASES} phases",
        phase.name.span,
        label="too long",
        notes=("a phase is written out wherever it is a step",),
        helps=("to play a step several times, give it `times: NUMBER`, or `repeat: true` and `ends_when`",),
        path=phase.path,
    )
