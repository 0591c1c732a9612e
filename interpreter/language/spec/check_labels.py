"""A label names in braces what people shall read there, and that must be there to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Mapping, Node, Scalar
from .nodes import Deck, Kind, Spec
from .reading import entries, mapping
from .written import written

NAMED = re.compile(r"\{(\w+)\}")
FIXED = re.compile(r"-?\d+|[a-z_]\w*")
"""What can stand in a label: a number or a symbol."""

PLAIN = ("options", "zones", "variables", "phases")
"""What has labels in which nothing can be named."""


def check_labels(tree: Mapping, spec: Spec, report: Report) -> None:
    """E219: the label or text of a card names no attribute, or one that is worked out; any other text names nothing
    that is chosen.
    """
    for entry in entries(tree, "cards"):
        for key in ("label", "text"):
            _check_deck(mapping(entry.value), spec.decks[entry.key.text], key, report)
    for entry in entries(tree, "actions"):
        chosen = [pick.name.text for pick in spec.actions[entry.key.text].choose]
        _check_moves(mapping(entry.value), chosen, f"actions.{entry.key.text}", report)
    for entry in entries(tree, "reactions"):
        _check_moves(mapping(entry.value), (), f"reactions.{entry.key.text}", report)
    for section in PLAIN:
        for entry in entries(tree, section):
            for text in _texts(mapping(entry.value).get("label")):
                _check(text, (), f"{section}.{entry.key.text}.label", "what can be named here", report)
    result = tree.get("result")
    for key in ("label", "nobody"):
        for text in _texts(result.get(key) if isinstance(result, Mapping) else None):
            _check(text, (), f"result.{key}", "what can be named here", report)


def _check_moves(tree: Mapping, chosen: Sequence[str], path: str, report: Report) -> None:
    """The words for a kind of move, and for the reasons why it is not legal."""
    for key in ("label", "decline"):
        for text in _texts(tree.get(key)):
            _check(text, chosen, f"{path}.{key}", "what is chosen", report)
    when = tree.get("when")
    for name, condition in when if isinstance(when, Mapping) else ():
        for key, why in condition if isinstance(condition, Mapping) else ():
            if key != "that" and isinstance(why, Scalar):
                _check(why, chosen, f"{path}.when.{name}", "what is chosen", report)


def _check_deck(tree: Mapping, deck: Deck, key: str, report: Report) -> None:
    names = [attribute.name.text for attribute in deck.attributes]
    own = {entry.key.text: found for entry in entries(tree, "list") if (found := mapping(entry.value).get(key))}
    for text in _texts(tree.get(key)):
        _check(text, names, f"{deck.path}.{key}", "attributes", report)
    for kind in deck.kinds:
        found = own.get(kind.id.text)
        for text in _texts(found):
            _check(text, names, f"{kind.path}.{key}", "attributes", report)
        for text in _texts(found or tree.get(key)):
            _check_fixed(text, names, deck, kind, report)


def _check_fixed(text: Scalar, names: Sequence[str], deck: Deck, kind: Kind, report: Report) -> None:
    """What a label tells of a card must be the same in every game."""
    values = written(deck, kind)
    for name in dict.fromkeys(NAMED.findall(text.text)):
        if name in names and not FIXED.fullmatch(values.get(name, "none")):
            message = f"what is said of '{kind.id.text}' names its {name}, which is worked out: `{values[name]}`"
            helps = (f"give '{kind.id.text}' words of its own, without {{{name}}}",)
            report.add(
                "E219", message, text.span, label="only a number or a symbol can be told", helps=helps, path=kind.path
            )


def _check(text: Scalar, names: Sequence[str], path: str, known: str, report: Report) -> None:
    for name in dict.fromkeys(NAMED.findall(text.text)):
        if name not in names:
            notes = (f"{known}: {', '.join(names)}",) if names else (f"{known}: nothing",)
            helps = did_you_mean(name, names)
            report.add(
                "E219", f"this text names '{name}', which there is not", text.span, notes=notes, helps=helps, path=path
            )


def _texts(label: Node | None) -> Iterator[Scalar]:
    if isinstance(label, Scalar):
        yield label
    elif isinstance(label, Mapping):
        yield from (entry.value for entry in label.entries if isinstance(entry.value, Scalar))
