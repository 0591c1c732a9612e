"""Lists the games and variants that are available: those of the package, and those in other folders.

A game is a folder with a `game.yaml`, and its variants are in `variants/` next to that file. Other folders (`--path`)
may contain such folders, specs of any other name, and variants of any game: directly, or in a folder `variants`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from shlex import quote

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ..text import disk
from ..text.disk import similar_path
from ..text.files import read_head
from ..text.tree import Mapping, Node, Scalar, child, entries_of, text_of, texts_of

GAME_FILE = "game.yaml"
ENDINGS = (".yaml", ".yml")

Texts = dict[str, str]


@dataclass(frozen=True, slots=True)
class VariantFile:
    """An available variant: the names of what it extends, and the game that it changes in the end; empty if that is not
    available.
    """

    name: str
    extends: tuple[str, ...]
    title: Texts
    about: Texts
    path: str
    game: str = ""

    @property
    def players(self) -> str:
        """For how many players it is, as written; empty if it leaves that to what it extends."""
        told = child(read_head(self.path, ("override",)).get("override"), "players")
        return ", ".join(one.text for one in texts_of(told))


@dataclass(frozen=True, slots=True)
class GameFile:
    """An available game, as a list of games shows it. `players` is as written: `2..7`, `2, 3, 4, 6`."""

    name: str
    title: Texts
    players: str
    presets: dict[str, Texts]
    path: str

    @property
    def folder(self) -> str:
        """The folder of the game, which contains its variants and scenarios."""
        return str(Path(self.path).parent)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenario files of the game."""
        return tuple(str(path) for path in _yaml_files(Path(self.folder) / "scenarios"))


@dataclass(frozen=True, slots=True)
class GameCatalogue:
    """All available games and variants, sorted by name. Files that cannot be read are left out."""

    games: tuple[GameFile, ...] = ()
    variants: tuple[VariantFile, ...] = field(default=())

    def games_called(self, name: str) -> tuple[GameFile, ...]:
        """The games of a name; more than one if several files claim it."""
        return tuple(game for game in self.games if game.name == name)

    def variants_of(self, game: str) -> tuple[VariantFile, ...]:
        """The variants of a game, including variants of variants."""
        return tuple(variant for variant in self.variants if variant.game == game)


def shipped_folders() -> tuple[Path, ...]:
    """The folders with the games of the package, inside the package, or next to it in a checkout: the large games, and
    the shelf of small ones.
    """
    return disk.shipped("specs"), disk.shipped("examples")


def find_games(paths: Sequence[str] = ()) -> GameCatalogue:
    """Find the games of the package and those in other folders, sorted by name.

    Only a few keys of each file are parsed, so this is quick.
    """
    folders = [*(display_path(folder) for folder in shipped_folders()), *(Path(path) for path in paths)]
    # By resolved path, so that a folder that is given twice, or in two ways, counts once.
    found = [game for folder in folders for path in game_files(folder) if (game := read_game(path))]
    games = dict(zip(disk.places(game.path for game in found), found, strict=True))
    changes = [variant for folder in folders for variant in variants_in(folder)]
    variants = dict(zip(disk.places(variant.path for variant in changes), changes, strict=True))
    return GameCatalogue(
        tuple(sorted(games.values(), key=lambda game: game.name)),
        with_games(sorted(variants.values(), key=lambda variant: variant.name), [game.name for game in games.values()]),
    )


def word_for(game: str, file: str, folder: Path = Path(), paths: Sequence[str] = ()) -> str:
    """What names a game in a folder: its name if the package has it, and nobody else there; else the path to it."""
    found = [[disk.place(one.path) for one in find_games(known).games_called(game)] for known in ((), paths)]
    return game if all(one == [disk.place(file)] for one in found) else os.path.relpath(file, folder)


def check_paths(paths: Sequence[str], report: Report) -> None:
    """Report the paths that are not folders (E100)."""
    for path in paths:
        if not disk.is_folder(path):
            span = Span(Source("<command line>", path), 0, len(path))
            helps = (*similar_path(path), "`--path` takes a folder with games and variants")
            report.add("E100", f"there is no folder '{path}'", span, helps=helps)


def variants_in(folder: Path) -> list[VariantFile]:
    """The variants in a folder: directly, in `variants`, and in the `variants` of the games in it."""
    return [variant for path in _variant_files(folder) if (variant := read_variant(path))]


def unusable_variants(folders: Iterable[str | Path], found: GameCatalogue) -> Iterator[Path]:
    """The files in the `variants` of some folders that no game has as a variant."""
    usable = set(disk.places(one.path for one in found.variants if one.game))
    files = [path for folder in folders for path in _yaml_files(Path(folder) / "variants")]
    return (path for path, place in zip(files, disk.places(map(str, files)), strict=True) if place not in usable)


def games_around(variant: str) -> list[GameFile]:
    """The games that lie where a variant file does: in its folder, or in the folder around its `variants`."""
    folder = disk.place(variant).parent
    files = own_games(display_path(folder.parent if folder.name == "variants" else folder))
    return [game for path in files if (game := read_game(path))]


def read_game(path: Path) -> GameFile | None:
    """Read what a list shows of the game in a file; None if it is not a game."""
    head = read_head(path, ("game", "title", "players", "presets"))
    name = text_of(head.get("game"))
    if not name:
        return None
    presets = [one for one in entries_of(head.get("presets")) if isinstance(one.value, Mapping)]
    titles = {one.key.text: texts(child(one.value, "title")) for one in presets}
    return GameFile(
        name, texts(head.get("title")), ", ".join(one.text for one in texts_of(head.get("players"))), titles, str(path)
    )


