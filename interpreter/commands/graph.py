"""`cardwright graph`: a picture of a game: its phases, what they offer, and what rules read and change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

import click

from .flags import GameFlags, game_in_formats, language, refuse_settings
from .flow import Edge, Flow, Node, NodeKind, flow_of
from .opening import open_rules
from .outcome import FINE, Outcome, put_json

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
@language
@game_in_formats("mermaid", "dot", "json", about="What draws it: Mermaid (the default), Graphviz, or JSON.")
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, form: Form | None, data: bool) -> int:
    """Draw how a game hangs together, as text for Mermaid or Graphviz.

    Phases lead to their steps and to the actions that they offer, actions to
    the reactions and triggers that they set off. With --data the zones and
    variables are drawn that each of them reads and changes.
    """
    refuse_settings(flags)
    rules = open_rules(flags, outcome)
    flow = flow_of(rules.spec, flags.lang, data=data)
    begin = rules.spec.begin.text
    match form or "mermaid":
        case "json":
            put_json(to_json(flow, begin))
        case "dot":
            click.echo("\n".join(to_dot(flow, begin)))
        case _:
            click.echo("\n".join(to_mermaid(flow, begin)))
    return FINE


def to_mermaid(flow: Flow, begin: str) -> Iterator[str]:
    """The lines of a flowchart for Mermaid, which GitHub and many editors draw."""
    yield "flowchart TD"
    yield f"  begin(( )) --> phase_{begin}"
    for node in flow.nodes:
        left, right = MERMAID[node.kind]
        label = node.label.replace('"', "#quot;")
        yield f'  {_id(node)}{left}"{label}"{right}'
    for edge in flow.edges:
        arrow = "-.->" if edge.kind in ("reads", "reacts", "sets off") else "-->"
        said = _said(edge)
        yield f"  {_id(edge.source)} {arrow}{f'|{said}|' if said else ''} {_id(edge.target)}"


def to_dot(flow: Flow, begin: str) -> Iterator[str]:
    """The lines of a graph for Graphviz: `cardwright graph GAME --format dot | dot -Tsvg`."""
    yield "digraph game {"
    yield "  node [fontname=sans]; edge [fontname=sans, fontsize=10];"
    yield f"  begin [shape=point]; begin -> phase_{begin};"
    for node in flow.nodes:
        yield f"  {_id(node)} [label={json.dumps(node.label, ensure_ascii=False)}, shape={DOT[node.kind]}];"
    for edge in flow.edges:
        style = ", style=dashed" if edge.kind in ("reads", "reacts", "sets off") else ""
        yield f"  {_id(edge.source)} -> {_id(edge.target)} [label={json.dumps(_said(edge))}{style}];"
    yield "}"


def to_json(flow: Flow, begin: str) -> dict[str, Any]:
    """The same for programs."""
    return {
        "begin": begin,
        "nodes": [{"id": _id(one), "kind": one.kind, "name": one.name, "label": one.label} for one in flow.nodes],
        "edges": [
            {"kind": one.kind, "from": _id(one.source), "to": _id(one.target), "number": one.number}
            for one in flow.edges
        ],
    }


def _id(node: Node) -> str:
    return f"{node.kind}_{node.name}"


def _said(edge: Edge) -> str:
    """What is written at an arrow: the number of a step; what a phase offers needs no word."""
    match edge.kind:
        case "step":
            return str(edge.number)
        case "offers":
            return ""
        case _:
            return edge.kind
