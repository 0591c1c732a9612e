"""`cardwright resolve`: the merged spec, where each value comes from, and what later stages make of it."""

from __future__ import annotations

from typing import Any

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Span
from ..language.merge.assemble import assemble
from ..language.merge.origins import Origin, origins
from ..language.merge.to_yaml import to_yaml
from ..language.text.tree import Entry, Mapping, Node, Scalar, Sequence
from .explain_path import entries_to
from .failure import CommandError
from .flags import GameFlags, refuse_settings, which_game
from .outcome import Outcome, put_json
from .stages import STAGES, Stage, show_stage


@click.command("resolve", epilog="Example: cardwright resolve mille-bornes --origins")
@click.option("--origins", "with_origins", is_flag=True, help="Show which file sets each value, and the value before.")
@click.option("--stage", type=click.Choice(STAGES), default="merged", show_default=True, help="The stage to print.")
@which_game
@click.argument("part", metavar="[PATH]", required=False)
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, with_origins: bool, stage: Stage, part: str | None) -> int:
    """Print the spec of a game with its variants merged in, or a part of it.

    PATH leads to a part by name, such as actions.give.when.

    With --stage a later stage is printed instead: `spec` is the spec with every
    rule parsed, `typed` the game with names and types settled, `program` what
    the engines play with this number of players and these options, `layout` how
    a position of it lies in memory.
    """
    if stage not in ("program", "layout"):
        refuse_settings(flags)
    if stage != "merged" and with_origins:
        raise CommandError(
            "E013", f"--origins has no effect with --stage {stage}", "--origins", "leave one of them out"
        )
    if stage != "merged" and part is not None:
        raise CommandError("E013", f"a path has no effect with --stage {stage}", part, "leave one of them out")
    if stage != "merged":
        return show_stage(stage, flags, outcome)
    report = Report()
    found = assemble(flags.game, flags.variant, flags.path, report, command_line=outcome.line.source)
    if found is None:
        return outcome.fail(report)
    tree = found.tree if part is None else part_of(found.tree, part)
    outcome.show_beside(report)
    if not outcome.json:
        click.echo(to_yaml(tree, origins=with_origins), nl=False)
        return 0
    result = {
        "game": found.name,
        "variants": list(found.variants),
        "digest": found.digest,
        "spec": plain_tree(tree),
    }
    if with_origins:
        result["origins"] = {".".join(origin.path): _origin(origin) for origin in origins(tree)}
    put_json(result)
    return 0


def part_of(tree: Mapping, path: str) -> Mapping:
    """A part of a spec with all keys that lead to it. Raises CommandError (E012) if there is none."""
    entries = entries_to(tree, path)
    part = Mapping((entries[-1],), entries[-1].value.span)
    for entry in reversed(entries[:-1]):
        part = Mapping((Entry(entry.key, part, entry.was),), entry.value.span)
    return part


def plain_tree(node: Node) -> Any:
    """Convert a tree to dicts, lists and texts. Scalars stay as written: `5` is the text "5"."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [plain_tree(item) for item in node.items]
        case Mapping():
            return {key: plain_tree(value) for key, value in node}


def _origin(origin: Origin) -> dict[str, Any]:
    was = [{"value": value, **_place(span)} for value, span in reversed(origin.was)]
    return {"value": origin.value, **_place(origin.span), "was": was}


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}
