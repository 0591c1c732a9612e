"""`cardwright fuzz`: random play over the variants, options and numbers of players of a game, until a law is broken."""

from __future__ import annotations

import time
from shlex import quote
from typing import Any

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import how_many
from ...play.game.traces.recorder import BEGINS, line_text
from ...play.hunting.fuzz_input import RuleSampler, Sighting
from ...play.hunting.fuzzer import Fuzzed, fuzz
from ...play.hunting.laws import OF_THE_RULES
from ...play.hunting.property import Property
from ..failure import CommandError
from ..flags import LAST_SEED, GameFlags, file_flag, game_flags, number_flag, option_values, seconds_flag
from ..match_setup import open_rules
from ..outcome import FINDINGS, FINE, Outcome, put_json
from ..output_file import check_writable, write_whole
from ..positions import folders_for
from ..sessions.eval import parse_property

SHRINKING = 20.0
"""For how many seconds what was found is made shorter."""


@click.command("fuzz", epilog="Example: cardwright fuzz my-games/race.yaml --seconds 60 --always 'p1.points >= 0'")
@seconds_flag("--seconds", default=20, about="How long it plays at most.")
@number_flag("--games", "-n", about="How many games it plays, at most.")
@click.option("--always", metavar="EXPRESSION", help="A law of your own: what must be true in every position.")
@number_flag("--seed", least=0, most=LAST_SEED, about="Other games for each seed (default: 0).")
@file_flag("--trace", about="Where the game is written.")
@game_flags
@click.pass_obj
def command(
    outcome: Outcome, flags: GameFlags, seconds: float, games: int | None, always: str | None, trace: str | None
) -> int:
    """Play at random over variants, options and numbers of players, and look at
    all laws of play in every position.

    What is named on the command line is fixed, the rest is drawn. The first
    game that breaks a law is made as short as can be, and written as a trace:
    FUZZ-OF-GAME.jsonl, if --trace names no file.
    """
    rules = open_rules(flags, outcome)
    ways = RuleSampler(
        game=flags.game,
        fixed=flags.variant,
        options=option_values(flags.settings),
        players=flags.players,
        preset=flags.preset,
        paths=flags.path,
    ).with_variants(rules)
    law = None if always is None else parse_property(always, rules, outcome)
    target, started = trace or f"fuzz-of-{rules.spec.name}.jsonl", time.monotonic()
    check_writable(target, "lines of JSON", BEGINS)
    done = fuzz(ways, law, seed=flags.seed or 0, seconds=seconds, games=games, shrinking=SHRINKING)
    if not done.games:
        raise CommandError("E012", f"no game was played in {seconds:g} seconds", "--seconds", "allow it more")
    if law is not None and not law.asked and done.found is None:
        raise SpecError(_never_asked(law))
    if done.found is not None:
        write_whole(target, "".join(f"{line_text(line)}\n" for line in done.found.lines))
    if outcome.json:
        put_json(_json(done, target, time.monotonic() - started))
    elif done.found is None:
        click.echo(f"{rules.spec.name}: {_played(done)}, no law broken")
    if done.found is None:
        return FINE
    if not outcome.json:
        outcome.show(_report(done, done.found, target, folders_for(rules.spec, flags.around, target)))
    return FINDINGS


def _never_asked(law: Property) -> Report:
    """`--always` names a player or team that was in no game."""
    report = Report()
    report.add("E850", "this cannot be computed: no game had all the players that it names", law.test.span)
    return report


def _played(done: Fuzzed) -> str:
    """`214 games in 31 ways, 10240 positions`"""
    ways, positions = how_many(len(done.ways), "way"), how_many(done.positions, "position")
    return f"{how_many(done.games, 'game')} in {ways}, {positions}"


def _place(found: Sighting, target: str) -> str:
    return f"{target}@{found.at}" if found.at else target


def _json(done: Fuzzed, target: str, seconds: float) -> dict[str, Any]:
    """The object of JSON."""
    counts = {"games": done.games, "ways": len(done.ways), "positions": done.positions, "seconds": round(seconds, 3)}
    if done.found is None:
        return {"found": None, **counts}
    course, breach = done.found.course, done.found.found
    way = {"variants": list(course.way.variants), "players": course.way.players, "options": dict(course.way.options)}
    what = {"law": breach.law, "told": breach.told, "place": _place(done.found, target), "trace": target}
    moves = {"moves": len(course.moves), "moves_at_first": done.at_first, "seed": course.seed}
    return {"found": {**what, **way, **moves}, **counts}


def _report(done: Fuzzed, found: Sighting, target: str, folder: str) -> Report:
    """The law that is broken, at the rule that breaks it where one is known."""
    course, breach = found.course, found.found
    way = [how_many(course.way.players, "player"), *course.way.variants]
    way += [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in course.way.options]
    place, last = quote(_place(found, target)), course.moves[-1] if course.moves else ""
    first = f", {done.at_first} when it was found" if done.at_first > len(course.moves) else ""
    helps = [f"`cardwright replay {quote(target)}{folder}` plays it again"]
    if last:
        helps.insert(0, f"`cardwright explain {place} {quote(last)}{folder}` tells about the last move")
        helps.insert(1, f"`cardwright play --from {place}{folder}` plays on from there")
    if breach.law not in OF_THE_RULES:
        helps.append("this is a fault of cardwright, not of the spec: please report it, with the trace and the spec")
    report = Report()
    report.add(
        "E040",
        breach.told,
        breach.span,
        label="the rule that failed" if breach.span is not None else "",
        notes=(
            f"law: {breach.law}",
            f"with {', '.join(way)}",
            f"after {how_many(len(course.moves), 'move')} in {place}{first}"
            + (f"; the last is {last}" if last else ""),
            _played(done),
        ),
        helps=tuple(helps),
    )
    return report
