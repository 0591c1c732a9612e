"""Variants: the order in which they apply, those that cannot be used, and the names that they have removed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Set
from collections.abc import Mapping as Map
from collections.abc import Sequence as AbcSequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Literal

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...diagnostics.text import how_many
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


# Explains unknown names that a variant has removed.
#
# What the author of the variant wrote is told first: one message at the line that removes something (E245), with the
# places in other files that still use it. A use that the variant itself writes is a mistake of its own, at its own
# line.

_LIST = re.compile(r"phases\.[a-z0-9_]+")
"""The path of a phase, which messages about its list of actions have."""

REMOVES = " removes it"
"""How the words at a line that removes something end, after the name of the variant."""

HELP = "also change what needs it in the variant, or do not remove it"


def removed_names(variants: AbcSequence[Mapping]) -> dict[str, Label]:
    """The last names of the paths that variants remove, each with a label at the line that removes it."""
    return {path.rpartition(".")[2]: label for path, label in removals(variants)}


def removals(variants: AbcSequence[Mapping]) -> Iterator[tuple[str, Label]]:
    """The whole paths that variants remove, each with such a label."""
    for variant in variants:
        for item in items_of(variant.get("remove")):
            yield item.text, Label(item.span, f"variant '{name_of(variant)}'{REMOVES}")


MOST_USES = 4
"""So many places that use what was removed are shown; of the others, only how many they are."""


def explain_variants(
    report: Report, gone: Map[str, Label], changed: Map[tuple[str, ...], Label], own: Set[str]
) -> None:
    """Tell of each mistake in the game itself which line of a variant has made it one.

    Each name that a variant has removed, but that is still used, is told at the line that removes it (E245). A mistake
    in a rule of which a variant has changed another part shows the line of that change: `changed` has them by section
    and name. `own` are the files of variants (`Source.name`): what is wrong in them comes first, and what follows from
    it in the game itself after it.
    """
    kept: list[Diagnostic] = []
    used: dict[Label, list[Diagnostic]] = {}
    for one in report.diagnostics:
        label = gone.get(one.span.text) if one.span and one.code.startswith("E2") else None
        if label is not None and not _in(one, own):
            used.setdefault(label, []).append(one)
        else:
            kept.append(_explained(one, label or _change(one, changed, own), own))
    kept += [_still_used(label, uses) for label, uses in used.items()]
    report.diagnostics[:] = [*(one for one in kept if _in(one, own)), *(one for one in kept if not _in(one, own))]


def _change(found: Diagnostic, changed: Map[tuple[str, ...], Label], own: Set[str]) -> Label | None:
    """What a variant has changed of a rule of the game in which something is wrong."""
    path = tuple(found.path.split(".")[:2])
    return None if found.severity != "error" or _in(found, own) else changed.get(path)


def _in(found: Diagnostic, own: Set[str]) -> bool:
    return found.span is not None and found.span.source.name in own


def _still_used(label: Label, uses: AbcSequence[Diagnostic]) -> Diagnostic:
    """The mistake of removing something, and nothing of what uses it."""
    path, variant = label.span.text, label.text.removesuffix(REMOVES)
    places = tuple(dict.fromkeys(Label(one.span, "still used here") for one in uses if one.span is not None))
    more = len(places) - MOST_USES
    lists = [one for one in uses if _LIST.fullmatch(one.path) and one.code == "E213"]
    outs = dict.fromkeys(f"{one.path}.offer.{path.rpartition('.')[2]}" for one in lists)
    helps = [f"take it out of the list, too: `remove: [{path}, {', '.join(outs)}]`"] if outs else []
    return Diagnostic(
        "E245",
        f"{variant} removes '{path}', but the game still uses it",
        label.span,
        label=f"used in {how_many(len(places), 'place')}",
        others=places[:MOST_USES],
        notes=(f"and in {how_many(more, 'more place')}",) if more > 0 else (),
        helps=(*helps, *(() if len(lists) == len(uses) else (HELP,))),
        path="remove",
    )


def _explained(found: Diagnostic, label: Label | None, own: Set[str]) -> Diagnostic:
    """A mistake in a rule that a variant writes itself about what one removes, or one that follows in the game."""
    if label is not None and label not in found.others:
        more = (HELP,) if label.text.endswith(REMOVES) else ()
        return replace(found, others=(*found.others, label), helps=(*found.helps, *more))
    if found.code == "E218" and own and found.span is not None and not _in(found, own):
        return replace(found, helps=(*found.helps, f"the variant took away what used it: `remove: [{found.path}]`"))
    return found
