"""`cardwright picture`: the table at one position, as SVG or PNG, or as JSON for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from ...diagnostics.text import how_many
from ...play.game.chance import settle_chance
from ...play.game.game import State
from ...source.text import storage
from ...table.picture.picture import NARROWEST, WIDEST, WIDTH, Scheme, picture
from ..failure import CommandError, refuse_flags
from ..flags import (
    GameFlags,
    WholeNumber,
    comparison_flags,
    completion_of,
    file_flag,
    number_flag,
    referenced_game_flags,
)
from ..match_setup import open_game
from ..outcome import FINE, Outcome, put_json
from ..output_file import dots, unwritable
from ..positions import is_position, position_of, reject_rule_flags, seat_number
from .scenario_position import is_scenario_word, scenario_position

ENDINGS = (".svg", ".png")


@click.command("picture", epilog="Example: cardwright picture game.jsonl@12 --seat p1 --out table.svg")
@click.argument("position", metavar="POSITION", shell_complete=completion_of("games"))
@file_flag("--out", about="A file, .svg or .png (default: print SVG).")
@click.option("--seat", metavar="SEAT", help="What one seat sees, such as p1 (default: all cards).")
@number_flag("--after", least=0, about="After N moves: of a scenario, or of bots in a game.")
@click.option("--width", type=WholeNumber(NARROWEST, WIDEST), default=WIDTH, metavar="PIXELS", help="How wide it is.")
@click.option(
    "--colours", type=click.Choice(get_args(Scheme)), help="Of the picture (default: as the reader's system)."
)
@comparison_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    position: str,
    out: str | None,
    seat: str | None,
    after: int | None,
    width: int,
    colours: Scheme | None,
) -> int:
    """Draw the table at one position, for rulebooks and pages.

    POSITION is TRACE@N, a position of a recorded game; FILE.yaml@NAME, that of
    a scenario; or a game, at its beginning or after some random moves. With
    --format json the description of the table is printed, of which the picture
    is made. PNG needs the extra `png`.
    """
    if outcome.json:
        refuse_flags(("out",), "with --format json", "leave one of them out")
    if out is not None and Path(out).suffix not in ENDINGS:
        raise CommandError("E012", f"'{out}' has no format that is known", out, f"endings: {', '.join(ENDINGS)}")
    state = _state(position, after, flags, outcome)
    table = state.table(seat_number(seat, state.game), flags.lang)
    if outcome.json:
        put_json(table)
        return FINE
    in_dots = out is not None and out.endswith(".png")
    if in_dots and colours == "both":
        raise CommandError("E012", "a PNG has the same colours for everybody", "both", "use `light` or `dark`")
    drawn = picture(table, width=width, scheme=colours or ("light" if in_dots else "both"))
    if out is None:
        click.echo(drawn, nl=False)
    else:
        try:
            storage.write(out, dots(drawn, out, "or write .svg") if in_dots else drawn.encode())
        except OSError as error:
            raise unwritable(out, error) from None
    return FINE


def _state(position: str, after: int | None, flags: GameFlags, outcome: Outcome) -> State:
    """The position. Raises SpecError and CommandError."""
    if is_position(position):
        reject_rule_flags("here", position)
        refuse_flags(("after",), "on a trace", "name the line: TRACE@N")
        return position_of(position, flags.path, engine=flags.engine).state
    if is_scenario_word(position):
        reject_rule_flags("here", position, "scenario")
        return scenario_position(position, after or 0, flags.path)
    state = open_game(referenced_game_flags(position, flags), outcome=outcome).initial_state(seed=flags.seed or 0)
    for _ in range(after or 0):
        if state.is_terminal:
            helps = (f"it is over after {how_many(state.decisions, 'decision')}",)
            raise CommandError("E012", f"the game has no {how_many(after or 0, 'decision')}", f"{after}", *helps)
        state.apply(state.random_move())
    return settle_chance(state, flags.seed or 0)
