"""What `compare` compares: a game with variants, a preset and options, as one word of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .failure import CommandError
from .flags import GameFlags, option_values


def contender(word: str, shared: GameFlags) -> GameFlags:
    """The flags of GAME+VARIANT@PRESET,OPTION=VALUE, on top of those that both have. Raises CommandError."""
    named, *settings = word.split(",")
    named, at, preset = named.partition("@")
    game, *variants = (part.strip() for part in named.split("+"))
    if not game or not all(variants) or (at and not preset) or not all(settings):
        raise CommandError(
            "E012",
            f"'{word}' is not GAME+VARIANT@PRESET,OPTION=VALUE",
            word,
            "for example mille-bornes+parker,target=700",
        )
    if preset and shared.preset:
        raise CommandError("E013", f"'{word}' names a preset, and --preset another one", word, "leave one of them out")
    for name in option_values(tuple(settings)).keys() & option_values(shared.settings).keys():
        raise CommandError("E012", f"'{word}' and --set both give a value of '{name}'", word, "leave one of them out")
    return replace(
        shared,
        game=game,
        variant=(*shared.variant, *variants),
        preset=preset or shared.preset,
        settings=(*shared.settings, *settings),
    )


def percentage(text: str, flag: str) -> float:
    """The share that a text such as `1%` stands for. Raises CommandError for anything else."""
    number = text.removesuffix("%").strip()
    try:
        share = float(number) / 100
    except ValueError:
        share = -1
    if not text.endswith("%") or not 0 < share < 1 or number[-1:].isspace():
        raise CommandError("E012", f"{flag} needs a percentage, but got '{text}'", text, "for example `1%` or `0.5%`")
    return share


def alternating(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """The kinds in turn, as many as there are seats.

    >>> alternating(["a", "b"], 3)
    ('a', 'b', 'a')
    """
    return tuple(kinds[seat % len(kinds)] for seat in range(players))
