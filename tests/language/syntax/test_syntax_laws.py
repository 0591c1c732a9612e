"""Laws of the parser: what is printed parses as it was; locations fit; every text is parsed or reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.language.syntax.nodes import Comprehension, Destination, Expr, Modifier, Stmt
from tests.language.syntax import syntax_trees
from tests.language.syntax.syntax_cases import cases, read
from tests.language.syntax.syntax_dump import dump
from tests.language.syntax.syntax_printer import print_any
from tests.language.syntax.syntax_trees import effects, modifiers, values

BOUNDED = settings(max_examples=100, deadline=None, derandomize=True)


def test_trees_have_nodes_of_every_type() -> None:
    """A node that the language gains fails here, until the trees below have it, too."""
    text = Path(syntax_trees.__file__).read_text(encoding="utf-8")
    assert [
        one.__name__ for one in (*get_args(Expr), *get_args(Stmt)) if not re.search(rf"\bn\.{one.__name__}[,(]", text)
    ] == []


@pytest.mark.thorough
@BOUNDED
@given(values)
def test_a_printed_value_parses_as_it_was(node: Any) -> None:
    _read_back("value", node)


@pytest.mark.thorough
@BOUNDED
@given(effects)
def test_a_printed_effect_parses_as_it_was(node: Any) -> None:
    _read_back("effect", node)


@pytest.mark.thorough
@BOUNDED
@given(modifiers)
def test_a_printed_rule_parses_as_it_was(node: Any) -> None:
    _read_back("rule", node)


def _read_back(kind: str, node: Any) -> None:
    text = print_any(node)
    again, found = read(kind, text)
    assert not found, (text, found)
    assert dump(again) == dump(node), text
    assert print_any(again) == text


@pytest.mark.thorough
@BOUNDED
@given(effects)
def test_every_span_of_an_effect_parses_as_its_node(node: Any) -> None:
    _places_fit("effect", print_any(node))


@pytest.mark.parametrize("case", [c for c in cases("good.txt") if c.kind in ("effect", "value", "rule")], ids=str)
def test_every_span_of_the_corpus_parses_as_its_node(case: Any) -> None:
    _places_fit(case.kind, case.text)


def _places_fit(kind: str, text: str) -> None:
    """The characters in a node's span, parsed alone, are the same node."""
    tree, _ = read(kind, text)
    for node in _nodes(tree):
        written = node.span.text
        if isinstance(node, get_args(Expr)):
            again, found = read("value", written)
        elif isinstance(node, Comprehension):
            again, found = read("value", f"[{written}]")
            again = again and again.comprehension
        elif isinstance(node, Destination):
            again, found = read("effect", f"move c to {written}")
            again = again and again[0].place
        elif isinstance(node, Modifier):
            again, found = read("rule", written)
        else:
            again, found = read("effect", " " * (node.span.column - 1) + written)
            again = again and again[0]
        assert not found, (written, found)
        assert dump(again) == dump(node), written


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif is_dataclass(node):
        if isinstance(node, (*get_args(Expr), *get_args(Stmt), Comprehension, Destination, Modifier)):
            yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


SCRAPS = (
    "move c to z",
    "if x",
    ":",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "else",
    "elif",
    "for",
    "in",
    "(",
    ")",
    "[",
    "]",
    ",",
    "+",
    "-",
    "=",
    "==",
    "<",
    "..",
    ".",
    "not",
    "is",
    "none",
    "c",
    "me.hand",
    "3",
    "1.5",
    "'a'",
    "&&",
    "?",
    "Big",
    "choose",
    "of",
    "top",
    "by",
    "end",
    "draw",
    "alike",
    "except",
    "where",
    "é",
    "#",
    " ",
    '"',
    "when",
    "repeat",
    "let",
    "\u00a0",
)


@pytest.mark.thorough
@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(SCRAPS), max_size=14), st.sampled_from(("effect", "value", "rule", "source")))
def test_every_text_is_parsed_or_reported(scraps: list[str], kind: str) -> None:
    _read_or_told(" ".join(scraps), kind)


@pytest.mark.thorough
@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30), st.sampled_from(("effect", "value", "rule", "source", "head", "type", "name")))
def test_every_character_is_parsed_or_reported(text: str, kind: str) -> None:
    _read_or_told(text, kind)


@pytest.mark.thorough
@settings(max_examples=150, deadline=None, derandomize=True)
@given(effects, st.data())
def test_a_text_without_a_piece_is_parsed_or_reported(node: Any, data: st.DataObject) -> None:
    pieces = print_any(node).split(" ")
    pieces.pop(data.draw(st.integers(0, len(pieces) - 1)))
    _read_or_told(" ".join(pieces), "effect")


def _read_or_told(text: str, kind: str) -> None:
    node, found = read(kind, text)
    assert (node is None) == bool(found)
    for one in found:
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert one.message
