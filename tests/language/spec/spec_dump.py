"""Prints the records of a spec as indented text: what is absent is left out, rules are printed as rules, spans are
dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from cardwright.language.spec.nodes import Owner, WrittenValue
from cardwright.language.syntax import nodes as syntax
from tests.language.syntax.syntax_printer import print_any

EXPRESSIONS = get_args(syntax.Expr)
STATEMENTS = get_args(syntax.Stmt)


def dump(value: Any, indent: str = "") -> Iterator[str]:
    """The lines of a record, a tuple or a dict."""
    for name, part in _parts(value):
        short = _short(part)
        if short is None:
            yield f"{indent}{name}:"
            yield from dump(part, indent + "  ")
        elif short:
            yield f"{indent}{name}: {short}"


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case dict():
            yield from ((str(key), part) for key, part in value.items())
        case tuple():
            yield from ((f"{number}", part) for number, part in enumerate(value, 1))
        case _:
            yield from ((field.name, getattr(value, field.name)) for field in fields(value))


def _short(value: Any) -> str | None:
    """A value on one line, an empty text for what is absent, or None for what needs several lines."""
    if value is None or value is False or value == () or value == {} or value == "":
        return ""
    match value:
        case syntax.Word() | WrittenValue() | Owner():
            return value.text
        case str() | int():
            return str(value)
        case syntax.TypeName():
            return f"{'list of ' * value.list}{value.word.text}{' or none' * value.optional}"
        case syntax.Signature():
            inside = ", ".join(f"{_short(p.type)} {p.name.text}" for p in value.parameters)
            return f"{value.name.text}({inside})"
        case syntax.Modifier():
            return print_any(value)
        case (left, right) if type(left) is not type(right) and _short(right) is not None:
            return f"{_short(left)} = {_short(right)}"
        case tuple() if all(isinstance(part, STATEMENTS) for part in value):
            return print_any(value).replace("\n", " / ")
        case tuple() if all(isinstance(part, (str, int, syntax.Word, syntax.TypeName)) for part in value):
            return ", ".join(str(_short(part)) for part in value)
        case _ if isinstance(value, EXPRESSIONS):
            return print_any(value)
    if type(value).__name__ == "Span":
        return ""
    if is_dataclass(value) and not any(_short(part) != "" for _, part in _parts(value)):
        return ""
    return None
