"""What changes for a player from one game to another: a sentence for each rule that differs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..text.tree import Mapping, Node, Scalar, Sequence
from .paths import KeyPath, bare

FOR_PEOPLE = frozenset(("label", "text", "rule", "title", "about", "source", "decline"))
"""Keys that change no rule."""

SAID = {
    "until": "is over when",
    "when": "is played only if",
    "turns.skip": "passes a player by if",
    "turns.from": "begins with",
    "times": "is played so many times",
    "offer": "offers",
    "steps": "goes",
    "asks": "is asked of",
    "automatic": "happens by itself if",
    "refill": "is filled up again",
}
"""What a key says of a phase, a reaction or a zone."""

LINES = frozenset(("do", "start", "finish", "otherwise"))
"""Keys under which lines of effects stand, which no sentence can tell."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: its place in the spec, a sentence, and the values before and after (None: not there)."""

    path: KeyPath
    sentence: str
    before: str | None
    after: str | None


def differences(before: Mapping, after: Mapping, lang: str = "en") -> tuple[Difference, ...]:
    """All rules that differ, in the order of the second game, then what is gone.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> texts = (f"options: {{hand: {{default: {n}}}}}" for n in (5, 6))
    >>> one, two = (compose(Source("a", text), Report(), mapping=True) for text in texts)
    >>> print(differences(one, two)[0].sentence)
    Option hand: 6 instead of 5.
    """
    return tuple(_between(before, after, (), _Words(before, after, lang)))


def _between(old: Node | None, new: Node | None, path: KeyPath, words: _Words) -> Iterator[Difference]:
    if _goes_in(old, new, path):
        for name in _names(new, old):
            if name not in FOR_PEOPLE and (path or name not in ("game", "spec")):
                yield from _between(_part(old, name), _part(new, name), (*path, name), words)
        return
    one, two = _written(old, path), _written(new, path)
    if one != two:
        yield Difference(path, words.sentence(path, one, two), one, two)


def _goes_in(old: Node | None, new: Node | None, path: KeyPath) -> bool:
    """Whether two values are compared part by part: both are mappings, or they are named conditions."""
    match path:
        case (_, _, "when", _):
            return False
        case ("actions" | "reactions", _, "when"):
            return all(value is None or isinstance(value, Mapping) for value in (old, new))
        case _:
            return isinstance(old, Mapping) and isinstance(new, Mapping)


def _names(*nodes: Node | None) -> list[str]:
    """The keys of some mappings, each once; functions and effects without what they take."""
    return list(dict.fromkeys(bare(e.key.text) for node in nodes if isinstance(node, Mapping) for e in node.entries))


def _part(node: Node | None, name: str) -> Node | None:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((e.value for e in entries if bare(e.key.text) == name), None)


def _written(node: Node | None, path: KeyPath = ()) -> str | None:
    """A value in one line; of a mapping the rules in it, of a named condition its expression."""
    match node:
        case None:
            return None
        case Scalar():
            return " ".join(node.text.split())
        case Sequence():
            return ", ".join(_written(item) or "" for item in node.items)
        case Mapping() if len(path) == 4 and path[2] == "when":
            return _written(_part(node, "that"))
        case Mapping():
            parts = [(e.key.text, _written(e.value) or "") for e in node.entries if e.key.text not in FOR_PEOPLE]
            if len(path) == 3 and path[2] == "default":
                return ", ".join(f"{_yes_no(v)} {'else' if k == 'else' else f'with {k} players'}" for k, v in parts)
            return ", ".join(f"{key}: {value}" for key, value in parts)


def _yes_no(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text)


