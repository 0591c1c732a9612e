"""Reads the rules of play: phases, actions, reactions and triggers, functions and effects, scoring and limits."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...source.text.tree import Entry, Mapping, Node, Scalar
from ...source.text.tree import Sequence as List
from ..syntax.nodes import Nothing, Signature
from ..syntax.parse import parse_source
from . import nodes
from .reader import SpecReader, check_how_many, entries, mapping, owner, scalar

BODIES = ("do", "offer", "steps")
ONLY_WITH_OFFER = ("by", "together", "otherwise")
NOT_TOGETHER: tuple[tuple[str, str], ...] = (
    ("times", "repeat"),
    ("by", "together"),
    ("turns", "times"),
    ("turns", "repeat"),
    ("until", "ends_when"),
)
AGAIN = ("turns", "times", "repeat")
"""What makes a phase play its body more than once, beside `until`."""


def read_phases(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Phase]:
    """The phases of a spec; keys that do not go together are reported (E700, E701)."""
    return {e.key.text: _phase(reading, e) for e in entries(tree, "phases")}


def _phase(reading: SpecReader, entry: Entry) -> nodes.Phase:
    path, tree = f"phases.{entry.key.text}", mapping(entry.value)
    _check_body(reading, entry, tree, path)
    _check_combinations(reading, tree, path)
    _check_looks(reading, tree, path)
    for key in ("offer", "steps"):
        listed = tree.entry(key)
        if listed and not reading.words(listed.value, f"{path}.{key}"):
            reading.report.add("E700", f"the list of '{key}' is empty", listed.key.span, path=path)
    do, otherwise = tree.get("do"), tree.get("otherwise")
    return nodes.Phase(
        name=reading.word(entry.key, path),
        do=reading.lines(scalar(do), f"{path}.do") if do else None,
        offer=reading.different_words(tree.get("offer"), f"{path}.offer"),
        steps=reading.words(tree.get("steps"), f"{path}.steps"),
        by=reading.optional(tree, "by", path),
        turns=_turns(reading, tree.entry("turns"), f"{path}.turns"),
        together=reading.optional(tree, "together", path),
        repeat=isinstance(tree.get("repeat"), Mapping) or reading.boolean(tree, "repeat", path),
        repeat_until=_inner_until(reading, tree.get("repeat"), f"{path}.repeat"),
        times=reading.optional(tree, "times", path),
        until=reading.conditions(tree, "until", path),
        ends_when=reading.conditions(tree, "ends_when", path),
        when=reading.conditions(tree, "when", path),
        start=reading.effect(tree, "start", path),
        finish=reading.effect(tree, "finish", path),
        otherwise=reading.lines(scalar(otherwise), f"{path}.otherwise") if otherwise else None,
        about=reading.about(tree, path),
        path=path,
    )


def _check_body(reading: SpecReader, entry: Entry, tree: Mapping, path: str) -> None:
    """Exactly one of `do`, `offer` and `steps` (E700)."""
    bodies = [body for key in BODIES if (body := tree.entry(key))]
    if not bodies:
        message = f"phase '{entry.key.text}' does nothing"
        helps = ("add `do` (an effect), `offer` (actions) or `steps` (phases)",)
        reading.report.add("E700", message, entry.key.span, helps=helps, path=path)
    for body in bodies[1:]:
        others = (Label(bodies[0].key.span, "the first one"),)
        message = f"a phase can have '{bodies[0].key.text}' or '{body.key.text}', but not both"
        helps = ("make two phases, and a third one that has them as `steps`",)
        reading.report.add("E700", message, body.key.span, others=others, helps=helps, path=path)


def _check_combinations(reading: SpecReader, tree: Mapping, path: str) -> None:
    """Keys that need another one, and keys that exclude each other (E701)."""
    for key in ONLY_WITH_OFFER:
        entry = tree.entry(key)
        if entry and tree.get("offer") is None:
            message = f"'{key}' is only allowed together with 'offer'"
            reading.report.add("E701", message, entry.key.span, path=f"{path}.{key}")
    for one, other in NOT_TOGETHER:
        first, second = tree.entry(one), tree.entry(other)
        if first and second:
            others = (Label(first.key.span, "the other one"),)
            message = f"a phase can have '{one}' or '{other}', but not both"
            reading.report.add("E701", message, second.key.span, others=others, path=path)


def _says_no(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "false"


def _inner_until(reading: SpecReader, node: Node | None, path: str) -> tuple[nodes.ConditionSpec, ...]:
    """The `until` inside `repeat` or `turns`."""
    return reading.conditions(node, "until", path) if isinstance(node, Mapping) else ()


def _check_looks(reading: SpecReader, tree: Mapping, path: str) -> None:
    """When a phase is looked at: nothing said twice (E701), nothing without effect (E701), and no trap (W702)."""
    until, ends_when = tree.entry("until"), tree.entry("ends_when")
    again = next((entry for key in AGAIN if (entry := tree.entry(key)) and not _says_no(entry.value)), None)
    inner = again.value.entry("until") if again and isinstance(again.value, Mapping) else None
    steps = tree.get("steps")
    several = isinstance(steps, List) and len(steps.items) > 1
    if until and again and inner:
        others = (Label(inner.key.span, "the other one"),)
        message = f"a phase can have 'until' or '{again.key.text}.until', but not both"
        helps = ("`ends_when` is looked at after each step, and can stand beside it",)
        reading.report.add("E701", message, until.key.span, others=others, helps=helps, path=path)
    if ends_when and not again and not several:
        message = "'ends_when' has no effect in a phase whose only step is played once"
        reading.report.add(
            "E701",
            message,
            ends_when.key.span,
            helps=("to play it again and again: `repeat: {until: …}`", "to leave it out: `when: …`"),
            path=f"{path}.ends_when",
        )
    if until and isinstance(steps, List) and several and not again:
        _check_until(reading, until.key, [one.span for one in steps.items], path)


def _check_until(reading: SpecReader, until: Scalar, steps: list[Span], path: str) -> None:
    """A phase of several steps has `until` (W702); if a variant made it several, that is where it is told."""
    message = "this is looked at after each step, and makes the steps repeat"
    label, at, helps = "between the steps as well", until.span, LOOKS
    others: tuple[Label, ...] = ()
    if added := [span for span in steps if span.source != until.span.source]:
        message = f"with another step, 'until' of '{path}' is looked at after each step"
        label, others, at = "also before or after this one", (Label(until.span, "this `until`"),), added[0]
        instead = f"`remove: [{path}.until]` and `add: {{{path}.repeat.until: …}}`"
        helps = (f"to look only when all steps have been played: {instead}",)
    reading.report.add("W702", message, at, label=label, others=others, helps=helps, path=f"{path}.until")


LOOKS: tuple[str, ...] = (
    "to look only when all steps have been played: `repeat: {until: …}`",
    "to leave between the steps as well: `repeat: true` and `ends_when: …`",
    "to play the steps once, and leave as soon as it holds: `ends_when: …`",
)
"""How else to say when a phase of several steps ends."""


def _turns(reading: SpecReader, entry: Entry | None, path: str) -> nodes.TurnsSpec | None:
    if entry is None:
        return None
    tree = mapping(entry.value)
    return nodes.TurnsSpec(
        start=reading.optional(tree, "from", path),
        skip=reading.conditions(tree, "skip", path),
        order=reading.optional(tree, "order", path),
        once=reading.boolean(tree, "once", path),
        reverse=reading.optional(tree, "reverse", path),
        until=reading.conditions(tree, "until", path),
        span=entry.key.span,
    )


# Reads what players may do, and what happens instead of it or after it: actions, reactions and triggers.


def read_actions(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Action]:
    """The actions of a spec."""
    return {e.key.text: _action(reading, e) for e in entries(tree, "actions")}


def _action(reading: SpecReader, entry: Entry) -> nodes.Action:
    path, tree = f"actions.{entry.key.text}", mapping(entry.value)
    return nodes.Action(
        name=reading.word(entry.key, path),
        choose=tuple(_pick(reading, e, f"{path}.choose.{e.key.text}") for e in entries(tree, "choose")),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        about=reading.about(tree, path),
        braces=reading.braces(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _pick(reading: SpecReader, entry: Entry, path: str) -> nodes.PickSpec:
    """One thing to choose: from a source, or `any of`, `2 of`, `0..1 of`, `optional` such a source."""
    name, node = reading.word(entry.key, path), entry.value
    if not isinstance(node, Scalar):
        return nodes.PickSpec(name, reading.expression(node, path), "one", None, None)
    source = parse_source(node, reading.report, path)
    if source is None:
        return nodes.PickSpec(name, Nothing(node.span), "one", None, None)
    check_how_many(source.low, source.high, reading.report, path)
    return nodes.PickSpec(name, source.list, source.how, source.low, source.high)


def read_reactions(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Reaction]:
    """The reactions of a spec."""
    return {e.key.text: _reaction(reading, e) for e in entries(tree, "reactions")}


def _reaction(reading: SpecReader, entry: Entry) -> nodes.Reaction:
    path, tree = f"reactions.{entry.key.text}", mapping(entry.value)
    asks, depth = tree.get("asks"), tree.get("depth")
    assert asks is not None, "the shape of the file was checked before"
    return nodes.Reaction(
        name=reading.word(entry.key, path),
        instead_of=reading.different_words(tree.get("instead_of"), f"{path}.instead_of"),
        choose=tuple(_pick(reading, e, f"{path}.choose.{e.key.text}") for e in entries(tree, "choose")),
        asks=reading.expression(asks, f"{path}.asks"),
        automatic=reading.optional(tree, "automatic", path),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        decline=reading.texts(tree.get("decline"), f"{path}.decline"),
        depth=reading.integer(scalar(depth), f"{path}.depth", 0) if depth else 0,
        about=reading.about(tree, path),
        braces=reading.braces(tree.get("label"), f"{path}.label"),
        declined=reading.braces(tree.get("decline"), f"{path}.decline"),
        path=path,
    )


def read_triggers(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Trigger]:
    """The triggers of a spec."""
    return {e.key.text: _trigger(reading, e) for e in entries(tree, "triggers")}


def _trigger(reading: SpecReader, entry: Entry) -> nodes.Trigger:
    path, tree = f"triggers.{entry.key.text}", mapping(entry.value)
    return nodes.Trigger(
        name=reading.word(entry.key, path),
        after=reading.different_words(tree.get("after"), f"{path}.after"),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        about=reading.about(tree, path),
        path=path,
    )


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
            reading.report.add("E290", message, head.name.span, others=others, path=path)
        _check_parameters(reading, head, path)
        yield head, entry.value, path


def _check_parameters(reading: SpecReader, head: Signature, path: str) -> None:
    names = [parameter.name for parameter in head.parameters]
    for number, name in enumerate(names):
        for other in names[:number]:
            if other.text == name.text:
                others = (Label(other.span, "the first one"),)
                message = f"two parameters are called '{name.text}'"
                reading.report.add("E290", message, name.span, others=others, path=path)


# Reads how points are computed and who wins: score sheets, the result, and the limits of a game.


def read_scoring(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Scoring]:
    """The score sheets of a spec."""
    return {e.key.text: _scoring(reading, e) for e in entries(tree, "scoring")}


def _scoring(reading: SpecReader, entry: Entry) -> nodes.Scoring:
    path, tree = f"scoring.{entry.key.text}", mapping(entry.value)
    written = entries(tree, "categories")
    if not written:
        reading.report.add("E700", f"scoring '{entry.key.text}' has no categories", entry.key.span, path=path)
    return nodes.Scoring(
        name=reading.word(entry.key, path),
        per=owner(scalar(tree.get("per"))),
        into=reading.optional_word(tree, "into", path),
        categories=tuple(_category(reading, e, f"{path}.categories.{e.key.text}") for e in written),
        about=reading.about(tree, path),
        path=path,
    )


def _category(reading: SpecReader, entry: Entry, path: str) -> nodes.Category:
    name, node = reading.word(entry.key, path), entry.value
    if not isinstance(node, Mapping):
        return nodes.Category(name, reading.expression(node, path), nodes.About(), path)
    points = node.get("points")
    assert points is not None, "the shape of the file was checked before"
    return nodes.Category(name, reading.expression(points, f"{path}.points"), reading.about(node, path), path)


def read_result(reading: SpecReader, tree: Mapping) -> nodes.Result | None:
    """The winners, the returns, the score, the value and the measures; None if the spec does not say."""
    node = tree.get("result")
    if node is None:
        return None
    result = mapping(node)
    return nodes.Result(
        winners=reading.optional(result, "winners", "result"),
        returns=reading.optional(result, "returns", "result"),
        score=reading.optional(result, "score", "result"),
        value=reading.optional(result, "value", "result"),
        label=reading.texts(result.get("label"), "result.label"),
        nobody=reading.texts(result.get("nobody"), "result.nobody"),
        text=reading.texts(result.get("text"), "result.text"),
        measures=reading.different_words(result.get("measures"), "result.measures"),
        path="result",
    )


def check_measures(spec: nodes.Spec, report: Report) -> None:
    """Check that the measures of a result are variables that everybody sees (E624)."""
    open_to_all = [name for name, variable in spec.variables.items() if variable.shows == "all"]
    for name in spec.result.measures if spec.result else ():
        if name.text not in open_to_all:
            hidden = name.text in spec.variables
            message = f"not everybody sees '{name.text}'" if hidden else f"unknown variable '{name.text}'"
            notes = (f"variables that everybody sees: {', '.join(open_to_all)}",) if open_to_all else ()
            helps = () if hidden else did_you_mean(name.text, open_to_all)
            report.add("E624", message, name.span, notes=notes, helps=helps, path="result.measures")


def read_limits(reading: SpecReader, tree: Mapping) -> nodes.Limits:
    """The largest numbers of decisions in a game and of steps in an effect."""
    node = tree.get("limits")
    if node is None:
        return nodes.Limits(None, None)
    limits = mapping(node)
    return nodes.Limits(reading.optional(limits, "decisions", "limits"), reading.optional(limits, "steps", "limits"))
