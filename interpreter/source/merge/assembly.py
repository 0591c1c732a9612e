"""Finds a game by its name, together with its variants: the files are located, read, checked and merged."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ..shape.first_calls import lists_of
from ..shape.first_version import Plain, first_pairs, first_texts
from ..shape.schema import USING, Shape, shape_of
from ..shape.validation import check_spec, check_uses, check_variant
from ..text import disk
from ..text.files import load
from ..text.literals import normalize_rule
from ..text.tree import Mapping, Node, Scalar, items_of
from ..text.tree import Sequence as List
from . import catalogue
from .catalogue import GAME_FILE, GameCatalogue, GameFile, VariantFile
from .conflicts import Edit, EditLog
from .error_recovery import RecoveredTree, check_whole, recovered_trees
from .merge import merge
from .part_expansion import PartFiles
from .parts import ExpandedUse, expand_parts, uses_parts
from .variants import (
    OrderedVariant,
    bases_of,
    checked_variant,
    in_order,
    name_of,
    of_another_kind,
    report_unusable,
    unknown_base,
    unlisted_variants,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """A merged spec: `tree`, made of `base`, which is the file of the game, by `variants`, in the order of their names.

    `paths` are the folders with more games, `patches` the variants themselves, and `touches` all that they have
    changed, in order. `uses` are the parts.
    """

    name: str
    variants: tuple[str, ...]
    base_path: str
    folder: str
    base: Mapping
    tree: Mapping
    digests: tuple[str, ...]
    paths: tuple[str, ...] = ()
    patches: tuple[OrderedVariant, ...] = ()
    touches: tuple[Edit, ...] = ()
    uses: tuple[ExpandedUse, ...] = ()


def assemble(
    game: str,
    variants: Sequence[str],
    paths: Sequence[str],
    report: Report,
    *,
    command_line: Source | None = None,
    rest: list[RecoveredTree] | None = None,
) -> Assembled | None:
    """Find a game and its variants by name or path, and merge them.

    `game` is a name, the path of a `game.yaml` or of its folder, or the path of a variant file (which means its base
    with this variant). `paths` are folders with more games and variants. A variant that extends another one brings it
    along. Mistakes go to `report` (E100 to E169, E400 to E417), and the result is then None; those about names that
    were asked for are located in `command_line`, if given. `rest` gets what is left of the game without them, if any.
    """
    own = Report()
    catalogue.check_paths(paths, own)
    assembly = _Assembly(PartFiles(paths), own, command_line, paths)
    assembled = assembly.run(game, variants)
    if own.errors and rest is not None:
        rest += assembly.rest()
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    return None if own.errors else assembled


def context_of(path: str, paths: Sequence[str]) -> Mapping | None:
    """The game that a file is, or that a variant changes, with its parts, but without its own changes of these."""
    assembly = _Assembly(PartFiles(paths), Report(), None, paths)
    assembly.run(path, ())
    if assembly.tree is None or not uses_parts(assembly.tree):
        return assembly.tree
    kept = (one for one in assembly.tree.entries if one.key.text == "uses" or one.key.text not in USING)
    return expand_parts(Mapping(tuple(kept), assembly.tree.span), assembly.parts, Report())


class _Assembly:
    """Finds and reads the files of one game."""

    def __init__(self, parts: PartFiles, report: Report, command_line: Source | None, paths: Sequence[str]) -> None:
        self.parts, self.report, self.command_line = parts, report, command_line
        self.paths = paths
        self.base: GameFile | None = None
        self.trees: dict[str, Mapping] = {}
        self.uses: list[ExpandedUse] = []
        self.files: dict[str, VariantFile] = {}
        self.folders: dict[Path, list[VariantFile]] = {}
        self.tree: Mapping | None = None
        self.merged: Mapping | None = None

    @cached_property
    def catalogue(self) -> GameCatalogue:
        """What is available. Nothing is looked for if a game is asked for by its path, and no variant by name."""
        found = catalogue.find_games(self.paths)
        return found if self.base is None else catalogue.with_neighbours(found, self.base)

    def run(self, game: str, variants: Sequence[str]) -> Assembled | None:
        """Return the merged game, or None if anything is wrong."""
        first = self._variant_file(game)
        base = self._base_of(first) if first else self._game(game)
        if base is None:
            return None
        tree = load(base.path, self.report)
        if tree is not None:
            self.tree = tree = (check_uses if uses_parts(tree) else check_spec)(tree, self.report)
        self.base = base
        if "catalogue" in vars(self):  # from now on the variants in its folder are available, too
            self.catalogue = catalogue.with_neighbours(self.catalogue, base)
        wanted = [first] if first else []
        wanted += [variant for name in variants if (variant := self._variant(name, base))]
        for variant in wanted:
            self._take(variant, base.name)
        self._check_after(base.name)
        if tree is None or self.report.errors:
            return None
        return self._merged(base, tree)

    def _merged(self, base: GameFile, tree: Mapping) -> Assembled | None:
        patches = list(self.trees.values())
        touches = EditLog(self.report)
        self.merged = merged = merge(tree, patches, self.report, touches, self._bring_in)
        if self.report.errors:
            return None
        if patches:
            check_spec(merged, self.report)
        ordered = in_order(base.name, patches, Report())
        return Assembled(
            name=base.name,
            variants=tuple(one.name for one in ordered),
            base_path=base.path,
            folder=base.folder,
            base=tree,
            tree=merged,
            digests=digests(merged),
            paths=tuple(self.paths),
            patches=tuple(ordered),
            touches=tuple(touches.applied),
            uses=tuple(self.uses),
        )

    def rest(self) -> list[RecoveredTree]:
        """What is left of the game without the mistakes that were found; nothing if too little is known of it."""
        return [] if self.tree is None else recovered_trees(self.tree, self.merged, [*self.trees.values()], self.report)

    def _bring_in(self, tree: Mapping) -> Mapping:
        """The tree of the game with its parts, if it has any, checked as a whole."""
        if not uses_parts(tree):
            return tree
        before = self.report.errors
        check_uses(tree, self.report)
        if self.report.errors > before:
            return tree
        whole = expand_parts(tree, self.parts, self.report, self.uses)
        check_whole(whole, self.report)
        return whole

    # Games

    def _game(self, game: str) -> GameFile | None:
        """The file of a game that was asked for by name or path."""
        path = Path(game)
        if catalogue.is_path(game):
            return self._game_at(path)
        known = self.catalogue.games_called(game)
        if len(known) > 1:
            self._ambiguous(f"games are called '{game}'", [one.path for one in known], game)
        elif not known and game and (disk.is_file(path) or disk.is_folder(path) and catalogue.own_games(path)):
            return self._game_at(path)
        elif not known:
            names = [one.name for one in self.catalogue.games]
            here = [folder.name for folder in disk.folders_in(".") if catalogue.own_games(folder)]
            message = f"unknown game '{game}'"
            notes = (f"available games: {', '.join(names)}",) if names else ("no games are available",)
            helps = suggest_game(game, [*names, *here])
            self.report.add("E400", message, self._asked(game), label="no game of this name", notes=notes, helps=helps)
        return known[0] if len(known) == 1 else None

    def _game_at(self, path: Path) -> GameFile | None:
        """The game in a file, or the only one directly in a folder, whatever its file is called."""
        files = catalogue.own_games(path) if disk.is_folder(path) else [path]
        if len(files) > 1 and files[0].name != GAME_FILE:
            notes, helps = tuple(f"one is in {file}" for file in files), ("give the path of the file instead",)
            message = f"there are {len(files)} games in the folder '{path}'"
            self.report.add("E413", message, self._asked(str(path)), notes=notes, helps=helps)
            return None
        file = files[0] if files else path / GAME_FILE
        if of_another_kind(file, "a game", self.report):
            return None
        return catalogue.read_game(file) or self._no_game_in(file)

    def _no_game_in(self, file: Path) -> GameFile | None:
        """Read a file that has no game's name, so that what is wrong with it is reported."""
        tree = load(file, self.report)
        if tree is not None:
            (check_variant if is_variant(tree) else check_spec)(tree, self.report)
            if not self.report.errors:
                return GameFile(name_of(tree), {}, "", {}, str(file))
        return None

    # Variants

    def _variant_file(self, text: str) -> VariantFile | None:
        """The variant in the file at this path; None if it is not a path, or not of a variant."""
        return catalogue.read_variant(Path(text)) if catalogue.is_path(text) and disk.is_file(text) else None

    def _variant(self, text: str, base: GameFile) -> VariantFile | None:
        """A variant that was asked for by name or path; those in the game's own folder come before all others."""
        if catalogue.is_path(text):
            variant = self._variant_file(text)
            if variant is None:
                self._no_variant_in(text)
            return variant
        known = self._called(text, base)
        if len(known) > 1:
            self._ambiguous(f"variants are called '{text}'", [one.path for one in known], text)
        elif not known and not report_unusable(text, base, self.paths, self.catalogue, self.report):
            self._unknown_variant(text, base.name)
        return known[0] if len(known) == 1 else None

    def _called(self, name: str, base: GameFile) -> list[VariantFile]:
        """The variants of this name: those in the folder of the game, or else all others."""
        known = [variant for variant in self.catalogue.variants_of(base.name) if variant.name == name]
        return [one for one in known if disk.place(one.path).is_relative_to(disk.place(base.folder))] or known

    def _unknown_variant(self, text: str, game: str) -> None:
        names = [variant.name for variant in self.catalogue.variants_of(game)]
        strange = next((v for v in self.catalogue.variants if v.name == text and v.game != game), None)
        if strange is not None:
            message = f"variant '{text}' extends '{', '.join(strange.extends)}', not '{game}'"
            self.report.add("E408", message, self._asked(text), notes=(f"it is in {strange.path}",))
            return
        notes = (f"variants of '{game}': {', '.join(names)}",) if names else (f"'{game}' has no variants",)
        message = f"unknown variant '{text}'"
        helps = did_you_mean(text, names) or unlisted_variants(text, game)
        self.report.add("E401", message, self._asked(text), label="no variant of this name", notes=notes, helps=helps)

    def _no_variant_in(self, text: str) -> None:
        if not of_another_kind(Path(text), "a variant", self.report):
            checked_variant(text, self.report)

    def _take(self, file: VariantFile, game: str) -> None:
        """Read a variant, the one it extends, the one that this extends, and so on."""
        wanted: list[tuple[VariantFile, Span | None]] = [(file, None)]
        while wanted:
            file, named = wanted.pop()
            for base in self._read(file, named):
                other = self._extended(base, file, game) if base.text != game else None
                wanted += [(other, base.span)] if other is not None else []

    def _read(self, file: VariantFile, named: Span | None) -> tuple[Scalar, ...]:
        """Read a variant that was not read before; return the names of what it extends."""
        other = self.files.get(file.name)
        if other is not None:
            if not catalogue.same_file(other.path, file.path):
                self._ambiguous(f"variants are called '{file.name}'", [other.path, file.path], file.name)
            return ()
        self.files[file.name] = file
        tree = checked_variant(file.path, self.report, named)
        if tree is None:
            return ()
        self.trees[file.name] = tree
        return bases_of(tree)

    def _extended(self, base: Scalar, file: VariantFile, game: str) -> VariantFile | None:
        """The file of the variant that another one extends."""
        assert self.base is not None
        known = [v for v in self._beside(file) if v.name == base.text] or self._called(base.text, self.base)
        if known:
            return known[0]
        games = (*self.catalogue.games, *catalogue.games_around(file.path))
        if base.text in {game.name for game in games} | {variant.name for variant in self.catalogue.variants}:
            message = f"variant '{file.name}' extends '{base.text}', not '{game}'"
            self.report.add("E408", message, base.span, label="another game", path="extends")
        else:
            unknown_base(self.report, base, file.name, [game, *(v.name for v in self.catalogue.variants_of(game))])
        return None

    def _base_of(self, variant: VariantFile) -> GameFile | None:
        """The game that a variant file changes in the end."""
        around = catalogue.games_around(variant.path)
        games = [*self.catalogue.games, *around]
        name = catalogue.with_games(
            [variant, *self.catalogue.variants, *self._beside(variant)], [game.name for game in games]
        )[0].game
        homes = [game for game in around if game.name == name]
        if len(homes) > 1:
            self._ambiguous(
                f"games are called '{name}'", [one.path for one in homes], variant.path if self.command_line else name
            )
            return None
        if homes:
            return next((g for g in self.catalogue.games if catalogue.same_file(g.path, homes[0].path)), homes[0])
        if name:
            return self._game(name)
        tree = checked_variant(variant.path, self.report)
        for base in bases_of(tree)[:1] if tree is not None and not self.report.errors else ():
            unknown_base(self.report, base, variant.name, [game.name for game in games])
        return None

    def _check_after(self, game: str) -> None:
        """Check that every name in `after` is a variant of this game, whether it is used or not."""
        if not any(tree.get("after") for tree in self.trees.values()):
            return
        beside = [one for file in self.files.values() for one in self._beside(file)]
        known = sorted({*self.trees, *(one.name for one in (*self.catalogue.variants_of(game), *beside))})
        for name, tree in self.trees.items():
            for item in items_of(tree.get("after")):
                if item.text and item.text not in known:
                    message = f"variant '{name}' comes after '{item.text}', which does not exist"
                    notes = (f"variants of '{game}': {', '.join(known)}",)
                    helps = did_you_mean(item.text, known)
                    self.report.add("E412", message, item.span, notes=notes, helps=helps, path="after")

    def _beside(self, file: VariantFile) -> list[VariantFile]:
        """The variants in the same folder as a variant; each folder is looked through once."""
        folder = Path(file.path).parent
        if folder not in self.folders:
            paths = (path for path in disk.files_in(folder) if path.suffix == ".yaml")
            self.folders[folder] = [variant for path in paths if (variant := catalogue.read_variant(path))]
        return self.folders[folder]

    # Reporting

    def _asked(self, text: str) -> Span:
        """The location of a name on the command line; without a command line, the name itself."""
        at = self.command_line.text.rfind(text) if self.command_line else -1
        source = self.command_line if self.command_line and at >= 0 else Source("<command line>", text)
        return Span(source, max(at, 0), max(at, 0) + len(text))

    def _ambiguous(self, what: str, files: list[str], text: str) -> None:
        notes = tuple(f"one is in {file}" for file in files)
        helps = ("rename or move one of them, or give the path of the file instead",)
        self.report.add("E413", f"two {what}", self._asked(text), notes=notes, helps=helps)


