"""`--html FILE`: a game as a page that opens from disk; with `--against`, beside the same deal under other rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source
from ...diagnostics.text import localized
from ...play.game.game import Game, State
from ...play.game.loading.load import configure, load_rules
from ...play.game.traces.recorder import Line, Recorder
from ...play.game.traces.replay import in_the_trace, rules_of
from ...play.players.registry import make_players
from ...source.merge.catalogue import find_games, is_path, read_variant
from ..failure import CommandError, refuse_flags
from ..flags import GameFlags, file_flag, option_values, parse_game_reference, referenced_game_flags
from ..match_setup import open_game
from ..outcome import Outcome
from ..output_file import check_writable, write_whole
from ..transcript import Transcript

Command = Callable[..., Any]


def page_flags(command: Command) -> Command:
    """Add `--html`, `--seat` and `--against`; the command gets them by these names, None if not given."""
    html = file_flag("--html", about="Write the game as a page with a slider over it.")
    about = "Show the game as one seat saw it, such as p1; without it, with all cards."
    seat = click.option("--seat", metavar="SEAT", help=about)
    other = "Show the same deal by other rules beside it: a variant, or GAME+VARIANT."
    against = click.option("--against", metavar="VARIANT", help=other)
    return html(seat(against(command)))


def check_page_flags(html: str | None, outcome: Outcome) -> None:
    """Raise CommandError for a page that cannot be written, and for flags about one where there is none."""
    if html is not None:
        check_writable(html, "a page of HTML")
        return
    refuse_flags(("against",), "without --html", "`--html FILE` writes the page that it is about")
    if outcome.json:
        helps = ("leave `--format json` out, or let `--html FILE` write a page of it",)
        refuse_flags(("seat",), "with --format json, which tells all", *helps)


def write_game_page(html: str, lines: Sequence[Line], game: Game, seat: int, lang: str, outcome: Outcome) -> None:
    """Write the page of a trace that is known to be playable. Raises CommandError if it cannot be written."""
    # Only where a page is asked for.
    from ...table.page.film import Film, film_of_trace
    from ...table.page.page import film_page
    from ...table.page.phrases import say
    from ...table.printing.rulebook import rulebook
    from ...table.printing.rulebook_page import rulebook_body

    film = Film(seat, lang, lambda state: ending_lines(state, lang), moves=False)
    film_of_trace(lines, game.initial_state(seed=0, chance="explicit"), film)
    words, book = game.words(lang), rulebook(game.spec, [game], lang) if game.spec else None
    write_whole(html, film_page(film.frames, seat, words, rulebook_body(book, words) if book else ""))
    if not outcome.json:
        click.echo(say(lang, "written", file=html, n=len(film.frames)), err=True)


def ending_lines(state: State, lang: str) -> list[str]:
    """How a game has ended, in lines."""
    return [line for line in Transcript(state, lang).last(state) if line]


# `--against`: the page shows the same deal under two rules, side by side -------------------------


def other_game(against: str, flags: GameFlags, game: Game, outcome: Outcome) -> Game:
    """The other game of a page about the game of these flags: that with VARIANT on top, or GAME+VARIANT by itself.

    Raises SpecError and CommandError.
    """
    if _is_game(against, flags.path):
        apart = replace(flags, variant=(), preset=None, settings=(), players=game.players)
        return open_game(referenced_game_flags(against, apart), outcome=outcome)
    named = parse_game_reference(f"{flags.game}{_as_variants(against)}" if not is_path(against) else flags.game)
    variants = (*flags.variant, *(named.variants or ((against,) if is_path(against) else ())))
    preset, settings = named.preset or flags.preset, (*flags.settings, *named.settings)
    on_top = replace(flags, variant=variants, preset=preset, settings=settings, players=game.players)
    return open_game(on_top, outcome=outcome)


def _is_game(word: str, paths: Sequence[str]) -> bool:
    """Whether a word names a game, rather than only what is changed in one."""
    if word[:1] in ("+", ",", "@") or is_path(word):
        return False
    return bool(find_games(paths).games_called(parse_game_reference(word).game))


def _as_variants(word: str) -> str:
    """`parker` is +parker; +parker, ,target=700 and @preset stay as they are."""
    return word if word[:1] in ("+", ",", "@") else f"+{word}"


def play_recorded(game: Game, kinds: tuple[str, ...], seed: int) -> list[Line]:
    """A game with these bots and this seed: its record."""
    state, players = game.initial_state(seed=seed), make_players(kinds, seed)
    while not state.is_terminal:
        state.apply(players[state.current_seat].choose(state, state.legal_moves))
    recorder = Recorder(state)
    return [recorder.first, *recorder.lines(state)]


def other_replay_game(
    lines: Sequence[Line], against: str, paths: Sequence[str], source: Source, outcome: Outcome
) -> Game:
    """The game by whose rules the moves of a trace are played on the other side. Raises SpecError and CommandError."""
    own = "+".join((lines[0]["game"], *lines[0]["variants"]))
    word = against if _is_game(against, paths) or is_path(against) else f"{own}{_as_variants(against)}"
    return replay_rules(lines, word, paths, source, outcome.line.source).game


def _titles(game: Game, paths: Sequence[str], words: Sequence[str], lang: str) -> list[str]:
    """What the variants of a game are called, in the order in which they were applied; by their ids if not known."""
    named = [one for word in words for one in (word, *parse_game_reference(word).variants) if is_path(one)]
    files = [read_variant(Path(one)) for one in named]
    known = [*find_games(paths).variants_of(game.name), *(one for one in files if one is not None)]
    titles = {one.name: localized(one.title, lang) for one in known}
    return [titles.get(name) or name for name in game.variants]


def write_comparison_page(
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
    from ...table.page.film import Compared, first_apart, rules_text
    from ...table.page.page import two_films_page
    from ...table.page.phrases import say

    films, sides = [], []
    for game, lines, other in zip(games, records, reversed(games), strict=True):
        made = Compared(seat, lang, lambda state: ending_lines(state, lang))
        made.play(lines[1:], game.initial_state(seed=0, chance="explicit"), game.words(lang))
        films.append(made)
        titles = _titles(game, paths, words, lang)
        rules, values = rules_text(game.words(lang), titles, dict(game.options), dict(other.options))
        sides.append({"frames": made.film.frames, "rules": rules, "options": values})
    apart = first_apart(films[0].decisions, films[1].decisions)
    write_whole(html, two_films_page(sides, apart, seat, [one.words(lang) for one in games]))
    number = max(len(one.film.frames) for one in films)
    click.echo(say(lang, "written", file=html, n=number), err=True)
    if apart is not None:
        click.echo(say(lang, "apart", n=apart), err=True)


# `replay --onto`: the game by whose rules the moves of a trace are played -------------------------


@dataclass(frozen=True, slots=True)
class ReplayRules:
    """A game by other rules than those of a trace.

    `left_out` are the options of the trace that it does not have. `own` says whether the rules of the trace could be
    loaded; without them it is not known which options had been changed, so all of them count.
    """

    game: Game
    left_out: tuple[str, ...]
    own: bool


def replay_rules(
    lines: Sequence[Line], onto: str, paths: Sequence[str], trace: Source, command_line: Source
) -> ReplayRules:
    """The game that `onto` names: GAME+VARIANT+VARIANT,OPTION=VALUE,….

    The number of players is that of the trace, and so is the value of each option for which the trace has not the usual
    one: what a variant changes by a default counts. Raises SpecError and CommandError.
    """
    named = parse_game_reference(onto)
    if named.preset:
        raise CommandError("E013", "--onto takes no preset", onto, "the options are those of the trace")
    report = Report()
    rules = load_rules(named.game, named.variants, paths, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    try:  # the usual values of the options by the rules of the trace, if these can be loaded
        usual = configure(rules_of(lines, paths), players=lines[0]["players"]).options
    except SpecError:
        usual = None
    chosen = {key: value for key, value in lines[0]["options"].items() if usual is None or value != usual.get(key)}
    left_out = tuple(key for key in chosen if key not in rules.spec.options)
    options = {key: value for key, value in chosen.items() if key not in left_out}
    given = option_values(named.settings, "--onto")
    try:
        game = configure(rules, players=lines[0]["players"], options={**options, **given}, command_line=command_line)
    except SpecError as error:
        raise SpecError(Report([in_the_trace(found, trace) for found in error.report.diagnostics])) from None
    return ReplayRules(game, left_out, usual is not None)
