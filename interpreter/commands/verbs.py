"""What can be asked for on the command line: each verb, the module that answers, and one line of help.

A verb's module is loaded only when it is needed, so that `cardwright --help` starts at once. A
module named here holds a click command called `command`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import click


@dataclass(frozen=True, slots=True)
class Verb:
    """A row of the table: `module` stands in this package, `about` is the line in the list of verbs."""

    module: str
    about: str


VERBS: dict[str, Verb] = {
    "list": Verb("list_games", "Games, variants and presets at hand."),
    "options": Verb("show_options", "The options of a game: ranges, defaults, what they need."),
    "validate": Verb("validate", "Check specs, variants, scenarios and traces."),
    "run": Verb("run", "Play one game with bots to the end and print it."),
    "play": Verb("play", "Play in the terminal, against people or bots."),
    "simulate": Verb("simulate", "Play many games and report."),
    "replay": Verb("replay", "Play a trace again and compare."),
    "test": Verb("run_scenarios", "Run scenario files."),
    "resolve": Verb("resolve", "The merged spec, and where each value comes from."),
    "diff": Verb("diff", "What one game or variant changes for players of another."),
    "clauses": Verb("clauses", "The rulebook's clauses, and the scenarios that hold them."),
    "placeholders": Verb("placeholders", "Values that nobody has seen and that were made up."),
}


def load(name: str) -> click.Command:
    """The command of a verb of the table."""
    module = import_module(f".{VERBS[name].module}", __package__)
    command = module.command
    assert isinstance(command, click.Command)
    return command
