"""Where in a file the cursor is: the keys that lead there, and whether a key or a value is written.

While something is being typed a text is seldom YAML, so the place is read from indentation and brackets alone. All that
matters of the text before the cursor is which keys are open there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics.record import dataclass
from ..diagnostics.span import LINE_END
from ..language.text.tree import Entry, Mapping, Node, Scalar, Sequence

_KEY = re.compile(
    r"""(?P<dashes>(?:-[ ]+)*)(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s"'#{}\[\],][^\n#"{}\[\]]*?)[ ]*:(?=[ \n]|$)"""
)
_WORD = re.compile(r"[\w-]*$")
_BLOCK = re.compile(r"[|>][+-]?[0-9]?[ ]*(#.*)?$")

MOST_LINES = 2000
"""How far back brackets are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a file. `keys` lead there; of a value they include its own key.

    `begun` is the word before the cursor, `written` the whole of the value or the key before the cursor. `key` says
    that a key is written, or what may still become one; `siblings` are the keys beside it, in a block.
    """

    keys: tuple[str, ...]
    key: bool
    begun: str
    written: str
    siblings: tuple[str, ...] = ()


def place_at(text: str, offset: int) -> Place:
    """Where the cursor is in a text that may be broken.

    >>> place_at("zones:\\n  hand: {of: pl", 22).keys
    ('zones', 'hand', 'of')
    """
    before = text[:offset]
    lines = LINE_END.split(before)[-MOST_LINES:]
    line = lines[-1]
    begun = _WORD.search(line)
    word = begun[0] if begun else ""
    opened, rest = _opened(lines)
    if rest is not None:
        keys, key, written = _in_brackets(opened, rest)
        return Place(keys=keys, key=key, begun=word, written=written, siblings=())
    keys, key, written = _in_block(lines)
    siblings = _siblings(text, offset, line) if key else ()
    return Place(keys=keys, key=key, begun=word, written=written, siblings=siblings)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _outline(lines: list[str]) -> list[tuple[int, str, str]]:
    """The keys that are open after some lines: indentation, key, and what follows the key on its line."""
    found: list[tuple[int, str, str]] = []
    for line in lines:
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        indent = _indent(line)
        if found and _BLOCK.search(found[-1][2]) and indent > found[-1][0]:
            continue
        match = _KEY.match(bare)
        while found and (found[-1][0] > indent or (found[-1][0] == indent and not bare.startswith("- "))):
            found.pop()
        if match:
            indent += len(match["dashes"])
            while found and found[-1][0] >= indent:
                found.pop()
            found.append((indent, match["key"].strip("\"'"), bare[match.end() :].strip()))
    return found


def _opened(lines: list[str]) -> tuple[tuple[str, ...], str | None]:
    """The keys around the brackets in which the cursor is, and the text from the first bracket on; None if in none."""
    outline = _outline(lines)
    for back in range(1, min(len(lines), 60) + 1):
        match = _KEY.match(lines[-back].lstrip(" "))
        if match is None and back < len(lines) and not lines[-back].lstrip(" ").startswith("- "):
            continue
        rest = "\n".join([lines[-back].lstrip(" ")[match.end() if match else 2 :], *lines[len(lines) - back + 1 :]])
        if rest.lstrip()[:1] not in ("{", "["):
            break
        if _depth(rest) > 0:
            keys = [key for _, key, _ in _outline(lines[: len(lines) - back + 1])]
            return tuple(keys), rest.lstrip()
        if back > 1 or match:
            break
    return tuple(key for _, key, _ in outline), None


def _depth(text: str) -> int:
    return sum((char in "{[") - (char in "}]") for char in _unquoted(text))


def _unquoted(text: str) -> Iterator[str]:
    quote = ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        else:
            yield char


def _in_brackets(outer: tuple[str, ...], text: str) -> tuple[tuple[str, ...], bool, str]:
    """The keys at the end of a text in brackets, whether a key is expected there, and what of it is written."""
    stack: list[tuple[str, str]] = []
    since, quote, key = 0, "", ""
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and not text[since:i].strip():
            quote = char
        elif char in "{[":
            stack.append((char, key))
            since, key = i + 1, ""
        elif char in "}]" and stack:
            key = stack.pop()[1]
        elif char == "," and stack:
            since, key = i + 1, ""
        elif char == ":" and stack and stack[-1][0] == "{" and not key and text[i + 1 : i + 2] in (" ", ""):
            key = text[since:i].strip().strip("\"'")
            since = i + 1
    names = (*outer, *(name for _, name in stack if name), *((key,) if key else ()))
    expects = bool(stack) and stack[-1][0] == "{" and not key
    return names, expects, text[since:].lstrip().lstrip("\"'")


def _in_block(lines: list[str]) -> tuple[tuple[str, ...], bool, str]:
    """The same for the end of lines outside of brackets."""
    line = lines[-1]
    bare, indent = line.lstrip(" "), _indent(line)
    outline = _outline(lines[:-1])
    inside = bool(outline) and bool(_BLOCK.search(outline[-1][2])) and indent > outline[-1][0]
    if inside:
        return tuple(key for _, key, _ in outline), False, bare
    match = _KEY.match(bare)
    if match:
        keys = tuple(key for _, key, _ in _outline(lines))
        return keys, False, bare[match.end() :].lstrip().lstrip("\"'")
    dash = bare.startswith("- ") or bare == "-"
    above = [one for one in outline if one[0] < indent or (dash and one[0] <= indent)]
    continued = bool(above) and bool(above[-1][2]) and not above[-1][2].startswith(("{", "["))
    return tuple(key for _, key, _ in above), not dash and not continued, bare.removeprefix("- ").lstrip()


def _siblings(text: str, offset: int, line: str) -> tuple[str, ...]:
    """The keys beside a line of a block, as its indentation tells."""
    indent, found = _indent(line), []
    after = LINE_END.split(text[offset:])[1:]
    before = LINE_END.split(text[:offset])[:-1]
    for lines in (reversed(before), after):
        for one in lines:
            if not one.strip() or one.lstrip().startswith("#"):
                continue
            if _indent(one) < indent:
                break
            match = _KEY.match(one.lstrip(" ")) if _indent(one) == indent else None
            if match:
                found.append(match["key"].strip("\"'"))
    return tuple(found)


# In a tree


@dataclass(frozen=True, slots=True)
class Spot:
    """What is written at an offset of a file that is YAML: a key or a text, and the keys that lead there."""

    keys: tuple[str, ...]
    scalar: Scalar
    is_key: bool


def spot_at(tree: Node, offset: int) -> Spot | None:
    """The key or the text at an offset; None between them."""
    return next((one for one in spots(tree) if one.scalar.span.start <= offset <= one.scalar.span.end), None)


def spots(node: Node, keys: tuple[str, ...] = ()) -> Iterator[Spot]:
    """All keys and texts of a tree, in order."""
    match node:
        case Scalar():
            yield Spot(keys, node, False)
        case Mapping():
            for entry in node.entries:
                yield from _entry(entry, keys)
        case Sequence():
            for item in node.items:
                yield from spots(item, keys)


def _entry(entry: Entry, keys: tuple[str, ...]) -> Iterator[Spot]:
    inner = (*keys, entry.key.text)
    yield Spot(inner, entry.key, True)
    yield from spots(entry.value, inner)
