"""Laws of merging and of printing: nothing changes nothing, order does not matter, what is printed reads the same."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source, Span
from cardwright.source.merge.assembly import digests
from cardwright.source.merge.catalogue import find_games
from cardwright.source.merge.merge import merge
from cardwright.source.merge.paths import node_at
from cardwright.source.merge.variants import name_of
from cardwright.source.merge.yaml_output import origins, to_yaml
from cardwright.source.text.composer import INVISIBLE, compose
from cardwright.source.text.files import load
from cardwright.source.text.tree import Entry, Mapping, Node, Scalar, Sequence

NOWHERE = Span(Source("made.yaml", ""), 0, 0)


def read(text: str, name: str = "a.yaml") -> Mapping:
    report = Report()
    tree = compose(Source(name, text), report, mapping=True)
    assert isinstance(tree, Mapping) and not report.errors, render(report)
    return tree


def plain(node: Node) -> object:
    """Keys and texts alone, with the order of keys."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return [(key, plain(value)) for key, value in node]


def scalar(text: str) -> Scalar:
    return Scalar(text, NOWHERE, "plain", range(len(text) + 1))


def mapping(pairs: dict[str, Node]) -> Mapping:
    return Mapping(tuple(Entry(scalar(key), value) for key, value in pairs.items()), NOWHERE)


# All that YAML can hold, with the signs that mean something in YAML often.
CHARS = st.one_of(
    st.sampled_from(list("ab 1:#-[](){},&*!|>'\"%@`?~\\\n\n")),
    st.sampled_from([" and", "x ==", "or", "f(a", "b)", "#1", " +"]),
    st.characters(blacklist_categories=("Cs", "Cc", "Cn", "Co"), blacklist_characters="\ufeff\ufffe\uffff").filter(
        lambda char: not INVISIBLE.search(char)  # no file holds one
    ),
)
TEXTS = st.lists(CHARS, max_size=12).map("".join)
KEYS = st.lists(CHARS, min_size=1, max_size=6).map("".join).filter(lambda key: key != "<<")
NODES = st.recursive(
    TEXTS.map(scalar),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: Sequence(tuple(items), NOWHERE)),
        st.dictionaries(KEYS, inner, max_size=3).map(mapping),
    ),
    max_leaves=8,
)
TREES = st.dictionaries(KEYS, NODES, min_size=1, max_size=3).map(mapping)


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(TREES, st.booleans())
def test_what_is_printed_reads_the_same(tree: Mapping, with_origins: bool) -> None:
    text = to_yaml(tree, origins=with_origins)
    report = Report()
    again = compose(Source("again.yaml", text), report, mapping=True)
    assert not report.errors, render(report) + text
    assert again is not None and plain(again) == plain(tree), text


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", [game.path for game in find_games().games])
def test_games_read_the_same_when_printed(path: str) -> None:
    tree = load(path, Report())
    assert tree is not None
    for with_origins in (False, True):
        again = read(to_yaml(tree, origins=with_origins))
        assert plain(again) == plain(tree)
        assert digests(again)[0] == digests(tree)[0]
    assert merge(tree, [], Report()) == tree


# Variants over a small game: each patch is one of a few, so that they often meet.

GAME = read(
    "game: race\noptions: {goal: {default: {2: 700, else: 1000}, range: [0, 9]}}\n"
    "phases: {play: {offer: [drive, rest, stop]}}\nactions: {drive: {when: {near: a, mine: b}}, rest: {}, stop: {}}"
)
PATCHES = {
    "override": [
        "options.goal.default: 1",
        "options.goal.default: 2",
        "options.goal.default.2: 5",
        "phases.play.offer: [rest]",
        "actions.drive.when.near: c",
        "actions.drive.when: d",
    ],
    "add": [
        "actions.drive.when.far: x",
        "actions.drive.when.far: y",
        "zones: {pit: {holds: m}}",
        "zones.pit.of: team",
        "actions.honk: {do: a}",
        "triggers.one: {after: a, do: b}",
    ],
    "remove": ["phases.play.offer.rest", "actions.drive.when.near", "actions.drive.when", "phases.play"],
    "insert": [
        "phases.play.offer.honk: {after: rest}",
        "phases.play.offer.honk: {at: end}",
        "phases.play.offer.toot: {before: honk}",
    ],
}


