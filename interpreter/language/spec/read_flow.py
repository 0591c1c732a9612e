"""Reads the phases of a game."""

from __future__ import annotations

from ...diagnostics.diagnostic import Label
from ...diagnostics.span import Span
from ..text.tree import Entry, Mapping, Node, Scalar
from ..text.tree import Sequence as List
from .nodes import Condition, Phase, Turns
from .reading import Reading, entries, mapping, scalar

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


def read_phases(reading: Reading, tree: Mapping) -> dict[str, Phase]:
    """The phases of a spec; keys that do not go together are reported (E700, E701)."""
    return {e.key.text: _phase(reading, e) for e in entries(tree, "phases")}


def _phase(reading: Reading, entry: Entry) -> Phase:
    path, tree = f"phases.{entry.key.text}", mapping(entry.value)
    _check_body(reading, entry, tree, path)
    _check_combinations(reading, tree, path)
    _check_looks(reading, tree, path)
    for key in ("offer", "steps"):
        listed = tree.entry(key)
        if listed and not reading.words(listed.value, f"{path}.{key}"):
            reading.report.add("E700", f"the list of '{key}' is empty", listed.key.span, path=path)
    do, otherwise = tree.get("do"), tree.get("otherwise")
    return Phase(
        name=reading.word(entry.key, path),
        do=reading.lines(scalar(do), f"{path}.do") if do else None,
        offer=reading.different_words(tree.get("offer"), f"{path}.offer"),
        steps=reading.words(tree.get("steps"), f"{path}.steps"),
        by=reading.optional(tree, "by", path),
        turns=_turns(reading, tree.entry("turns"), f"{path}.turns"),
        together=reading.optional(tree, "together", path),
        repeat=_repeats(reading, tree, path),
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


def _check_body(reading: Reading, entry: Entry, tree: Mapping, path: str) -> None:
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


def _check_combinations(reading: Reading, tree: Mapping, path: str) -> None:
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


def _repeats(reading: Reading, tree: Mapping, path: str) -> bool:
    return isinstance(tree.get("repeat"), Mapping) or reading.boolean(tree, "repeat", path)


def _says_no(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "false"


def _inner_until(reading: Reading, node: Node | None, path: str) -> tuple[Condition, ...]:
    """The `until` inside `repeat` or `turns`."""
    return reading.conditions(node, "until", path) if isinstance(node, Mapping) else ()


def _check_looks(reading: Reading, tree: Mapping, path: str) -> None:
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


def _check_until(reading: Reading, until: Scalar, steps: list[Span], path: str) -> None:
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


def _turns(reading: Reading, entry: Entry | None, path: str) -> Turns | None:
    if entry is None:
        return None
    tree = mapping(entry.value)
    return Turns(
        start=reading.optional(tree, "from", path),
        skip=reading.conditions(tree, "skip", path),
        order=reading.optional(tree, "order", path),
        once=reading.boolean(tree, "once", path),
        reverse=reading.optional(tree, "reverse", path),
        until=reading.conditions(tree, "until", path),
        span=entry.key.span,
    )
