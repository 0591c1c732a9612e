"""Taking the text of a move apart: its name, and its arguments without regard to blanks and the order in lists."""

from __future__ import annotations

from ...diagnostics.record import dataclass

Argument = str | tuple[str, ...]
"""An argument as it was typed; a list as a tuple of its parts in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A move as it was typed. `named` holds the names before `=`, for a choice inside an effect."""

    name: str
    arguments: tuple[Argument, ...]
    named: tuple[str, ...] = ()


def key_of(text: str) -> Wording:
    """The parts of a move's text; texts of the same move have equal parts. Without its closing bracket it is all name.

    >>> key_of("play(ace, [red, green])")
    Wording(name='play', arguments=('ace', ('green', 'red')), named=())
    >>> key_of("extend = yes")
    Wording(name='', arguments=('yes',), named=('extend',))
    """
    squeezed = "".join(text.split())
    if "=" in squeezed.split("(")[0]:
        pairs = [part.partition("=") for part in _split(squeezed)]
        return Wording("", tuple(_argument(value) for _, _, value in pairs), tuple(name for name, _, _ in pairs))
    name, bracket, rest = squeezed.partition("(")
    if not bracket:
        return Wording(name, ())
    if not rest.endswith(")"):
        return Wording(squeezed, ())
    inside = rest[:-1]
    return Wording(name, tuple(_argument(part) for part in _split(inside)) if inside else ())


def _argument(text: str) -> Argument:
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1]
        return tuple(sorted(inside.split(","))) if inside else ()
    return text


def _split(text: str) -> list[str]:
    """The parts between the commas outside of brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
