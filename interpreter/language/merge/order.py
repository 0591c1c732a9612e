"""Which variant comes first: the one that another extends, or that it says it comes after."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Mapping, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Ordered:
    """A variant in its place; `before` are the names of all that come before it for a reason."""

    name: str
    tree: Mapping
    before: frozenset[str]


def name_of(variant: Mapping) -> str:
    """The name of a variant."""
    return text_at(variant, "variant")


def text_at(tree: Mapping, key: str) -> str:
    """The text below a key; empty where there is none."""
    node = tree.get(key)
    return node.text if isinstance(node, Scalar) else ""


def links(variant: Mapping) -> dict[str, Span]:
    """What a variant says it comes after, by `extends` and `after`, with the place."""
    found: dict[str, Span] = {}
    base, after = variant.get("extends"), variant.get("after")
    if isinstance(base, Scalar):
        found[base.text] = base.span
    for item in after.items if isinstance(after, Sequence) else ():
        if isinstance(item, Scalar):
            found.setdefault(item.text, item.span)
    return found


def in_order(game: str, variants: list[Mapping], report: Report) -> list[Ordered]:
    """The variants in the order in which they change the game (E407, E411, E413).

    Each stands after those it depends on, and otherwise by name, so that the order in which they were given does
    not matter. The answer is empty where there is no order.
    """
    trees: dict[str, Mapping] = {}
    for tree in variants:
        first = trees.setdefault(name_of(tree), tree)
        if first is not tree and _twice(first, tree, report):
            return []
    before = {name: {n for n in links(tree) if n in trees} for name, tree in trees.items()}
    for tree in trees.values():
        _base(game, tree, trees, report)
    found: list[Ordered] = []
    closed: dict[str, frozenset[str]] = {}
    while len(found) < len(trees):
        free = sorted(name for name, wanted in before.items() if name not in closed and wanted <= closed.keys())
        if not free:
            _circle(trees, before, closed, report)
            return []
        name = free[0]
        closed[name] = frozenset(before[name]).union(*(closed[n] for n in before[name]))
        found.append(Ordered(name, trees[name], closed[name]))
    return found


def _twice(first: Mapping, second: Mapping, report: Report) -> bool:
    """Whether two variants have the same name; one file given twice is no mistake."""
    one, other = first.entry("variant"), second.entry("variant")
    if not (one and other) or one.value.span.source.name == other.value.span.source.name:
        return False
    report.add(
        "E413",
        f"two variants are called '{name_of(first)}'",
        other.value.span,
        others=(Label(one.value.span, "the other one"),),
        helps=("rename one of them",),
    )
    return True


def _base(game: str, variant: Mapping, trees: dict[str, Mapping], report: Report) -> None:
    base = variant.get("extends")
    if isinstance(base, Scalar) and base.text != game and base.text not in trees:
        report.add(
            "E411",
            f"variant '{name_of(variant)}' extends '{base.text}', which is not there",
            base.span,
            notes=(f"the game is '{game}'",),
            helps=did_you_mean(base.text, [game, *trees]),
            path="extends",
        )


def _circle(
    trees: dict[str, Mapping], before: dict[str, set[str]], closed: dict[str, frozenset[str]], report: Report
) -> None:
    """Report one circle, walked from the first name that has no place."""
    at = min(name for name in before if name not in closed)
    seen: list[str] = []
    while at not in seen:
        seen.append(at)
        at = min(name for name in before[at] if name not in closed)
    circle = seen[seen.index(at) :]
    spans = [links(trees[name])[after] for name, after in zip(circle, [*circle[1:], at], strict=True)]
    names = " after ".join(f"'{name}'" for name in [*circle, at])
    report.add(
        "E407",
        f"these variants wait for each other: {names}",
        spans[0],
        label="this link, or another of the circle",
        others=tuple(Label(span, "a link of the circle") for span in spans[1:]),
        helps=("remove one of the links",),
    )
