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
    "list": Verb("descriptions.list_games", "The available games, variants and presets."),
    "options": Verb("descriptions.show_options", "The options of a game: ranges, defaults, requirements."),
    "validate": Verb("sources.validate", "Check specs, variants, scenarios and traces."),
    "fmt": Verb("sources.fmt", "Lay out specs, variants, scenarios and clauses."),
    "fix": Verb("sources.fix", "Apply the corrections that messages offer."),
    "migrate": Verb("sources.migrate", "Bring specs of an older version of the language along."),
    "new": Verb("sources.new", "A small game, variant or scenario to start from."),
    "explain": Verb("descriptions.explain", "What a code means, or where a rule comes from and who uses it."),
    "eval": Verb("sessions.eval", "An expression on a position of a recorded game."),
    "console": Verb("sessions.console", "Expressions and moves tried out on a position."),
    "run": Verb("sessions.run", "Play one game with bots to the end and print it."),
    "play": Verb("sessions.play", "Play in the terminal, against people or bots."),
    "serve": Verb("sessions.serve", "Play in the browser, each person with a link of their own."),
    "studio": Verb(".studio.command", "Write, play and test games on one page, in the browser."),
    "simulate": Verb("studies.simulate", "Play many games and summarise them."),
    "study": Verb("studies.study", "What many games tell about a game: fairness, length, choice."),
    "compare": Verb("studies.compare", "Two games, variants or bots on the same deals."),
    "solve": Verb("studies.solve", "A small game worked out: what good play is worth."),
    "sweep": Verb("studies.sweep", "The same games by each setting of some options."),
    "find": Verb("studies.find", "A position with a property, in a game that comes to it."),
    "fuzz": Verb("studies.fuzz", "Random play over variants and options; all laws looked at."),
    "merge": Verb("studies.merge", "Put the games of several files together."),
    "replay": Verb("sessions.replay", "Play a trace again and compare."),
    "test": Verb("sources.run_scenarios", "Run scenario files."),
    "resolve": Verb("descriptions.resolve", "The merged spec and its origins, or a later stage."),
    "diff": Verb("descriptions.diff", "What one game or variant changes for players of another."),
    "cards": Verb("descriptions.cards", "The cards of a game: a list, or sheets to print and cut."),
    "rules": Verb("descriptions.rules", "A rulebook for players: Markdown, or a page to print."),
    "picture": Verb("sessions.picture", "The table at one position: SVG, PNG, JSON."),
    "graph": Verb("descriptions.graph", "A picture of phases, actions and data: Mermaid, dot."),
    "clauses": Verb("sources.clauses", "The rulebook's clauses, and the scenarios for each."),
    "schema": Verb("sources.schema", "The JSON Schema of a kind of file, for editors."),
    "lsp": Verb(".editor.lsp", "The language server that editors start."),
    "placeholders": Verb("sources.placeholders", "Made-up values, to be replaced by the printed ones."),
}


def load(name: str) -> click.Command:
    """Load the command of a verb."""
    module = import_module(f".{VERBS[name].module}", __package__)
    command = module.command
    assert isinstance(command, click.Command)
    return command
