"""The report of `simulate` for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..play.game.phrases import phrase

HEADS = ("head_seat", "head_player", "head_wins", "head_ties", "head_losses", "head_return")
"""The columns of the table: the first two are texts, the others numbers."""


def tally_text(result: dict[str, Any], kinds: Sequence[str], lang: str = "en") -> str:
    """The object of `tally` as a few lines; `kinds` names who played at each seat."""
    games = result["games"]
    if not games:
        return phrase(lang, "no_game_played", game=result["game"])
    statuses = ", ".join(f"{phrase(lang, f'status_{name}')} {number}" for name, number in result["statuses"].items())
    played = [result["game"], phrase(lang, "players", n=result["players"]), phrase(lang, "games", n=games)]
    speed = {"games": result["games_per_second"], "decisions": result["decisions_per_second"]}
    return "\n".join(
        [
            f"{phrase(lang, 'sum', what=', '.join(played))} {statuses}",
            "",
            *_table([tuple(phrase(lang, head) for head in HEADS), *_rows(result, kinds, lang)]),
            "",
            phrase(lang, "decisions", **result["decisions"]),
            phrase(lang, "speed", seconds=result["seconds"], **speed),
        ]
    )


def _rows(result: dict[str, Any], kinds: Sequence[str], lang: str) -> Iterable[tuple[str, ...]]:
    for seat, kind in zip(result["seats"], kinds, strict=True):
        numbers = (seat["wins"], seat["ties"], seat["losses"])
        shares = (phrase(lang, "share", n=number, percent=100 * number / result["games"]) for number in numbers)
        yield (seat["seat"], kind, *shares, f"{seat['mean_return']:.3f}")


def _table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """The rows in columns, texts to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells)
