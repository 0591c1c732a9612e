"""`cardwright cards`: the cards of a game as a list, or as sheets to print and cut."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, assert_never

import click

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.span import Source
from ...diagnostics.text import install_hint
from ...documents.terminal import ruled_table, to_csv
from ...language.spec.nodes import Texts
from ...play.game.game import Game
from ...play.game.loading.load import configure
from ...play.game.loading.rules import Rules
from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from ...source.merge.catalogue import texts
from ...table.printing.phrases import say
from ...table.printing.printed_cards import Changed, Printed, changes, printed_cards
from ...table.printing.rulebook import rulebook
from ...table.printing.sheets import (
    PAPERS,
    Copies,
    Paper,
    PaperName,
    board_sheets,
    rules_sheets,
    sheet_count,
    sheets_page,
    sheets_pdf,
)
from ...table.printing.tabletop import tabletop
from ..failure import CommandError, refuse_flags
from ..flags import GameFlags, game_flags_in_formats, language_flag, option_values, referenced_game_flags
from ..match_setup import open_rules
from ..outcome import Outcome, put_json_text, screen_width
from ..output_file import dots, form_of, write_whole

Form = Literal["text", "csv", "html", "pdf", "tabletop", "json"]

ENDINGS: dict[str, Form] = {
    ".txt": "text",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
    ".json": "json",
}
"""The format that the name of a file asks for."""

SHEETS: tuple[Form, ...] = ("html", "pdf")
"""The formats that are printed."""


@click.command("cards", epilog="Example: cardwright cards mille-bornes --out cards.html --paper letter")
@click.option("--against", metavar="GAME+VARIANT", help="Only the cards that are new or changed for that game.")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), help="The paper of the sheets (default: A4).")
@click.option("--backs", is_flag=True, help="After each sheet one with the backs, for printers that print both sides.")
@click.option(
    "--boards", is_flag=True, help="After the cards a sheet with tracks, counters and tokens, if there are any."
)
@click.option("--rules", is_flag=True, help="After the cards a sheet with the rules in short.")
@click.option("--once", is_flag=True, help="Print each kind of card once, not each copy.")
@click.option("--out", type=click.Path(), metavar="FILE", help="Write to this file, or folder.")
@language_flag
@game_flags_in_formats(
    *("text", "csv", "html", "pdf", "tabletop", "json"),
    about="A table, rows for spreadsheets, sheets to print, pictures for a virtual table, or JSON.",
)
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    form: Form | None,
    against: str | None,
    paper: PaperName | None,
    backs: bool,
    boards: bool,
    rules: bool,
    once: bool,
    out: str | None,
) -> int:
    """List the cards of a game, or print them on sheets to cut.

    HTML and PDF have nine cards of 63 by 88 mm on each sheet, with cutting marks; PDF needs the extra `pdf`.
    `tabletop` writes a folder: pictures of 10 by 7 cards, and the JSON that Tabletop Simulator takes (extra `png`).
    Without --players there are enough copies for any number of players.
    """
    form = form or form_of(out, ENDINGS, "text")
    if form not in SHEETS:
        helps = ("`--format html` makes sheets to print, and so does `pdf`",)
        refuse_flags(("paper", "backs", "boards", "rules", "once"), "without --format html", *helps)
    if form in ("pdf", "tabletop") and out is None:
        what = "a file: `--out cards.pdf`" if form == "pdf" else "a folder: `--out cards`"
        raise CommandError("E013", f"--format {form} needs --out", form, f"name {what}")
    loaded = open_rules(flags, outcome)
    words = Wordings(loaded.spec, flags.lang)
    rows = _rows(loaded, flags, against, outcome)
    copies = [(card_of(row), needed(row, once=once)) for row in rows]
    on, games, more = PAPERS[paper or "A4"], configured(loaded, flags, outcome.line.source), list[str]()
    if boards:
        more += board_sheets(games[-1], words, on)
        if not more:
            click.echo(say(words.language, "no_boards"), err=True)
    if rules:
        more += rules_sheets(rulebook(loaded.spec, games, flags.lang, variant_texts(loaded)), on)
    files = _files(form, rows, copies, words, against, on, backs=backs, more=more)
    if out is not None:
        for name, data in files.items():
            write_whole(str(Path(out, name)), data, folder=form == "tabletop")
        cards = sum(times for _, times in copies)
        what = phrase(words.language, "cards", n=cards)
        what = say(words.language, "sheets", cards=what, n=sheet_count(cards)) if form in SHEETS else what
        what += f", {say(words.language, 'more_sheets', n=len(more))}" if more else ""
        if against is not None and not (cards or more):
            what = say(words.language, "no_changes" if not rows else "only_fewer")
        outcome.answer({"file": out, "cards": cards}, lambda: say(words.language, "written", file=out, what=what))
    elif form == "json":
        put_json_text(str(files[""]).rstrip("\n"))
    else:
        click.echo(str(files[""]).rstrip("\n").removeprefix("\ufeff"))
    return 0


def _files(
    form: Form,
    rows: Sequence[Row],
    copies: Copies,
    words: Wordings,
    against: str | None,
    paper: Paper,
    *,
    backs: bool,
    more: Sequence[str],
) -> Mapping[str, str | bytes]:
    """What is written: one file without a name, or several in a folder. Raises CommandError."""
    match form:
        case "text":
            text = as_text(rows, words) or say(words.language, "no_cards" if against is None else "no_changes")
        case "csv":
            # The mark that this begins with tells spreadsheets that the text is in UTF-8.
            text = "\ufeff" + as_csv(rows, compared=against is not None)
        case "html":
            text = sheets_page(copies, words, paper, backs=backs, more=more)
        case "pdf":
            if find_spec("typst") is None:
                helps = (install_hint("pdf"), "or write HTML, and print that from a browser")
                raise CommandError("E030", "PDF needs typst, which is not installed", "pdf", *helps)
            return {"": sheets_pdf(copies, words, paper, backs=backs, more=more)}
        case "tabletop":
            return tabletop(copies, words, lambda svg: dots(svg, "tabletop", "or write HTML", density=1))
        case "json":
            found = {"game": words.spec.name if words.spec else "", "title": words.title(), "language": words.language}
            text = json.dumps({**found, "against": against, "cards": as_json(rows)}, ensure_ascii=False, indent=2)
        case _:
            assert_never(form)
    return {"": text.rstrip("\n") + "\n"}


def _rows(rules: Rules, flags: GameFlags, against: str | None, outcome: Outcome) -> Sequence[Row]:
    """The cards of the game, or, if there is one to compare it with, those that differ."""
    words = Wordings(rules.spec, flags.lang)
    line = outcome.line.source
    cards = printed_cards(configured(rules, flags, line), words)
    if against is None:
        return cards
    base = referenced_game_flags(against, replace(flags, variant=(), preset=None, settings=()))
    before = open_rules(base, outcome)
    return changes(cards, printed_cards(configured(before, base, line), Wordings(before.spec, flags.lang)))


def variant_texts(rules: Rules) -> list[tuple[Texts, Texts]]:
    """The titles of the variants that are in force, their names if they have none, and what they are about."""
    trees = [one.tree for one in rules.assembled.patches]
    return [(texts(tree.get("title") or tree.get("variant")), texts(tree.get("about"))) for tree in trees]


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


# The cards as a list: tables for people, rows for spreadsheets, JSON ----------------------------

FIXED = ("deck", "card", "copies", "label", "short", "long", "text")
"""The columns that every list has in CSV, before those of the attributes."""

COMPARED = ("change", "before", "needed")
"""What else a row has where cards are compared."""

Row = Printed | Changed
"""A card of a list, and where cards are compared also how it differs."""


def card_of(row: Row) -> Printed:
    """The card of a row."""
    return row.card if isinstance(row, Changed) else row


def needed(row: Row, *, once: bool = False) -> int:
    """How many cards of a row are to be printed; with `once` at most one."""
    many = row.needed if isinstance(row, Changed) else row.copies
    return min(many, 1) if once else many


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as JSON has them."""
    return [
        {key: getattr(card_of(row), key) for key in (*FIXED, "attributes", "colour")}
        | ({key: getattr(row, key) for key in COMPARED} if isinstance(row, Changed) else {})
        for row in rows
    ]


