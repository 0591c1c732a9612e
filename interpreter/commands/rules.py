"""`cardwright rules`: a rulebook for players, from what a game says to people."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Literal, assert_never

import click

from ..diagnostics.diagnostic import Report
from ..language.merge.catalogue import read_game
from ..language.spec.nodes import Spec, Texts
from ..language.text.tree import Mapping, Scalar
from ..play.game.rules import Rules
from ..play.printing.entries import Rulebook
from ..play.printing.phrases import say
from ..play.printing.rulebook import differences, rulebook, to_markdown
from ..play.printing.rulebook_page import to_html
from ..play.scenario.begin import Shelf
from .cards import configured
from .flags import GameFlags, contender, game_in_formats, language
from .opening import open_rules
from .outcome import FINE, Outcome, put_json
from .worked import worked_examples
from .writing import form_of, write_whole

Form = Literal["markdown", "html", "json"]

ENDINGS: dict[str, Form] = {".md": "markdown", ".html": "html", ".htm": "html", ".json": "json"}
"""The format that the name of a file asks for."""


@click.command("rules", epilog="Example: cardwright rules mille-bornes --out rules.html")
@click.option("--against", metavar="GAME+VARIANT", help="Only what differs from the rules of that game.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write to this file.")
@language
@game_in_formats("markdown", "html", "json", about="Markdown (the default), a page that prints well, or JSON.")
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, form: Form | None, against: str | None, out: str | None) -> int:
    """Write the rules of a game for players.

    It is made of the labels, texts and reasons of the spec, its cards, scoring
    and options. With --against, it tells only what is new or different.
    """
    form = form or form_of(out, ENDINGS, "markdown")
    rules = open_rules(flags, outcome)
    _warn_without_words(rules.spec, outcome)  # of the book that is printed, not of the one it is compared with
    left_out = Report()
    book = _book(rules, flags, outcome, left_out)
    outcome.show_beside(left_out)
    if against is not None:
        base = contender(against, replace(flags, variant=(), preset=None, settings=()))
        book = differences(book, _book(open_rules(base, outcome), base, outcome, Report()))
    if form == "json" and out is None:
        put_json(asdict(book))
        return FINE
    text = _text(form, book)
    if out is None:
        click.echo(text, nl=False)
        return FINE
    write_whole(out, text, "utf-8")
    if outcome.json:
        put_json({"file": out})
    else:
        click.echo(say(flags.lang, "written", file=out, what=book.title))
    return FINE


def _book(rules: Rules, flags: GameFlags, outcome: Outcome, left_out: Report) -> Rulebook:
    """The rulebook of a game; `left_out` gets why examples are not in it."""
    variants = [(_texts(one.tree, "title"), _texts(one.tree, "about")) for one in rules.assembled.patches]
    games = configured(rules, flags, outcome.line.source)
    assembled = rules.assembled
    shelf = Shelf(flags.path, engine="reference")
    game = read_game(Path(assembled.base_path))
    examples = tuple(worked_examples(game, assembled.variants, flags.lang, shelf, left_out))
    return rulebook(rules.spec, games, flags.lang, variants, examples)


def _warn_without_words(spec: Spec, outcome: Outcome) -> None:
    """Warn, beside the rulebook, of a game that says nothing in words (W648)."""
    abouts = [one.about for one in spec.phases.values()] + [one.about for one in spec.actions.values()]
    abouts += [one.about for one in spec.reactions.values()]
    if spec.rulebook or any(one.text for one in abouts) or (spec.result is not None and spec.result.text):
        return
    report = Report()
    report.add(
        "W648",
        f"'{spec.name}' has no rules in words: this rulebook names things, and explains none",
        None,
        helps=("say what is done under `text` of phases and actions, and who wins under `text` of `result`",),
    )
    outcome.show_beside(report)


def _texts(variant: Mapping, key: str) -> Texts:
    """A text of a variant about itself, by language; its name if it has no title."""
    node = variant.get(key) or (variant.get("variant") if key == "title" else None)
    if isinstance(node, Scalar):
        return {"": node.text}
    written = node.entries if isinstance(node, Mapping) else ()
    return {one.key.text: one.value.text for one in written if isinstance(one.value, Scalar)}


def _text(form: Form, book: Rulebook) -> str:
    match form:
        case "markdown":
            return to_markdown(book)
        case "html":
            return to_html(book)
        case "json":
            return json.dumps(asdict(book), ensure_ascii=False, indent=2) + "\n"
        case _:
            assert_never(form)
