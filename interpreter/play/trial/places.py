"""The places of a spec to which play may come: its phases, actions and reactions, and the lines of its effects.

    actions:
      take:                     an action
        do: |
          draw 1                a line, inside `take`
          if pile.empty:        a line, after the one above
            end game            a line, inside the `if`

Where play never comes, only the first thing is worth telling: not the lines of an action that is never played, nor
those after a line that is never reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.spec.nodes import Spec
from ...language.syntax import nodes as syn

PlaceKind = Literal["phase", "action", "reaction", "trigger", "effect", "line", "else"]
"""What is at a place. Of a `trigger` and an `effect` only their lines can be come to; `else` is the other way of a line
with `if` that has none.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Something to which play may come; `inside` is what it is a part of, `below` the line before it."""

    kind: PlaceKind
    name: str
    path: str
    span: Span
    inside: Place | None = None
    below: Place | None = None


def places_of(spec: Spec) -> list[Place]:
    """All places of a spec, each after what it is inside of and the line before it."""
    found: list[Place] = []
    for phase in spec.phases.values():
        place = Place("phase", phase.name.text, phase.path, phase.name.span)
        found.append(place)
        for lines in (phase.start, phase.do or (), phase.otherwise or (), phase.finish):
            found += _lines(lines, place)
    for action in spec.actions.values():
        found += _with_lines(Place("action", action.name.text, action.path, action.name.span), action.do)
    for reaction in spec.reactions.values():
        found += _with_lines(Place("reaction", reaction.name.text, reaction.path, reaction.name.span), reaction.do)
    for trigger in spec.triggers.values():
        found += _with_lines(Place("trigger", trigger.name.text, trigger.path, trigger.name.span), trigger.do)
    for effect in spec.effects.values():
        name = effect.signature.name
        found += _with_lines(Place("effect", name.text, effect.path, name.span), effect.body)
    return found


def others_of(places: Sequence[Place], lines: Sequence[syn.Stmt]) -> list[Place]:
    """The other way of each `if` without an `else`: play comes there where none of its conditions holds."""
    ifs = {line.span: line for line in every_line(lines) if isinstance(line, syn.If) and not line.no}
    return [Place("else", p.name, p.path, p.span, p, None) for p in places if p.kind == "line" and p.span in ifs]


def rules_of(spec: Spec) -> list[syn.Stmt]:
    """The lines of all effects of a spec, without those inside of others."""
    phases = spec.phases.values()
    found = [lines for one in phases for lines in (one.start, one.do or (), one.otherwise or (), one.finish)]
    found += [one.do for one in spec.actions.values()]
    found += [one.do for one in spec.reactions.values()]
    found += [one.do for one in spec.triggers.values()]
    found += [one.body for one in spec.effects.values()]
    return [line for lines in found for line in lines]


def every_line(lines: Sequence[syn.Stmt]) -> Iterator[syn.Stmt]:
    """The lines, each before those of the blocks inside it."""
    for line in lines:
        yield line
        for block in _blocks(line):
            yield from every_line(block)


def _with_lines(place: Place, lines: Sequence[syn.Stmt]) -> Iterator[Place]:
    yield place
    yield from _lines(lines, place)


def _lines(lines: Sequence[syn.Stmt], inside: Place) -> Iterator[Place]:
    above: Place | None = None
    for line in lines:
        place = Place("line", inside.name, inside.path, line.span, inside, above)
        yield place
        for block in _blocks(line):
            yield from _lines(block, place)
        above = place


def _blocks(line: syn.Stmt) -> Iterator[tuple[syn.Stmt, ...]]:
    """The blocks of lines directly inside a line."""
    match line:
        case syn.If():
            yield from (body for _, body in line.branches)
            yield line.no
        case syn.Choose():
            yield from (line.body, line.no)
        case syn.Each() | syn.Repeat() | syn.While() | syn.Together():
            yield line.body
        case _:
            pass
