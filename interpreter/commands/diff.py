"""`cardwright diff`: what changes for players from one game or variant to another."""

from __future__ import annotations

import click

from ..diagnostics.diagnostic import Report
from ..language.merge.assemble import Assembled, assemble
from ..language.merge.differences import differences
from ..play.game.phrases import phrase
from .difference_text import DifferenceText
from .flags import language, output_format, search_path
from .named_game import with_variants
from .outcome import Outcome, put_json


@click.command("diff", epilog="Example: cardwright diff mille-bornes mille-bornes+parker")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@search_path
@language
@output_format
@click.pass_obj
def command(outcome: Outcome, first: str, second: str, path: tuple[str, ...], lang: str) -> int:
    """Say what is different in B for players who know A, one sentence a line.

    A and B are games, each with variants after it: GAME+VARIANT+VARIANT.
    """
    report = Report()
    found = [_assembled(one, path, report, outcome) for one in (first, second)]
    if found[0] is None or found[1] is None:
        return outcome.fail(report)
    changes = differences(found[0].tree, found[1].tree, lang)
    words = DifferenceText(found[0].tree, found[1].tree, lang)
    outcome.show_beside(report)
    if outcome.json:
        rows = [
            {"path": ".".join(c.path), "sentence": words.sentence(c), "before": c.before, "after": c.after}
            for c in changes
        ]
        put_json({"a": first, "b": second, "digests": [one.digest for one in found if one], "differences": rows})
        return 0
    for change in changes:
        click.echo(words.sentence(change))
    if not changes:
        click.echo(phrase(lang, "same_rules"))
    return 0


def _assembled(named: str, path: tuple[str, ...], report: Report, outcome: Outcome) -> Assembled | None:
    found = with_variants(named)
    return assemble(found.game, found.variants, path, report, command_line=outcome.line.source)
