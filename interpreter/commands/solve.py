"""`cardwright solve`: a small game worked out whole."""

from __future__ import annotations

import json
from math import log10

import click

from ..play.game.game import Game
from ..studies.exact.growing import TooLarge, Tree, estimated_size, grow
from ..studies.exact.solving import given_away, solve
from ..studies.exact.solving_text import solution_text
from .failure import CommandError
from .flags import GameFlags, playing, whole_number
from .opening import named_kinds, open_game, warn_if_slow
from .outcome import Outcome, put_json
from .reaching import check_reach
from .screen import breaking_width
from .writing import check_writable, write_whole

TRIED = 20
"""So many random ways through the tree tell about how large it is."""

HOPELESS = 10
"""A tree that seems to be so many times too large is not begun."""

MOST_ROUNDS = 1000
WITHIN = 0.001
"""Strategies are good enough if nobody gains more than this share of the spread of the returns."""


@click.command("solve", epilog="Example: cardwright solve kuhn-poker --bots first,greedy --strategy kuhn.jsonl")
@click.option(
    "--most",
    type=whole_number(1),
    default=200_000,
    show_default=True,
    metavar="N",
    help="The largest number of positions.",
)
@click.option("--bots", metavar="KINDS", help="Also what a best answer gains against these bots, separated by commas.")
@click.option(
    "--times", type=whole_number(1), default=8, show_default=True, metavar="N", help="How often a bot is asked."
)
@click.option("--strategy", type=click.Path(dir_okay=False), metavar="FILE", help="Write the strategies, as .jsonl.")
@playing
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, most: int, bots: str | None, times: int, strategy: str | None) -> int:
    """Work out a small game: what good play is worth, exactly or within bounds.

    It goes through every move and every deal, so it is for games of a few cards:
    a patience, a bluffing game, an end game. Nothing that is hidden from a player
    is used in that player's decisions.
    """
    kinds = named_kinds(bots) if bots else ()
    game = open_game(flags, outcome=outcome)
    check_reach(kinds, game)
    warn_if_slow(flags, outcome)
    if strategy is not None:
        check_writable(strategy)
    tree = _tree(game, flags, most)
    found = solve(game.name, tree, most_rounds=MOST_ROUNDS, within=WITHIN)
    for kind in dict.fromkeys(kinds):
        found.bots[kind] = given_away(tree, kind, times=times, seed=flags.seed or 0)
    if strategy is not None:
        write_whole(strategy, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found.rows()))
    if outcome.json:
        put_json(found.to_json())
    else:
        click.echo(solution_text(found.to_json(), times, flags.lang, breaking_width()))
    return 0


def _tree(game: Game, flags: GameFlags, most: int) -> Tree:
    """The tree of the game. Raises CommandError if it is too large."""
    size = estimated_size(game, games=TRIED, seed=flags.seed or 0)
    helps = ("options or a variant with fewer cards, or fewer `--players`, make it smaller", "`--most N` allows more")
    if size > HOPELESS * most:
        about = f"about 10^{log10(size):.0f} positions" if size < 1e300 else "more than 10^300 positions"
        raise CommandError("E020", f"this game is too large to be solved: {about}", flags.game, helps[0])
    try:
        return grow(game, most)
    except TooLarge:
        message = f"this game is too large to be solved: more than {most:,} positions"
        raise CommandError("E020", message, flags.game, *helps) from None
