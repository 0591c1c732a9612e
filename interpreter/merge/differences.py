"""What changes for a player from one game to another: a sentence for each rule that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..text.tree import Mapping, Node, Scalar, Sequence
from .paths import Path, bare

FOR_PEOPLE = frozenset(("label", "text", "rule", "title", "about", "source", "decline"))
"""Keys that change no rule."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: its place in the spec, a sentence, and the values before and after (None: not there)."""

    path: Path
    sentence: str
    before: str | None
    after: str | None


def differences(before: Mapping, after: Mapping, lang: str = "en") -> tuple[Difference, ...]:
    """All rules that differ, in the order of the second game, then what is gone.

    >>> from ..diagnostics.diagnostic import Report
    >>> from ..diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> one, two = (compose(Source("a", f"options: {{hand: {{default: {n}}}}}"), Report(), mapping=True) for n in (5, 6))
    >>> print(differences(one, two)[0].sentence)
    Option hand: 6 instead of 5.
    """
    return tuple(_between(before, after, (), _Words(before, after, lang)))


def _between(old: Node | None, new: Node | None, path: Path, words: _Words) -> Iterator[Difference]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        names = [e.key.text for e in new.entries]
        names += [e.key.text for e in old.entries if e.key.text not in names]
        for name in names:
            if bare(name) not in FOR_PEOPLE and (path or name not in ("game", "spec")):
                yield from _between(old.get(name), new.get(name), (*path, bare(name)), words)
        return
    one, two = _written(old), _written(new)
    if one != two:
        yield Difference(path, words.sentence(path, one, two), one, two)


def _written(node: Node | None) -> str | None:
    """A value in one line; of a mapping the rules in it."""
    match node:
        case None:
            return None
        case Scalar():
            return " ".join(node.text.split())
        case Sequence():
            return f"[{', '.join(_written(item) or '' for item in node.items)}]"
        case Mapping():
            parts = [f"{e.key.text}: {_written(e.value)}" for e in node.entries if e.key.text not in FOR_PEOPLE]
            return "{" + ", ".join(parts) + "}"


@dataclass(frozen=True, slots=True)
class _Words:
    """Puts differences into words, with the names that people know."""

    before: Mapping
    after: Mapping
    lang: str

    def sentence(self, path: Path, old: str | None, new: str | None) -> str:
        match path:
            case ("options", name, "default", *rest):
                who = f" with {rest[0]} players" if rest and rest[0] != "else" else ""
                return f"Option {self.named(path[:2], name)}{who}: {self.instead(old, new)}."
            case ("options", name) | ("presets", name):
                return f"{'New' if old is None else 'No more'} {path[0][:-1]} {self.named(path, name)}{self.about(path, new)}."
            case ("cards", _, "list", name, "copies"):
                return f"Card {self.named(path[:4], name)}: {new or 1} copies instead of {old or 1}."
            case ("cards", _, "list", name):
                return f"{'New card' if old is None else 'No more card'} {self.named(path, name)}{self.about(path, new)}."
            case ("actions" | "reactions", name, "when", *condition):
                return self.condition(path, name, condition, old, new)
            case ("actions" | "reactions" | "triggers" | "phases", name):
                return f"{'New' if old is None else 'No more'} {path[0][:-1]} {self.named(path, name)}{self.about(path, new)}."
            case ("scoring", _, "categories", name, *_):
                what = "scores" if new is not None else "scores no more"
                points = f" {new}{'' if old is None else f' instead of {old}'}" if new is not None else ""
                return f"{self.named(path[:4], name)} {what}{points}."
            case ("functions", name):
                return f"{name.split('(')[0]} means now: {new}." if new is not None else f"{name.split('(')[0]} is gone."
            case _:
                place = ".".join(path)
                return f"{place}: {self.instead(old, new)}."

    def condition(self, path: Path, name: str, condition: list[str], old: str | None, new: str | None) -> str:
        what = self.named(path[:2], name)
        which = condition[0].replace("_", " ") if condition else "its condition"
        said = self.text(self.after, path, self.lang) or new
        if old is None:
            return f"{what} is possible only if ({which}): {said}."
        if new is None:
            return f"{what} no longer needs ({which}): {old}."
        return f"{what} now needs ({which}): {new}, instead of {old}."

    def instead(self, old: str | None, new: str | None) -> str:
        if old is None:
            return f"{new} (new)"
        if new is None:
            return f"no more (was {old})"
        return f"{new} instead of {old}"

    def about(self, path: Path, new: str | None) -> str:
        """The rule in words, of something new."""
        text = self.text(self.after, (*path, "text"), self.lang) if new is not None else ""
        return f": {text.rstrip('.')}" if text else ""

    def named(self, path: Path, name: str) -> str:
        """The label in quotes, or the name."""
        label = self.text(self.after, (*path, "label"), self.lang) or self.text(self.before, (*path, "label"), self.lang)
        return f"“{label}”" if label else name

    @staticmethod
    def text(tree: Mapping, path: Path, lang: str) -> str:
        node: Node | None = tree
        for name in path:
            node = node.get(name) if isinstance(node, Mapping) else None
        if isinstance(node, Mapping):
            node = node.get(lang) or node.get("en")
            return node.text if isinstance(node, Scalar) else ""
        return node.text if isinstance(node, Scalar) and path[-1] in FOR_PEOPLE else ""
