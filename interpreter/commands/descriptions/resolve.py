"""`cardwright resolve`: the merged spec, where each value comes from, and what later stages make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Span
from ...engines.program.printer import show_layout, show_program
from ...language.ir.printer import show_game
from ...language.spec.printer import show_spec
from ...source.merge.assembly import assemble
from ...source.merge.yaml_output import origins, to_yaml
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..failure import refuse_flags
from ..flags import GameFlags, game_flags, refuse_settings
from ..match_setup import configured_game, open_rules
from ..outcome import Outcome, put_json
from .explain import entries_to

Stage = Literal["merged", "spec", "typed", "program", "layout", "code"]
"""The stages whose results can be printed, in order."""

STAGES: tuple[Stage, ...] = get_args(Stage)
OF_SETTINGS = ("program", "layout", "code")


def show_stage(stage: Stage, flags: GameFlags, part: str | None, outcome: Outcome) -> int:
    """Print what a stage makes of a game, the last one also of a part of it. Only `OF_SETTINGS` depend on options and
    on the number of players.
    """
    if stage in OF_SETTINGS:
        rules = open_rules(flags, outcome)
        game = configured_game(rules, flags, outcome=outcome)
        about: dict[str, str | int] = {"game": game.name, "players": game.players}
        if stage == "code":
            from ...compiler.listing import show_code

            places = None if part is None else [*_places(entries_to(rules.assembled.tree, part)[-1])]
            text = show_code(game.program, places)
        else:
            text = (show_program if stage == "program" else show_layout)(game.program)
    else:
        rules = open_rules(flags, outcome)
        about = {"game": rules.spec.name}
        text = show_spec(rules.spec) if stage == "spec" else show_game(rules.playable.game, rules.playable.value)
    outcome.answer({**about, "stage": stage, "text": text}, lambda: text)
    return 0


@click.command("resolve", epilog="Example: cardwright resolve mille-bornes --origins")
@click.option("--origins", "with_origins", is_flag=True, help="Show which file sets each value, and the value before.")
@click.option("--stage", type=click.Choice(STAGES), default="merged", show_default=True, help="The stage to print.")
@game_flags
@click.argument("part", metavar="[PATH]", required=False)
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, with_origins: bool, stage: Stage, part: str | None) -> int:
    """Print the spec of a game with its variants merged in, or a part of it.

    PATH leads to a part by name, such as actions.give.when.

    With --stage a later stage is printed instead: `spec` is the spec with every
    rule parsed, `typed` the game with names and types settled, `program` what
    the engines play with this number of players and these options, `layout` how
    a position of it lies in memory, `code` what the fast engine makes of the
    rules, or of those in PATH.
    """
    if stage not in OF_SETTINGS:
        refuse_settings(flags)
    if stage != "merged":
        alone = ("with_origins",) if stage == "code" else ("with_origins", "part")
        refuse_flags(alone, f"with --stage {stage}", "leave one of them out")
        return show_stage(stage, flags, part, outcome)
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
        "digest": found.digests[0],
        "spec": plain_tree(tree),
    }
    if with_origins:
        result["origins"] = {
            ".".join(one.path): {"value": one.value, **_place(one.span)}
            | {"was": [{"value": value, **_place(span)} for value, span in reversed(one.was)]}
            for one in origins(tree)
        }
    put_json(result)
    return 0


def _places(entry: Entry) -> Iterator[Span]:
    """Where a part of a spec stands, from its name on, with what variants and parts of games bring into it."""
    yield from (entry.key.span, entry.value.span)
    for one in entry.value.entries if isinstance(entry.value, Mapping) else ():
        yield from _places(one)


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


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}
