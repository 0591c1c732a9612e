"""The summary of many games for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings
from .tables import Part, TextTable, laid_out, names_of
from .wording import estimate_of, mean_text, rate_text, say, whole_text

Summary = dict[str, Any]


def summary_text(
    result: Summary, kinds: Sequence[str], lang: str = "en", wide: int | None = None, words: Wordings | None = None
) -> str:
    """The object of `summary` as a few lines, in so many cells; None: as wide as they come.

    `kinds` names who played at each seat, or is empty if they rotated. With the words of the game, actions and
    categories are called by their labels.
    """
    games = result["games"]
    if not games:
        return phrase(lang, "no_game_played", game=result["game"])
    statuses = ", ".join(f"{phrase(lang, f'status_{name}')} {number}" for name, number in result["statuses"].items())
    played = [result["game"], phrase(lang, "players", n=result["players"]), phrase(lang, "games", n=games)]
    lines: list[Part] = [f"{phrase(lang, 'sum', what=', '.join(played))} {statuses}", ""]
    if result["bots"]:
        lines += [_bots(result, lang), ""]
    lines.append(_seats(result, kinds, lang))
    if result.get("details"):
        lines += ["", *_details(result["details"], games, lang, words)]
    else:
        lines.append("")
    lines += _length(result, lang)
    if result.get("lost"):
        lines.append(say(lang, "lost", n=len(result["lost"])))
    speed = {"games": result["games_per_second"], "decisions": result["decisions_per_second"]}
    if speed["games"]:
        lines.append(phrase(lang, "speed", seconds=result["seconds"], **speed))
    return laid_out([*lines, say(lang, "intervals")], wide)


def _seats(result: Summary, kinds: Sequence[str], lang: str) -> TextTable:
    heads = ("head_seat", "head_player", "head_wins", "head_ties", "head_losses", "head_return")
    rows = [tuple(phrase(lang, head) for head in heads)]
    for number, seat in enumerate(result["seats"]):
        games = seat["wins"] + seat["ties"] + seat["losses"]
        rates = [rate_text(estimate_of(seat[f"{what}_rate"], games), lang) for what in ("win", "tie", "loss")]
        kind = kinds[number] if kinds else say(lang, "all")
        rows.append((seat["seat"], kind, *rates, mean_text(estimate_of(seat["mean_return"], result["games"]), lang)))
    return TextTable(rows, 2)


def _bots(result: Summary, lang: str) -> TextTable:
    rows = [(say(lang, "head_bot"), say(lang, "head_victory"), phrase(lang, "head_return"))]
    for bot in result["bots"]:
        victory = rate_text(estimate_of(bot["victory"], bot["games"]), lang)
        rows.append((bot["bot"], victory, mean_text(estimate_of(bot["mean_return"], result["games"]), lang)))
    return TextTable(rows)


def _length(result: Summary, lang: str) -> Iterator[str]:
    found = {name: estimate_of(value, result["games"]) for name, value in result["decisions"].items()}
    whole = {name: whole_text(one, lang) for name, one in found.items() if name != "mean"}
    yield say(lang, "length", mean=mean_text(found["mean"], lang), **whole)


def _details(details: dict[str, Any], games: int, lang: str, words: Wordings | None) -> Iterator[Part]:
    """Uses of actions, points by category, and the last scores."""
    if details["actions"]:
        rows = [(say(lang, "head_action"), say(lang, "head_uses"))]
        called = names_of(details["actions"], "actions", words) if words else {}
        used = details["actions"].items()
        rows += [(called.get(name, name), mean_text(estimate_of(one, games), lang)) for name, one in used]
        yield from (TextTable(rows), "")
    if "scores" in details:
        rows = [(phrase(lang, "head_seat"), say(lang, "head_score"))]
        rows += [(f"p{n + 1}", mean_text(estimate_of(one, games), lang)) for n, one in enumerate(details["scores"])]
        yield from (TextTable(rows), "")
    if "points" in details:
        yield from (TextTable(points_rows(details, games, lang, words)), "")


def points_rows(details: dict[str, Any], games: int, lang: str, words: Wordings | None = None) -> list[tuple[str, ...]]:
    """A row for each category in which somebody had points, a column for each side; the first row names them.

    Where not all games told them, it says how many did. With the words of the game categories are called by their
    labels.
    """
    points, told_in = details["points"], details["points_games"]
    sides = sorted({one["side"] for one in points})
    scoring = {one["category"] for one in points if one["mean"]["value"]}
    cells: dict[str, dict[str, str]] = {}
    for one in points:
        if one["category"] in scoring:
            cells.setdefault(one["category"], {})[one["side"]] = mean_text(estimate_of(one["mean"], told_in), lang)
    head = say(lang, "head_points") if told_in == games else say(lang, "head_points_of", n=told_in)
    heads = (head, *sides)
    sheets = {one["category"]: one["sheet"] for one in points}
    told = {name: words.category(sheets[name], name) if words else name for name in cells}
    return [heads, *((told[name], *(row.get(side, "") for side in sides)) for name, row in cells.items())]