@dataclass(frozen=True, slots=True)
class _Words:
    """Puts differences into words, with the names that people know."""

    before: Mapping
    after: Mapping
    lang: str

    def sentence(self, path: KeyPath, old: str | None, new: str | None) -> str:
        match path:
            case ("options", name, "default", *rest):
                who = f" with {rest[0]} players" if rest and rest[0] != "else" else ""
                was = "" if old is None else f" instead of {_yes_no(old)}"
                return f"Option {self.named(path[:2], name)}{who}: {_yes_no(new or 'as with other numbers')}{was}."
            case ("cards", _, "list", name, "copies"):
                return f"Card {self.named(path[:4], name)}: {new or 1} copies instead of {old or 1}."
            case ("cards", _, "list", name):
                return f"{self.new_or_gone('card', new)} {self.named(path, name)}{self.about(path, new)}."
            case ("actions" | "reactions", name, "when", *condition):
                return self.condition(path, name, condition, old, new)
            case (
                "options" | "presets" | "actions" | "reactions" | "triggers" | "phases" | "zones" | "variables",
                name,
            ):
                return f"{self.new_or_gone(path[0][:-1], new)} {self.named(path, name)}{self.about(path, new)}."
            case ("actions" | "reactions" | "phases" | "zones", name, *rest):
                return self.part(path, name, rest, old, new)
            case ("scoring", _, "categories", name, *_):
                if new is None:
                    return f"{self.named(path[:4], name)} scores no more."
                return f"{self.named(path[:4], name)} scores {new}{'' if old is None else f' instead of {old}'}."
            case ("functions", name):
                if new is None or old is None:
                    return f"{self.new_or_gone('function', new)} {name}{'' if new is None else f': {new}'}."
                return f"{name} now means: {new}, instead of: {old}."
            case ("effects", name):
                changed = new is not None and old is not None
                return f"{'Other lines for the effect' if changed else self.new_or_gone('effect', new)} {name}."
            case _:
                return f"{'.'.join(path)}: {self.instead(old, new)}."

    def part(self, path: KeyPath, name: str, rest: list[str], old: str | None, new: str | None) -> str:
        """Something about an action, a reaction, a phase or a zone."""
        what = f"{path[0][:-1].capitalize()} {self.named(path[:2], name)}"
        if rest[-1] in LINES:
            return f"{what} has {'no' if new is None else 'other'} lines of effects ({rest[-1]})."
        key = next((key for key in SAID if f"{'.'.join(rest)}.".startswith(f"{key}.")), "")
        if not key:
            return f"{what}, {'.'.join(rest)}: {self.instead(old, new)}."
        which = "" if ".".join(rest) == key else f" ({rest[-1].replace('_', ' ')})"
        if new is None:
            return f"{what} no longer {SAID[key]}{which}: {old}."
        return f"{what} {SAID[key]}{which}: {new}{'' if old is None else f', instead of: {old}'}."

    def condition(self, path: KeyPath, name: str, condition: list[str], old: str | None, new: str | None) -> str:
        what = self.named(path[:2], name)
        which = f" ({condition[0].replace('_', ' ')})" if condition else ""
        reason = self.text(self.after, path, self.lang)
        if new is None:
            return f"{what} no longer needs{which}: {old}."
        told = f" Else: “{_without_names(reason)}”." if reason else ""
        return f"{what} is possible only if{which}: {new}{'' if old is None else f', instead of: {old}'}.{told}"

    def new_or_gone(self, what: str, new: str | None) -> str:
        return f"No more {what}" if new is None else f"New {what}"

    def instead(self, old: str | None, new: str | None) -> str:
        if old is None:
            return f"{new} (new)"
        if new is None:
            return f"no more (was {old})"
        return f"{new} instead of {old}"

    def about(self, path: KeyPath, new: str | None) -> str:
        """The rule in words, of something new."""
        text = self.text(self.after, (*path, "text"), self.lang) if new is not None else ""
        return f": {text.rstrip('.')}" if text else ""

    def named(self, path: KeyPath, name: str) -> str:
        """The label in quotes, or the name."""
        key = "title" if path[0] == "presets" else "label"
        label = self.text(self.after, (*path, key), self.lang) or self.text(self.before, (*path, key), self.lang)
        return f"“{_without_names(label)}”" if label else name

    @staticmethod
    def text(tree: Mapping, path: KeyPath, lang: str) -> str:
        node: Node | None = tree
        for name in path:
            node = _part(node, name)
        if isinstance(node, Mapping):
            node = _part(node, lang) or _part(node, "en")
            return node.text if isinstance(node, Scalar) else ""
        return node.text if isinstance(node, Scalar) and path[-1] in FOR_PEOPLE else ""


def _without_names(text: str) -> str:
    """A text with … where something chosen is named; of a part in brackets what is said where it is.

    >>> _without_names("Play {c} on {t}"), _without_names("[Keep {c}|Keep nothing]")
    ('Play … on …', 'Keep …')
    """
    text = re.sub(r"\[([^\[\]|]*)(?:\|[^\[\]]*)?\]", r"\1", text)
    while "{" in text and "}" in text[text.index("{") :]:
        start = text.index("{")
        text = text[:start] + "…" + text[text.index("}", start) + 1 :]
    return text
