"""What studies say to people, in their language; see `play.game.phrases` for how phrases are written."""

from __future__ import annotations

from math import ceil, log10

from ..play.game.phrases import filled
from .intervals import Estimate

PHRASES: dict[str, dict[str, str]] = {
    "percent": {"en": "{value}%", "fr": "{value} %"},
    "between": {"en": "{value} ({low} to {high})", "fr": "{value} ({low} à {high})"},
    "within": {"en": "{value} ({low}–{high})", "fr": "{value} ({low}–{high})"},
    "always": {"en": "{value} in every game", "fr": "{value} à chaque partie"},
    "head_bot": {"en": "bot", "fr": "robot"},
    "head_victory": {"en": "victories a seat", "fr": "victoires par place"},
    "head_action": {"en": "action", "fr": "action"},
    "head_uses": {"en": "uses a game", "fr": "emplois par partie"},
    "head_points": {"en": "points a game", "fr": "points par partie"},
    "head_score": {"en": "last score", "fr": "score final"},
    "lost": {
        "en": "{n} game could not be played: its process died|{n} games could not be played: their processes died",
        "fr": "{n} partie n’a pas pu être jouée : son processus est mort"
        "|{n} parties n’ont pas pu être jouées : leurs processus sont morts",
    },
    "all": {"en": "all", "fr": "tous"},
    "length": {
        "en": "decisions a game: mean {mean}, 5% {p5}, 50% {p50}, 95% {p95}",
        "fr": "décisions par partie : moyenne {mean}, 5 % {p5}, 50 % {p50}, 95 % {p95}",
    },
    "intervals": {
        "en": "in brackets: 95% intervals (Wilson for shares, Student's t for means, order statistics for lengths)",
        "fr": "entre parenthèses : intervalles à 95 % (Wilson pour les parts, Student pour les moyennes, rangs pour"
        " les durées)",
    },
}
"""Each phrase by its name, in each language."""

UNKNOWN = "?"
"""What stands for a bound that is not known."""


def say(lang: str, name: str, /, **parts: object) -> str:
    """A phrase with its parts filled in."""
    return filled(PHRASES[name], lang, **parts)


def rate_text(found: Estimate | None, lang: str) -> str:
    """A share with its interval, in per cent.

    >>> rate_text(Estimate(0.5, 0.404, 0.596, 100), "en")
    '50% (40–60)'
    """
    if found is None:
        return UNKNOWN
    digits = _digits(found, 100, most=3) - 1
    low, high = (UNKNOWN if x is None else _number(x * 100, digits, lang) for x in (found.low, found.high))
    value = say(lang, "percent", value=_number(found.value * 100, digits, lang))
    return say(lang, "within", value=value, low=low, high=high)


def mean_text(found: Estimate | None, lang: str) -> str:
    """A mean with its interval, with two digits of the uncertainty.

    >>> mean_text(Estimate(98.123, 90.01, 106.2, 100), "en")
    '98.1 (90.0 to 106.2)'
    """
    if found is None:
        return UNKNOWN
    if found.low is None and found.high is None:
        return number_text(found.value, lang) if found.n < 2 else always_text(found.value, lang)
    digits = _digits(found, 1)
    low, high = (UNKNOWN if x is None else _number(x, digits, lang) for x in (found.low, found.high))
    return say(lang, "between", value=_number(found.value, digits, lang), low=low, high=high)


def always_text(value: float, lang: str) -> str:
    """A number that was the same in every game."""
    return say(lang, "always", value=number_text(value, lang))


def whole_text(found: Estimate | None, lang: str) -> str:
    """A number that one of the games had, with its interval."""
    if found is None:
        return UNKNOWN
    low, high = (UNKNOWN if x is None else f"{x:.0f}" for x in (found.low, found.high))
    return say(lang, "within", value=f"{found.value:.0f}", low=low, high=high)


def number_text(value: float, lang: str, digits: int = 6) -> str:
    """A number with at most so many digits after the point."""
    text = f"{value:.{digits}f}"
    return _comma(text.rstrip("0").rstrip(".") if "." in text else text, lang)


def _digits(found: Estimate, scale: float, most: int = 6) -> int:
    """How many digits after the point tell about two digits of the half width of an interval."""
    ends = [x for x in (found.low, found.high) if x is not None]
    half = max((abs(x - found.value) for x in ends), default=0) * scale
    return min(most, max(0, ceil(-log10(half)) + 1)) if half > 0 else 1


def _number(value: float, digits: int, lang: str) -> str:
    text = f"{value:.{max(digits, 0)}f}"
    return _comma("0" if not float(text) and digits <= 0 else text, lang)


def _comma(text: str, lang: str) -> str:
    return text.replace(".", ",") if lang == "fr" else text


def estimate_of(found: dict[str, float | None] | None, n: int) -> Estimate | None:
    """The estimate that an object of JSON holds."""
    if found is None or found["value"] is None:
        return None
    return Estimate(found["value"], found["low"], found["high"], n)
