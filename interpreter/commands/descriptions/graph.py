"""`cardwright graph`: a picture of a game: its phases, what they offer, and what rules read and change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

import click

from ...diagnostics.record import dataclass
from ...diagnostics.text import localized
from ...language.ir.traversal import records
from ...language.spec.nodes import About, Action, Phase, Reaction, Spec, Trigger
from ...language.syntax import nodes as syn
from ..flags import GameFlags, game_flags_in_formats, language_flag, refuse_settings
from ..match_setup import open_rules
from ..outcome import FINE, Outcome, put_json

Form = Literal["mermaid", "dot", "json"]

MERMAID: dict[NodeKind, tuple[str, str]] = {
    "phase": ("[", "]"),
    "action": ("([", "])"),
    "reaction": ("{{", "}}"),
    "trigger": (">", "]"),
    "zone": ("[(", ")]"),
    "variable": ("[/", "/]"),
}
"""The brackets around a label, which make the shape of a node."""

DOT: dict[NodeKind, str] = {
    "phase": "box",
    "action": "ellipse",
    "reaction": "hexagon",
    "trigger": "cds",
    "zone": "cylinder",
    "variable": "parallelogram",
}
"""The shapes of nodes."""


@click.command("graph", epilog="Example: cardwright graph mille-bornes > flow.mmd")
@click.option("--data", is_flag=True, help="Also the zones and variables that rules read and change.")
@language_flag
@game_flags_in_formats("mermaid", "dot", "json", about="What draws it: Mermaid (the default), Graphviz, or JSON.")
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, form: Form | None, data: bool) -> int:
    """Draw how a game hangs together, as text for Mermaid or Graphviz.

    Phases lead to their steps and to the actions that they offer, actions to
    the reactions and triggers that they set off. With --data the zones and
    variables are drawn that each of them reads and changes.
    """
    refuse_settings(flags)
    rules = open_rules(flags, outcome)
    flow = game_graph(rules.spec, flags.lang, data=data)
    begin = rules.spec.begin.text
    match form or "mermaid":
        case "json":
            put_json(to_json(flow, begin))
        case "dot":
            click.echo("\n".join(to_dot(flow, begin)))
        case _:
            click.echo("\n".join(to_mermaid(flow, begin)))
    return FINE


def to_mermaid(flow: GameGraph, begin: str) -> Iterator[str]:
    """The lines of a flowchart for Mermaid, which GitHub and many editors draw."""
    yield "flowchart TD"
    yield f"  begin(( )) --> phase_{begin}"
    for node in flow.nodes:
        left, right = MERMAID[node.kind]
        label = node.label.replace('"', "#quot;")
        yield f'  {_id(node)}{left}"{label}"{right}'
    for edge in flow.edges:
        arrow = "-.->" if edge.kind in ("reads", "reacts", "sets off") else "-->"
        said = _edge_label(edge)
        yield f"  {_id(edge.source)} {arrow}{f'|{said}|' if said else ''} {_id(edge.target)}"


def to_dot(flow: GameGraph, begin: str) -> Iterator[str]:
    """The lines of a graph for Graphviz: `cardwright graph GAME --format dot | dot -Tsvg`."""
    yield "digraph game {"
    yield "  node [fontname=sans]; edge [fontname=sans, fontsize=10];"
    yield f"  begin [shape=point]; begin -> phase_{begin};"
    for node in flow.nodes:
        yield f"  {_id(node)} [label={json.dumps(node.label, ensure_ascii=False)}, shape={DOT[node.kind]}];"
    for edge in flow.edges:
        style = ", style=dashed" if edge.kind in ("reads", "reacts", "sets off") else ""
        yield f"  {_id(edge.source)} -> {_id(edge.target)} [label={json.dumps(_edge_label(edge))}{style}];"
    yield "}"


def to_json(flow: GameGraph, begin: str) -> dict[str, Any]:
    """The same for programs."""
    return {
        "begin": begin,
        "nodes": [{"id": _id(one), "kind": one.kind, "name": one.name, "label": one.label} for one in flow.nodes],
        "edges": [
            {"kind": one.kind, "from": _id(one.source), "to": _id(one.target), "number": one.number}
            for one in flow.edges
        ],
    }


def _id(node: GraphNode) -> str:
    return f"{node.kind}_{node.name}"


def _edge_label(edge: GraphEdge) -> str:
    """What is written at an arrow: the number of a step; what a phase offers needs no word."""
    match edge.kind:
        case "step":
            return str(edge.number)
        case "offers":
            return ""
        case _:
            return edge.kind


# How the parts of a game hang together ---------------------------------------------------------
#
# What a rule reads and changes includes what the functions and named effects that it uses read and change.

NodeKind = Literal["phase", "action", "reaction", "trigger", "zone", "variable"]
EdgeKind = Literal["step", "offers", "reacts", "sets off", "reads", "changes"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A part of a game: its kind, its name, and what it is called in some language."""

    kind: NodeKind
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """How one part leads to another. `number` is the place of a step among those of its phase, else 0."""

    kind: EdgeKind
    source: GraphNode
    target: GraphNode
    number: int = 0


