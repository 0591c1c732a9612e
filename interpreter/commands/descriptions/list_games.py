"""`cardwright list`: the games that are installed or on the path, with their variants and presets."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Any

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Span
from ...diagnostics.text import localized
from ...play.game.phrases import phrase, players_text
from ...source.merge.catalogue import (
    GameCatalogue,
    GameFile,
    check_paths,
    find_games,
    other_file_kind,
    unusable_variants,
)
from ..flags import check_language, format_flag, language_flag, path_flag
from ..outcome import Outcome


@click.command("list", epilog="Example: cardwright list --path my-games")
@path_flag
@language_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, path: tuple[str, ...], lang: str) -> int:
    """List the games, with their variants and presets."""
    report = Report()
    check_paths(path, report)
    if report.errors:
        return outcome.fail(report)
    found = find_games(path)
    check_language(lang, *(game.title for game in found.games))
    for file in unusable_variants([*(game.folder for game in found.games), *path], found):
        another = other_file_kind(Path(file))
        says = f"`cardwright validate {quote(str(file))}` says what is wrong with it"
        helps = ("move it out of the folder `variants`", another[1]) if another else (says,)
        why = f"holds {another[0]}" if another else "cannot be used"
        report.add("W645", f"'{file}' is among the variants, but {why}", Span.of_file(str(file)), helps=helps)
    outcome.show_beside(report)
    result = {"games": [_game(game, found) for game in found.games]}
    outcome.answer(
        result, lambda: "\n\n".join(_text(game, found, lang) for game in found.games) or phrase(lang, "no_games")
    )
    return 0


def _game(game: GameFile, found: GameCatalogue) -> dict[str, Any]:
    variants = [
        {"name": variant.name, "extends": ", ".join(variant.extends), "title": variant.title, "path": variant.path}
        for variant in found.variants_of(game.name)
    ]
    presets = [{"name": name, "title": title} for name, title in game.presets.items()]
    own = {"name": game.name, "title": game.title, "players": game.players, "path": game.path}
    return {**own, "presets": presets, "variants": variants}


def _text(game: GameFile, found: GameCatalogue, lang: str) -> str:
    rows = [f"{game.name}  {localized(game.title, lang)}, {players_text(game.players, lang)}"]
    variants = {variant.name: variant.title for variant in found.variants_of(game.name)}
    for what, names in (("preset", game.presets), ("variant", variants)):
        rows += [f"  {phrase(lang, what)} {name}  {localized(title, lang)}".rstrip() for name, title in names.items()]
    return "\n".join(rows)
