"""Finds the texts that a variant keeps although it changes the rules that they describe: they may be false now.

A text stands beside what it describes: the `when` and `do` of an action, the rules and values of a card, the points of
a category, the `that` of a condition whose reason it is. The label of an action tells what is chosen for it; the words
for a name that is chosen in an effect tell of its `choose`, and of that line alone. Rules use functions, effects,
options, variables, zones and what cards may change, and these use others in turn (of a condition only `that` itself
counts). A card is described by the actions that play it, too. A passage of the rulebook tells of the rule whose name it
has, and of all that this uses: `rulebook.rolling` of the function `rolling`. If a variant changes any of it, someone
has to read the text again: the variant gives a new one, or says under `still_true` that the old one holds. How many
copies of a card there are, and the default of an option at its own text, say nothing about the rule, and are left out;
so is everything that is for people only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ..shape.schema import Shape, shape_at, shape_of
from ..text.literals import COMMENT
from ..text.tree import Entry, Mapping, Node, Scalar, child, entries_of, items_of, text_of, texts_of
from ..text.tree import Sequence as List
from .conflicts import Edit
from .paths import KeyPath, comma_separated, node_at, without_parameters
from .variants import OrderedVariant

NAME = re.compile(r"(?<![\w.])[a-z_]\w*")
OWNED = re.compile(r"\b[a-z_]\w*")
MAY = re.compile(r"\bmay\s+(?:[a-z_]\w*\.)?([a-z_]\w*)")

CALLED = ("functions", "effects", "options")
"""Sections whose names stand alone in a rule."""

HELD = ("variables", "zones", "quantities", "permissions")
"""Sections whose names may follow a dot: `me.hand`."""

NAMED = (*CALLED, *HELD, "actions", "phases", "reactions", "triggers")
"""Sections whose parts a passage of the rulebook may be named after."""

PASSAGES = ("text", "steps")
"""What a passage says."""

LISTED = ("offer", "steps", "instead_of", "after")
"""Keys whose values are names of actions and phases, which are described by texts of their own."""

KIND_KEYS = frozenset(("copies", "source", "label", "text", "rule"))
"""Keys of a card that say nothing of what is printed on it."""

MOST_SHOWN = 3
"""How many texts are shown beside a change that puts them in doubt."""

NO_RULE_OF = {"cards": "copies", "options": "default"}
"""Keys by section that may change without making a text false."""


@dataclass(frozen=True, slots=True)
class DescribedRule:
    """Something with a text: its path, what it consists of, and the entry of the text, or of the first language.

    The reason of a condition is told by its languages themselves, beside `that`, and of that alone.
    """

    path: KeyPath
    parts: tuple[KeyPath, ...]
    text: Entry
    languages: tuple[str, ...] = ()

    @property
    def at(self) -> KeyPath:
        """The path of the text."""
        return self.path if self.languages else (*self.path, self.text.key.text)

    @property
    def name(self) -> str:
        """The path of the text, as a variant says it to be still true."""
        return ".".join(self.at)

    @property
    def written(self) -> str:
        """The path at which a variant gives a new text."""
        return ".".join((self.name, *self.languages[:1]))


def check_stale_texts(
    tree: Mapping, variants: Sequence[OrderedVariant], touches: Sequence[Edit], report: Report
) -> None:
    """Report each text that a variant keeps while it changes what the text describes (W411).

    `tree` is the merged game, and `touches` are all changes that the variants have made. Texts listed under
    `still_true` are not reported; one that does not exist is E418, one that was not in doubt is W412.
    """
    if not variants:
        return
    told = (*_described_rules(tree, (), shape_of("spec")), *_passages(tree), *_labels(tree))
    reasons = {one.name: _described(tree, one) for one in told}
    for variant in variants:
        own = [touch for touch in touches if touch.variant == variant.name and _is_rule(touch.path) and not touch.idle]
        later = {other.name for other in variants if variant.name in other.before} | {variant.name}
        doubted: dict[str, tuple[DescribedRule, Edit]] = {}
        for one in told:
            changes = [t for t in own if any(_changes(t, part, one.path) for part in reasons[one.name])]
            changes = [t for t in changes if not _fills_in(one, t)]
            if changes and not _renewed(one, [t for t in touches if t.variant in later]):
                doubted[one.name] = (one, min(changes, key=lambda t: _how_near(one, t)))
        confirmed = _still_true(variant, told, [*doubted], report)
        if not any(one.code == "E418" for one in report.diagnostics):  # what was meant there is not known
            _complain(variant, {name: why for name, why in doubted.items() if name not in confirmed}, report)


def _how_near(one: DescribedRule, touch: Edit) -> tuple[bool, bool, int]:
    """Which of several changes is told: one of the thing itself, else one of what happens, else the first."""
    return touch.path[: len(one.path)] != one.path, touch.path[0] in HELD, touch.span.start


def _fills_in(one: DescribedRule, touch: Edit) -> bool:
    """Whether a change is that of the usual value of an option which the text names in braces, in each language."""
    section, *name = touch.path
    if one.languages or section != "options" or name[1:] != ["default"]:
        return False
    texts = one.text.value.entries if isinstance(one.text.value, Mapping) else (one.text,)
    return all(f"{{{name[0]}}}" in text_of(text.value) for text in texts)


def _described_rules(node: Mapping, path: KeyPath, shape: Shape) -> Iterator[DescribedRule]:
    """Everything in a spec that has a text for people."""
    keys = shape.mapping
    if keys is None:
        return
    text = node.entry("text") if "text" in keys.fixed and not keys.fixed["text"].rules else None
    if text is not None:
        deck = tuple((*path[:2], part) for part in ("attributes", "active_in", "variables"))
        yield DescribedRule(path, (path, *(deck if path[0] == "cards" and len(path) > 2 else ())), text)
    reasons = tuple(entry for entry in node.entries if entry.key.text != "when")
    if shape.title == "a named condition" and node.get("when") is not None and reasons:
        yield DescribedRule(path, ((*path, "when"),), reasons[0], tuple(entry.key.text for entry in reasons))
    for entry in node.entries:
        below = keys.value(entry.key.text)
        if below is not None and below.rules and isinstance(entry.value, Mapping):
            yield from _described_rules(entry.value, (*path, without_parameters(entry.key.text)), below)


def _passages(tree: Mapping) -> Iterator[DescribedRule]:
    """The passages of the rulebook that have the name of a rule."""
    for entry in entries_of(tree.get("rulebook")):
        parts = tuple((section, entry.key.text) for section in NAMED if node_at(tree, (section, entry.key.text)))
        for text in entries_of(entry.value) if parts else ():
            if text.key.text in PASSAGES:
                yield DescribedRule(("rulebook", entry.key.text), parts, text)


def _labels(tree: Mapping) -> Iterator[DescribedRule]:
    """The labels of actions and reactions, which tell of `choose`, and the words for what is chosen in an effect."""
    for section in ("actions", "reactions", "effects"):
        for entry in entries_of(tree.get(section)):
            path = (section, without_parameters(entry.key.text))
            label = entry.value.entry("label") if isinstance(entry.value, Mapping) else None
            if label is not None:
                yield DescribedRule(path, ((*path, "choose"),), label)
            rule = entry.value.entry("do") if isinstance(entry.value, Mapping) else entry
            for word in entries_of(tree.get("words")) if rule is not None and rule.was else ():
                if rule is not None and _is_chosen_differently(word.key.text, rule):
                    yield DescribedRule(("words",), (path if rule is entry else (*path, "do"),), word)


def _is_chosen_differently(name: str, rule: Entry) -> bool:
    """Whether a name is chosen in a rule, and was chosen in another way before."""
    line = re.compile(rf"^ *choose [^\n]*\b{re.escape(name)} in [^\n]*", re.M)
    new, old = (line.findall(text_of(one.value)) for one in (rule, rule.was[0]))
    return bool(new) and bool(old) and new != old


def _described(tree: Mapping, told: DescribedRule) -> frozenset[KeyPath]:
    """The paths of all that a text describes: what it stands beside, and everything used there."""
    if told.languages or told.path == ("words",) or told.text.key.text == "label":
        return frozenset(told.parts)
    found: set[KeyPath] = set()
    waiting = list(told.parts)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        node = node_at(tree, path)
        if node is not None:
            waiting += _used(tree, node, path, told.path)
        if path == told.path and path[0] == "cards" and isinstance(node, Mapping):
            found.update(_played_by(tree, path[-1], node))
        waiting += [("triggers", name) for name in _triggers(tree, path)]
    return frozenset(found)


def _used(tree: Mapping, node: Node, path: KeyPath, told: KeyPath) -> Iterator[KeyPath]:
    """The paths of what the rules in a node use."""
    for text in _rules(node, path, shape_at(path), told):
        rule = COMMENT.sub("", text)
        for sections, pattern in ((CALLED, NAME), (HELD, OWNED)):
            names = set(pattern.findall(rule))
            for section in sections:
                defined = (without_parameters(entry.key.text) for entry in entries_of(tree.get(section)))
                yield from ((section, name) for name in defined if name in names)
        for name in MAY.findall(rule):
            yield from (("actions", name, key) for key in ("choose", "when"))


def _rules(node: Node, path: KeyPath, shape: Shape | None, told: KeyPath) -> Iterator[str]:
    """The rules in a node, without what is for people, and without what has a text of its own."""
    match node:
        case Scalar():
            yield node.text
        case List():
            for item in node.items:
                yield from _rules(item, path, None, told)
        case Mapping():
            keys = shape.mapping if shape else None
            if path != told and "text" in dict(node) and path[: len(told)] == told:
                return
            for entry in node.entries:
                below = keys.value(entry.key.text) if keys else None
                listed_names = entry.key.text in LISTED and not isinstance(entry.value, Mapping)
                no_rule = path == told and entry.key.text == NO_RULE_OF.get(path[0])
                if (below is None or below.rules) and not listed_names and not no_rule:
                    yield from _rules(entry.value, (*path, without_parameters(entry.key.text)), below, told)


def _played_by(tree: Mapping, kind: str, node: Mapping) -> Iterator[KeyPath]:
    """The actions that name a card in their conditions, or a symbol that stands on it: `c.suit == hearts`."""
    values = [entry.value for entry in node.entries if entry.key.text not in KIND_KEYS]
    symbols = {kind, *(item.text for value in values for item in texts_of(value))}
    for entry in entries_of(tree.get("actions")):
        when = child(entry.value, "when")
        if when is not None:
            path = ("actions", entry.key.text, "when")
            rules = " ".join(_rules(when, path, shape_at(path), ()))
            if symbols & set(NAME.findall(rules)):
                yield path[:2]


def _triggers(tree: Mapping, path: KeyPath) -> Iterator[str]:
    """The triggers that follow an action or an effect."""
    for entry in entries_of(tree.get("triggers")) if path[0] in ("actions", "effects") and len(path) == 2 else ():
        if any(word.text == path[1] for word in texts_of(child(entry.value, "after"))):
            yield entry.key.text


def _is_rule(path: KeyPath) -> bool:
    """Whether a path leads to a rule, and not to what is for people only."""
    return all((shape := shape_at(path[: i + 1])) is None or shape.rules for i in range(len(path)))


def _changes(touch: Edit, part: KeyPath, told: KeyPath) -> bool:
    """Whether a change is one of this part of the rules that a text describes."""
    if touch.path[: len(part)] != part or touch.what == "places":
        return False
    if part[0] == "actions" and told[0] == "cards" and touch.what == "adds":
        return False  # one more condition for playing a card stands in the text of the action
    rest = touch.path[len(part) :]
    if part == told and NO_RULE_OF.get(part[0]) in rest[:1]:
        return False
    return not (part == told and part[0] == "cards" and len(part) == 2 and rest[:1] in (("list",), ("each",)))


def _renewed(told: DescribedRule, touches: Sequence[Edit]) -> bool:
    """Whether a text was set as a whole: all at once, or in each language."""
    path = told.at
    set_paths = {touch.path for touch in touches if touch.what in ("sets", "adds")}
    if any(path[: len(one)] == one for one in set_paths):
        return True
    if isinstance(told.text.value, List):
        return any(one[: len(path)] == path for one in set_paths)
    languages = told.languages or [one.key.text for one in entries_of(told.text.value)]
    return bool(languages) and all((*path, language) in set_paths for language in languages)


def _still_true(
    variant: OrderedVariant, told: Sequence[DescribedRule], doubted: Sequence[str], report: Report
) -> frozenset[str]:
    """The texts that a variant says to hold still; those that are unknown or not in doubt are reported."""
    items = items_of(variant.tree.get("still_true"))
    names = [one.name for one in told]
    for item in items:
        if item.text not in names:
            near = did_you_mean(item.text, names)
            notes = (f"texts in doubt: {comma_separated([*doubted])}",) if doubted else ()
            message = f"variant '{variant.name}' says that '{item.text}' is still true, but there is no such text"
            report.add("E418", message, item.span, label="no text here", notes=notes, helps=near, path="still_true")
        elif item.text not in doubted:
            message = f"variant '{variant.name}' says that '{item.text}' is still true, which was not in doubt"
            helps = ("remove it from the list",)
            report.add("W412", message, item.span, label="not in doubt", helps=helps, path="still_true")
    return frozenset(item.text for item in items)


def _where(text: Entry) -> Span:
    """Where a text stands: its key, or the text itself if another variant has given it."""
    given = (one.value.span for one in (text, *entries_of(text.value)) if one.was and isinstance(one.value, Scalar))
    return next(given, text.key.span)


def _complain(variant: OrderedVariant, doubted: dict[str, tuple[DescribedRule, Edit]], report: Report) -> None:
    """Report the texts in doubt, those that the same change has put in doubt together."""
    by_change: dict[KeyPath, list[DescribedRule]] = {}
    for told, touch in doubted.values():
        by_change.setdefault(touch.path, []).append(told)
    for path, group in by_change.items():
        touch = next(t for _, t in doubted.values() if t.path == path)
        texts = ", ".join(one.name for one in group)
        first, key = group[0], group[0].text.key.text
        which = (
            f"the {key if key == 'label' else 'text'} of '{'.'.join(first.path if len(first.path) > 1 else first.at)}'"
        )
        which = which if len(group) == 1 else f"{len(group)} texts that may tell of it"
        message = f"variant '{variant.name}' {touch.what} '{'.'.join(path)}', but keeps {which}"
        label = "does the text still hold?" if len(group) == 1 else "do they still hold?"
        others = tuple(Label(_where(one.text), "a text") for one in group[:MOST_SHOWN])
        helps = (
            f"give it a new text: `override: {{{group[0].written}: …}}`",
            f"or, if it still holds, say so: `still_true: [{texts}]`",
        )
        report.add("W411", message, touch.span, label=label, others=others, helps=helps, path=".".join(group[0].path))