@dataclass(frozen=True, slots=True)
class GameGraph:
    """All parts and how they hang together, in the order of the spec."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]


def game_graph(spec: Spec, lang: str, *, data: bool) -> GameGraph:
    """The phases and what happens in them; with `data` also the zones and variables that rules read and change."""
    nodes: dict[tuple[NodeKind, str], GraphNode] = {}

    def note(kind: NodeKind, name: str, about: About) -> None:
        label = localized(about.label, lang)
        nodes[kind, name] = GraphNode(kind, name, label if label and "{" not in label else name.replace("_", " "))

    for kind, rule in _rules(spec):
        note(kind, rule.name.text, rule.about)
    for zone in spec.zones.values() if data else ():
        note("zone", zone.name.text, zone.about)
    for variable in spec.variables.values() if data else ():
        note("variable", variable.name.text, variable.about)
    edges = [*_order(spec, nodes), *(_data(spec, nodes) if data else ())]
    return GameGraph(tuple(nodes.values()), tuple(dict.fromkeys(edges)))


Nodes = dict[tuple[NodeKind, str], GraphNode]


def _rules(spec: Spec) -> Iterator[tuple[NodeKind, Phase | Action | Reaction | Trigger]]:
    yield from (("phase", one) for one in spec.phases.values())
    yield from (("action", one) for one in spec.actions.values())
    yield from (("reaction", one) for one in spec.reactions.values())
    yield from (("trigger", one) for one in spec.triggers.values())


def _order(spec: Spec, nodes: Nodes) -> Iterator[GraphEdge]:
    """What follows what."""
    for phase in spec.phases.values():
        here = nodes["phase", phase.name.text]
        for number, step in enumerate(phase.steps, start=1):
            yield GraphEdge("step", here, nodes["phase", step.text], number)
        statements = (one for one in records(phase) if isinstance(one, syn.OfferStatement))
        for word in (*phase.offer, *(word for one in statements for word in one.actions)):
            yield GraphEdge("offers", here, nodes["action", word.text])
    for reaction in spec.reactions.values():
        for word in reaction.instead_of:
            yield from _from_event(nodes, word.text, "reacts", nodes["reaction", reaction.name.text])
    for trigger in spec.triggers.values():
        for word in trigger.after:
            yield from _from_event(nodes, word.text, "sets off", nodes["trigger", trigger.name.text])


def _from_event(nodes: Nodes, event: str, kind: EdgeKind, target: GraphNode) -> Iterator[GraphEdge]:
    """An edge from the action or the reaction that is an event; other events are no parts of the picture."""
    source = nodes.get(("action", event)) or nodes.get(("reaction", event))
    if source is not None:
        yield GraphEdge(kind, source, target)


def _data(spec: Spec, nodes: Nodes) -> Iterator[GraphEdge]:
    """What rules read and change."""
    stored = [one for one in nodes.values() if one.kind in ("zone", "variable")]
    for kind, rule in _rules(spec):
        reads, changes = _used(rule, spec, set())
        here = nodes[kind, rule.name.text]
        for one in stored:
            if one.name in changes:
                yield GraphEdge("changes", here, one)
            elif one.name in reads:
                yield GraphEdge("reads", one, here)


def _used(rule: object, spec: Spec, seen: set[str]) -> tuple[set[str], set[str]]:
    """The names that a rule reads and those that it changes, with what it calls; `seen` was looked at before."""
    reads: set[str] = set()
    changes: set[str] = set()
    called: set[str] = set()
    for one in records(rule):
        match one:
            case syn.Name(id=name):
                reads.add(name)
                called.add(name)
            case syn.AttributeAccess(name=word):
                reads.add(word.text)
            case syn.CallExpression(name=word):
                called.add(word.text)
            case syn.MoveStatement(cards=cards, place=place):
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
        case syn.AttributeAccess(name=word):
            yield word.text
        case syn.Subscript(target=target):
            yield from _last(target)
        case _:
            return
