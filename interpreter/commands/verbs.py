"""The verbs of the command line: each with its module and one line of help.

The module of a verb is loaded only when the verb is used, so that `cardwright --help` starts at once. Each module named
here has a click command called `command`.
"""

from __future__ import annotations

from importlib import import_module

import click

from ..diagnostics.record import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """A row of the table: `module` is in this package, `about` is the line in the list of verbs."""

    module: str
    about: str


VERBS: dict[str, Verb] = {
    "list": Verb("list_games", "The available games, variants and presets."),
    "options": Verb("show_options", "The options of a game: ranges, defaults, requirements."),
    "validate": Verb("validate", "Check specs, variants, scenarios and traces."),
    "fmt": Verb("fmt", "Lay out specs, variants, scenarios and clauses."),
    "fix": Verb("fix", "Apply the corrections that messages offer."),
    "migrate": Verb("migrate", "Bring specs of an older version of the language along."),
    "new": Verb("new", "A small game, variant or scenario to start from."),
    "explain": Verb("explain", "What a code means, or where a rule comes from and who uses it."),
    "eval": Verb("eval", "An expression on a position of a recorded game."),
    "console": Verb("console", "Expressions and moves tried out on a position."),
    "run": Verb("run", "Play one game with bots to the end and print it."),
    "play": Verb("play", "Play in the terminal, against people or bots."),
    "serve": Verb("serve", "Play in the browser, each person with a link of their own."),
    "simulate": Verb("simulate", "Play many games and summarise them."),
    "study": Verb("study", "What many games tell about a game: fairness, length, choice."),
    "compare": Verb("compare", "Two games, variants or bots on the same deals."),
    "solve": Verb("solve", "A small game worked out: what good play is worth."),
    "sweep": Verb("sweep", "The same games by each setting of some options."),
    "find": Verb("find", "A position with a property, in a game that comes to it."),
    "fuzz": Verb("fuzz", "Random play over variants and options; all laws looked at."),
    "merge": Verb("merge", "Put the games of several files together."),
    "replay": Verb("replay", "Play a trace again and compare."),
    "test": Verb("run_scenarios", "Run scenario files."),
    "resolve": Verb("resolve", "The merged spec and its origins, or a later stage."),
    "diff": Verb("diff", "What one game or variant changes for players of another."),
    "cards": Verb("cards", "The cards of a game: a list, or sheets to print and cut."),
    "rules": Verb("rules", "A rulebook for players: Markdown, or a page to print."),
    "picture": Verb("picture", "The table at one position: SVG, PNG, JSON."),
    "graph": Verb("graph", "A picture of phases, actions and data: Mermaid, dot."),
    "clauses": Verb("clauses", "The rulebook's clauses, and the scenarios for each."),
    "schema": Verb("schema", "The JSON Schema of a kind of file, for editors."),
    "lsp": Verb(".editor.lsp", "The language server that editors start."),
    "placeholders": Verb("placeholders", "Made-up values, to be replaced by the printed ones."),
}


def load(name: str) -> click.Command:
    """Load the command of a verb."""
    module = import_module(f".{VERBS[name].module}", __package__)
    command = module.command
    assert isinstance(command, click.Command)
    return command
