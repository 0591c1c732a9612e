"""How a YAML text is read, and the locations of its characters."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.diagnostics.codes import codes
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping, Node, Scalar, Sequence


def read(text: str, *codes: str) -> Node | None:
    """The tree of a text about which exactly these codes are reported."""
    report = Report()
    tree = compose(Source("a.yaml", text), report)
    assert [found.code for found in report.diagnostics] == list(codes)
    return tree


def plain(node: Node | None) -> object:
    """A tree as the texts, lists and pairs it consists of."""
    match node:
        case Mapping():
            return {key: plain(value) for key, value in node}
        case Sequence():
            return [plain(item) for item in node.items]
        case Scalar():
            return node.text
    return None


TREES: list[tuple[str, tuple[str, ...], object]] = [
    ("on: yes\n25: no\nno: 010\n1:30: 1_000", (), {"on": "yes", "25": "no", "no": "010", "1:30": "1_000"}),
    ("a:\nb: ~\nc: ''", (), {"a": "", "b": "~", "c": ""}),
    ("a: [x, [y], {z: 1}]", (), {"a": ["x", ["y"], {"z": "1"}]}),
    ("a: x  # why", (), {"a": "x"}),
    ("do: |\n  a\n    b # kept\n\n", (), {"do": "a\n  b # kept\n"}),
    ("when: >-\n  a\n  and b\n", (), {"when": "a and b"}),
    ("a: x\n  y", (), {"a": "x y"}),
    # After a mistake the tree is what was meant.
    ("a: 1\na: 2", ("E130",), {"a": "1"}),
    ("a: {x: max(1, 2) > y, z: 3}", ("E139",), {"a": {"x": "max(1, 2) > y", "z": "3"}}),
    ("a: [f(a, b), c]", ("E139",), {"a": ["f(a, b)", "c"]}),
    ("a: {en: Ready, steady, fr: x}", ("E139",), {"a": {"en": "Ready, steady", "fr": "x"}}),
    ("a: *b\nc: &d e", ("E133", "E133"), {"a": "*b", "c": "e"}),
    ("a: {b}", ("E111",), {"a": {}}),
    ("a: Player #1", ("W100",), {"a": "Player"}),
    ("- a", (), ["a"]),
    ("", ("E104",), None),
    ("a: [", ("E116",), None),
]


@pytest.mark.parametrize(("text", "codes", "expected"), TREES)
def test_tree(text: str, codes: tuple[str, ...], expected: object) -> None:
    assert plain(read(text, *codes)) == expected


def test_mapping_is_asked_for() -> None:
    report = Report()
    assert compose(Source("a.yaml", "- a"), report, mapping=True) is None
    assert [found.code for found in report.diagnostics] == ["E138"]


SPANS = [
    ("when: x >= limit", "limit"),
    ("when: 'x >= ''limit'' y'", "limit"),
    ('when: "x\\t>= \\"limit\\""', "limit"),
    ("when: >\n  x and\n  y\n  >= limit\n", "limit"),
    ("do: |\n  if x:\n    limit += 1\n", "limit"),
    ("do: |2\n    if x:\n      limit += 1\n", "limit"),
    ("when: x\n  and y\n  and limit", "limit"),
    ("when: {that: x >= limit, en: y}", "limit"),
    ("when: {that: max(1, limit) > 2}", "limit"),
    ("a:\r\n  do: |\r\n    x\r\n    limit\r\n", "limit"),
    ("limit: 3", "limit"),
    ("a: |+\n  \t\n", "\t"),
    ("a: >\n  \t", "\t"),
    ("a: |\n  \t\n  b", "\t"),
]


@pytest.mark.parametrize(("text", "word"), SPANS)
def test_span_of_a_word(text: str, word: str) -> None:
    tree = compose(Source("a.yaml", text), Report())
    found = [s for s in scalars(tree) if word in s.text]
    assert len(found) == 1
    at = found[0].text.index(word)
    assert found[0].at(at, at + len(word)).text == word


def scalars(node: Node | None) -> list[Scalar]:
    """All texts of a tree, keys included."""
    match node:
        case Mapping():
            return [s for e in node.entries for part in (e.key, e.value) for s in scalars(part)]
        case Sequence():
            return [s for item in node.items for s in scalars(item)]
        case Scalar():
            return [node]
    return []


WORDS = st.text("ab (+'\"\\#:,é猫\n", max_size=30)


def written(value: str, style: str) -> str:
    """A value of the key `k` as YAML, in one style."""
    lines = value.split("\n")
    match style:
        case "single":
            return "k: '" + "\n\n  ".join(lines).replace("'", "''") + "'\n"
        case "double":
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'k: "{escaped}"\n'
        case "literal":
            return "k: |2-\n" + "".join(f"  {line}\n" for line in lines)
        case _:
            return "k: >2-\n" + "\n\n".join(f"  {line}" for line in lines) + "\n"


@settings(max_examples=150, deadline=None)
@given(value=WORDS, style=st.sampled_from(["single", "double", "literal", "folded"]))
def test_each_character_knows_its_location(value: str, style: str) -> None:
    text = written(value, style)
    report = Report()
    tree = compose(Source("a.yaml", text), report, mapping=True)
    if tree is None:
        assert report.errors  # such as a text whose quotes a document separator cuts
        return
    node = tree.get("k")
    assert isinstance(node, Scalar)
    check_places(node, text)


def check_places(node: Scalar, text: str) -> None:
    """The law: offsets increase, and the source has the same letter at the offset of a letter."""
    places = list(node.offsets)
    assert len(places) == len(node.text) + 1
    assert places == sorted(places)
    assert all(node.span.start <= place <= len(text) for place in places)
    for char, place in zip(node.text, places, strict=False):
        if char not in " \n":
            assert text[place] in (char, "\\") or (node.style == "double" and text[place] == "\\")
        else:
            assert text[place] in " \n\r\u2028\u2029\\"


CHUNKS = st.lists(
    st.sampled_from(
        [
            "a",
            "b: ",
            "- ",
            "\n",
            "\n  ",
            "\n    ",
            " ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "'",
            '"',
            "|\n",
            ">\n",
            "#",
            " #",
            "&x ",
            "*x",
            "!t ",
            "? ",
            "%",
            "\t",
            "\r\n",
            "---\n",
            "...\n",
            "\\n",
            "\\",
            "é",
            "<<",
            ": ",
            "(",
            ")",
            "@",
            "\u2028",
            "\ufeff",
            "\x00",
            "k: |2-\n",
            "k: >+\n",
        ]
    ),
    max_size=25,
)


@pytest.mark.thorough
@settings(max_examples=400, deadline=None)
@given(CHUNKS)
def test_no_text_breaks_the_reader(chunks: list[str]) -> None:
    """Whatever is written, there is a tree or a reported reason; and each text knows its locations."""
    text = "".join(chunks)
    report = Report()
    tree = compose(Source("a.yaml", text), report)
    assert tree is not None or report.errors
    render(report)
    for found in report.diagnostics:
        assert found.code in codes()
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(text)
    if not report.errors:
        for node in scalars(tree):
            check_places(node, text)


SPEC = Path(__file__).parents[3] / "specs" / "mille-bornes" / "game.yaml"


def test_a_spec_is_read_quickly() -> None:
    text = SPEC.read_text(encoding="utf-8")
    seconds = []
    for _ in range(3):
        start = time.process_time()
        report = Report()
        assert compose(Source("game.yaml", text), report, mapping=True) is not None
        seconds.append(time.process_time() - start)
        assert report.diagnostics == []
    assert min(seconds) < 0.12


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "".join(f"{'  ' * i}a:\n" for i in range(500)),
        "a: *b\n" * 20_000,
        "a: 1\n" * 20_000,
        "a: '" + "x" * 500_000,
        "[" + "(, " * 20_000 + "a, a)]",
        "a: |x\n" * 20_000,
    ],
    ids=["lists", "mappings", "items", "blocks", "aliases", "doubles", "quote", "commas", "headers"],
)
def test_hostile_texts_are_rejected_quickly(text: str) -> None:
    start = time.process_time()
    report = Report()
    compose(Source("a.yaml", text), report)
    assert render(report)
    assert 0 < len(report.diagnostics) <= 101
    assert time.process_time() - start < 5


def test_many_warnings_hide_no_error() -> None:
    report = Report()
    compose(Source("a.yaml", "".join(f"k{i}: Player #{i}\n" for i in range(150)) + "k1: again\n"), report)
    assert (report.errors, report.warnings) == (1, 100)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_every_line_end_of_yaml_ends_a_line(end: str) -> None:
    """Places are counted, and rules read, as YAML reads the file."""
    text = end.join(["game: race", "do: |", "  draw 1 from pile to me.hand", "  shuffle pyle", "end: here"])
    tree = compose(Source("a.yaml", text), Report(), mapping=True)
    assert tree is not None
    rule, last = tree.get("do"), tree.entry("end")
    assert isinstance(rule, Scalar) and rule.text == "draw 1 from pile to me.hand\nshuffle pyle\n"
    assert rule.at(36, 40).text == "pyle"
    assert (rule.at(36, 40).line, rule.at(36, 40).column) == (4, 11)
    assert last is not None and last.key.span.line == 5
    assert last.key.span.source.line(4) == "  shuffle pyle"
