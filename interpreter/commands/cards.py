"""`cardwright cards`: the cards of a game as a list, or as sheets to print and cut."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, assert_never

import click

from ..diagnostics.diagnostic import SpecError
from ..diagnostics.span import Source
from ..play.game.game import Game
from ..play.game.load import configure
from ..play.game.phrases import phrase
from ..play.game.rules import Rules
from ..play.game.texts import Wordings
from ..play.printing.changes import changes
from ..play.printing.paper import PAPERS, Paper, PaperName
from ..play.printing.phrases import say
from ..play.printing.printed import printed_cards
from ..play.printing.sheets import sheet_count, sheets_page
from .card_list import Row, as_csv, as_json, as_text, card_of, needed
from .failure import CommandError
from .flags import GameFlags, contender, game_in_formats, language, option_values
from .opening import open_rules
from .outcome import Outcome, put_json, put_json_text
from .writing import form_of, write_whole

Form = Literal["text", "csv", "html", "json"]

ENDINGS: dict[str, Form] = {".txt": "text", ".csv": "csv", ".html": "html", ".htm": "html", ".json": "json"}
"""The format that the name of a file asks for."""


@click.command("cards", epilog="Example: cardwright cards mille-bornes --out cards.html --paper letter")
@click.option("--against", metavar="GAME+VARIANT", help="Only the cards that are new or changed for that game.")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), help="The paper of the sheets (default: A4).")
@click.option("--once", is_flag=True, help="Print each kind of card once, not each copy.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write to this file.")
@language
@game_in_formats("text", "csv", "html", "json", about="A table, rows for spreadsheets, sheets to print, or JSON.")
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    form: Form | None,
    against: str | None,
    paper: PaperName | None,
    once: bool,
    out: str | None,
) -> int:
    """List the cards of a game, or print them on sheets to cut.

    The HTML has nine cards of 63 by 88 mm on each sheet, with cutting marks.
    Without --players there are enough copies for any number of players.
    """
    form = form or form_of(out, ENDINGS, "text")
    for flag, given in (("--paper", paper), ("--once", once)):
        if given and form != "html":
            helps = ("`--format html` makes sheets to print; a list has none",)
            raise CommandError("E013", f"{flag} has no effect without --format html", flag, *helps)
    rules = open_rules(flags, outcome)
    words = Wordings(rules.spec, flags.lang)
    rows = _rows(rules, flags, against, outcome)
    text = _text(form, rows, words, against, PAPERS[paper or "A4"], once=once).rstrip("\n")
    if out is not None:
        # The mark that this encoding begins with tells spreadsheets that the text is in UTF-8.
        write_whole(out, text + "\n", "utf-8-sig" if form == "csv" else "utf-8")
        _say_written(out, form, sum(needed(row, once=once) for row in rows), outcome, words)
    elif form == "json":
        put_json_text(text)
    else:
        click.echo(text)
    return 0


def _rows(rules: Rules, flags: GameFlags, against: str | None, outcome: Outcome) -> Sequence[Row]:
    """The cards of the game, or, if there is one to compare it with, those that differ."""
    words = Wordings(rules.spec, flags.lang)
    line = outcome.line.source
    cards = printed_cards(configured(rules, flags, line), words)
    if against is None:
        return cards
    base = contender(against, replace(flags, variant=(), preset=None, settings=()))
    before = open_rules(base, outcome)
    return changes(cards, printed_cards(configured(before, base, line), Wordings(before.spec, flags.lang)))


def configured(rules: Rules, flags: GameFlags, line: Source) -> list[Game]:
    """The game for the number of players that is asked for, else for each that these options allow."""
    preset = rules.spec.presets.get(flags.preset or "")
    numbers = [flags.players] if flags.players or (preset and preset.players) else list(rules.spec.players)
    options = option_values(flags.settings)
    games: list[Game] = []
    errors: list[SpecError] = []
    for players in numbers:
        try:
            games.append(configure(rules, players=players, options=options, preset=flags.preset, command_line=line))
        except SpecError as error:
            errors.append(error)
    if not games:
        raise errors[0]
    return games


def _text(form: Form, rows: Sequence[Row], words: Wordings, against: str | None, paper: Paper, *, once: bool) -> str:
    """The whole output."""
    match form:
        case "text":
            return as_text(rows, words) or say(words.language, "no_cards" if against is None else "no_changes")
        case "csv":
            return as_csv(rows, compared=against is not None)
        case "html":
            return sheets_page([(card_of(row), needed(row, once=once)) for row in rows], words, paper)
        case "json":
            found = {"game": words.spec.name if words.spec else "", "title": words.title(), "language": words.language}
            return json.dumps({**found, "against": against, "cards": as_json(rows)}, ensure_ascii=False, indent=2)
        case _:
            assert_never(form)


def _say_written(out: str, form: Form, cards: int, outcome: Outcome, words: Wordings) -> None:
    """Say what has been written to a file; with `--format json` as JSON."""
    if outcome.json:
        put_json({"file": out, "cards": cards})
        return
    told = phrase(words.language, "cards", n=cards)
    if form == "html":
        told = say(words.language, "sheets", cards=told, n=sheet_count(cards))
    click.echo(say(words.language, "written", file=out, what=told))
