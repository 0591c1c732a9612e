"""How the parts of a game hang together: which phases follow, what they offer, what rules read and change.

What a rule reads and changes includes what the functions and named effects that it uses read and change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..language.ir.fields import field_names
from ..language.spec.nodes import About, Spec
from ..language.syntax import nodes as syn

NodeKind = Literal["phase", "action", "reaction", "trigger", "zone", "variable"]
EdgeKind = Literal["step", "offers", "reacts", "sets off", "reads", "changes"]


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a game: its kind, its name, and what it is called in some language."""

    kind: NodeKind
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Edge:
    """How one part leads to another. `number` is the place of a step among those of its phase, else 0."""

    kind: EdgeKind
    source: Node
    target: Node
    number: int = 0


@dataclass(frozen=True, slots=True)
class Flow:
    """All parts and how they hang together, in the order of the spec."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def flow_of(spec: Spec, lang: str, *, data: bool) -> Flow:
    """The phases and what happens in them; with `data` also the zones and variables that rules read and change."""
    nodes: dict[tuple[NodeKind, str], Node] = {}

    def note(kind: NodeKind, name: str, about: About) -> None:
        label = about.label.get(lang) or about.label.get("en") or about.label.get("") or ""
        nodes[kind, name] = Node(kind, name, label if label and "{" not in label else name.replace("_", " "))

    for phase in spec.phases.values():
        note("phase", phase.name.text, phase.about)
    for action in spec.actions.values():
        note("action", action.name.text, action.about)
    for reaction in spec.reactions.values():
        note("reaction", reaction.name.text, reaction.about)
    for trigger in spec.triggers.values():
        note("trigger", trigger.name.text, trigger.about)
    if data:
        for zone in spec.zones.values():
            note("zone", zone.name.text, zone.about)
        for variable in spec.variables.values():
            note("variable", variable.name.text, variable.about)
    edges = [*_order(spec, nodes), *(_data(spec, nodes) if data else ())]
    return Flow(tuple(nodes.values()), tuple(dict.fromkeys(edges)))


Nodes = dict[tuple[NodeKind, str], Node]


def _order(spec: Spec, nodes: Nodes) -> Iterator[Edge]:
    """What follows what."""
    for phase in spec.phases.values():
        here = nodes["phase", phase.name.text]
        for number, step in enumerate(phase.steps, start=1):
            yield Edge("step", here, nodes["phase", step.text], number)
        offered = [*phase.offer, *(w for one in _records(phase) if isinstance(one, syn.Offer) for w in one.actions)]
        for word in offered:
            yield Edge("offers", here, nodes["action", word.text])
    for reaction in spec.reactions.values():
        for word in reaction.instead_of:
            yield from _from_event(nodes, word.text, "reacts", nodes["reaction", reaction.name.text])
    for trigger in spec.triggers.values():
        for word in trigger.after:
            yield from _from_event(nodes, word.text, "sets off", nodes["trigger", trigger.name.text])


def _from_event(nodes: Nodes, event: str, kind: EdgeKind, target: Node) -> Iterator[Edge]:
    """An edge from the action or the reaction that is an event; other events are no parts of the picture."""
    source = nodes.get(("action", event)) or nodes.get(("reaction", event))
    if source is not None:
        yield Edge(kind, source, target)


def _data(spec: Spec, nodes: Nodes) -> Iterator[Edge]:
    """What rules read and change."""
    rules: list[tuple[NodeKind, str, object]] = [("phase", one.name.text, one) for one in spec.phases.values()]
    rules += [("action", one.name.text, one) for one in spec.actions.values()]
    rules += [("reaction", one.name.text, one) for one in spec.reactions.values()]
    rules += [("trigger", one.name.text, one) for one in spec.triggers.values()]
    for kind, name, rule in rules:
        reads, changes = _used(rule, spec, set())
        here = nodes[kind, name]
        for kept in nodes.values():
            if kept.kind in ("zone", "variable") and kept.name in changes:
                yield Edge("changes", here, kept)
            elif kept.kind in ("zone", "variable") and kept.name in reads:
                yield Edge("reads", kept, here)


def _used(rule: object, spec: Spec, seen: set[str]) -> tuple[set[str], set[str]]:
    """The names that a rule reads and those that it changes, with what it calls; `seen` was looked at before."""
    reads: set[str] = set()
    changes: set[str] = set()
    called: set[str] = set()
    for one in _records(rule):
        match one:
            case syn.Name(id=name):
                reads.add(name)
                called.add(name)
            case syn.Attribute(name=word):
                reads.add(word.text)
            case syn.Call(name=word):
                called.add(word.text)
            case syn.Move(cards=cards, place=place):
                changes |= {*_last(cards), *_last(place.zone)}
            case syn.Draw(source=source, target=target):
                changes |= {*_last(source), *_last(target)}
            case syn.Gather(target=target) | syn.Assign(target=target):
                changes |= set(_last(target))
            case syn.Shuffle(zone=zone):
                changes |= set(_last(zone))
            case _:
                pass
    for name in called:
        body = spec.functions.get(name) or spec.effects.get(name)
        if body is not None and name not in seen:
            seen.add(name)
            more = _used(body, spec, seen)
            reads |= more[0]
            changes |= more[1]
    return reads, changes


def _last(expr: syn.Expr) -> Iterator[str]:
    """The name of a zone or a variable: that behind the last dot, without an index."""
    match expr:
        case syn.Name(id=name):
            yield name
        case syn.Attribute(name=word):
            yield word.text
        case syn.Index(target=target):
            yield from _last(target)
        case _:
            return


def _records(value: object) -> Iterator[object]:
    """Every record in a value, however deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple | list):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
        elif one is not None and not isinstance(one, str | int | Span):
            names = field_names(type(one))
            if names is not None:
                yield one
                waiting += [getattr(one, name) for name in names]
