"""Values as other languages write them, `2-4` or `shows: self`, and how they are written here."""

from __future__ import annotations

import re

from ..text.tree import Mapping, Node, Scalar, Sequence

_RANGE = re.compile(r"(-?\d+)\s*(?:\.\.+|-|–|to|à|,)\s*(-?\d+)")
_APART = re.compile(r"\s*(?:\||,|/|\bor\b|\band\b)\s*|\s+")
_PICK = re.compile(r"([a-z][a-z0-9_]*) in (.+)")
_NUMBER = re.compile(r"-?\d+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

SEEN = {
    **dict.fromkeys(("self", "me", "private", "player", "mine", "own"), "owner"),
    **dict.fromkeys(("public", "everyone", "everybody", "open", "face_up", "visible", "players"), "all"),
    **dict.fromkeys(("nobody", "secret", "invisible", "no_one"), "none"),
    **dict.fromkeys(("face_down", "back", "backs", "size", "number", "hidden"), "count"),
}
"""What authors may call it, and what `shows` has for it."""


VALUES = "[short, long]"
"""An example of values that have names."""

KINDS = {
    **dict.fromkeys(("int", "number", "num", "numeric", "count", "range"), "integer"),
    **dict.fromkeys(("bool", "flag", "switch", "yes_no"), "boolean"),
    **dict.fromkeys(("enum", "choice", "string", "str", "text", "symbol", "select", "list"), VALUES),
}
"""What authors may call the type of an option, and what it is written as."""


MOST_NUMBERS = 12
"""So many numbers of a range are written out in a help."""

MOST_DIGITS = 18
"""Nor are those with more signs than this."""

WRITTEN_IN_LINES = ("an effect", "a type")
"""What never begins with a bracket, so that quotes around it would not help."""


STARTS = {"a variable": "start", "an option": "default", "an attribute": "default"}
"""Things with a type, and the key of their first value."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number: `4`, `-1`."""
    return _NUMBER.fullmatch(text) is not None


def as_value(title: str, text: str) -> str | None:
    """How a thing is written of which only its first value is given: `price: 0`, or how many copies there are of a kind
    of card: `ace: 4`; None if that is not what is given.

    >>> as_value("a variable", "0"), as_value("a kind of card", "4")
    ('{type: integer, start: 0}', '{copies: 4}')
    """
    if title == "a kind of card":
        return f"{{copies: {text}}}" if is_number(text) else None
    key = STARTS.get(title)
    kind = "integer" if is_number(text) else "boolean" if text in ("true", "false") else None
    return None if key is None or kind is None else f"{{type: {kind}, {key}: {text}}}"


def meant_number(path: str, node: Scalar) -> tuple[str, ...]:
    """What to write instead of a range where each item of a list is a number: `players: [3..5]`, as helps."""
    between = _RANGE.fullmatch(node.text.strip())
    if between is None:
        return ()
    if path.startswith("players"):
        return (f"write `players: {between[1]}..{between[2]}`, without brackets",)
    if max(map(len, between.groups())) > MOST_DIGITS:
        return ()
    first, last = int(between[1]), int(between[2])
    named = ", ".join(map(str, range(first, last + 1))) if 0 < last - first < MOST_NUMBERS else ""
    return (f"name each number: `{named}`",) if named else ()


def meant_value(title: str, node: Node, key: str = "do") -> tuple[str, ...]:
    """What to write instead of a value, as helps; none if it is not known.

    `title` is what is needed, `key` the key it belongs to.
    """
    if not isinstance(node, Scalar):
        return _meant_group(title, node, key)
    between = _RANGE.fullmatch(node.text.strip())
    if between and title == "a range":
        return (f"write `[{between[1]}, {between[2]}]`",)
    if between and title == "the number of players":
        return (f"write `{between[1]}..{between[2]}`",)
    if title.startswith("a list of "):
        words = [word for word in _APART.split(node.text.removeprefix("enum").strip(" []{}()")) if word]
        if words and all(map(_NAME.fullmatch, words)):
            return (f"write `[{', '.join(words)}]`",)
    if title == "the type of an option" and (kind := KINDS.get(node.text)):
        return (f"name its values: `type: {kind}`" if kind == VALUES else f"write `type: {kind}`",)
    if title == "turns":
        return ("everybody has a turn, one after the other: `turns: {}`",)
    if title.startswith("the visibility of") and node.text in SEEN:
        return (f"did you mean '{SEEN[node.text]}'?",)
    return ()


def meant_repeat(path: str, node: Scalar) -> tuple[str, ...]:
    """What to write instead of `repeat: 3`, which says how often, and `repeat: pile.empty`, which says until when."""
    if not path.endswith(".repeat"):
        return ()
    often, until = f"so many times: `times: {node.text}`", f"until it holds: `repeat: {{until: {node.text}}}`"
    return (often,) if node.text.isdecimal() else (often, until)


def _meant_group(title: str, node: Mapping | Sequence, key: str) -> tuple[str, ...]:
    """The same of a list, or of `key: value` lines, where there should be a text."""
    items = [one for one in node.items if isinstance(one, Scalar)] if isinstance(node, Sequence) else []
    words = [one.text for one in items if _NAME.fullmatch(one.text)]
    match title:
        case "the name of a phase" if len(words) > 1 and isinstance(node, Sequence):
            steps = f"{{whole: {{steps: [{', '.join(words)}]}}}}"
            return (f"name one phase that plays the others: `begin: whole`, `phases: {steps}`",)
        case "a choice" if isinstance(node, Sequence) and (picks := [_PICK.fullmatch(one.text) for one in items]):
            if all(picks):
                return (f"write `{key}: {{{', '.join(f'{pick[1]}: {pick[2]}' for pick in picks if pick)}}}`",)
            return ()
        case "an effect" if isinstance(node, Sequence):
            return (f"write each effect on a line of its own, without brackets or dashes, below `{key}: |`",)
        case "an effect":
            example = "`draw 1 from pile to me.hand`"
            return (f"an effect is a line of text, such as {example}; several stand below `{key}: |`",)
        case "a condition" if items:
            return ("give each condition a name: `{first: …, second: …}`, or join them with `and`",)
        case "a type" if words and isinstance(node, Sequence) and len(words) == len(node.items):
            return (f"give it a name under `types`, such as `kind: [{', '.join(words)}]`, and write `type: kind` here",)
        case _:
            return ()
