"""What a surplus word of the command line, or a variant where a game is needed, was meant as."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from ..language.merge.catalogue import GAME_FILE, find_games, is_path, read_game


def is_variant_of(word: str, game: str, paths: Collection[str] = ()) -> bool:
    """Whether a word is the name of a variant of this game, and of no game."""
    home = Path(game if Path(game).exists() else re.split("[+@,]", game)[0])
    folders = [*paths, *(str(one) for one in (home, home.parent) if is_path(game) or home.exists())]
    known = find_games([one for one in dict.fromkeys(folders) if Path(one).is_dir()])
    file = next((one for one in (home / GAME_FILE, home) if one.is_file()), None)
    found = read_game(file) if file else None
    name = found.name if found else str(home)
    return not known.games_called(word) and word in {one.name for one in known.variants_of(name)}


def meant_by_surplus(word: str, game: str, flags: Collection[str], paths: Collection[str] = ()) -> tuple[str, ...]:
    """Which flag a surplus word after a game was meant for: a number of games, or a variant."""
    if "--games" in flags and word.isdigit() and int(word) > 0:
        return (f"write `--games {word}`",)
    if "--variant" in flags and is_variant_of(word, game, paths):
        return (f"'{word}' is a variant: write `--variant {word}`",)
    return ()