def as_csv(rows: Sequence[Row], *, compared: bool) -> str:
    """The rows as CSV, with a column for each attribute of any deck, its values in words.

    An attribute with the name of another column is called `attribute NAME`.
    """
    fixed = (*FIXED, *COMPARED) if compared else FIXED
    names = list(dict.fromkeys(name for row in rows for name in card_of(row).attributes))
    lines = [[*fixed, *(f"attribute {name}" if name in fixed else name for name in names)]]
    for row in rows:
        card, values = card_of(row), card_of(row).worded
        common = (getattr(row if key in COMPARED else card, key) for key in fixed)
        lines.append([*common, *(values.get(name, "") for name in names)])
    return to_csv(lines)


def as_text(rows: Sequence[Row], words: Wordings) -> str:
    """A table for each deck, under its name and the number of its cards."""
    decks: dict[str, list[Row]] = {}
    for row in rows:
        decks.setdefault(card_of(row).deck, []).append(row)
    parts, lang = [], words.language
    for deck, found in decks.items():
        kinds = say(lang, "kinds", n=len(found))
        headline = say(lang, "deck", deck=spaced(deck), n=sum(map(needed, found)), kinds=kinds)
        parts.append(f"{headline}\n{_table(found, words)}")
    return "\n\n".join(parts)


def _table(rows: Sequence[Row], words: Wordings) -> str:
    """The cards of a deck. Columns in which no card says anything are left out."""
    heads = ("card", "copies", "change", "short", "attributes", "text")
    cells = [list(_cells(row, words)) for row in rows]
    used = [number for number in range(len(heads)) if any(row[number] for row in cells)]
    lines = ([say(words.language, f"head_{head}") for head in heads], *cells)
    shown = [[line[number] for number in used] for line in lines]
    return ruled_table(shown, screen_width(), right=[used.index(1)])


def _cells(row: Row, words: Wordings) -> Iterator[str]:
    card = card_of(row)
    yield card.label if card.label == spaced(card.card) else f"{card.label} ({card.card})"
    yield str(card.copies)
    # How it differs, in words: `new`, `2 more`.
    differs = say(words.language, row.change, n=abs(row.card.copies - row.before)) if isinstance(row, Changed) else ""
    yield differs
    yield card.short if card.short != card.label else ""
    yield words.say("semicolon").join(f"{words.say('sum', what=name)} {value}" for name, value in card.told)
    yield card.text
