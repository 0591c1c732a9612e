"""Finds the files of a game on the command line, without reading its rules."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics.diagnostic import Report
from ..diagnostics.suggest import did_you_mean
from ..language.merge.catalogue import GAME_FILE, GameFile, check_paths, find_games, read_game
from .named_game import named_game
from .outcome import Outcome


def _alone(word: str, names: list[str]) -> tuple[str, ...]:
    """What to write for GAME+VARIANT where only the game counts."""
    found = named_game(word)
    return (
        (f"write `{found.game}`: this is about the game without variants and options",) if found.game in names else ()
    )


def game_file(game: str, paths: tuple[str, ...], report: Report, outcome: Outcome) -> GameFile | None:
    """The game with this name or path; None with E400 in `report` if there is none."""
    check_paths(paths, report)
    path = Path(game)
    for candidate in (path / GAME_FILE, path):
        if candidate.is_file() and (found := read_game(candidate)) is not None:
            return found
    catalogue = find_games(paths)
    named = catalogue.games_called(game)
    if named:
        return named[0]
    names = [one.name for one in catalogue.games]
    report.add(
        "E400",
        f"unknown game '{game}'",
        outcome.line.find(game) or outcome.line.whole,
        label="no game of this name",
        notes=("available games: " + ", ".join(names),),
        helps=did_you_mean(game, names) or _alone(game, names),
    )
    return None
