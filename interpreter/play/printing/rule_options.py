"""What may be agreed before a game, in a rulebook: what holds in these rules, and what else is possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...language.spec.nodes import Option, Spec
from ..game.phrases import phrase
from .entries import Entry
from .phrases import any_of, say
from .rule_words import RuleWords


def option_entries(spec: Spec, told: RuleWords) -> Iterator[Entry]:
    """The options in the order of the spec."""
    for option in spec.options.values():
        name = option.name.text
        title, text = told.title(option.about.label, name), told.text(option.about.text, name)
        here, others = say(told.language, "rules_value", value=told.option(name)), _others(option, told)
        yield Entry(f"options.{name}", title, text, (here, others) if others else (here,))


def _others(option: Option, told: RuleWords) -> str:
    """What else is possible; the empty text if there is nothing to tell."""
    match option.type:
        case "integer":
            if option.low is None or option.high is None:
                return ""
            reach = say(told.language, "rules_range", low=option.low, high=option.high)
            steps = f", {say(told.language, 'rules_steps_of', step=option.step)}" if option.step > 1 else ""
            return say(told.language, "rules_possible", others=reach + steps)
        case "symbols" if len(option.symbols) > 1:
            names = [told.symbol(word.text) for word in option.symbols]
        case "boolean":
            names = [told.truth(value) for value in (True, False)]
        case "symbols":
            return ""
        case _:
            assert_never(option.type)
    listed = (
        phrase(told.language, "semicolon").join(names)
        if any("," in name for name in names)
        else any_of(names, told.language)
    )
    return say(told.language, "rules_possible", others=listed)
