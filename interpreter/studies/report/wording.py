"""What studies say to people, in their language; see `play.game.phrases` for how phrases are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import ceil, log10
from textwrap import shorten
from typing import Any

from ...diagnostics.record import dataclass
from ...diagnostics.text import localized
from ...documents.document import PlotMark
from ...play.game.phrases import Phrasebook
from ...play.game.texts import Wordings, fill, spaced, with_parts
from ..statistics.intervals import Estimate

UNKNOWN = "?"
"""What stands for a number or a bound that is not known."""

BOOK = Phrasebook("play", "studies")
"""The phrases of studies, and those of play."""

Found = Estimate | Mapping[str, Any] | None
"""An estimate, also as the object of JSON that it is written as, and None where there is none."""


@dataclass(frozen=True, slots=True)
class Formatter:
    """Phrases, numbers and estimates in a language.

    An interval tells how many digits of a number are known: two of its half width.
    """

    lang: str

    def say(self, name: str, /, **parts: object) -> str:
        """A phrase with its parts filled in."""
        return BOOK.say(self.lang, name, **parts)

    def heads(self, *names: str) -> tuple[str, ...]:
        """The heads of columns."""
        return tuple(self.say(f"head_{name}") for name in names)

    def sum(self, what: str, text: str) -> str:
        """A text behind what it is about: `2 players: finished 3`."""
        return f"{self.say('sum', what=what)} {text}"

    def rate(self, found: Found) -> str:
        """A share with its interval, in per cent.

        >>> Formatter("en").rate(Estimate(0.5, 0.404, 0.596, 100))
        '50% (40–60)'
        """
        one = estimate_of(found)
        if one is None:
            return UNKNOWN
        digits = _digits(one, 100, most=3) - 1
        value, low, high = (UNKNOWN if x is None else self._number(x * 100, digits) for x in _numbers(one))
        return self._within(self.say("percent", value=value), low, high)

    def share(self, found: Found) -> str:
        """The mean of a share, in per cent; where it was the same in every game, that is said.

        >>> Formatter("en").share(Estimate(1, None, None, 100, 0.037))
        '100% in every game (up to 3.7% may differ)'
        """
        one = estimate_of(found)
        return self.rate(one) if one is None or one.rare is None else self._always(one, self.percent(one.value))

    def mean(self, found: Found) -> str:
        """A mean with its interval.

        >>> Formatter("en").mean(Estimate(98.123, 90.01, 106.2, 100)), Formatter("en").mean(Estimate(98, None, None, 1))
        ('98.1 (90.0 to 106.2)', '98 (?–?)')
        """
        one = estimate_of(found)
        if one is None:
            return UNKNOWN
        if one.low is None and one.high is None:
            value = self.number(one.value)
            return self._within(value, UNKNOWN, UNKNOWN) if one.rare is None else self._always(one, value)
        digits = _digits(one, 1)
        value, low, high = (UNKNOWN if x is None else self._number(x, digits) for x in _numbers(one))
        return self.say("between", value=value, low=low, high=high)

    def within_sentence(self, found: Found, *, share: bool = False) -> str:
        """A mean, or the mean of a share, with its interval, within a sentence; without one where there are too few
        games for it.

        >>> Formatter("en").within_sentence(Estimate(3, None, None, 20, 0.161))
        '3 (in every game; up to 17% may differ)'
        """
        one = known(found)
        value = self.percent(one.value) if share else self.number(one.value, 2)
        if one.rare is not None:
            return self.say("always_of", value=value, share=self._rare(one.rare))
        if share:
            return self.rate(one)
        return value if one.low is None and one.high is None else self.mean(one)

    def points(self, found: Found) -> str:
        """A difference between shares, in percentage points.

        >>> Formatter("en").points(Estimate(0.05, 0.02, 0.08, 1000))
        '+5.0 points (+2.0 to +8.0)'
        """
        one = known(found)
        low, high = (None if x is None else x * 100 for x in (one.low, one.high))
        value, bracket, rest = self.difference(replace(one, value=one.value * 100, low=low, high=high)).partition(" (")
        return self.say("points", value=value, n=1 if value.lstrip("+-") == "1" else 2) + bracket + rest

    def difference(self, found: Found, *, share: bool = False) -> str:
        """A difference with its sign, and its interval if there is one; of a share in points. An interval that is all
        above 0, or all below, is written with so many digits that this is seen, three more at most.

        >>> Formatter("en").difference(Estimate(-2.5, -4.01, -1.2, 1000))
        '-2.5 (-4.0 to -1.2)'
        >>> Formatter("en").difference(Estimate(-0.76, -1.52, -0.004, 1000))
        '-0.760 (-1.520 to -0.004)'
        """
        one = known(found)
        if share:
            return self.points(one)
        if one.low is None or one.high is None:
            return self.number(one.value, 3) + self.rare(one)
        digits = _digits(one, 1)
        if one.low * one.high > 0:
            nearest = min(abs(one.low), abs(one.high))
            digits = next((d for d in range(digits, digits + 3) if float(f"{nearest:.{d}f}")), digits + 3)
        value, low, high = (self._decimal(_signed(x, digits)) for x in (one.value, one.low, one.high))
        return self.say("between", value=value, low=low, high=high)

    def marked(self, difference: str, settled: bool) -> str:
        """A difference in a column, with a mark if it is settled."""
        return difference + (" *" if settled else "  ")

    def whole(self, found: Found) -> str:
        """A number that one of the games had, with its interval.

        >>> Formatter("en").whole(Estimate(-50, -150, 125, 100))
        '-50 (-150 to 125)'
        """
        one = estimate_of(found)
        if one is None:
            return UNKNOWN
        value, low, high = (UNKNOWN if x is None else f"{x:.0f}" for x in _numbers(one))
        return self._within(value, low, high)

    def rare(self, one: Estimate) -> str:
        """In how many games a number may be another at the most, in brackets, if it was the same in all.

        >>> Formatter("en").rare(Estimate(0, None, None, 1000, 0.0038))
        ' (up to 0.38% may differ)'
        """
        return "" if one.rare is None else f" ({self.say('rare', share=self._rare(one.rare))})"

    def count(self, value: int) -> str:
        """A whole number with its thousands apart.

        >>> Formatter("en").count(12345)
        '12,345'
        """
        return f"{value:,}".replace(",", self.say("thousands"))

    def percent(self, share: float) -> str:
        """A share in per cent."""
        return self.say("percent", value=self.number(100 * share))

    def number(self, value: float, digits: int = 6) -> str:
        """A number with at most so many digits after the point."""
        text = f"{value:.{digits}f}"
        return self._decimal(text.rstrip("0").rstrip(".") if "." in text else text)

    def fixed(self, value: float, digits: int) -> str:
        """A number with just so many digits after the point, as below one another in a column."""
        return self._decimal(f"{value:.{digits}f}")

    def _number(self, value: float, digits: int) -> str:
        text = f"{value:.{max(digits, 0)}f}"
        return self._decimal("0" if not float(text) and digits <= 0 else text)

    def _decimal(self, text: str) -> str:
        return text.replace(".", self.say("decimal"))

    def _within(self, value: str, low: str, high: str) -> str:
        """A number and its interval, with a dash between the bounds unless one is below 0."""
        return self.say("between" if "-" in low + high else "within", value=value, low=low, high=high)

    def _always(self, one: Estimate, value: str) -> str:
        """A number that was the same in every game."""
        return self.say("always", value=value) + self.rare(one)

    def _rare(self, share: float) -> str:
        """A small share in per cent, rounded up to two digits."""
        digits = max(0, ceil(-log10(share)) - 1)
        return self.say("percent", value=self._number(ceil(share * 10 ** (digits + 2)) / 10**digits, digits))


def estimate_of(found: Found) -> Estimate | None:
    """The estimate that an object of JSON holds, which does not say of how many games."""
    if found is None or isinstance(found, Estimate):
        return found
    return (
        None if found["value"] is None else Estimate(found["value"], found["low"], found["high"], 1, found.get("rare"))
    )


def plot_mark(label: str, found: Found, told: str = "", by: float = 100, *, strong: bool = True) -> PlotMark:
    """The mark of an estimate, multiplied: of a share in per cent. A bound that is not known lies at the value."""
    one = known(found)
    value, low, high = (by * (one.value if x is None else x) for x in _numbers(one))
    return PlotMark(label, value, low, high, told, strong)


def known(found: Found) -> Estimate:
    """The estimate, which must be one."""
    one = estimate_of(found)
    assert one is not None
    return one


def _numbers(one: Estimate) -> tuple[float, float | None, float | None]:
    return one.value, one.low, one.high


def _digits(found: Estimate, scale: float, most: int = 6) -> int:
    """How many digits after the point tell about two digits of the half width of an interval."""
    ends = [x for x in (found.low, found.high) if x is not None]
    half = max((abs(x - found.value) for x in ends), default=0) * scale
    return min(most, max(0, ceil(-log10(half)) + 1)) if half > 0 else 1


def _signed(value: float, digits: int) -> str:
    """A number with its sign; what is rounded to 0 has none.

    >>> _signed(0.25, 1), _signed(-0.001, 2)
    ('+0.2', '0.00')
    """
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


# What actions, rules, cards and measures are called in tables: by their labels, not by their ids -----

LONGEST = 60
"""So many letters of a rule are shown; the rest is in the JSON."""

_ABOUT = re.compile(r"\s*\([^()]*…[^()]*\)")
"""Brackets around what is known only of a single move."""

_VALUE = re.compile(r"\s*:\s*…$")
"""What was chosen, at the end of a label."""


def names_of(names: Iterable[str], what: str, words: Wordings) -> Mapping[str, str]:
    """What each row of a table is called; the id is added where two would be called alike.

    `what` is `actions`, `rules`, `cards` (an action and a card: `discard ace`), `dealt` (cards) or `measures`.
    """
    told = {name: _name(name, what, words) for name in names}
    many = Counter(told.values())
    return {name: text if many[text] == 1 else f"{text} ({name})" for name, text in told.items()}


def _name(name: str, what: str, words: Wordings) -> str:
    match what:
        case "actions":
            return _action(name, words)
        case "rules":
            return _rule(name, words)
        case "measures":
            return words.variable(name)
        case _:
            action, _, card = name.rpartition(" ")
            return _action(action, words, words.card(card)) if action else words.card(card)


def _rule(name: str, words: Wordings) -> str:
    """A reaction by its label; another rule by where it stands, `Drive …: if extend`."""
    path, colon, test = name.partition(": ")
    part, _, word = path.rpartition(".")
    match part:
        case "phases":
            told = words.phase(word)
        case "" | "actions" | "reactions":
            told = _action(word, words)
        case "effects" | "triggers":
            told = spaced(word)
        case _:
            told = words.card(path if path in words.kinds else word)
    return shorten(f"{words.say('sum', what=told)} {test}" if colon else told, LONGEST, placeholder=" …")


def _action(name: str, words: Wordings, card: str = "") -> str:
    """The label of an action, with the card if one is given: of `Play {c} ({sum} of {goal})`, `Play the ace`.

    What is chosen inside an effect has its label in the rulebook, or among the `words`. What has no label is written by
    its id.
    """
    spec = words.spec
    found = None if spec is None else spec.actions.get(name) or spec.reactions.get(name)
    label = localized(found.about.label, words.language) if found is not None else _chosen(name, words)
    first = found.choose[0].name.text if found is not None and found.choose else ""
    text = fill(with_parts(label, frozenset()), {first: card} if card else {})
    short = _VALUE.sub("", _ABOUT.sub("", text)).strip(" :") or spaced(name)
    return short if not card or card in short else f"{short}: {card}"


def _chosen(name: str, words: Wordings) -> str:
    """What a choice inside an effect is called."""
    if words.spec is None:
        return ""
    passage, word = words.spec.rulebook.get(name), words.spec.words.get(name)
    title = localized(passage.about.label, words.language) if passage is not None else ""
    return title or (localized(word.texts, words.language) if word is not None else "")