def read_variant(path: Path) -> VariantFile | None:
    """Read what a list shows of the variant in a file; None if it is not a variant."""
    head = read_head(path, ("variant", "extends", "title", "about"))
    name = head.get("variant")
    extends = tuple(one.text for one in texts_of(head.get("extends")))
    if not isinstance(name, Scalar) or not extends:
        return None
    return VariantFile(name.text, extends, texts(head.get("title")), texts(head.get("about")), str(path))


def with_games(variants: Iterable[VariantFile], games: Iterable[str]) -> tuple[VariantFile, ...]:
    """Give each variant the game that it changes in the end, directly or through other variants."""
    variants = tuple(variants)
    bases = {variant.name: variant.extends[0] for variant in variants}
    known = set(games)

    def root(name: str) -> str:
        seen: set[str] = set()
        while name not in known and name in bases and name not in seen:
            seen.add(name)
            name = bases[name]
        return name if name in known else ""

    return tuple(replace(v, game=root(v.extends[0])) for v in variants)


def with_neighbours(found: GameCatalogue, base: GameFile) -> GameCatalogue:
    """What is available, with the variants in the folder of a game that is not among it."""
    place = disk.place(base.path)
    if any(disk.place(game.path) == place for game in found.games):
        return found
    namesakes = [disk.place(game.folder) for game in found.games_called(base.name)]
    others = [v for v in found.variants if not {*disk.place(v.path).parents} & {*namesakes}]
    variants = {v.path: v for v in (*others, *variants_in(Path(base.folder)))}
    return GameCatalogue(
        (*(game for game in found.games if game.name != base.name), base), with_games(variants.values(), [base.name])
    )


def texts(node: Node | None) -> Texts:
    """A text for people by language; the key "" is for one without a language."""
    if isinstance(node, Scalar):
        return {"": node.text}
    return {one.key.text: one.value.text for one in entries_of(node) if isinstance(one.value, Scalar)}


def game_files(folder: Path) -> Iterator[Path]:
    """The games of a folder: directly, whatever their files are called, and in the folders in it."""
    yield from own_games(folder)
    yield from (path for one in disk.folders_in(folder) if disk.is_file(path := one / GAME_FILE))


def own_games(folder: Path) -> list[Path]:
    """The files of games directly in a folder, `game.yaml` first."""
    files = _yaml_files(folder)
    named = [path for path in files if path.name == GAME_FILE]
    return [*named, *(path for path in files if path.name != GAME_FILE and _is_spec(path))]


def _is_spec(path: Path) -> bool:
    """Whether a file is a spec, by its keys."""
    head = read_head(path, ("spec", "game", "extends", "variant", "scenarios", "clauses"))
    return set(head) == {"spec", "game"}


def _variant_files(folder: Path) -> Iterator[Path]:
    """The files of a folder that may be variants."""
    yield from (path for path in _yaml_files(folder) if path.name != GAME_FILE)
    for path in (folder, *disk.folders_in(folder)):
        yield from _yaml_files(path / "variants")


def _yaml_files(folder: Path) -> list[Path]:
    return [path for path in disk.files_in(folder, ENDINGS) if path.suffix]


def display_path(path: Path) -> Path:
    """A path as people read it: relative if it is below the current folder."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def is_path(text: str) -> bool:
    """Whether a text is meant as a path rather than a name."""
    return text.endswith(ENDINGS) or "/" in text or "\\" in text or text in (".", "..")


def may_be_read(path: str | Path, kind: str, named: Span, paths: Sequence[str | Path], report: Report) -> bool:
    """Whether a file may be read that another file names by its path; if not, that is reported (E108).

    A word that is no path names a file only where there is one, and no game of this name. What lies in the folder of
    the file that names it may be read, and what lies in the folders of `--path` and in the package. Around its folder,
    where parts and games are shared, only what says of itself that it is such a file.
    """
    file, here = Path(path), Path(named.source.name).parent
    by_name = not is_path(str(path)) and (
        not (disk.is_file(path) or disk.is_folder(path)) or find_games([*map(str, paths)]).games_called(str(path))
    )
    if by_name or disk.lies_in(file, (here, *paths, *shipped_folders())):
        return True
    file = file / GAME_FILE if kind == "game" and disk.is_folder(file) else file
    around = [disk.place(here / ".." / name) for name in ("", "parts", "variants")]
    if disk.place(file).parent in around and file.suffix in ENDINGS and kind in read_head(file, (kind,)):
        return True
    helps = (f"if you trust what lies there, name its folder: `--path {quote(str(Path(path).parent))}`",)
    report.add("E108", f"'{path}' lies outside the folder of this file", named, helps=helps)
    return False


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same file."""
    return disk.place(one) == disk.place(other)


# Files that are neither a game nor a variant: what they hold, and what can be done with them.

OTHERS = {
    "scenarios": ("scenarios", "`cardwright test {file}` runs them"),
    "clauses": ("the clauses of a rulebook", "`cardwright clauses {folder}` lists them"),
    "part": ("a part, which games bring in by `uses`", "`cardwright validate {file}` checks it"),
}
"""Files of other kinds, by the key that makes them so: what they hold, and what can be done with them."""


def other_file_kind(file: Path) -> tuple[str, str] | None:
    """What a file holds that is no game and no variant, and what can be done with it; None for all others."""
    keys = read_head(file, tuple(OTHERS))
    kind = "trace" if file.suffix == ".jsonl" else next((key for key in OTHERS if key in keys), "")
    if not kind:
        return None
    holds, instead = OTHERS.get(kind, ("the record of a game", "`cardwright replay {file}` plays it again"))
    return holds, instead.format(file=quote(str(file)), folder=quote(str(file.parent)))
