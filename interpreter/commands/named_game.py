"""A game with variants, a preset and options, as one word of the command line: GAME+VARIANT@PRESET,OPTION=VALUE.

Every verb takes a game like this. A word that is the path of a file or a folder is just that, whatever signs are in it,
and so is a position of a recorded game, TRACE@N.
"""

from __future__ import annotations

from pathlib import Path

from ..diagnostics.record import dataclass
from .failure import CommandError

FORM = "GAME+VARIANT@PRESET,OPTION=VALUE"


@dataclass(frozen=True, slots=True)
class NamedGame:
    """What such a word says; without a preset it is empty."""

    game: str
    variants: tuple[str, ...] = ()
    preset: str = ""
    settings: tuple[str, ...] = ()


def named_game(word: str) -> NamedGame:
    """Take such a word apart. Raises CommandError.

    >>> named_game("hearts+jack,target=50")
    NamedGame(game='hearts', variants=('jack',), preset='', settings=('target=50',))
    """
    if _is_path(word) or word.rpartition("@")[0].endswith(".jsonl"):
        return NamedGame(word)
    named, *settings = word.split(",")
    named, at, preset = named.partition("@")
    game, *variants = (part.strip() for part in named.split("+"))
    if not game or not all(variants) or (at and not preset) or not all(settings):
        raise CommandError("E012", f"'{word}' is not {FORM}", word, "for example mille-bornes+parker,target=700")
    return NamedGame(game, tuple(variants), preset, tuple(settings))


def with_variants(word: str) -> NamedGame:
    """The same for verbs that show a game for all its options: GAME+VARIANT. Raises CommandError."""
    found = named_game(word)
    if found.preset or found.settings:
        helps = ("leave the preset and the options out: this is about all of them",)
        raise CommandError("E012", f"'{word}' is not GAME+VARIANT", word, *helps)
    return found


def _is_path(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long, or with a character that no path has
        return False
