"""What a comparison has found, a sentence for each question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..play.game.phrases import phrase
from .anytime import FEWEST
from .intervals import Estimate
from .table import laid_out
from .words import difference_text, estimate_of, mean_text, number_text, points_text, rate_text, say


def comparison_text(found: dict[str, Any], names: tuple[str, str], lang: str = "en", wide: int | None = None) -> str:
    """The object of `Comparison` as a few lines, in so many cells; None: as wide as they come.

    `names` are what was typed for A and B.
    """
    return laid_out(_lines(found, names, lang), wide)


def _lines(found: dict[str, Any], names: tuple[str, str], lang: str) -> Iterator[str]:
    for letter, name in zip("AB", names, strict=True):
        yield phrase(lang, "sum", what=letter) + f" {name}"
    yield say(lang, "pairs", n=found["pairs"])
    yield ""
    for question in found["questions"]:
        yield sentence(question, found["pairs"], names if found["duel"] else ("A", "B"), lang, duel=found["duel"])
    if "sprt" in found:
        yield _sprt(found, names, lang)
    if "mirror" in found:
        yield ""
        yield from _mirror(found["mirror"], lang)
    yield ""
    yield from _saved(found, lang)
    yield say(lang, "anytime")


def _sprt(found: dict[str, Any], names: tuple[str, str], lang: str) -> str:
    """What fishtest's test says, in a sentence."""
    one = found["sprt"]
    smallest = _smallest(found["smallest"], True, lang)
    llr = {"llr": number_text(one["llr"], lang, 2), "bound": number_text(one["bound"], lang, 2)}
    parts = {"first": names[0], "second": names[1], "smallest": smallest, "n": one["after"] or 0}
    return say(lang, f"sprt_{one['answer']}", **parts, **llr)


def _mirror(found: dict[str, Any], lang: str) -> Iterator[str]:
    """What the same comparison finds with another bot, and whether that is the same."""
    yield say(lang, "mirror", bot=found["bot"], n=found["pairs"])
    for question in found["questions"]:
        told = sentence(question, found["pairs"], ("A", "B"), lang, duel=False)
        yield f"{told} {say(lang, 'mirror_' + question['mirror'])}"


def _saved(found: dict[str, Any], lang: str) -> Iterator[str]:
    """The games saved by equal deals, and by taking out luck, for the first question about each thing."""
    yield from _saved_by("saved", found, lang)
    yield from _saved_by("saved_luck", found, lang)
    if found["luck"] and found["pairs"] >= FEWEST and not any(one["saved_luck"] for one in found["questions"]):
        yield say(lang, "luck_unseen")


def _saved_by(how: str, found: dict[str, Any], lang: str) -> Iterator[str]:
    first = {one["what"]: one[how] for one in reversed(found["questions"]) if one[how]}
    told = []
    for what in dict.fromkeys(one["what"] for one in found["questions"] if one["what"] in first):
        share = rate_text(estimate_of(first[what], found["pairs"]), lang)
        told.append(say(lang, f"saved_{what}", share=share))
    if told:
        yield say(lang, how, shares=", ".join(told))


def sentence(question: dict[str, Any], pairs: int, names: tuple[str, str], lang: str, *, duel: bool) -> str:
    """What is known of a question, in plain words."""
    what, verdict = question["what"], question["verdict"]
    who = question["who"]
    share = what == "victory"
    a, b, difference = (_estimate(question[key], pairs) for key in ("a", "b", "difference"))
    text = rate_text if share else _mean_text
    parts = {
        "who": who,
        "a": text(a, lang),
        "b": text(b, lang),
        "difference": points_text(difference, lang) if share else difference_text(difference, lang),
        "first": names[0],
        "second": names[1],
        "smallest": _smallest(question["smallest"], share, lang),
    }
    verdict = verdict if verdict in ("more", "less") else "level"
    said = say(lang, f"{'duel_' if duel else ''}{what}_{verdict}", **parts)
    match question["verdict"]:
        case "more" | "less":
            return said
        case "same":
            return f"{said} {say(lang, 'compare_same', **parts)}"
        case "identical":
            return f"{said} {say(lang, 'compare_identical', **parts)}"
        case _:
            more = question["more_games"]
            rest = say(lang, "out_of_reach") if more is None else say(lang, "more_games", n=rounded(more))
            return f"{said} {say(lang, 'compare_open', **parts)} {rest}"


def _mean_text(found: Estimate, lang: str) -> str:
    """A mean; without an interval where there are too few games for one, or none differs."""
    if found.low is None and found.high is None:
        return number_text(found.value, lang, 2)
    return mean_text(found, lang)


def _estimate(found: dict[str, float | None], n: int) -> Estimate:
    one = estimate_of(found, n)
    assert one is not None
    return one


def _smallest(value: float, share: bool, lang: str) -> str:
    """The smallest difference that matters, in two digits."""
    short = float(f"{value:.2g}")
    return points_text(Estimate(short, None, None, 1), lang) if share else number_text(short, lang)


def rounded(number: int) -> int:
    """A number of games with two digits that mean something.

    >>> rounded(1234), rounded(99), rounded(7)
    (1300, 99, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
