"""The summary of many games for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE
from ...documents.document import Document, Note, Part, Table
from ...play.game.texts import Wordings
from .wording import Formatter, names_of

Summary = dict[str, Any]


def summary_document(
    result: Summary, kinds: Sequence[str], lang: str = DEFAULT_LANGUAGE, words: Wordings | None = None
) -> Document:
    """The object of `summary` as a document.

    `kinds` names who played at each seat, or is empty if they rotated. With the words of the game, actions and
    categories are called by their labels.
    """
    fmt, game = Formatter(lang), result["game"]
    if result["games"]:
        lead, sections = headline(result, game, fmt), [*_sections(result, kinds, words, fmt)]
    else:
        lead, sections = fmt.say("no_game_played", game=game), []
    return Document(title=game, lead=[lead], sections=sections, lang=lang)


def headline(found: dict[str, Any], named: str, fmt: Formatter) -> str:
    """The game, how many played it, and how the games ended."""
    played = (named, fmt.say("players", n=found["players"]), fmt.say("games", n=found["games"]))
    ended = (f"{fmt.say(f'status_{name}')} {number}" for name, number in found["statuses"].items())
    return fmt.sum(", ".join(played), ", ".join(ended))


def _sections(
    result: Summary, kinds: Sequence[str], words: Wordings | None, fmt: Formatter
) -> Iterator[Sequence[Part]]:
    if bots := [(bot["bot"], fmt.rate(bot["victory"]), fmt.mean(bot["mean_return"])) for bot in result["bots"]]:
        yield [Table([fmt.heads("bot", "victory", "mean_return"), *bots])]
    together = {what: fmt.rate(result[f"{what}_rate"]) for what in ("all_win", "all_lose") if f"{what}_rate" in result}
    rows = [fmt.heads("seat", "player", *(together or ("wins", "ties", "losses")), "mean_return")]
    for number, seat in enumerate(result["seats"]):
        rates = together.values() or [fmt.rate(seat[f"{what}_rate"]) for what in ("win", "tie", "loss")]
        rows.append((seat["seat"], kinds[number] if kinds else fmt.say("all"), *rates, fmt.mean(seat["mean_return"])))
    yield [Table(rows, 2)]
    details = result.get("details") or {}
    if used := details.get("actions"):
        called = names_of(used, "actions", words) if words else {}
        uses = [(called.get(name, name), fmt.mean(one)) for name, one in used.items()]
        yield [Table([fmt.heads("action", "uses"), *uses])]
    yield [*scores_table(details, fmt), *points_table(details, result["games"], fmt, words)]
    lost = [fmt.say("lost", n=len(result["lost"]))] if result.get("lost") else []
    speed = {"games": result["games_per_second"], "decisions": result["decisions_per_second"]}
    quick = [fmt.say("speed", seconds=result["seconds"], **speed)] if speed["games"] else []
    yield [length(result["decisions"], fmt), *lost, *quick, Note(fmt.say("intervals"))]


def length(decisions: dict[str, Any], fmt: Formatter) -> str:
    """The number of decisions in a game, in a line."""
    shares = {name: fmt.whole(one) for name, one in decisions.items() if name != "mean"}
    return fmt.say("length", mean=fmt.mean(decisions["mean"]), **shares)


def scores_table(details: dict[str, Any], fmt: Formatter) -> Iterator[Table]:
    """The last score of each seat, where games have scores."""
    if "scores" in details:
        rows = [(f"p{number}", fmt.mean(one)) for number, one in enumerate(details["scores"], 1)]
        yield Table([fmt.heads("seat", "score"), *rows])


def points_table(details: dict[str, Any], games: int, fmt: Formatter, words: Wordings | None = None) -> Iterator[Table]:
    """A row for each category in which somebody had points, a column for each side.

    Where not all games told them, it says how many did. With the words of the game categories are called by their
    labels.
    """
    if points := details.get("points"):
        told_in = details["points_games"]
        sides = sorted({one["side"] for one in points})
        means = {(one["category"], one["side"]): fmt.mean(one["mean"]) for one in points}
        scoring = {one["category"] for one in points if one["mean"]["value"]}
        sheets = {one["category"]: one["sheet"] for one in points if one["category"] in scoring}
        head = fmt.say("head_points") if told_in == games else fmt.say("head_points_of", n=told_in)
        rows = [(head, *sides)]
        for category, sheet in sheets.items():
            name = words.category(sheet, category) if words else category
            rows.append((name, *(means.get((category, side), "") for side in sides)))
        yield Table(rows)
