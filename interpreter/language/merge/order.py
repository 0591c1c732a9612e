"""Orders variants: each comes after those that it extends or lists under `after`."""

from __future__ import annotations

from typing import Literal

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Mapping, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Ordered:
    """A variant, and the names of all those that it must come after (`before`), directly or indirectly.

    `what` is what messages call it: a game changes what its parts bring, and a part itself for some case.
    """

    name: str
    tree: Mapping
    before: frozenset[str]
    what: Literal["variant", "game", "case"] = "variant"


def name_of(variant: Mapping) -> str:
    """The name of a variant; empty if it has none."""
    return text_at(variant, "variant")


def text_at(tree: Mapping, key: str) -> str:
    """The text below a key; empty if there is none."""
    node = tree.get(key)
    return node.text if isinstance(node, Scalar) else ""


def bases_of(variant: Mapping) -> tuple[Scalar, ...]:
    """What a variant extends: a game, or one or more variants."""
    base = variant.get("extends")
    items = base.items if isinstance(base, Sequence) else (base,)
    return tuple(one for one in items if isinstance(one, Scalar))


def links(variant: Mapping) -> dict[str, Span]:
    """The names that a variant comes after, by `extends` and `after`, with their locations."""
    spans: dict[str, Span] = {}
    after = variant.get("after")
    for base in bases_of(variant):
        spans[base.text] = base.span
    for item in after.items if isinstance(after, Sequence) else ():
        if isinstance(item, Scalar):
            spans.setdefault(item.text, item.span)
    return spans


def in_order(game: str, variants: list[Mapping], report: Report) -> list[Ordered]:
    """Sort variants into the order in which they change the game (E407, E411, E413).

    Each comes after those it depends on; ties are broken by name, so that the order in which they were given does not
    matter. The result is empty if there is no such order.
    """
    trees: dict[str, Mapping] = {}
    for tree in variants:
        first = trees.setdefault(name_of(tree), tree)
        if first is not tree and _twice(first, tree, report):
            return []
    before = {name: {n for n in links(tree) if n in trees} for name, tree in trees.items()}
    for tree in trees.values():
        _base(game, tree, trees, report)
    ordered: list[Ordered] = []
    closed: dict[str, frozenset[str]] = {}
    while len(ordered) < len(trees):
        free = sorted(name for name, wanted in before.items() if name not in closed and wanted <= closed.keys())
        if not free:
            _circle(trees, before, closed, report)
            return []
        name = free[0]
        closed[name] = frozenset(before[name]).union(*(closed[n] for n in before[name]))
        ordered.append(Ordered(name, trees[name], closed[name]))
    return ordered


def _twice(first: Mapping, second: Mapping, report: Report) -> bool:
    """Report two variants of the same name; one file given twice is not a mistake."""
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
    for base in bases_of(variant):
        if base.text != game and base.text not in trees:
            report.add(
                "E411",
                f"variant '{name_of(variant)}' extends '{base.text}', which does not exist",
                base.span,
                notes=(f"the game is '{game}'",),
                helps=did_you_mean(base.text, [game, *trees]),
                path="extends",
            )


def _circle(
    trees: dict[str, Mapping], before: dict[str, set[str]], closed: dict[str, frozenset[str]], report: Report
) -> None:
    """Report one circle, found by walking from the first name that cannot be placed."""
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
        label="part of the cycle",
        others=tuple(Label(span, "part of the cycle") for span in spans[1:]),
        helps=("remove one of the links",),
    )
