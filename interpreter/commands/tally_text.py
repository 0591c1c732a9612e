"""The report of `simulate` for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def tally_text(result: dict[str, Any], kinds: Sequence[str]) -> str:
    """The object of `tally` as a few lines; `kinds` names who played at each seat."""
    if not result["games"]:
        return f"{result['game']}: no game was played"
    statuses = ", ".join(f"{name} {number}" for name, number in result["statuses"].items())
    spread = result["decisions"]
    rows = [("seat", "player", "wins", "ties", "mean return")]
    rows += [
        (
            seat["seat"],
            kind,
            _share(seat["wins"], result["games"]),
            _share(seat["ties"], result["games"]),
            f"{seat['mean_return']:.3f}",
        )
        for seat, kind in zip(result["seats"], kinds, strict=True)
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    table = [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                row[1].ljust(widths[1]),
                *(cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)),
            ]
        )
        for row in rows
    ]
    return "\n".join(
        [
            f"{result['game']}, {result['players']} players, {result['games']} games: {statuses}",
            "",
            *table,
            "",
            f"decisions a game: mean {spread['mean']:.1f}, 5% {spread['p5']}, 50% {spread['p50']}, 95% {spread['p95']}",
            f"{result['seconds']:.1f} s: {result['games_per_second']:.1f} games and "
            f"{result['decisions_per_second']:.0f} decisions a second",
        ]
    )


def _share(number: int, games: int) -> str:
    return f"{number} ({100 * number / games:.0f}%)"
