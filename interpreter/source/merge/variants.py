"""Variants: the order in which they apply, those that cannot be used, and the names that they have removed."""

from __future__ import annotations

import os
from collections.abc import Sequence as AbcSequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Literal

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ..shape.validation import check_variant
from ..text import disk
from ..text.files import load
from ..text.tree import Mapping, Scalar, items_of, text_of, texts_of
from .catalogue import GameCatalogue, GameFile, game_files, other_file_kind, read_game, read_variant, unusable_variants


@dataclass(frozen=True, slots=True)
class OrderedVariant:
    """A variant, and the names of all those that it must come after (`before`), directly or indirectly.

    `what` is what messages call it: a game changes what its parts bring, and a part itself for some case.
    """

    name: str
    tree: Mapping
    before: frozenset[str]
    what: Literal["variant", "game", "case"] = "variant"

    def __str__(self) -> str:
        return f"{self.what} '{self.name}'"


def name_of(variant: Mapping) -> str:
    """The name of a variant; empty if it has none."""
    return text_of(variant.get("variant"))


def bases_of(variant: Mapping) -> tuple[Scalar, ...]:
    """What a variant extends: a game, or one or more variants."""
    return texts_of(variant.get("extends"))


def links(variant: Mapping) -> dict[str, Span]:
    """The names that a variant comes after, by `extends` and `after`, with their locations."""
    spans = {base.text: base.span for base in bases_of(variant)}
    for item in items_of(variant.get("after")):
        spans.setdefault(item.text, item.span)
    return spans


def in_order(game: str, variants: list[Mapping], report: Report) -> list[OrderedVariant]:
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
        for base in bases_of(tree):
            if base.text != game and base.text not in trees:
                message = f"variant '{name_of(tree)}' extends '{base.text}', which does not exist"
                helps = did_you_mean(base.text, [game, *trees])
                report.add("E411", message, base.span, notes=(f"the game is '{game}'",), helps=helps, path="extends")
    ordered: list[OrderedVariant] = []
    closed: dict[str, frozenset[str]] = {}
    while len(ordered) < len(trees):
        free = sorted(name for name, wanted in before.items() if name not in closed and wanted <= closed.keys())
        if not free:
            _circle(trees, before, closed, report)
            return []
        name = free[0]
        closed[name] = frozenset(before[name]).union(*(closed[n] for n in before[name]))
        ordered.append(OrderedVariant(name, trees[name], closed[name]))
    return ordered


def _twice(first: Mapping, second: Mapping, report: Report) -> bool:
    """Report two variants of the same name; one file given twice is not a mistake."""
    one, other = first.entry("variant"), second.entry("variant")
    if not (one and other) or one.value.span.source.name == other.value.span.source.name:
        return False
    message = f"two variants are called '{name_of(first)}'"
    others = (Label(one.value.span, "the other one"),)
    report.add("E413", message, other.value.span, others=others, helps=("rename one of them",))
    return True


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
    message = f"these variants wait for each other: {names}"
    others = tuple(Label(span, "part of the cycle") for span in spans[1:])
    report.add("E407", message, spans[0], label="part of the cycle", others=others, helps=("remove one of the links",))


# Variants that are there, but cannot be used: their first keys, or the whole file, say too little.
#
# They are in no list of variants. So whoever asks for one by its name, or by that of its file, is told what is wrong
# with it instead of that it does not exist. Likewise whoever gives a file of another kind instead of a game or a
# variant.


def checked_variant(path: str | Path, report: Report, named: Span | None = None) -> Mapping | None:
    """The tree of the file of a variant, with what is wrong with its shape in the report; None if it is not YAML."""
    tree = load(path, report, named=named)
    if tree is not None:
        check_variant(tree, report)
    return tree


def report_unusable(name: str, game: GameFile, paths: AbcSequence[str], found: GameCatalogue, report: Report) -> bool:
    """Report what is wrong with such a variant, in the folder of its game or in others; false if none has this name."""
    before = report.errors
    for file in unusable_variants([game.folder, *paths], found):
        variant = read_variant(file)
        if name not in (file.stem, variant.name if variant else ""):
            continue
        tree = checked_variant(file, report)
        if tree is None:
            continue
        others = {one.name for one in found.games if one.name != game.name}
        for base in bases_of(tree) if report.errors == before and not others & {b.text for b in bases_of(tree)} else ():
            unknown_base(report, base, name, [game.name, *(one.name for one in found.variants_of(game.name))])
    return report.errors > before


def of_another_kind(file: Path, wanted: str, report: Report) -> bool:
    """Report a file that was given instead of a game or a variant, but holds something else (E246)."""
    found = other_file_kind(file)
    if found is None:
        return False
    message = f"'{file}' holds {found[0]}, but {wanted} is needed here"
    report.add("E246", message, Span.of_file(str(file)), helps=(found[1],))
    return True


def unlisted_variants(name: str, game: str) -> tuple[str, ...]:
    """How a variant of a game is named that lies in the current folder, but is in no list."""
    for file in disk.files_in("."):
        variant = read_variant(file) if file.suffix == ".yaml" else None
        names = (file.stem, variant.name) if variant else ()
        if variant and name.replace("_", "-") in {one.replace("_", "-") for one in names} and game in variant.extends:
            known = f", or add `--path .` and name '{variant.name}'"
            return (f"'{file}' is here: name the file, `--variant {quote(str(file))}`{known}",)
    return ()


def unknown_base(report: Report, base: Scalar, name: str, known: AbcSequence[str]) -> None:
    """Report that a variant extends something that does not exist (E411)."""
    message = f"variant '{name}' extends '{base.text}', which does not exist"
    label = "no game or variant of this name"
    notes = (f"it can extend: {', '.join(dict.fromkeys(known))}",)
    helps = did_you_mean(base.text, known) or _own_base(base)
    report.add("E411", message, base.span, label=label, notes=notes, helps=helps, path="extends")


def _own_base(base: Scalar) -> tuple[str, ...]:
    """How a game that is in no list is extended: one that was named by its file, or lies near the variant.

    The folders around the file are looked through, with the folders in them.
    """
    file = Path(base.span.source.name)
    near = dict.fromkeys(Path(os.path.normpath(file.parent / up)) for up in (".", "..", "../.."))
    for path in (file.parent / base.text, file.parent / f"{base.text}.yaml", Path(base.text)):
        named = read_game(path) if disk.is_file(path) else None
        if named is not None:
            return (f"games are extended by their name: `extends: {named.name}`",)
    for folder in near:
        with suppress(OSError):  # a folder that may not be read
            for path in game_files(folder):
                found = read_game(path)
                if found is not None and found.name == base.text:
                    words = f"cardwright validate {quote(str(file))} --path {quote(str(folder))}"
                    return (f"'{path}' is this game: name the folder that it is in, `{words}`",)
    return ("for a game of your own, name the folder that it is in: `--path DIR`",)
