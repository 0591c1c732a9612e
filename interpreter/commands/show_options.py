"""`cardwright options`: what can be set about a game, and how."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from ..language.spec.labels import said
from ..language.spec.nodes import Condition, Option, Spec
from .flags import GameFlags, language, which_game
from .opening import open_rules
from .outcome import Outcome, put_json


@click.command("options", epilog="Example: cardwright options mille-bornes --lang fr")
@language
@which_game
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags) -> int:
    """Show the options of a game: type, range, default and what they need."""
    spec = open_rules(flags, outcome.line.source).spec
    if outcome.json:
        put_json(_json(spec))
    elif spec.options:
        _table(spec, flags.lang)
    else:
        click.echo(f"{spec.name} has no options")
    return 0


def _json(spec: Spec) -> dict[str, Any]:
    options = [
        {
            "name": option.name.text,
            "type": option.type if option.type != "symbols" else "choice",
            "range": [option.low, option.high] if option.type == "integer" else None,
            "step": option.step if option.type == "integer" else None,
            "choices": [word.text for word in option.symbols] if option.type == "symbols" else None,
            "default": {str(players): _value(option, players) for players in spec.players},
            "label": option.about.label,
            "text": option.about.text,
            "rule": option.about.rule,
            "requires": [_condition(condition) for condition in option.requires],
            "excludes": [word.text for word in option.excludes],
        }
        for option in spec.options.values()
    ]
    presets = [
        {
            "name": name,
            "title": preset.title,
            "players": preset.players or None,
            "set": {w.text: v.text for w, v in preset.values},
        }
        for name, preset in spec.presets.items()
    ]
    return {"game": spec.name, "players": list(spec.players), "options": options, "presets": presets}


def _value(option: Option, players: int) -> Any:
    found = option.default.get(players) or option.default.get(None)
    text = found.text if found else ""
    match option.type:
        case "integer":
            return int(text)
        case "boolean":
            return text in ("true", "yes")
        case _:
            return text


def _condition(condition: Condition) -> str:
    return " ".join(condition.test.span.text.split())


def _table(spec: Spec, lang: str) -> None:
    """The options as a table; `rich` is loaded only here."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False)
    for title in ("option", "values", "default", "what it does"):
        table.add_column(title, overflow="fold", no_wrap=title == "option")
    for option in spec.options.values():
        needs = [f"needs {_condition(condition)}" for condition in option.requires]
        needs += [f"not with {word.text}" for word in option.excludes]
        label = said(option.about.label, lang, option.name.text)
        table.add_row(option.name.text, _values(option), _defaults(option, spec), "\n".join([label, *needs]))
    console = Console(width=80)
    with console.capture() as shown:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in shown.get().rstrip().split("\n") if line.strip()))
    for name, preset in spec.presets.items():
        values = ", ".join(f"{word.text}={value.text}" for word, value in preset.values)
        click.echo(fill(f"preset {name}: {said(preset.title, lang)} ({values})", 80, subsequent_indent="    "))


def _values(option: Option) -> str:
    match option.type:
        case "integer":
            step = f", every {option.step}" if option.step != 1 else ""
            return f"{option.low} to {option.high}{step}"
        case "boolean":
            return "true, false"
        case _:
            return ", ".join(word.text for word in option.symbols)


def _defaults(option: Option, spec: Spec) -> str:
    """One default, or those that differ by number of players."""
    texts = {
        players: found.text
        for players in spec.players
        if (found := option.default.get(players) or option.default.get(None))
    }
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    groups: dict[str, list[str]] = {}
    for players, text in texts.items():
        groups.setdefault(text, []).append(str(players))
    return "\n".join(f"{text} ({', '.join(numbers)} players)" for text, numbers in groups.items())
