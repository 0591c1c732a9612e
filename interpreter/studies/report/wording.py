"""What studies say to people, in their language; see `play.game.phrases` for how phrases are written."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log10

from ...play.game.phrases import Phrasebook
from ..statistics.intervals import Estimate
from .phrases import COMPARE, SOLVE, STUDY

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
    "head_points_of": {
        "en": "points a game, in {n} game|points a game, in {n} games",
        "fr": "points par partie, sur {n} partie|points par partie, sur {n} parties",
    },
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
    "each": {
        "en": "{n} game for each setting|{n} games for each setting",
        "fr": "{n} partie par réglage|{n} parties par réglage",
    },
    "head_off": {"en": "off even", "fr": "écart"},
    "head_length": {"en": "decisions", "fr": "décisions"},
    "wish_yes": {"en": "yes", "fr": "oui"},
    "wish_no": {"en": "no", "fr": "non"},
    "wish_open": {"en": "open", "fr": "ouvert"},
    "wanted": {"en": "As wanted: {settings}", "fr": "Conforme au souhait : {settings}"},
    "none_wanted": {
        "en": "No setting is sure to be as wanted.",
        "fr": "Aucun réglage n’est conforme au souhait à coup sûr.",
    },
    "may_be_wanted": {
        "en": "Not settled, more games would tell: {settings}",
        "fr": "Pas encore tranché, il faudrait plus de parties : {settings}",
    },
    "not_allowed": {"en": "Not allowed by the rules: {settings}", "fr": "Interdit par les règles : {settings}"},
    "left": {
        "en": "{n} setting was not played|{n} settings were not played",
        "fr": "{n} réglage n’a pas été joué|{n} réglages n’ont pas été joués",
    },
    "together": {
        "en": "in brackets: intervals that hold for all settings together in 95 of 100 sweeps"
        " (Wilson for shares, Student's t for means); ?: too few games to say",
        "fr": "entre parenthèses : intervalles valables pour tous les réglages ensemble dans 95 cas sur 100"
        " (Wilson pour les parts, Student pour les moyennes) ; « ? » : trop peu de parties pour le dire",
    },
    "study": {"en": "a study", "fr": "une étude"},
    "section_fair": {"en": "Who wins", "fr": "Qui gagne"},
    "section_length": {"en": "Length, in decisions", "fr": "Durée, en décisions"},
    "section_points": {"en": "Points", "fr": "Points"},
    "section_actions": {"en": "Actions, and winning", "fr": "Les actions et la victoire"},
    "section_cards": {"en": "Cards, and winning", "fr": "Les cartes et la victoire"},
    "head_side": {"en": "side", "fr": "camp"},
    "head_share": {"en": "victories", "fr": "victoires"},
    "head_actions": {"en": "action", "fr": "action"},
    "head_cards": {"en": "card", "fr": "carte"},
    "head_games": {"en": "in so many games", "fr": "part des parties"},
    "head_difference": {"en": "victories with it", "fr": "victoires avec"},
    "below": {"en": "p < {value}", "fr": "p < {value}"},
    "fair": {
        "en": "No difference between the sides was found ({p}); one may still be off its even share by up to {off}.",
        "fr": "Aucun écart constaté entre les camps ({p}) ; l’un d’eux peut encore s’écarter de sa juste part de {off}"
        " au plus.",
    },
    "unfair": {
        "en": "The sides may not have equal chances ({p}); one is off its even share by up to {off}.",
        "fr": "Les camps n’ont peut-être pas les mêmes chances ({p}) ; l’un d’eux s’écarte de sa juste part de {off} au"
        " plus.",
    },
    "fair_untested": {
        "en": "Too few games were won to test whether the sides have equal chances.",
        "fr": "Trop peu de victoires pour tester si les camps ont les mêmes chances.",
    },
    "times": {"en": "{phase}, times a game: {times}", "fr": "{phase}, fois par partie : {times}"},
    "branching": {"en": "legal moves at a decision: {moves}", "fr": "coups possibles par décision : {moves}"},
    "real": {
        "en": "decisions with more than one legal move: {real}",
        "fr": "décisions où il y a plus d’un coup possible : {real}",
    },
    "rest": {"en": "(and {n} more)", "fr": "(et {n} de plus)"},
    "too_few": {"en": "too few", "fr": "trop peu"},
    "association": {
        "en": "victories with it: how much more often a side that used it won than one that did not, with intervals"
        " corrected for {n} questions (* settled). Of actions, rules and cards played it is an association, not a"
        " cause.",
        "fr": "victoires avec : combien un camp qui s’en est servi gagne de plus qu’un autre, avec des intervalles"
        " corrigés pour {n} questions (* tranché). Pour ce qui est joué, c’est une association, pas une cause.",
    },
    "points": {"en": "{value} point|{value} points", "fr": "{value} point|{value} points"},
    "anytime": {
        "en": "in brackets: 95% intervals, whenever one stops (asymptotic confidence sequences); those of the"
        " differences hold for all lines together{apart}; ?: too few games to say",
        "fr": "entre parenthèses : intervalles à 95 %, à tout moment (suites de confiance asymptotiques) ; ceux des"
        " écarts valent pour toutes les lignes ensemble{apart} ; « ? » : trop peu de parties pour le dire",
    },
    "pairs": {
        "en": "{n} game of each, on the same deals|{n} games of each, on the same deals",
        "fr": "{n} partie de chaque, avec les mêmes donnes|{n} parties de chaque, avec les mêmes donnes",
    },
    "victory_more": {
        "en": "{who} wins more often in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} gagne plus souvent dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "victory_less": {
        "en": "{who} wins less often in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} gagne moins souvent dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "victory_level": {
        "en": "{who} wins: A {a}, B {b}, a difference of {difference}.",
        "fr": "{who} gagne : A {a}, B {b}, écart de {difference}.",
    },
    "decisions_more": {
        "en": "Games are longer in B: {b} decisions instead of {a}, by {difference}.",
        "fr": "Les parties sont plus longues dans B : {b} décisions au lieu de {a}, soit {difference}.",
    },
    "decisions_less": {
        "en": "Games are shorter in B: {b} decisions instead of {a}, by {difference}.",
        "fr": "Les parties sont plus courtes dans B : {b} décisions au lieu de {a}, soit {difference}.",
    },
    "decisions_level": {
        "en": "Decisions a game: A {a}, B {b}, a difference of {difference}.",
        "fr": "Décisions par partie : A {a}, B {b}, écart de {difference}.",
    },
    "score_more": {
        "en": "{who} scores more in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} marque plus dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "score_less": {
        "en": "{who} scores less in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} marque moins dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "score_level": {
        "en": "Score of {who}: A {a}, B {b}, a difference of {difference}.",
        "fr": "Score de {who} : A {a}, B {b}, écart de {difference}.",
    },
    "return_more": {
        "en": "{who} gets a higher return in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} a un meilleur gain dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "return_less": {
        "en": "{who} gets a lower return in B: {b} instead of {a}, by {difference}.",
        "fr": "{who} a un moins bon gain dans B : {b} au lieu de {a}, soit {difference}.",
    },
    "return_level": {
        "en": "Return of {who}: A {a}, B {b}, a difference of {difference}.",
        "fr": "Gain de {who} : A {a}, B {b}, écart de {difference}.",
    },
    "duel_victory_more": {
        "en": "{second} wins more often than {first}: {b} against {a} for each seat, by {difference}.",
        "fr": "{second} gagne plus souvent que {first} : {b} contre {a} par place, soit {difference}.",
    },
    "duel_victory_less": {
        "en": "{first} wins more often than {second}: {a} against {b} for each seat, by {difference}.",
        "fr": "{first} gagne plus souvent que {second} : {a} contre {b} par place, soit {difference}.",
    },
    "duel_victory_level": {
        "en": "Victories of each seat: {first} {a}, {second} {b}, a difference of {difference}.",
        "fr": "Victoires par place : {first} {a}, {second} {b}, écart de {difference}.",
    },
    "duel_score_more": {
        "en": "{second} scores more than {first}: {b} against {a}, by {difference}.",
        "fr": "{second} marque plus que {first} : {b} contre {a}, soit {difference}.",
    },
    "duel_score_less": {
        "en": "{first} scores more than {second}: {a} against {b}, by {difference}.",
        "fr": "{first} marque plus que {second} : {a} contre {b}, soit {difference}.",
    },
    "duel_score_level": {
        "en": "Scores: {first} {a}, {second} {b}, a difference of {difference}.",
        "fr": "Scores : {first} {a}, {second} {b}, écart de {difference}.",
    },
    "duel_return_more": {
        "en": "{second} gets a higher return than {first}: {b} against {a}, by {difference}.",
        "fr": "{second} a un meilleur gain que {first} : {b} contre {a}, soit {difference}.",
    },
    "duel_return_less": {
        "en": "{first} gets a higher return than {second}: {a} against {b}, by {difference}.",
        "fr": "{first} a un meilleur gain que {second} : {a} contre {b}, soit {difference}.",
    },
    "duel_return_level": {
        "en": "Returns: {first} {a}, {second} {b}, a difference of {difference}.",
        "fr": "Gains : {first} {a}, {second} {b}, écart de {difference}.",
    },
    "intervals": {
        "en": "in brackets: 95% intervals (Wilson for shares, Student's t for means, order statistics for lengths);"
        " ?: too few games to say",
        "fr": "entre parenthèses : intervalles à 95 % (Wilson pour les parts, Student pour les moyennes, rangs pour"
        " les durées) ; « ? » : trop peu de parties pour le dire",
    },
}
"""Each phrase by its name, in each language."""

UNKNOWN = "?"
"""What stands for a bound that is not known."""


BOOK = Phrasebook.bound(PHRASES, STUDY, COMPARE, SOLVE)

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


def estimate_of(found: dict[str, float | None] | None, n: int) -> Estimate | None:
    """The estimate that an object of JSON holds."""
    if found is None or found["value"] is None:
        return None
    return Estimate(found["value"], found["low"], found["high"], n, found.get("rare"))
