"""Writes a single text of a file: its quotes, its lines, and the rule in it."""

from __future__ import annotations

import re

from ...diagnostics.span import LINE_END
from ..text.tree import Scalar
from .rule_text import lay_out_rule
from .stops import Stop

_HEADER = re.compile(r"([|>][-+0-9]*)[ \t]*(#.*)?")
_NEEDS_SINGLE = re.compile(r'["\\\x00-\x1f\x7f-\x9f]')


def scalar_text(stop: Stop, indent: int) -> str:
    """A text as it is written; lines after the first start in column `indent`."""
    scalar = stop.scalar
    assert scalar is not None
    written = scalar.span.text
    lines = LINE_END.split(written)
    if scalar.style in ("literal", "folded"):
        return _block(stop, scalar, indent)
    if len(lines) > 1:
        first, *rest = (line.strip(" \t") for line in lines)
        return "\n".join([first, *(" " * indent + line if line else "" for line in rest)])
    if scalar.style == "single" and not _NEEDS_SINGLE.search(scalar.text):
        quote, inside = '"', scalar.text
    elif scalar.style == "plain":
        quote, inside = "", written
    else:
        quote, inside = written[0], written[1:-1]
    if stop.language and inside == scalar.text:
        inside = lay_out_rule(inside, stop.language)
    return quote + inside + quote


def _block(stop: Stop, scalar: Scalar, indent: int) -> str:
    """A block after `|` or `>`: its head as it is, its lines in the column `indent`."""
    head, *lines = LINE_END.split(scalar.span.text)
    match = _HEADER.match(head)
    assert match is not None
    head = match[1] + (f"  {match[2].rstrip()}" if match[2] else "")
    values = scalar.text.split("\n")
    column = _blanks(_first(lines)) - _blanks(_first(values))
    body = [line[column:] if line[:column].strip() == "" else line for line in lines]
    if stop.language and scalar.style == "literal":
        body = lay_out_rule("\n".join(line.rstrip(" \t") for line in body), stop.language).split("\n")
    if scalar.text.endswith("\n\n"):
        body += [""] * (len(scalar.text) - len(scalar.text.rstrip("\n")) - 1)
    return "\n".join([head, *(" " * indent + line if line else "" for line in body)])


def _first(lines: list[str]) -> str:
    """The first line that is not empty."""
    return next((line for line in lines if line.strip(" ")), "")


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
