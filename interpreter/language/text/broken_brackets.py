"""Breakages in brackets: `[…]` and `{…}`."""

from __future__ import annotations

import re
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label
from .broken_texts import after_quote, closing, mark, starts_with_a_gap
from .cut import QUOTED
from .scene import Scene
from .turned_round import turned_round

_PARTNER = {"[": "]", "{": "}"}


_INNER = re.compile(r"(?P<key>[\w.-]+):[ ]*(?P<first>[\w.-]+)[ ]*$")
"""A key, and the first key of the mapping that is its value, before its colon."""


def _lacks(text: str, pair: str) -> bool:
    """Whether a line closes more brackets of a kind than it opens."""
    return text.count(pair[1]) > text.count(pair[0])


def comma_missing(scene: Scene) -> Diagnostic | None:
    """Something other than a comma or the closing bracket."""
    quoted = after_quote(scene)
    if quoted is not None and quoted.label.startswith("this quote is not closed"):
        return quoted
    if quoted is not None:
        return replace(quoted, helps=("write a comma after the text, if another item follows", *quoted.helps))
    opening = scene.text[scene.since : scene.since + 1]
    sign = scene.text[scene.at : scene.at + 1]
    first, here = scene.line(scene.since), scene.line(scene.at)
    if not sign.strip() or (here.number > first.number and here.indent <= first.indent and sign not in "]}"):
        return _unclosed(scene, opening)
    bare = QUOTED.sub("", here.text)
    if sign in "]}" and _lacks(bare, "[]") and not _lacks(bare, "{}"):
        return scene.fault(
            "E116",
            "this ']' has no matching '['",
            scene.span(scene.at, scene.at + 1),
            "write '[' where the list starts",
        )
    if sign in "]}":
        return scene.fault(
            "E116",
            f"'{sign}' cannot close '{opening}'",
            scene.span(scene.at, scene.at + 1),
            f"write '{_PARTNER.get(opening, sign)}' here, or check which bracket is missing",
            others=(Label(scene.span(scene.since, scene.since + 1), "opened here"),),
        )
    if sign in "[{?":
        return scene.fault(
            "E141",
            f"a text between brackets ends at '{sign}'",
            scene.span(scene.at, scene.at + 1),
            *turned_round(_value_at(scene)),
            "put the whole text in quotes, or write it in block form, on a line of its own",
            label="the text before this character ends here",
        )
    inner = _INNER.search(scene.text, here.start, scene.at)
    if sign == ":" and inner is not None and _lacks(bare, "{}"):
        return scene.fault(
            "E116",
            f"'{{' is missing after the colon of '{inner['key']}'",
            scene.span(inner.start("first"), inner.end("first")),
            f"write '{{' before '{inner['first']}'",
            label="a mapping begins here",
        )
    if sign == ":":
        return scene.fault(
            "E117",
            "a text without quotes cannot contain a colon",
            scene.span(scene.at, scene.at + 1),
            "put the text in quotes, or write a comma before the next key",
            label="this would end a key",
        )
    if here.number > first.number and here.key is not None:
        return _unclosed(scene, opening)
    return (
        mark(scene)
        or starts_with_a_gap(scene)
        or scene.fault(
            "E116",
            f"a comma or '{_PARTNER.get(opening, opening)}' is missing before this",
            scene.span(scene.at, scene.at + 1),
            "separate the items with commas",
            others=(Label(scene.span(scene.since, scene.since + 1), "opened here"),),
        )
    )


def _value_at(scene: Scene) -> str:
    """The text between brackets that parsing stopped in, from the sign that begins it."""
    line = scene.line(scene.at)
    before = scene.text[line.start : scene.at]
    return scene.text[line.start + max(before.rfind(sign) for sign in ":,[{") + 1 : line.end]


def _unclosed(scene: Scene, opening: str) -> Diagnostic:
    partner = _PARTNER.get(opening, "its partner")
    return scene.fault(
        "E116",
        f"this '{opening}' is never closed",
        scene.span(scene.since, scene.since + 1),
        f"write '{partner}' where the list or mapping ends",
        f"a text that starts with '{opening}' must be put in quotes",
        label=f"'{partner}' is missing",
    )


def node_missing(scene: Scene) -> Diagnostic | None:
    """A sign where a value is needed."""
    sign = scene.text[scene.at : scene.at + 1]
    if sign == ",":
        return scene.fault(
            "E118",
            "there is nothing before this comma",
            scene.span(scene.at, scene.at + 1),
            "remove the comma, or put a text that starts with it in quotes",
        )
    if sign == "-":
        return scene.fault(
            "E119",
            "an item cannot start with '-' between brackets",
            scene.span(scene.at, scene.at + 1),
            "write `[a, b]`, or a list in block form with each item on a line of its own",
        )
    if closing_sign := closing(scene):
        return closing_sign
    opening = max(scene.text.rfind("[", 0, scene.at), scene.text.rfind("{", 0, scene.at))
    if not sign.strip() and opening >= 0:
        partner = _PARTNER[scene.text[opening]]
        return scene.fault(
            "E116",
            f"this '{scene.text[opening]}' is never closed",
            scene.span(opening, opening + 1),
            f"write '{partner}' where the list or mapping ends",
            label=f"'{partner}' is missing",
        )
    return None
