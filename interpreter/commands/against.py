"""`--against`: the page of `--html` shows the same deal under two rules, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ..diagnostics.span import Source
from ..language.merge.catalogue import find_games, is_path, read_variant
from ..play.game.game import Game
from ..play.game.trace import Line, Recorder
from ..play.players.seats import make_players
from .failure import CommandError
from .filming import ending
from .flags import GameFlags, contender
from .list_games import in_language
from .named_game import named_game
from .opening import open_game
from .other_rules import other_rules
from .outcome import Outcome
from .writing import write_whole


def check_against(against: str | None, html: str | None) -> None:
    """Raise CommandError where there is no page that shows the other rules."""
    if against is not None and html is None:
        helps = ("`--html FILE` writes the page that it is about",)
        raise CommandError("E013", "--against has no effect without --html", "--against", *helps)


def other_game(against: str, flags: GameFlags, game: Game, outcome: Outcome) -> Game:
    """The other game of a page about the game of these flags: that with VARIANT on top, or GAME+VARIANT by itself.

    Raises SpecError and CommandError.
    """
    if _is_game(against, flags.path):
        apart = replace(flags, variant=(), preset=None, settings=(), players=game.players)
        return open_game(contender(against, apart), outcome=outcome)
    named = named_game(f"{flags.game}{_on_top(against)}" if not is_path(against) else flags.game)
    variants = named.variants or ((against,) if is_path(against) else ())
    on_top = replace(
        flags,
        variant=(*flags.variant, *variants),
        preset=named.preset or flags.preset,
        settings=(*flags.settings, *named.settings),
        players=game.players,
    )
    return open_game(on_top, outcome=outcome)


def _is_game(word: str, paths: Sequence[str]) -> bool:
    """Whether a word names a game, rather than only what is changed in one."""
    if word[:1] in ("+", ",", "@") or is_path(word):
        return False
    return bool(find_games(paths).games_called(named_game(word).game))


def _on_top(word: str) -> str:
    """`parker` is +parker; +parker, ,target=700 and @preset stay as they are."""
    return word if word[:1] in ("+", ",", "@") else f"+{word}"


def played(game: Game, kinds: tuple[str, ...], seed: int) -> list[Line]:
    """A game with these bots and this seed: its record."""
    state, players = game.initial_state(seed=seed), make_players(kinds, seed)
    while not state.is_terminal:
        state.apply(players[state.current_seat].choose(state, state.legal_moves))
    recorder = Recorder(state)
    return [recorder.first, *recorder.lines(state)]


def replayed_by(lines: Sequence[Line], against: str, paths: Sequence[str], source: Source, outcome: Outcome) -> Game:
    """The game by whose rules the moves of a trace are played on the other side. Raises SpecError and CommandError."""
    own = "+".join((lines[0]["game"], *lines[0]["variants"]))
    word = against if _is_game(against, paths) or is_path(against) else f"{own}{_on_top(against)}"
    return other_rules(lines, word, paths, source, outcome.line.source).game


def _titles(game: Game, paths: Sequence[str], words: Sequence[str], lang: str) -> list[str]:
    """What the variants of a game are called, in the order in which they were applied; by their ids if not known."""
    named = [one for word in words for one in (word, *named_game(word).variants) if is_path(one)]
    files = [read_variant(Path(one)) for one in named]
    known = [*find_games(paths).variants_of(game.name), *(one for one in files if one is not None)]
    titles = {one.name: in_language(one.title, lang) for one in known}
    return [titles.get(name) or name for name in game.variants]


def write_both(
    html: str,
    games: tuple[Game, Game],
    records: tuple[Sequence[Line], Sequence[Line]],
    seat: int,
    lang: str,
    *,
    paths: Sequence[str],
    words: Sequence[str],
) -> None:
    """Write the page of two games: the record of each, which may be the same. Raises CommandError.

    Variants are called by their titles: those of the folders in `paths`, and of the files among `words`.
    """
    # Only where a page is asked for.
    from ..play.page.against import Compared, first_apart, rules_told
    from ..play.page.page import two_films_page
    from ..play.page.phrases import say

    films, told = [], []
    for game, lines in zip(games, records, strict=True):
        made = Compared(seat, lang, lambda state: ending(state, lang))
        made.play(lines[1:], game.initial_state(seed=0, chance="explicit"), game.words(lang))
        films.append(made)
    options = [dict(game.options) for game in games]
    for game, mine, others in zip(games, options, reversed(options), strict=True):
        told.append(rules_told(game.words(lang), _titles(game, paths, words, lang), mine, others))
    apart = first_apart(films[0].decisions, films[1].decisions)
    sides = [
        {"frames": one.film.frames, "rules": rules, "options": values}
        for one, (rules, values) in zip(films, told, strict=True)
    ]
    write_whole(html, two_films_page(sides, apart, seat, games[0].words(lang)))
    number = max(len(one.film.frames) for one in films)
    click.echo(say(lang, "written", file=html, n=number), err=True)
    if apart is not None:
        click.echo(say(lang, "apart", n=apart), err=True)
