"""Reads what is odd in the rules of play: phases, what is chosen for actions, functions and effects, scoring."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.suggest import did_you_mean
from ...source.text.tree import Entry, Mapping, Node, Scalar, text_of
from ..syntax.nodes import Nothing, Signature
from ..syntax.parse import parse_source
from . import nodes
from .reader import SpecReader, check_how_many, entries, mapping, scalar, scalars


def read_phase(reading: SpecReader, entry: Entry, path: str) -> nodes.Phase:
    """A phase; keys that do not go together are reported (E701)."""
    tree = mapping(entry.value)
    again, ends_when, steps = tree.entry("repeat"), tree.entry("ends_when"), scalars(tree.get("steps"))
    until = again.value.entry("until") if again and isinstance(again.value, Mapping) else None
    often = again.value if again and not until and text_of(again.value) != "forever" else None
    _not_both(reading, tree.entry("by"), tree.entry("together"), path)
    _not_both(reading, tree.entry("turns"), again if again and not until else None, path)
    if ends_when and not again and not tree.get("turns") and len(steps) < 2:
        message = "'ends_when' has no effect in a phase whose only step is played once"
        helps = ("to play it again and again: `repeat: {until: …}`", "to leave it out: `when: …`")
        reading.wrong("E701", message, ends_when.key, *helps, path=f"{path}.ends_when")
    # `until` of version 1 was looked at after each step, of which a variant may have made several
    if again and again.key.span.text.strip("\"'") == "until" and len(steps) > 1 and not tree.get("turns"):
        _check_until(reading, again.key, steps, path)
        until, ends_when = None, until or ends_when
    return reading.record(
        nodes.Phase,
        entry,
        path,
        steps=reading.words(tree.get("steps"), f"{path}.steps"),
        repeat=again is not None and often is None,
        repeats_at=again.key.span.until(again.value.span) if again and isinstance(again.value, Scalar) else None,
        repeat_until=reading.conditions(until, f"{path}.repeat.until") if until else (),
        ends_when=reading.conditions(ends_when, f"{path}.ends_when") if ends_when else (),
        times=None if often is None else reading.expression(often, f"{path}.repeat"),
    )


ASKED = ("instead_of", "by", "depth")
"""What a reaction has of the one with which it is asked for."""


def read_reaction(reading: SpecReader, entry: Entry, path: str) -> nodes.Reaction:
    """A reaction; one that is asked for with another is read with what that says of the question (E729)."""
    tree = mapping(entry.value)
    joins = tree.get("with")
    if joins is None:
        return reading.record(nodes.Reaction, entry, path)
    name, others = scalar(joins).text, {one.key.text: one for one in reading.reactions}
    first = mapping(others[name].value) if name in others else Mapping((), joins.span)
    further = first.get("with")
    helps: tuple[str, ...] = ()
    if name not in others:
        message, helps = f"there is no reaction '{name}'", did_you_mean(name, others)
    elif name == entry.key.text:
        message = f"'{name}' cannot be asked for with itself"
    elif further is not None:
        message = f"'{name}' is itself asked for with '{scalar(further).text}'"
        helps = (f"write `with: {scalar(further).text}`",)
    elif first.get("automatic") is not None:
        message, helps = f"'{name}' happens by itself, so nobody is asked", (f"leave `automatic` of '{name}' out",)
    else:
        asked = tuple(one for one in first.entries if one.key.text in ASKED)
        return reading.record(nodes.Reaction, Entry(entry.key, Mapping((*tree.entries, *asked), tree.span)), path)
    reading.wrong("E729", message, joins, *helps, path=f"{path}.with")
    return reading.record(nodes.Reaction, entry, path, instead_of=(), asks=Nothing(joins.span))


def _not_both(reading: SpecReader, first: Entry | None, second: Entry | None, path: str) -> None:
    if first and second:
        message = f"a phase can have '{first.key.text}' or '{second.key.text}', but not both"
        apart = first.key.span.source is not second.key.span.source  # one is a change of what a part or a game has
        helps = (f"take the other one out: `remove: [{path}.{first.key.text}]`",) if apart else ()
        if first.key.text == "turns" and not apart:
            helps = ("so many rounds of turns: `ends_when: round.number > 2`, instead of `repeat`",)
        others = (Label(first.key.span, "the other one"),)
        reading.wrong("E701", message, second.key, *helps, path=path, others=others)


def _check_until(reading: SpecReader, until: Scalar, steps: tuple[Scalar, ...], path: str) -> None:
    """A phase of several steps has `until` (W702); if a variant made it several, that is where it is told."""
    message = "this is looked at after each step, and makes the steps repeat"
    label, at, helps = "between the steps as well", until, LOOKS
    others: tuple[Label, ...] = ()
    if added := [step for step in steps if step.span.source != until.span.source]:
        message = f"with another step, 'until' of '{path}' is looked at after each step"
        label, others, at = "also before or after this one", (Label(until.span, "this `until`"),), added[0]
        instead = f"`remove: [{path}.until]` and `add: {{{path}.repeat.until: …}}`"
        helps = (f"to look only when all steps have been played: {instead}",)
    reading.wrong("W702", message, at, *helps, label=label, others=others, path=f"{path}.until")


LOOKS: tuple[str, ...] = (
    "to look only when all steps have been played: `repeat: {until: …}`",
    "to leave between the steps as well: `repeat: forever` and `ends_when: …`",
    "to play the steps once, and leave as soon as it holds: `ends_when: …`",
)
"""How else to say when a phase of several steps ends."""


# Reads what players may do.


def read_pick(reading: SpecReader, entry: Entry, path: str) -> nodes.PickSpec:
    """One thing to choose: from a source, or `any of`, `2 of`, `0..1 of`, `optional` such a source."""
    name, node = reading.word(entry.key, path), scalar(entry.value)
    source = parse_source(node, reading.report, path)
    if source is None:
        return nodes.PickSpec(name, Nothing(node.span), "one", None, None)
    check_how_many(source.low, source.high, reading.report, path)
    return nodes.PickSpec(name, source.list, source.how, source.low, source.high)


# Reads functions and named effects: `worth(team t): sum(c.worth for c in t.hand)`.


def read_functions(reading: SpecReader, tree: Mapping) -> dict[str, nodes.FunctionSpec]:
    """The functions of a spec, by their names."""
    return {
        head.name.text: nodes.FunctionSpec(head, *reading.with_lets(body, path), path)
        for head, body, path in _headed(reading, tree, "functions")
    }


def read_effects(reading: SpecReader, tree: Mapping) -> dict[str, nodes.EffectSpec]:
    """The named effects of a spec, by their names."""
    return {
        head.name.text: nodes.EffectSpec(head, reading.lines(scalar(body), path), path)
        for head, body, path in _headed(reading, tree, "effects")
    }


def _headed(reading: SpecReader, tree: Mapping, section: str) -> Iterator[tuple[Signature, Node, str]]:
    """The head, body and path of each; two heads with the same name are reported, whatever their parameters (E290)."""
    first: dict[str, Entry] = {}
    for entry in entries(tree, section):
        head = reading.signature(entry.key, f"{section}.{entry.key.text}")
        path = f"{section}.{head.name.text}"
        known = first.setdefault(head.name.text, entry)
        if known is not entry:
            others = (Label(known.key.span, "first defined here"),)
            message = f"'{head.name.text}' is defined twice in '{section}'"
            reading.wrong("E290", message, head.name, others=others, path=path)
        _check_parameters(reading, head, path)
        yield head, entry.value, path


def _check_parameters(reading: SpecReader, head: Signature, path: str) -> None:
    names = [parameter.name for parameter in head.parameters]
    for number, name in enumerate(names):
        for other in names[:number]:
            if other.text == name.text:
                others = (Label(other.span, "the first one"),)
                message = f"two parameters are called '{name.text}'"
                reading.wrong("E290", message, name, others=others, path=path)


# Reads how points are computed: score sheets, and what a result reports beside them.


def read_scoring(reading: SpecReader, entry: Entry, path: str) -> nodes.Scoring:
    """A score sheet (E700 if it is empty)."""
    if not entries(entry.value, "categories"):
        reading.wrong("E700", f"scoring '{entry.key.text}' has no categories", entry.key, path=path)
    return reading.record(nodes.Scoring, entry, path)


def read_category(reading: SpecReader, entry: Entry, path: str) -> nodes.Category:
    """A line of a score sheet; the points may stand alone."""
    alone = {} if isinstance(entry.value, Mapping) else {"points": reading.expression(entry.value, path)}
    return reading.record(nodes.Category, entry, path, **alone)


def check_measures(spec: nodes.Spec, report: Report) -> None:
    """Check that the measures of a result are variables that everybody sees (E624)."""
    open_to_all = [name for name, variable in spec.variables.items() if variable.shows == "all"]
    for name in spec.result.measures if spec.result else ():
        if name.text not in open_to_all:
            hidden = name.text in spec.variables
            message = f"not everybody sees '{name.text}'" if hidden else f"unknown variable '{name.text}'"
            notes = (f"variables that everybody sees: {', '.join(open_to_all)}",) if open_to_all else ()
            helps = () if hidden else did_you_mean(name.text, open_to_all)
            report.add("E624", message, name.span, notes=notes, helps=helps, path="result.shown")
