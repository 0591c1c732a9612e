"""What studies say to people, in their language; see `play.game.phrases` for how phrases are written."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log10

from ...play.game.phrases import Phrasebook, read_phrases
from ..statistics.intervals import Estimate

UNKNOWN = "?"
"""What stands for a bound that is not known."""


BOOK = Phrasebook(read_phrases(__file__))

say = BOOK.say
"""A phrase with its parts filled in."""


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
    return say(lang, "between" if "-" in low + high else "within", value=value, low=low, high=high)


def share_text(found: Estimate | None, lang: str) -> str:
    """The mean of a share, in per cent; where it was the same in every game, that is said.

    >>> share_text(Estimate(1, None, None, 100, 0.037), "en")
    '100% in every game (up to 3.7% may differ)'
    """
    if found is None or found.rare is None:
        return rate_text(found, lang)
    return _always(found, say(lang, "percent", value=number_text(100 * found.value, lang)), lang)


def mean_text(found: Estimate | None, lang: str) -> str:
    """A mean with its interval, with two digits of the uncertainty.

    >>> mean_text(Estimate(98.123, 90.01, 106.2, 100), "en"), mean_text(Estimate(98, None, None, 1), "en")
    ('98.1 (90.0 to 106.2)', '98 (?–?)')
    """
    if found is None:
        return UNKNOWN
    if found.low is None and found.high is None:
        if found.rare is not None:
            return _always(found, number_text(found.value, lang), lang)
        return say(lang, "within", value=number_text(found.value, lang), low=UNKNOWN, high=UNKNOWN)
    digits = _digits(found, 1)
    low, high = (UNKNOWN if x is None else _number(x, digits, lang) for x in (found.low, found.high))
    return say(lang, "between", value=_number(found.value, digits, lang), low=low, high=high)


def mean_of(found: Estimate, lang: str) -> str:
    """A mean with its interval, in a sentence; without one where there are too few games for it.

    >>> mean_of(Estimate(3, None, None, 20, 0.161), "en")
    '3 (in every game; up to 17% may differ)'
    """
    if found.rare is not None:
        return say(lang, "always_of", value=number_text(found.value, lang, 2), share=_rare(found.rare, lang))
    return number_text(found.value, lang, 2) if found.low is None and found.high is None else mean_text(found, lang)


def share_of(found: Estimate, lang: str) -> str:
    """The mean of a share, in a sentence."""
    if found.rare is None:
        return rate_text(found, lang)
    value = say(lang, "percent", value=number_text(100 * found.value, lang))
    return say(lang, "always_of", value=value, share=_rare(found.rare, lang))


def points_text(found: Estimate, lang: str) -> str:
    """A difference between shares, in percentage points.

    >>> points_text(Estimate(0.05, 0.02, 0.08, 1000), "en")
    '+5.0 points (+2.0 to +8.0)'
    """
    low, high = (None if x is None else x * 100 for x in (found.low, found.high))
    per_cent = replace(found, value=found.value * 100, low=low, high=high)
    value, bracket, rest = difference_text(per_cent, lang).partition(" (")
    return say(lang, "points", value=value, n=1 if value.lstrip("+-") == "1" else 2) + bracket + rest


def difference_text(found: Estimate, lang: str) -> str:
    """A difference with its sign, and its interval if there is one. An interval that is all above 0, or all below, is
    written with so many digits that this is seen, three more at most.

    >>> difference_text(Estimate(-2.5, -4.01, -1.2, 1000), "en")
    '-2.5 (-4.0 to -1.2)'
    >>> difference_text(Estimate(-0.76, -1.52, -0.004, 1000), "en")
    '-0.760 (-1.520 to -0.004)'
    """
    if found.low is None or found.high is None:
        return number_text(found.value, lang, 3) + rare_text(found, lang)
    digits = _digits(found, 1)
    if found.low * found.high > 0:
        nearest = min(abs(found.low), abs(found.high))
        digits = next((d for d in range(digits, digits + 3) if float(f"{nearest:.{d}f}")), digits + 3)
    signed = [_comma(_signed(x, digits), lang) for x in (found.value, found.low, found.high)]
    return say(lang, "between", value=signed[0], low=signed[1], high=signed[2])


def _signed(value: float, digits: int) -> str:
    """A number with its sign; what is rounded to 0 has none.

    >>> _signed(0.25, 1), _signed(-0.001, 2)
    ('+0.2', '0.00')
    """
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def _always(found: Estimate, value: str, lang: str) -> str:
    """A number that was the same in every game."""
    return say(lang, "always", value=value) + rare_text(found, lang)


def rare_text(found: Estimate, lang: str) -> str:
    """In how many games a number may be another at the most, in brackets, if it was the same in all.

    >>> rare_text(Estimate(0, None, None, 1000, 0.0038), "en")
    ' (up to 0.38% may differ)'
    """
    return "" if found.rare is None else f" ({say(lang, 'rare', share=_rare(found.rare, lang))})"


def _rare(share: float, lang: str) -> str:
    """A small share in per cent, rounded up to two digits."""
    digits = max(0, ceil(-log10(share)) - 1)
    return say(lang, "percent", value=_number(ceil(share * 10 ** (digits + 2)) / 10**digits, digits, lang))


def whole_text(found: Estimate | None, lang: str) -> str:
    """A number that one of the games had, with its interval.

    >>> whole_text(Estimate(-50, -150, 125, 100), "en")
    '-50 (-150 to 125)'
    """
    if found is None:
        return UNKNOWN
    low, high = (UNKNOWN if x is None else f"{x:.0f}" for x in (found.low, found.high))
    how = "between" if "-" in low + high else "within"
    return say(lang, how, value=f"{found.value:.0f}", low=low, high=high)


def whole_number_text(value: int, lang: str) -> str:
    """A whole number with its thousands apart.

    >>> whole_number_text(12345, "en")
    '12,345'
    """
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}") if lang == "fr" else f"{value:,}"


def number_text(value: float, lang: str, digits: int = 6) -> str:
    """A number with at most so many digits after the point."""
    text = f"{value:.{digits}f}"
    return _comma(text.rstrip("0").rstrip(".") if "." in text else text, lang)


def fixed_text(value: float, digits: int, lang: str) -> str:
    """A number with just so many digits after the point, as below one another in a column."""
    return _comma(f"{value:.{digits}f}", lang)


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


def estimate(found: dict[str, float | None], n: int) -> Estimate:
    """The estimate that an object of JSON holds, which must be one."""
    one = estimate_of(found, n)
    assert one is not None
    return one


def estimate_of(found: dict[str, float | None] | None, n: int) -> Estimate | None:
    """The estimate that an object of JSON holds."""
    if found is None or found["value"] is None:
        return None
    return Estimate(found["value"], found["low"], found["high"], n, found.get("rare"))
