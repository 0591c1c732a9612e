"""`cardwright explain`: what a code of a diagnostic means, what a part of a game is, why a move is legal or not."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Label, Report
from ..diagnostics.suggest import did_you_mean
from ..language.merge.assemble import Assembled, assemble
from ..language.merge.removed import removals
from . import explain_path, explain_use
from .code_examples import Example, examples, frame
from .explain_move import explain_move
from .failure import CommandError
from .flags import language, output_format, rules_of_trace, search_path
from .named_game import with_variants
from .outcome import FINE, Outcome, put_json
from .positions import is_position, position_of

WIDTH = 80


@click.command("explain", epilog="Example: cardwright explain E201")
@click.argument("words", metavar="CODE | GAME PATH | TRACE@N MOVE", nargs=-1)
@click.option("--markdown", is_flag=True, help="All codes, as a page for the docs.")
@rules_of_trace
@search_path
@language
@output_format
@click.pass_obj
def command(
    outcome: Outcome, words: tuple[str, ...], markdown: bool, rules: str | None, path: tuple[str, ...], lang: str
) -> int:
    """Explain a code such as E201, a part of a game such as actions.play, or a
    move in a recorded game.

    Of a part it shows the text, where each value was set, and which rules use
    it; of `uses.NAME` what is brought in there, and what each parameter means.
    GAME may have variants after it: GAME+VARIANT. Of a move in the position in
    which line N of a trace was decided it says why it is legal, or why not, as
    far as the player who decides may know.
    """
    if markdown and outcome.json:
        raise CommandError("E013", "--markdown prints a page, not JSON", "--markdown", "leave one out")
    match words:
        case () if markdown:
            click.echo(page(), nl=False)
        case (code,) if not markdown and not is_position(code):
            _code(code, outcome)
        case (place, move) if not markdown and is_position(place):
            explain_move(position_of(place, path, rules).state, move, lang, outcome)
        case (game, part) if not markdown:
            return _part(game, part, path, lang, outcome)
        case _:
            helps = ("for example `cardwright explain E201` or `cardwright explain mille-bornes actions`",)
            raise CommandError(
                "E013", "explain needs a code, or a game and a path, or a position and a move", "explain", *helps
            )
    return FINE


def _code(code: str, outcome: Outcome) -> None:
    name = code.upper()
    if name not in CODES:
        helps = did_you_mean(name, CODES) or ("`cardwright explain --markdown` lists all of them",)
        raise CommandError("E012", f"there is no code '{code}'", code, *helps)
    if outcome.json:
        put_json(to_json(name))
    else:
        click.echo(to_text(name))


def _part(game: str, part: str, paths: tuple[str, ...], lang: str, outcome: Outcome) -> int:
    named = with_variants(game)
    report = Report()
    made = assemble(named.game, named.variants, paths, report, command_line=outcome.line.source)
    if made is None:
        return outcome.fail(report)
    if part.split(".")[0] == "uses" and made.uses:
        found_use = explain_use.find(made.uses, part, lang)
        if outcome.json:
            put_json(found_use)
        else:
            click.echo(explain_use.to_text(found_use))
        return FINE
    try:
        found = explain_path.find(made.tree, part, lang)
    except CommandError as error:
        gone = [f"{label.text} ({label.span.source.name}:{label.span.line})" for label in _removers(made, part)]
        raise CommandError(error.code, error.message, error.about, *(gone or error.helps)) from None
    if outcome.json:
        put_json(explain_path.to_json(found))
    else:
        click.echo(explain_path.to_text(found))
    return FINE


def _removers(made: Assembled, part: str) -> list[Label]:
    """Where variants remove the part of a game at a path, or all that it belongs to."""
    variants = [one.tree for one in made.patches if one.what == "variant"]
    return [label for path, label in removals(variants) if f"{part}.".startswith(f"{path}.")]


def to_json(code: str) -> dict[str, Any]:
    """All that is known about a code."""
    row, example = CODES[code], examples()[code]
    return {
        "code": code,
        "severity": row.severity,
        "title": row.title,
        "about": row.about,
        "wrong": example.wrong,
        "right": example.right,
        "place": example.place,
    }


def to_text(code: str) -> str:
    """What a code means, for the terminal."""
    row, example = CODES[code], examples()[code]
    parts = [f"{row.severity}[{code}]: {row.title}", textwrap.fill(row.about, WIDTH)]
    for title, text in _parts(example):
        parts.append(f"{title}:\n" + textwrap.indent(text.rstrip(), "    "))
    return "\n\n".join(parts)


def page() -> str:
    """The page of all codes, in Markdown."""
    parts = [
        "# The codes of diagnostics",
        "Every message has a code: E for a mistake in a file or on the command line, R for a rule that fails in play, "
        "W for a warning. A code never changes its meaning. `cardwright explain CODE` prints its entry. This page is "
        "generated by `cardwright explain --markdown`.",
        "Unless an example says otherwise, it is about this game, whose keys it adds to or replaces:",
        f"<!-- frame -->\n```yaml\n{frame()}```",
        *(_entry(code) for code in sorted(CODES)),
    ]
    return "\n\n".join(parts) + "\n"


def _entry(code: str) -> str:
    row, example = CODES[code], examples()[code]
    shown = [f"{title}:\n\n```text\n{text.rstrip()}\n```" for title, text in _parts(example)]
    return "\n\n".join([f"## {code}: {row.title}", row.about, *shown])


def _parts(example: Example) -> list[tuple[str, str]]:
    place = f" ({example.place})" if example.place else ""
    before = [("Where the game has", example.before)] if example.before else []
    return [*before, (f"Wrong{place}", example.wrong), (f"Right{place}", example.right)]
