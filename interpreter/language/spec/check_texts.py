"""Checks that names in braces, in texts for people, have a value to show."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Mapping, Node, Scalar
from .braces import BRACES, texts_of
from .nodes import Deck, Kind, Spec
from .reading import entries, mapping
from .written import written

FIXED = re.compile(r"-?\d+|[a-z_]\w*|\[(-?\d+|[a-z_]\w*)(, (-?\d+|[a-z_]\w*))*\]")
"""What can be shown in a label: a number, a symbol, or a list of these."""

TELLING = re.compile(
    r"cards\..*|words\..*|table\.faces\..*"
    r"|actions\.[^.]+\.(label|when\..*)|reactions\.[^.]+\.(label|decline|when\..*)"
    r"|table\..*|.*\.requires\..*"
)
"""The paths of texts that may have placeholders, or are checked elsewhere."""


def check_labels(tree: Mapping, spec: Spec, report: Report) -> None:
    """Report placeholders without a value (E219).

    In the label or text of a card they are attributes that are not computed, or `kind`. What labels of moves, reasons
    and `words` name are values, which are typed like rules.
    """
    for entry in entries(tree, "cards"):
        for key in ("label", "text"):
            _check_deck(mapping(entry.value), spec.decks[entry.key.text], key, report)


def check_silent(told: Sequence[tuple[Node, str]], spec: Spec, report: Report) -> None:
    """Report placeholders in texts that have none, such as the label of a zone or the title of the game (E219).

    The rules in words may name options, whose values a rulebook fills in.
    """
    for node, path in told:
        if not TELLING.fullmatch(path):
            names = [*spec.options] if path.endswith((".text", ".steps")) else ()
            for text in texts_of(node):
                _check(text, names, path, "options" if names else "placeholders here", report)


def _check_deck(tree: Mapping, deck: Deck, key: str, report: Report) -> None:
    names = [*(attribute.name.text for attribute in deck.attributes), "kind"]
    own = {entry.key.text: text for entry in entries(tree, "list") if (text := mapping(entry.value).get(key))}
    for text in texts_of(tree.get(key)):
        _check(text, names, f"{deck.path}.{key}", "attributes", report)
    for kind in deck.kinds:
        of_kind = own.get(kind.id.text)
        for text in texts_of(of_kind):
            _check(text, names, f"{kind.path}.{key}", "attributes", report)
        for text in texts_of(of_kind or tree.get(key)):
            _check_fixed(text, names, deck, kind, report)


def check_face(node: Node, deck: Deck, kinds: Sequence[Kind], path: str, report: Report) -> None:
    """Check what cards of a deck say in a list: besides their attributes a face may name their label."""
    names = ["label", *(attribute.name.text for attribute in deck.attributes), "kind"]
    for text in texts_of(node) if kinds else ():
        _check(text, names, path, "attributes", report)
        for kind in kinds:
            _check_fixed(text, names[1:], deck, kind, report)


def check_plain(tree: Node, path: str, report: Report) -> None:
    """Check that no label in a part of the table, nor in its rows, has a placeholder."""
    for text in texts_of(mapping(tree).get("label")):
        _check(text, (), f"{path}.label", "placeholders here", report)
    for row in entries(mapping(tree), "rows"):
        check_plain(row.value, f"{path}.rows.{row.key.text}", report)


def _check_fixed(text: Scalar, names: Sequence[str], deck: Deck, kind: Kind, report: Report) -> None:
    """Check that what a label says of a card is the same in every game, since it shows what is written on the card."""
    values = written(deck, kind)
    for name in dict.fromkeys(map(str.strip, BRACES.findall(text.text))):
        if name in names and not FIXED.fullmatch(values.get(name, "none")):
            message = f"this text shows the {name} of '{kind.id.text}', which is computed: `{values[name]}`"
            helps = (f"give '{kind.id.text}' a text of its own, without {{{name}}}",)
            report.add(
                "E219", message, text.span, label="only a number or a symbol can be shown", helps=helps, path=kind.path
            )


def _check(text: Scalar, names: Sequence[str], path: str, known: str, report: Report) -> None:
    for match in BRACES.finditer(text.text):
        if (name := match[1].strip()) not in names:
            notes = (f"{known}: {', '.join(names) if names else 'none'}",)
            helps = did_you_mean(name, names)
            message = f"unknown placeholder {{{name}}} in this text"
            report.add("E219", message, text.at(*match.span(1)), notes=notes, helps=helps, path=path)
