"""The files of the game that a document is about: the game itself, its variants, its scenarios, open or not."""

from __future__ import annotations

from pathlib import Path

from ..language.merge.catalogue import GAME_FILE, games_around, read_game, variants_in
from ..language.text.head import read_head
from ..language.text.open_texts import all_open
from ..language.text.tree import Scalar
from .analysis import Analysis


def game_file(analysis: Analysis) -> str | None:
    """The path of the game that a file is about; None if it is not near the file."""
    if analysis.kind == "spec":
        return analysis.path
    if analysis.rules is not None:
        return analysis.rules.assembled.base_path
    around = Path(analysis.path).resolve().parent.parent / GAME_FILE
    if analysis.kind in ("scenarios", "clauses") and around.is_file():
        return str(around)
    if analysis.kind == "variant":
        return next((one.path for one in games_around(analysis.path)), None)
    return None


def files_of(game: str) -> tuple[list[str], list[str]]:
    """The variants and the scenario files in the folder of a game."""
    found = read_game(Path(game))
    if found is None:
        return [], []
    folder = Path(found.folder)
    variants = {str(Path(one.path).resolve()): one.path for one in variants_in(folder)}
    if Path(game).name != GAME_FILE:  # a folder with several games: only what extends this one
        variants = {at: path for at, path in variants.items() if _of(path, "extends") == found.name}
    scenarios = [path for path in found.scenarios if Path(path).suffix in (".yaml", ".yml")]
    for path in all_open():
        if Path(path).parent == folder.resolve() / "variants" and path not in variants:
            variants[path] = path
    return list(variants.values()), scenarios


def _of(path: str, key: str) -> str:
    value = read_head(path, (key,)).get(key)
    return value.text if isinstance(value, Scalar) else ""
