"""`cardwright solve`: a small game worked out whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import log10

import click

from ...play.game.game import Game
from ...studies.exact.bounds import Bounded, bound_deals
from ...studies.exact.game_tree import GameTree, TooLarge, estimated_size, grow
from ...studies.exact.solution import given_away, solve
from ...studies.exact.solution_document import bounded_document, solution_document
from ..failure import CommandError, refuse_flags
from ..flags import DISTANCE, LAST_SEED, GameFlags, file_flag, number_flag, play_flags
from ..match_setup import check_bots, open_game, parse_kinds, warn_if_slow
from ..outcome import Outcome
from ..output_file import check_writable, show_result, write_whole
from ..progress import with_progress

TRIED = 20
"""So many random ways through the tree tell about how large it is."""

HOPELESS = 10
"""A tree that seems to be so many times too large is not begun."""

BOT = "search"
"""Who plays the deals, if nothing else is said."""

DEALS = "`--deals 20` tells between what good play is worth, from 20 deals"
"""What can be done with a game for one player."""

MOST_ROUNDS, MANY_ROUNDS = 1000, 10_000
"""So many rounds are played at most, the second number where `--within` asks for more."""

WITHIN = 0.001
"""Strategies are good enough if nobody gains more than this share of the spread of the returns."""


@click.command("solve", epilog="Example: cardwright solve kuhn-poker --bots first,greedy --strategy kuhn.jsonl")
@number_flag("--most", default=200_000, about="The largest number of positions, with --deals of each deal.")
@number_flag("--deals", about="Bounds from so many deals, for a patience that is too large.")
@click.option(
    "--bots",
    metavar="KINDS",
    help="Also what a best answer gains against these bots, separated by commas. With --deals: who plays.",
)
@number_flag("--times", default=8, about="How often a bot is asked.")
@click.option(
    "--within", type=DISTANCE, metavar="X", help="Go on until the value is known to so much, in returns: 0.01."
)
@number_flag("--rounds", about=f"The largest number of rounds (default: {MOST_ROUNDS}; with --within: {MANY_ROUNDS}).")
@file_flag("--strategy", about="Write the strategies, as .jsonl.")
@play_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    most: int,
    deals: int | None,
    bots: str | None,
    times: int,
    within: float | None,
    rounds: int | None,
    strategy: str | None,
) -> int:
    """Work out a small game: what good play is worth, exactly or within bounds.

    It goes through every move and every deal, so it is for games of a few cards:
    a patience, a bluffing game, an end game. Nothing that is hidden from a player
    is used in that player's decisions.

    --within X goes on until the bounds of the value are no further apart than X,
    and says how far it came.

    For a patience that is larger, --deals N tells between what good play is worth:
    what bots reach in N deals, and what could be reached with all cards known.
    """
    kinds = tuple(dict.fromkeys(parse_kinds(bots))) if bots else ()
    if deals is not None:
        refuse_flags(("times", "within", "rounds", "strategy"), "with --deals", "leave one of them out")
    game = open_game(flags, outcome=outcome)
    check_bots(kinds, game)
    warn_if_slow(flags, outcome)
    if deals is not None:
        return _bounded(game, flags, outcome, kinds or (BOT,), deals, most)
    if strategy is not None:
        check_writable(strategy, "lines of JSON", '{"seat"')
    tree = _tree(game, flags, most)
    most_rounds = rounds or (MOST_ROUNDS if within is None else MANY_ROUNDS)
    found = solve(game.name, tree, most_rounds=most_rounds, within=WITHIN, apart=within)
    for kind in kinds:
        found.bots[kind] = given_away(tree, kind, times=times, seed=flags.seed or 0)
    if strategy is not None:
        write_whole(strategy, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found.rows()))
    result = found.to_json()
    show_result(outcome, result, lambda: solution_document(result, times, flags.lang))
    return 0


def _bounded(game: Game, flags: GameFlags, outcome: Outcome, kinds: Sequence[str], deals: int, most: int) -> int:
    """Tell between what good play is worth. Raises CommandError for a game of several players."""
    if game.players > 1:
        message = f"bounds from deals are for one player, and here are {game.players}"
        raise CommandError("E020", message, "--deals", "without `--deals` the game is solved, if it is small enough")
    first = flags.seed or 0
    seeds = range(first, min(first + deals, LAST_SEED + 1))
    found = with_progress(bound_deals(game, kinds, seeds=seeds, most=most), len(seeds), "deals")
    bounds = Bounded(game, kinds, list(found), most).to_json()
    show_result(outcome, bounds, lambda: bounded_document(bounds, flags.lang))
    return 0


def _tree(game: Game, flags: GameFlags, most: int) -> GameTree:
    """The tree of the game. Raises CommandError if it is too large."""
    size = estimated_size(game, games=TRIED, seed=flags.seed or 0)
    fewer = ", or fewer `--players`," if game.spec is not None and game.players > min(game.spec.players) else ""
    smaller = f"options or a variant with fewer cards{fewer} make it smaller"
    helps: tuple[str, ...] = (smaller, "`--most N` allows more")
    if game.players == 1:
        helps = (DEALS, *helps)
    if size > HOPELESS * most:
        about = f"about 10^{log10(size):.0f} positions" if size < 1e300 else "more than 10^300 positions"
        raise CommandError("E020", f"this game is too large to be solved: {about}", flags.game, *helps[:-1])
    try:
        return grow(game, most)
    except TooLarge:
        message = f"this game is too large to be solved: more than {most:,} positions"
        raise CommandError("E020", message, flags.game, *helps) from None