def is_variant(tree: Mapping) -> bool:
    """Whether a file is meant as a variant, judging by its keys, whether it is correct or not."""
    keys = {entry.key.text for entry in tree.entries}
    return (
        bool(keys & {"variant", "extends"})
        or not keys & {"spec", "game"}
        and bool(keys & {"override", "add", "remove", "insert"})
    )


# A number for the rules of a game: the same rules have the same, whatever the labels, the layout and the comments.
#
# Left out is all that is only told to people (labels, texts, places in the rulebook, sources), and the order of keys
# where it has no meaning. What that is stands in the schema: `x-rules`, `x-ordered`.


def digests(tree: Mapping) -> tuple[str, ...]:
    """The digest of a merged spec, 64 hexadecimal digits, and those that it may have had in version 1 of the language.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> one, other = ("spec: 1\\ntitle: Race\\ngame: race", "game: race # fast\\nspec: 2\\ntitle: {en: Run}")
    >>> digests(compose(Source("", one), Report())) == digests(compose(Source("", other), Report()))
    True
    """
    open_places: list[list[Plain]] = []
    text = json.dumps(_plain(tree, shape_of("spec"), lists_of(tree), open_places))
    ways = [[(json.dumps(f"?{number}"), json.dumps(one)) for one in way] for number, way in enumerate(open_places)]
    found = []
    # Of very many, those that are nearly all as today, or as then.
    orders = (ways, [way[::-1] for way in ways]) if prod(map(len, ways)) > MOST_SPELLINGS else (ways,)
    for chosen in (one for order in orders for one in islice(product(*order), MOST_SPELLINGS // len(orders))):
        whole = text
        for mark, written in reversed(chosen):  # a mark stands behind those within it
            whole = whole.replace(mark, written)
        found.append(hashlib.sha256(whole.encode()).hexdigest())
    return tuple(found)


MOST_SPELLINGS = 256
"""So many ways in which version 1 may have written a game are looked at."""


def _plain(node: Node, shape: Shape | None, lists: str, open_places: list[list[Plain]]) -> Plain:
    """The rules in a node as lists and texts only, in an order of their own.

    Where it may have been written in several ways there is a mark; the ways are added to `open_places`.
    """
    match node:
        case Scalar():
            return _chosen(first_texts(normalize_rule(node.text), shape, lists), open_places)
        case List():
            item = shape.list.item if shape and shape.list else None
            return ["list", *(_plain(child, item, lists, open_places) for child in node.items)]
        case Mapping():
            return _mapping(node, shape, lists, open_places)


def _chosen(ways: list[Plain], open_places: list[list[Plain]]) -> Plain:
    """The only way, or a mark for several."""
    if len(ways) == 1:
        return ways[0]
    open_places.append(ways)
    return f"?{len(open_places) - 1}"


def _mapping(node: Mapping, shape: Shape | None, lists: str, open_places: list[list[Plain]]) -> Plain:
    keys = shape.mapping if shape else None
    pairs: list[tuple[str, Plain]] = []
    for name, value in node:
        below = keys.value(name) if keys else None
        if below is None or below.rules:
            pairs.append((name, _plain(value, below, lists, open_places)))
    only = keys.required if keys and shape and shape.text else ()
    if len(only) == 1 and [name for name, _ in pairs] == [*only]:
        return pairs[0][1]  # `{when: c, en: …}` is the condition `c`, `{is: p, label: …}` the points `p`
    ordered = keys is not None and keys.ordered
    ways: list[Plain] = [
        ["mapping", *([name, value] for name, value in (way if ordered else sorted(way, key=lambda pair: pair[0])))]
        for way in first_pairs(shape.title if shape else "", node, pairs)
    ]
    return _chosen(ways, open_places)


# What an author or a programmer probably meant by the name of a game that there is not.


def suggest_game(word: str, names: Collection[str]) -> tuple[str, ...]:
    """The helps for such a name. The command line takes a game and its preset as one word, nothing else does.

    >>> suggest_game("snap@short", ["snap"])
    ("'snap' is the game: variants, preset and options are given apart from its name",)
    """
    game = re.split("[+@,]", word)[0]
    if game != word and game in names:
        return (f"'{game}' is the game: variants, preset and options are given apart from its name",)
    return (
        *did_you_mean(word, names),
        "for a game of your own, give its path, or the folder it is in with `--path DIR`",
    )
