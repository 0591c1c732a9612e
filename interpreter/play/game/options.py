"""The values of options, in and out: as texts (the command line, scenario files) and as JSON has them."""

from __future__ import annotations

from typing import Any

from ...language.spec.nodes import Spec


def option_text(value: Any) -> str:
    """Convert the value of an option to the text that one would type for it.

    >>> option_text(True), option_text(700), option_text("ask")
    ('true', '700', 'ask')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_as_json(spec: Spec, values: dict[str, int]) -> dict[str, Any]:
    """Convert settled options from the numbers of a program to numbers, booleans, and names of symbols."""
    return {name: _as_json(spec, name, value) for name, value in values.items()}


def _as_json(spec: Spec, name: str, value: int) -> Any:
    option = spec.options[name]
    match option.type:
        case "boolean":
            return bool(value)
        case "symbols":
            return option.symbols[value].text
        case _:
            return value
