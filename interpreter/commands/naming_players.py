"""What is told where a text names no bot."""

from __future__ import annotations

from typing import assert_never

from ..diagnostics.suggest import did_you_mean
from ..play.players.registry import BUDGETS, LARGEST, PARAMETERS, SMALLEST, UnknownPlayer
from .failure import CommandError

COUNTED = {"delay": "decisions", "redeal": "guesses", "reach": "decisions", "picks": "moves"}
"""What a parameter of a bot counts, if not what it is called by."""


def unknown_player(error: UnknownPlayer, kind: str, known: tuple[str, ...]) -> CommandError:
    """The diagnostic for a text that names no bot."""
    name, word = kind.partition(":")[0], error.word
    label = "no such kind" if error.wrong == "kind" else ""
    return CommandError("E015", *_told(error, name, word, kind, known), label=label)


def _told(error: UnknownPlayer, name: str, word: str, kind: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Message, word and helps."""
    match error.wrong:
        case "kind":
            helps = (*did_you_mean(name, known), f"kinds of player: {', '.join(known)}")
            return (f"unknown kind of player '{name}'", kind, *helps)
        case "parameter" if word in PARAMETERS.get(name, {}):
            return (f"'{word}' has no value", kind, f"for example `{name}:{PARAMETERS[name][word]}`")
        case "parameter" if name in PARAMETERS:
            helps = (*did_you_mean(word.partition("=")[0], PARAMETERS[name]), f"for example {_examples(name)}")
            return (f"a bot `{name}` has no '{word}'", kind, *helps)
        case "parameter":
            return (f"a bot `{name}` has nothing to set", kind, f"write `{name}`")
        case "repeated" if error.key not in BUDGETS:
            return (f"'{error.key}' is set twice", kind, "say it once")
        case "repeated":
            return (f"'{word}' is one budget too many", kind, "a bot has one budget, in playouts or in time")
        case "value" if error.key == "time":
            unit = (f"did you mean `time={word}ms`?",) if word.isascii() and word.isdigit() and int(word) else ()
            return (f"'{word}' is no time", kind, *unit, "a time is a whole number of `ms` or `s`, such as `50ms`")
        case "value":
            some = f"a number from {SMALLEST[error.key]} to {LARGEST[error.key]}"
            example = f"{some}, for example `{name}:{PARAMETERS[name][error.key]}`"
            return (f"'{word}' is no number of {COUNTED.get(error.key, error.key)} for a bot", kind, example)
        case "command":
            return ("there is no command to be run", kind, "`external:COMMAND`, or `external:time=2s:COMMAND`")
        case _:
            assert_never(error.wrong)


def _examples(name: str) -> str:
    return " or ".join(f"`{name}:{example}`" for example in PARAMETERS[name].values())
