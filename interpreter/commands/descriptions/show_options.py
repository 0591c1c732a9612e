"""`cardwright options`: what can be set about a game, and how."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from ...diagnostics.text import localized
from ...documents.terminal import ruled_table
from ...language.spec.nodes import ConditionSpec, OptionSpec, Spec
from ...play.game.texts import Wordings, spaced
from ..flags import GameFlags, game_flags, language_flag, refuse_settings
from ..match_setup import open_rules
from ..outcome import Outcome, screen_width


@click.command("options", epilog="Example: cardwright options mille-bornes --lang fr")
@language_flag
@game_flags
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags) -> int:
    """Show the options of a game: type, range, default and what they need."""
    refuse_settings(flags)
    spec = open_rules(flags, outcome).spec
    outcome.answer(_json(spec), lambda: _text(spec, Wordings(spec, flags.lang)))
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
        {"name": name, "title": preset.title, "players": preset.players or None}
        | {"set": {word.text: value.text for word, value in preset.values}}
        for name, preset in spec.presets.items()
    ]
    return {"game": spec.name, "players": list(spec.players), "options": options, "presets": presets}


def _value(option: OptionSpec, players: int) -> Any:
    found = option.default.get(players) or option.default.get(None)
    text = found.text if found else ""
    match option.type:
        case "integer":
            return int(text)
        case "boolean":
            return text in ("true", "yes")
        case _:
            return text


def _condition(condition: ConditionSpec) -> str:
    return " ".join(condition.test.span.written.split())


def _text(spec: Spec, words: Wordings) -> str:
    """The options as a table, and the presets below."""
    if not spec.options:
        return words.say("no_options", game=spec.name)
    rows = [[words.say(head) for head in ("head_option", "head_values", "head_default", "head_meaning")]]
    for option in spec.options.values():
        needs = [words.say("needs", what=_condition(condition)) for condition in option.requires]
        needs += [words.say("not_with", what=word.text) for word in option.excludes]
        name, meaning = option.name.text, "\n".join([words.option(option.name.text), *needs])
        rows.append([name, _values(option, words), _defaults(option, spec, words), meaning])
    parts = [ruled_table(rows, screen_width(), whole=[0])]
    for name, preset in spec.presets.items():
        values = ", ".join(f"{word.text}={value.text}" for word, value in preset.values)
        title = words.say("sum", what=f"{words.say('preset')} {name}")
        text = f"{title} {localized(preset.title, words.language)} ({values})"
        parts.append(fill(text, screen_width(), subsequent_indent="    "))
    return "\n".join(parts)


def _values(option: OptionSpec, words: Wordings) -> str:
    match option.type:
        case "integer":
            name = "steps" if option.step != 1 else "range"
            return words.say(name, low=option.low, high=option.high, step=option.step)
        case "boolean":
            return "true, false"
        case _:
            return "\n".join(_symbol(word.text, words) for word in option.symbols)


def _symbol(name: str, words: Wordings) -> str:
    """A value as it is typed, with what it is called where that says more."""
    called = words.symbol(name)
    return name if called in (name, spaced(name)) else f"{name} ({called})"


def _defaults(option: OptionSpec, spec: Spec, words: Wordings) -> str:
    """One default, or those that differ by number of players."""
    groups: dict[str, list[int]] = {}
    for players in spec.players:
        if found := option.default.get(players) or option.default.get(None):
            groups.setdefault(found.text, []).append(players)
    if len(groups) == 1:
        return next(iter(groups))
    return "\n".join(f"{text} ({_players(numbers, words)})" for text, numbers in groups.items())


def _players(numbers: list[int], words: Wordings) -> str:
    """Numbers of players; the noun agrees with the last.

    >>> _players([2, 3], Wordings(None)), _players([1], Wordings(None))
    ('2, 3 players', '1 player')
    """
    *others, last = numbers
    return ", ".join([*map(str, others), words.say("players", n=last)])
