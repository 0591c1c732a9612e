"""`cardwright find`: a position with a property, in a game that comes to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import how_many
from ...play.game.traces.recorder import BEGINS, line_text
from ...play.hunting.property import FoundPosition, PropertySearch
from ...play.players.player import Player
from ...play.players.registry import make_players, rotated
from ..flags import LAST_SEED, GameFlags, bot_flags, file_flag, game_flags, number_flag, seconds_flag
from ..match_setup import configured_game, kinds_by_seat, open_rules, parse_kinds
from ..outcome import FINE, NOTHING, Outcome, put_json
from ..output_file import check_writable, write_whole
from ..positions import folders_for
from ..sessions.eval import parse_property


@click.command("find", epilog="Example: cardwright find mille-bornes --that 't1.total > 4000' --players 2")
@click.option("--that", required=True, metavar="EXPRESSION", help="What must be true there.")
@click.option("--end", is_flag=True, help="Only look at the last position of each game.")
@click.option("--shortest", is_flag=True, help="Go on until the time is up, and take the shortest game.")
@seconds_flag("--seconds", default=10, about="How long it looks at most.")
@number_flag("--games", "-n", about="How many games it looks at, at most.")
@number_flag("--seed", least=0, most=LAST_SEED, about="The seed of the first game (default: 0).")
@file_flag("--trace", about="Where the game is written.")
@bot_flags
@game_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    that: str,
    end: bool,
    shortest: bool,
    seconds: float,
    games: int | None,
    trace: str | None,
    seats: str,
    fixed: bool,
) -> int:
    """Find a position with a property, for a scenario or a puzzle.

    Games are played by bots until one comes to a position in which EXPRESSION
    is true, written as in a scenario: p1, p2, … are the players, t1, t2, … the
    teams. The game is written as a trace, FOUND-IN-GAME.jsonl if --trace names
    no file, and TRACE@N, which is printed, is the position.
    """
    named = parse_kinds(seats)
    rules = open_rules(flags, outcome)
    game = configured_game(rules, flags, named, outcome)
    kinds = kinds_by_seat(named, game)
    sought = parse_property(that, rules, outcome)
    target = trace or f"found-in-{game.name}.jsonl"
    check_writable(target, "lines of JSON", BEGINS)

    def bots(seed: int) -> tuple[Player, ...]:
        return make_players(kinds if fixed else rotated(kinds, seed), seed)

    search, first = PropertySearch(game, bots, sought, end), flags.seed or 0
    seeds = range(first, LAST_SEED + 1 if games is None else min(first + games, LAST_SEED + 1))
    nobody = sought.nobody(game.initial_state(record=False))
    if nobody:
        raise SpecError(_cannot(nobody, sought.test.span))
    found = search.found(seeds, seconds, shortest=shortest)
    if found is None and sought.asked and sought.failed == sought.asked:
        raise SpecError(_cannot(sought.wrong, sought.test.span))
    if found is not None:
        write_whole(target, "".join(f"{line_text(line)}\n" for line in found.lines))
    result = _json(found, search, target, sought.why(found.state) if found else ())
    looked = f"{how_many(search.games, 'game')}, {how_many(search.positions, 'position')}"
    if outcome.json:
        put_json(result)
    elif found is None:
        click.echo(f"not found in {looked}", err=True)
    else:
        facts = [f"  {one['what']}: {one['value']}" for one in result["found"]["facts"]]
        after = f"after {how_many(found.decisions, 'decision')} of the game with seed {found.seed} ({looked})"
        folders = folders_for(rules.spec, flags.around, target)
        click.echo("\n".join([f"{result['found']['place']}{folders}", *facts, after]))
    return FINE if found is not None else NOTHING


def _cannot(why: str, span: Any) -> Report:
    report = Report()
    report.add("E850", f"this cannot be computed: {why}", span)
    return report


def _json(
    found: FoundPosition | None, search: PropertySearch, target: str, facts: tuple[tuple[str, str], ...]
) -> dict[str, Any]:
    """The object of JSON."""
    counts = {"games": search.games, "positions": search.positions}
    if found is None:
        return {"found": None, **counts}
    place = f"{target}@{found.line}" if found.line else target
    where = {"place": place, "trace": str(Path(target)), "line": found.line or None}
    return {
        "found": {**where, "seed": found.seed, "decisions": found.decisions}
        | {"facts": [{"what": what, "value": value} for what, value in facts]},
        **counts,
    }
