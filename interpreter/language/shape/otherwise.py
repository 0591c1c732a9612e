"""Keys that authors know by other words, `initial` for `start`, and what they are called here."""

from __future__ import annotations

from ..text.tree import Mapping, Scalar, Sequence
from .schema import MappingShape

OTHERWISE: dict[str, dict[str, tuple[str, ...]]] = {
    "turns": {
        "from": ("first", "start", "starts", "starter", "starting", "begin", "begins"),
        "skip": ("unless",),
        "until": ("end", "ends"),
    },
    "a variable": {"start": ("first", "default", "initial", "init", "value"), "of": ("owner", "per", "for")},
    "a zone": {
        "holds": ("deck", "cards", "contains"),
        "of": ("owner", "per", "for"),
        "start": ("initial", "begins", "setup"),
        "shows": ("visible", "visibility", "see", "sees", "face"),
        "capacity": ("size", "max", "most", "limit", "room"),
    },
    "a named condition": {"that": ("if", "test", "check", "is", "when", "condition", "expr", "rule", "must")},
    "an option": {"type": ("values", "choices", "one_of"), "range": ("min", "max", "from", "to", "least", "most")},
    "an action": {
        "when": ("if", "condition", "conditions", "requires", "allowed"),
        "do": ("effect", "effects", "then", "run"),
        "choose": ("args", "arguments", "parameters", "params", "choice", "with"),
    },
    "a phase": {
        "offer": ("actions", "action", "moves", "choose", "allow"),
        "do": ("effect", "effects", "run"),
        "steps": ("phases", "then", "sequence"),
        "until": ("end", "ends", "while", "stop"),
    },
    "a trigger": {
        "after": ("on", "event", "trigger"),
        "do": ("effect", "effects", "then"),
        "when": ("if", "condition"),
    },
    "a reaction": {"instead_of": ("to", "on", "replaces"), "do": ("effect", "effects", "then"), "when": ("if",)},
    "the result": {"winners": ("winner", "wins", "win"), "score": ("scores", "points")},
    "a spec": {
        "title": ("name",),
        "cards": ("deck", "decks"),
        "zones": ("places", "piles"),
        "variables": ("vars", "state", "counters"),
        "begin": ("start", "first"),
        "players": ("seats",),
        "result": ("winner", "winners", "win", "end"),
        "types": ("enums",),
    },
}
"""What authors may call the keys of some things, by the title of the thing and the key that it has."""

CHANGES = {
    **dict.fromkeys(("set", "change", "changes", "modify", "replace", "update"), "override"),
    **dict.fromkeys(("delete", "drop"), "remove"),
    **dict.fromkeys(("append", "new"), "add"),
}
"""What authors may call the ways to change a game, and what a variant calls them."""


_WRITTEN = {
    ("a zone", "shuffled"): "write `start: shuffled`",
    ("a zone", "hidden"): "write `shows: none`, or `shows: count` if all see how many cards there are",
    ("turns", "rounds"): "so many rounds: `until: round.number == 3`",
    ("turns", "times"): "so many rounds: `until: round.number == 3`",
}
"""What is said by another key and another value, by the title of the thing and the key."""


def written(word: str, title: str) -> tuple[str, ...]:
    """How to say what has no key of its own, as helps.

    >>> written("shuffled", "a zone")
    ('write `start: shuffled`',)
    """
    return (_WRITTEN[title, word],) if (title, word) in _WRITTEN else ()


def change(word: str, keys: MappingShape) -> tuple[str, ...]:
    """What a variant calls a way to change its game, as helps."""
    meant = CHANGES.get(word)
    return (f"did you mean '{meant}'?",) if meant in keys.fixed else ()


_LOW, _HIGH = ("min", "from", "least"), ("max", "to", "most")


def of_an_option(word: str, title: str, node: Mapping) -> tuple[str, ...]:
    """How the values that an option can have are written, as helps: `min: 2`, `values: [a, b]`."""
    if title != "an option":
        return ()
    given = {key: entry for key, entry in node}
    values = given.get(word)
    if word in OTHERWISE["an option"]["type"] and isinstance(values, Sequence):
        texts = [one.text for one in values.items if isinstance(one, Scalar)]
        return (f"write `type: [{', '.join(texts)}]`",) if texts else ()
    if word in (*_LOW, *_HIGH):
        ends = [next((given[key] for key in keys if key in given), None) for keys in (_LOW, _HIGH)]
        low, high = (one.text if isinstance(one, Scalar) else "…" for one in ends)
        return (f"write both ends as `range: [{low}, {high}]`",)
    return ()


def called_otherwise(word: str, title: str, node: Mapping) -> tuple[str, ...]:
    """The key of a thing for which this is another word: the first that is not there yet."""
    meant = [key for key, words in OTHERWISE.get(title, {}).items() if word in words]
    free = next((key for key in meant if node.get(key) is None), None)
    if free is not None:
        return (f"did you mean '{free}'?",)
    return (f"did you mean '{meant[0]}'? It is there already: put this below it",) if meant else ()
