"""`cardwright compare`: two games, variants, options or bots on the same deals, until the differences are settled."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from shlex import quote
from typing import Any

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import how_many
from ...play.game.game import Game
from ...play.players.registry import RANDOM
from ...studies.comparison import Comparison, mirrored
from ...studies.outcomes import LOT, Outcomes
from ...studies.report.comparison_document import called_in, comparison_document
from ...studies.restricted_bots import WITHOUT, can_be_forbidden
from ...studies.rows import RowSchema as RulesText
from ...studies.usage import enough
from ..failure import CommandError, is_variant_of, refuse_flags
from ..flags import PART, GameFlags, bot_flags, comparison_flags, file_flag, number_flag, referenced_game_flags
from ..match_setup import check_bots, check_kind, kinds_by_seat, open_game, parse_kinds, warn_if_slow
from ..outcome import INTERRUPTED, Outcome
from ..output_file import check_writable, show_result
from ..progress import with_progress
from ..workers import Workers, in_order, worker_flags
from .experiment_design import alternate_kinds, single_player_error, unknown_item_error
from .simulate import seeds_from
from .worker_pool import Chunk, Task, play_all, report_unfinished


@click.command("compare", epilog="Example: cardwright compare mille-bornes mille-bornes+parker --smallest 2%")
@click.argument("words", nargs=-1, required=True, metavar="A [B]")
@click.option(
    "--smallest", type=PART, default="1%", show_default=True, metavar="P%", help="The smallest difference that matters."
)
@click.option("--against", metavar="KIND", help="Compare the bots of --seats with this one, at one table.")
@click.option("--without", metavar="ID", help="Compare the bot with itself, without an action or a kind of card.")
@click.option("--mirror", metavar="KIND", help="Compare once more with another bot: does it find the same?")
@number_flag("--games", "-n", default=10000, about="How many pairs at most.")
@bot_flags
@click.option("--details", is_flag=True, help="Watch every game, and say all: much slower.")
@click.option("--luck", is_flag=True, help="Take luck out of the differences (games take longer).")
@worker_flags
@file_flag("--html", about="Also write a page with plots.")
@comparison_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    words: tuple[str, ...],
    smallest: float,
    against: str | None,
    without: str | None,
    mirror: str | None,
    games: int,
    seats: str,
    fixed: bool,
    details: bool,
    luck: bool,
    workers: Workers,
    html: str | None,
) -> int:
    """Compare two ways to play on the same deals, in plain sentences.

    It says which games are longer and fairer, whether whoever begins gains, and how
    scores and the use of actions and cards change.

    A and B are games, each with variants, a preset and options after it:
    GAME+VARIANT@PRESET,OPTION=VALUE. With --against there is only A, and two bots
    are compared; with --without a bot and itself, which does without something.
    It stops as soon as every difference is settled.
    """
    if html is not None:
        check_writable(html, "a page of HTML")
    share = smallest / 100
    named = parse_kinds(seats)
    duel = against is not None or without is not None
    _check_flags(against, without, mirror, named)
    opened, tasks, names = (
        _duel(words, flags, named, against, without, fixed, outcome)
        if duel
        else _two_games(words, flags, named, fixed, outcome)
    )
    bots = {*tasks[0].kinds, *(() if mirror is None else (mirror,))}
    for game in opened:
        check_bots(bots, game)
    if not duel:
        _warn_if_alike(opened, bots, names, outcome)
    warn_if_slow(flags, outcome)
    watched = details or luck or set(tasks[0].kinds) != {RANDOM}
    seeds = seeds_from(flags, games)
    reports = 1 if mirror is None else 2
    comparison = Comparison(opened, tasks[0].kinds, duel=duel, watched=watched, told=reports, first_seed=seeds.start)
    tasks = _both(tasks, watched=watched, full=False, each=True, luck=luck, first=comparison.begins == LOT)
    found, code = (Outcomes(), Outcomes()), 0
    try:
        _play(comparison, tasks, found, seeds, workers, share)
        if not watched and not duel:
            _look(comparison, _both(tasks, watched=True), seeds, workers)
        result = {"a": names[0], "b": names[1], "duel": duel, "luck": luck, **comparison.to_json(share)}
        if mirror is not None:
            kinds = (mirror,) * len(tasks[0].kinds)
            again = Comparison(opened, kinds, duel=False, watched=watched, told=reports, first_seed=seeds.start)
            _play(again, _both(tasks, kinds=kinds), found, seeds, workers, share)
            result["mirror"] = {"bot": mirror, **mirrored(again.to_json(share), result["questions"])}
    except KeyboardInterrupt:
        code = INTERRUPTED
        result = {"a": names[0], "b": names[1], "duel": duel, "luck": luck, **comparison.to_json(share)}
    called = {} if duel else called_in(opened, result.get("use"), flags.lang)
    title, whole = opened[0].words(flags.lang).title(), details or luck
    shown = partial(comparison_document, result, names, title, flags.lang, details=whole, called=called)
    show_result(outcome, result, shown, html)
    if code:
        click.echo(f"interrupted after {result['pairs']} of {how_many(len(seeds), 'pair')}", err=True)
    codes = (report_unfinished(one, task.flags, outcome) for one, task in zip(found, tasks, strict=True))
    return code or next((one for one in codes if one), 0)


def _check_flags(against: str | None, without: str | None, mirror: str | None, named: tuple[str, ...]) -> None:
    """Raise CommandError for flags that do not go together."""
    if against is not None and without is not None:
        raise CommandError("E013", "--against and --without each name what to compare with", "--without", "name one")
    if mirror is None:
        return
    check_kind(mirror)
    if against is not None or without is not None:
        raise CommandError("E013", "--mirror compares two games with another bot, not two bots", "--mirror")
    if set(named) == {mirror}:
        raise CommandError("E016", "--mirror needs another bot than --seats", mirror, "for example `--mirror greedy`")


def _warn_if_alike(games: tuple[Game, Game], bots: set[str], names: tuple[str, str], outcome: Outcome) -> None:
    """Warn where A and B are played alike: by the same rules and options, and bots go by no `value` that may differ."""
    if any(game.exhibit.value is not None for game in games) and bots != {RANDOM} and names[0] != names[1]:
        return
    if RulesText.of(games[0]).text == RulesText.of(games[1]).text:
        report = Report()
        helps = ("give B a variant, a preset or an option: `GAME+VARIANT@PRESET,OPTION=VALUE`",)
        message = "A and B have the same rules and options, so there is no difference to be found"
        report.add("W664", message, outcome.line.find(names[1]), helps=helps)
        outcome.show_beside(report)


def _both(tasks: tuple[Task, Task], **changes: Any) -> tuple[Task, Task]:
    return replace(tasks[0], **changes), replace(tasks[1], **changes)


def _play(
    comparison: Comparison,
    tasks: tuple[Task, Task],
    found: tuple[Outcomes, Outcomes],
    seeds: range,
    workers: Workers,
    share: float,
) -> None:
    """Play pairs until all is settled, or there are no more."""
    with closing(_pairs(tasks, seeds, workers)) as pairs:
        for a, b in pairs:
            _add(comparison, found, a, b)
            if comparison.may_stop(share):
                return


def _look(comparison: Comparison, tasks: tuple[Task, Task], seeds: range, workers: Workers) -> None:
    """Watch the first pairs of games that were played inside the engine, to see what happens in their course."""
    both = sum(one.a.mean + one.b.mean for one in comparison.questions if one.what == "decisions")
    with closing(_pairs(tasks, seeds[: min(comparison.pairs, enough(both))], workers)) as pairs:
        for a, b in pairs:
            others = {seen.played.seed: seen for seen in b.games}
            for seen in a.games:
                if seen.played.seed in others:
                    comparison.look(seen, others[seen.played.seed])


Opened = tuple[tuple[Game, Game], tuple[Task, Task], tuple[str, str]]


def _two_games(
    words: tuple[str, ...], flags: GameFlags, named: tuple[str, ...], fixed: bool, outcome: Outcome
) -> Opened:
    """A and B, each with the same bots. Raises CommandError and SpecError."""
    if len(words) != 2:
        ways = ("name A and B", "or name A, and a bot with --against")
        both = " ".join(map(quote, [words[0], "+".join((words[0], *flags.variant))]))
        helps = (f"write `cardwright compare {both}`",) if len(words) == 1 and flags.variant else ways
        raise CommandError("E013", f"compare needs two games, but got {len(words)}", words[-1], *helps)
    if is_variant_of(words[1], words[0], flags.path):
        help = f"write `cardwright compare {quote(words[0])} {quote('+'.join(words))}`"
        raise CommandError("E400", f"'{words[1]}' is a variant of '{words[0]}', not a game", words[1], help)
    sides = [referenced_game_flags(word, flags) for word in words]
    shown = Report()
    games = [
        _opened(side, named, outcome, shown, f"{of}: {word}") for side, of, word in zip(sides, "AB", words, strict=True)
    ]
    if games[0].players != games[1].players:
        many = " and ".join(str(game.players) for game in games)
        numbers = [set(game.spec.players) if game.spec is not None else set() for game in games]
        common = ", ".join(map(str, sorted(numbers[0] & numbers[1])))
        help = f"say how many with --players: {common}" if common else "no number of players is for both"
        raise CommandError("E016", f"A and B are for {many} players", words[1], help)
    if games[0].layout.teams != games[1].layout.teams:
        raise CommandError("E016", "A and B have other teams, so their sides cannot be compared", words[1])
    kinds_by_seat(named, games[1])
    kinds = kinds_by_seat(named, games[0])
    first, second = (Task(flags=side, kinds=kinds, rotate=not fixed) for side in sides)
    return (games[0], games[1]), (first, second), (words[0], words[1])


def _opened(side: GameFlags, named: tuple[str, ...], outcome: Outcome, shown: Report, which: str) -> Game:
    """One of the two games. A number of players that is not allowed is typed once for both, so it is said of which."""
    try:
        return open_game(side, kinds=named, outcome=outcome, shown=shown)
    except SpecError as error:
        found = [
            replace(one, notes=(*one.notes, f"this is {which}")) if one.code == "E510" else one
            for one in error.report.diagnostics
        ]
        raise SpecError(Report(found)) from None


def _duel(
    words: tuple[str, ...],
    flags: GameFlags,
    named: tuple[str, ...],
    against: str | None,
    without: str | None,
    fixed: bool,
    outcome: Outcome,
) -> Opened:
    """Two bots at one table, in turn on the seats, and then the other way round. Raises CommandError and SpecError."""
    flag = "--without" if against is None else "--against"
    if against is None:
        against = f"{named[0]}{WITHOUT}{without}"
    else:
        check_kind(against)
    if len(words) != 1:
        raise CommandError("E013", f"{flag} compares two bots in one game, so there is only A", words[1])
    refuse_flags(("fixed",), f"with {flag}", "leave it out")
    if len(named) != 1 or named[0] == against:
        raise CommandError("E016", "--seats and --against name one bot each, two different ones", against)
    side = referenced_game_flags(words[0], flags)
    game = open_game(side, outcome=outcome)
    check_bots((named[0], against), game)
    if without is not None and not can_be_forbidden(without, game):
        raise unknown_item_error(without, game)
    if game.players < 2:
        raise single_player_error(game, words[0])
    pair = (named[0], against)
    tasks = [Task(flags=side, kinds=alternate_kinds(one, game.players), rotate=False) for one in (pair, pair[::-1])]
    return (game, game), (tasks[0], tasks[1]), pair


def _add(comparison: Comparison, found: tuple[Outcomes, Outcomes], a: Chunk, b: Chunk) -> None:
    """Take two chunks with the same seeds into account; a game that was lost takes its partner with it."""
    others = {seen.played.seed: seen for seen in b.games}
    for seen in a.games:
        if seen.played.seed in others:
            comparison.add(seen, others[seen.played.seed])
            if seen.watched is not None:
                comparison.look(seen, others[seen.played.seed])
    found[0].merge(a.outcomes)
    found[1].merge(b.outcomes)


def _pairs(tasks: tuple[Task, Task], seeds: range, workers: Workers) -> Generator[tuple[Chunk, Chunk]]:
    """The chunks of both, with the same seeds, in order; the same ones whoever plays, since we may stop after each."""
    size = tasks[0].size(here=True)
    parts = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    first, second = (play_all(task, parts, workers.halves()) for task in tasks)
    yield from zip_longest(
        in_order(with_progress(first, len(seeds), "pairs"), seeds.start), in_order(second, seeds.start)
    )
