"""What a comparison has found, a sentence for each question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..play.game.game import Game
from ..play.game.phrases import phrase
from .anytime import FEWEST
from .comparing import SHARES
from .in_use import USES
from .in_use_text import any_shared, open_uses, settled_use, use_tables
from .intervals import Estimate
from .naming import names_of
from .open_text import open_lines, rounded
from .saved_text import saved_lines
from .table import Part, laid_out
from .words import difference_text, estimate_of, mean_of, number_text, points_text, rate_text, say


def comparison_text(
    found: dict[str, Any],
    names: tuple[str, str],
    lang: str = "en",
    wide: int | None = None,
    *,
    details: bool = False,
    called: Mapping[tuple[str, str], str] | None = None,
) -> str:
    """The object of `Comparison` as a few lines, in so many cells; None: as wide as they come.

    `names` are what was typed for A and B, and `called` is what actions and cards are called, see `called_in`. What is
    settled stands before what is not; with `details` all is told.
    """
    return laid_out(_lines(found, names, lang, details, called or {}), wide)


def _lines(
    found: dict[str, Any], names: tuple[str, str], lang: str, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[Part]:
    first, *others = comparison_blocks(found, names, lang, details, called)
    yield from first
    for block in others:
        yield ""
        yield from block


def comparison_blocks(
    found: dict[str, Any], names: tuple[str, str], lang: str, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[list[Part]]:
    """What stands together: what was compared, what was found of it, and at the end how it was counted."""
    first: list[Part] = [
        phrase(lang, "sum", what=letter) + f" {name}" for letter, name in zip("AB", names, strict=True)
    ]
    if not found["pairs"]:
        yield [*first, say(lang, "no_pairs")]
        return
    yield [*first, say(lang, "pairs", n=found["pairs"]) + _watched(found, lang)]
    yield from filter(None, _blocks(found, names, lang, details, called))


def _blocks(
    found: dict[str, Any], names: tuple[str, str], lang: str, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[list[Part]]:
    """What stands together: what is settled, the actions and cards, what is open, the other bot, how it was counted."""
    use = found.get("use")
    told = [*_sentences(found, names, lang, details)]
    differs, equal, still = ([sentence for rank, sentence in told if rank == one] for one in (DIFFERENT, EQUAL, OPEN))
    if found["duel"]:
        test = [_sprt(found, names, lang)] if "sprt" in found else []
        yield [*differs, *equal, *still, *test]
    else:
        yield [*differs, *([] if use is None else settled_use(use, lang)), *equal]
        yield from () if use is None else use_tables(use, lang, details, called)
        uses = [] if use is None else [open_uses(use, lang, details)]
        yield [*open_lines(found, _only_counted(found, details), lang), *still, *filter(None, uses)]
    if "mirror" in found:
        yield [*_mirror(found["mirror"], lang)]
    saved = saved_lines(found, lang) if details or found["duel"] else ()
    shared = [say(lang, "shared_counts")] if use is not None and any_shared(use) else []
    apart = "" if use is None else say(lang, "apart")
    yield [*saved, *shared, say(lang, "anytime" if found["pairs"] >= FEWEST else "at_the_end", apart=apart)]


def _watched(found: dict[str, Any], lang: str) -> str:
    """In how many games what happens in their course was seen, if not in all."""
    seen = found.get("use", {}).get("pairs", found["pairs"])
    return "" if seen == found["pairs"] else say(lang, "watched", n=seen)


def _sentences(found: dict[str, Any], names: tuple[str, str], lang: str, details: bool) -> Iterator[tuple[int, str]]:
    """What is told in a sentence, with its rank."""
    duel = found["duel"]
    for question in found["questions"]:
        if duel or question["verdict"] != "open":
            told = sentence(
                question,
                found["pairs"],
                names if duel else ("A", "B"),
                lang,
                duel=duel,
                begins=found.get("begins", ""),
            )
            yield RANKS[question["verdict"]], told
    if left := _only_counted(found, details):
        yield OPEN, say(lang, "sides_left", n=len(left))
    if "fairness" in found:
        shares = [one for one in found["questions"] if one["what"] in SHARES]
        alike = all(one["verdict"] == "identical" for one in shares)
        verdict = "identical" if alike else found["fairness"]["verdict"]
        yield RANKS[verdict], _fairness(found["fairness"], verdict, found["pairs"], found["smallest"], lang)


def _only_counted(found: dict[str, Any], details: bool) -> list[dict[str, Any]]:
    """The sides whose victories are open and only counted, because there are many sides."""
    sides = [one for one in found["questions"] if one["what"] == "victory"]
    if details or found["duel"] or len(sides) <= MOST_SIDES:
        return []
    return [one for one in sides if one["verdict"] == "open"]


MOST_SIDES = 4
"""Where there are more sides, those whose victories are not settled to change are only counted."""

DIFFERENT, EQUAL, OPEN = range(3)

RANKS = {"more": DIFFERENT, "less": DIFFERENT, "same": EQUAL, "identical": EQUAL, "open": OPEN}
"""What is settled to differ comes first, then what is settled not to, then what is open."""


def _fairness(fair: dict[str, Any], verdict: str, pairs: int, smallest: float, lang: str) -> str:
    """Which game is fairer, in a sentence."""
    parts = {}
    for letter in ("a", "b"):
        who = fair[letter]["who"] or say(lang, "whoever_begins")
        parts[f"who_{letter}"] = who
        parts[letter] = _unsigned(points_text(_estimate(fair[letter], pairs), lang))
    return say(lang, f"fair_{verdict}", smallest=_smallest(smallest, True, lang), **parts)


def called_in(games: tuple[Game, Game], use: dict[str, Any] | None, lang: str) -> dict[tuple[str, str], str]:
    """What actions and cards are called: as in A, and those that only B uses as there."""
    rows = [] if use is None else use["rows"]
    found: dict[tuple[str, str], str] = {}
    for what in USES:
        own = [row for row in rows if row["what"] == what]
        groups = (
            [row["name"] for row in own if row["a"]["value"]],
            [row["name"] for row in own if not row["a"]["value"]],
        )
        for game, group in zip(games, groups, strict=True):
            told = names_of(group, what, game.words(lang))
            found |= {(what, name): told[name] for name in group}
    return found


def _unsigned(points: str) -> str:
    """A distance: a difference without its sign.

    >>> _unsigned("+5.0 points (+2.0 to +8.0)")
    '5.0 points (2.0 to 8.0)'
    """
    return points.replace("+", "")


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


def sentence(
    question: dict[str, Any], pairs: int, names: tuple[str, str], lang: str, *, duel: bool, begins: str = ""
) -> str:
    """What is known of a question, in plain words; `begins` is the side that always begins."""
    what, verdict = question["what"], question["verdict"]
    who = question["who"]
    share = what in SHARES
    if what == "beginning":
        who = say(lang, "whoever_begins_first")
    elif who and who == begins and what == "victory":
        who = say(lang, "who_begins", who=who)
    what = "victory" if share else what
    a, b, difference = (_estimate(question[key], pairs) for key in ("a", "b", "difference"))
    if duel and verdict == "less":
        difference = _the_other_way(difference)
    text = rate_text if share else mean_of
    parts = {
        "who": who,
        "a": text(a, lang),
        "b": text(b, lang),
        "difference": points_text(difference, lang) if share else difference_text(difference, lang),
        "first": names[0],
        "second": names[1],
        "smallest": _smallest(question["smallest"], share, lang),
    }
    named = verdict if verdict in ("more", "less", "identical") else "level"
    said = say(lang, f"{'duel_' if duel else ''}{what}_{named}", **parts)
    match verdict:
        case "more" | "less":
            return said
        case "identical":
            return f"{said} {say(lang, 'compare_identical')}"
        case "same":
            return f"{said} {say(lang, 'compare_same', **parts)}"
        case _:
            more = question["more_games"]
            rest = say(lang, "out_of_reach") if more is None else say(lang, "more_games", n=rounded(more))
            return f"{said} {say(lang, 'compare_open', **parts)} {rest}"


def _the_other_way(found: Estimate) -> Estimate:
    """A difference of B from A as one of A from B: where A is told to be ahead, it says by how much.

    >>> _the_other_way(Estimate(-2.0, -3.0, -1.0, 100))
    Estimate(value=2.0, low=1.0, high=3.0, n=100, rare=None)
    """
    low, high = (None if bound is None else -bound for bound in (found.high, found.low))
    return replace(found, value=-found.value, low=low, high=high)


def _estimate(found: dict[str, float | None], n: int) -> Estimate:
    one = estimate_of(found, n)
    assert one is not None
    return one


def _smallest(value: float, share: bool, lang: str) -> str:
    """The smallest difference that matters, in two digits."""
    short = float(f"{value:.2g}")
    return points_text(Estimate(short, None, None, 1), lang) if share else number_text(short, lang)
