"""`cardwright diff`: what changes for players from one game or variant to another."""

from __future__ import annotations

import click

from ..diagnostics.diagnostic import Report
from ..language.merge.assemble import Assembled, assemble
from ..language.merge.differences import Difference, differences
from ..language.merge.paths import KeyPath
from ..play.game.phrases import phrase
from .breaking import breaking
from .difference_lines import has_lines, rows, side_by_side
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
    before, after = found[0], found[1]
    broken = breaking(changes, before.tree, after.tree)
    if outcome.json:
        told = [
            {
                "path": ".".join(c.path),
                "sentence": words.sentence(c),
                "before": c.before,
                "after": c.after,
                **({"lines": rows(c, before.tree, after.tree)} if has_lines(c) else {}),
            }
            for c in changes
        ]
        digests = [before.digest, after.digest]
        gone = [".".join(path) for path in broken]
        put_json({"a": first, "b": second, "digests": digests, "breaking": gone, "differences": told})
        return 0
    for change in changes:
        click.echo(words.sentence(change))
        if has_lines(change) and (lines := rows(change, before.tree, after.tree)):
            click.echo("\n".join(side_by_side(lines, lang)))
    click.echo(_meaning(changes, broken, before, after, lang))
    return 0


def _meaning(
    changes: tuple[Difference, ...], broken: list[KeyPath], before: Assembled, after: Assembled, lang: str
) -> str:
    """What the changes mean for what was written for the first game."""
    if not changes:
        return phrase(lang, "same_rules")
    if before.digest == after.digest:
        return "\n" + phrase(lang, "words_only")
    if not broken:
        return "\n" + phrase(lang, "compatible")
    return "\n" + phrase(lang, "breaking", names=", ".join(".".join(path) for path in broken))


def _assembled(named: str, path: tuple[str, ...], report: Report, outcome: Outcome) -> Assembled | None:
    found = with_variants(named)
    return assemble(found.game, found.variants, path, report, command_line=outcome.line.source)
