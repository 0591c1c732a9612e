"""What `compare` compares: the bots at each seat, and the smallest difference that matters."""

from __future__ import annotations

from collections.abc import Sequence

from .failure import CommandError


def percentage(text: str, flag: str) -> float:
    """The share that a text such as `1%` stands for. Raises CommandError for anything else."""
    number = text.removesuffix("%").strip()
    try:
        share = float(number) / 100
    except ValueError:
        share = -1
    if not text.endswith("%") or not 0 < share < 1 or number[-1:].isspace():
        raise CommandError(
            "E012",
            f"{flag} needs a percentage between 0% and 100%, but got '{text}'",
            text,
            "for example `1%` or `0.5%`",
        )
    return share


def alternating(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """The kinds in turn, as many as there are seats.

    >>> alternating(["a", "b"], 3)
    ('a', 'b', 'a')
    """
    return tuple(kinds[seat % len(kinds)] for seat in range(players))