@st.composite
def variants(draw: st.DrawFn) -> list[Mapping]:
    found = []
    for name in "abc":
        text = f"variant: {name}\nextends: race\ntitle: x\n"
        after = draw(st.lists(st.sampled_from([other for other in "abc" if other < name] or [""]), max_size=1))
        text += f"after: {after}\n" if after and after[0] else ""
        for section, patches in PATCHES.items():
            chosen = draw(st.lists(st.sampled_from(patches), max_size=2, unique_by=lambda patch: patch.split(":")[0]))
            if section == "remove":
                text += f"remove: [{', '.join(chosen)}]\n"
            elif chosen:
                text += f"{section}:\n" + "".join(f"  {patch}\n" for patch in chosen)
        found.append(read(text, f"{name}.yaml"))
    return found


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(variants())
def test_the_order_in_which_variants_are_given_does_not_matter(given_variants: list[Mapping]) -> None:
    outcomes = []
    for order in permutations(given_variants):
        report = Report()
        merged = merge(GAME, list(order), report)
        outcomes.append((plain(merged), render(report)))
    assert all(outcome == outcomes[0] for outcome in outcomes)


@pytest.mark.thorough
@settings(max_examples=150, deadline=None)
@given(variants())
def test_every_patch_is_applied_or_reported(given_variants: list[Mapping]) -> None:
    """With one variant and no mistakes, every value that it sets is there, with its own location."""
    for variant in given_variants:
        report = Report()
        merged = merge(GAME, [variant], report)
        if report.errors:
            continue
        places = {(".".join(o.path), o.span.source.name) for o in origins(merged)}
        for section in ("override", "add"):
            node = variant.get(section)
            for path, value in node if isinstance(node, Mapping) else ():
                if isinstance(value, Scalar):
                    assert (path, f"{name_of(variant)}.yaml") in places


def test_replaced_values_are_remembered() -> None:
    first = read("variant: a\nextends: race\ntitle: x\noverride: {options.goal.default: 1}", "a.yaml")
    second = read("variant: b\nextends: a\ntitle: x\noverride: {options.goal.default: 2}", "b.yaml")
    merged = merge(GAME, [second, first], Report())
    assert "options.goal.default = 2  (b.yaml:4, was 1 at a.yaml:4, was {2: 700, else: 1000} at a.yaml:2)" in [
        str(origin) for origin in origins(merged)
    ]
    assert "default: 2  # b.yaml:4; was 1 at a.yaml:4; was {2: 700, else: 1000} at a.yaml:2" in to_yaml(
        merged, origins=True
    )
    options = GAME.get("options")
    assert isinstance(options, Mapping) and isinstance(options.get("goal"), Mapping)  # the base is as it was
    assert "was" not in to_yaml(GAME, origins=True)


SPOKEN = """game: stones
title: {en: "Stones", fr: "Pierres", de: "Steine"}
zones: {pile: {label: {en: "Pile", fr: "Pile", de: "Stapel"}}}"""


@pytest.mark.parametrize(
    ("title", "change", "label"),
    [
        ('{en: "H", fr: "H"}', 'zones.pile.label: {en: "Heap", fr: "Tas"}', {"en": "Heap", "fr": "Tas"}),
        ('{en: "H", fr: "H"}', 'zones.pile.label.en: "Heap"', {"en": "Heap", "fr": "Pile"}),
        ('{en: "H"}', 'zones.pile.label: {en: "Heap", de: "Haufen"}', {"en": "Heap", "de": "Haufen"}),
        ('{en: "H", fr: "H", de: "H"}', 'zones.pile.label.en: "Heap"', {"en": "Heap", "fr": "Pile", "de": "Stapel"}),
        ('{de: "H"}', 'zones.pile.label.de: "Haufen"', {"en": "Pile", "fr": "Pile", "de": "Haufen"}),
        ('{en: "H"}', 'zones.pile.label.en: "Pile"', {"en": "Pile", "fr": "Pile", "de": "Stapel"}),
        ("H", 'zones.pile.label.en: "Heap"', {"en": "Heap", "fr": "Pile", "de": "Stapel"}),
    ],
)
def test_a_text_that_is_another_does_not_keep_old_translations(title: str, change: str, label: dict[str, str]) -> None:
    """A variant has the languages of its title; in others the game would tell the old rule."""
    report = Report()
    variant = read(f"variant: heaps\nextends: stones\ntitle: {title}\noverride:\n  {change}\n", "heaps.yaml")
    merged = merge(read(SPOKEN), [variant], report)
    assert not report.errors, render(report)
    told = node_at(merged, ("zones", "pile", "label"))
    assert told is not None and plain(told) == list(label.items())
