"""What a comparison has found, a sentence for each question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...diagnostics.record import dataclass
from ...play.game.game import Game
from ...play.game.phrases import phrase
from ..comparison import SHARES
from ..statistics.intervals import Estimate
from ..statistics.sequential import FEWEST
from ..usage import SHARES as SEEN_SHARES
from ..usage import USES
from .tables import Part, TextTable, laid_out, names_of
from .wording import (
    difference_text,
    estimate,
    fixed_text,
    mean_of,
    number_text,
    points_text,
    rare_text,
    rate_text,
    say,
    share_of,
)


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
    first, *others = comparison_blocks(found, names, lang, details, called or {})
    return laid_out([*first, *(part for block in others for part in ("", *block))], wide)


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
        yield [*differs, *equal, *still, *([_sprt(found, names, lang)] if "sprt" in found else [])]
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
                question, found["pairs"], names if duel else ("A", "B"), lang, duel=duel, begins=found.get("begins", "")
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
        parts[f"who_{letter}"] = fair[letter]["who"] or say(lang, "whoever_begins")
        parts[letter] = _unsigned(points_text(estimate(fair[letter], pairs), lang))
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
    a, b, difference = (estimate(question[key], pairs) for key in ("a", "b", "difference"))
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


def _smallest(value: float, share: bool, lang: str) -> str:
    """The smallest difference that matters, in two digits."""
    short = float(f"{value:.2g}")
    return points_text(Estimate(short, None, None, 1), lang) if share else number_text(short, lang)


# What a comparison of two games has not settled, as a table.


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """What is open: what it is called, and what was found of it in so many pairs, as an object of JSON.

    `games` is how many more of each game would settle it, in words; "" where that is not told.
    """

    what: str
    share: bool
    found: dict[str, Any]
    games: str
    pairs: int


def open_lines(found: dict[str, Any], counted: Sequence[dict[str, Any]], lang: str) -> Iterator[Part]:
    """A table of all that is open but the questions that are only `counted`, and what its last column means."""
    rows = [*_asked(found, counted, lang), *_seen(found, lang)]
    if not rows:
        return
    many = any(row.games for row in rows)
    heads = [say(lang, name) for name in ("head_open", "head_a", "head_b", "head_more")]
    lines = [[row.what, *_open_cells(row, lang), *([row.games] if many else [])] for row in rows]
    yield TextTable([[*heads, *([say(lang, "head_more_games")] if many else [])], *lines])
    if many:
        value = number_text(float(f"{100 * found['smallest']:.2g}"), lang)
        points = say(lang, "points", value=value, n=1 if value == "1" else 2)
        yield say(lang, "games_mean", points=points, percent=say(lang, "percent", value=value))


def _asked(found: dict[str, Any], counted: Sequence[dict[str, Any]], lang: str) -> Iterator[OpenQuestion]:
    for question in found["questions"]:
        if question["verdict"] == "open" and question not in counted:
            more = question["more_games"]
            yield OpenQuestion(
                what=called(question, found, lang),
                share=question["what"] in SHARES,
                found=question,
                games=say(lang, "many_games") if more is None else str(rounded(more)),
                pairs=found["pairs"],
            )


def called(question: dict[str, Any], found: dict[str, Any], lang: str, bot: str = "") -> str:
    """What a question of a comparison is about, in two or three words; `bot` is the second of two that are compared."""
    who = question["who"] or bot or say(lang, "whoever_begins")
    if who == found.get("begins") and question["what"] == "victory":
        who = say(lang, "who_begins", who=who)
    return say(lang, f"open_{question['what']}", who=who)


def _seen(found: dict[str, Any], lang: str) -> Iterator[OpenQuestion]:
    """What is open of the games that were watched."""
    if "use" not in found:
        return
    # The rows of which it is open whether they change, without those of actions and cards
    rows = [row for row in found["use"]["rows"] if row["what"] not in USES and row["verdict"] == "open"]
    # Whether a number was the same in A and B in each pair; of fewer pairs than are looked at, nothing is said
    for row in [row for row in rows if not (row["difference"]["low"] is None and not row["difference"]["value"])]:
        yield _of_use(row, found["use"]["pairs"], lang)


def _of_use(row: dict[str, Any], pairs: int, lang: str) -> OpenQuestion:
    share = row["what"] in SEEN_SHARES
    return OpenQuestion(what=say(lang, f"open_use_{row['what']}"), share=share, found=row, games="", pairs=pairs)


def usage_row(row: dict[str, Any], pairs: int, lang: str) -> tuple[str, ...]:
    """What a row of the watched games is about, its number in A and in B, and how much more it is in B."""
    one = _of_use(row, pairs, lang)
    return (one.what, *_open_cells(one, lang))


def _open_cells(row: OpenQuestion, lang: str) -> Iterator[str]:
    for key in ("a", "b"):
        yield (share_of if row.share else mean_of)(estimate(row.found[key], row.pairs), lang)
    yield (points_text if row.share else difference_text)(estimate(row.found["difference"], row.pairs), lang)


def rounded(number: int) -> int:
    """A number of games with two digits that mean something.

    >>> rounded(1234), rounded(99), rounded(7)
    (1300, 99, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


# What `compare` has seen in the course of the games: sentences, and a table of what changed most in use.

MOST = 8
"""How many actions and cards are shown, unless all are asked for."""


def settled_use(use: dict[str, Any], lang: str) -> Iterator[str]:
    """What surely changes in the course of the games, and how they end, in a sentence each."""
    for row in use["rows"]:
        if row["what"] not in USES and row["verdict"] != "open":
            pairs = use["pairs"]
            a, b, difference = (estimate(row[key], pairs) for key in ("a", "b", "difference"))
            share = row["what"] in SEEN_SHARES
            text = share_of if share else mean_of
            told = points_text(difference, lang) if share else difference_text(difference, lang)
            yield say(lang, f"use_{row['what']}_{row['verdict']}", a=text(a, lang), b=text(b, lang), difference=told)


def any_shared(use: dict[str, Any]) -> bool:
    """Whether a game was seen that nobody won alone."""
    return any(row["what"] == "shared" and (row["a"]["value"] or row["b"]["value"]) for row in use["rows"])


def use_tables(
    use: dict[str, Any], lang: str, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[list[Part]]:
    """The actions and cards that are surely used more or less often, and with `details` all others, too."""
    uses = _uses(use)
    changed = [row for row in uses if row["verdict"] != "open"]
    shown = changed if details else changed[:MOST]
    left = [row for row in uses if row["verdict"] == "open"] if details else []
    more = [say(lang, "use_more", n=len(changed) - len(shown))] if len(changed) > len(shown) else []
    yield [*_table(shown, use["pairs"], lang, called, "head_use"), *more]
    yield [*_table(left, use["pairs"], lang, called, "head_use_open")]


def open_uses(use: dict[str, Any], lang: str, details: bool) -> str:
    """Of how many actions and cards it is open whether their use changes; "" where that is told of each."""
    uses = _uses(use)
    left = [row for row in uses if row["verdict"] == "open"]
    if details or not left:
        return ""
    return say(lang, "use_open" if len(left) < len(uses) else "use_none", n=len(left))


def _uses(use: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in use["rows"] if row["what"] in USES and not _goes_with_its_action(row, use["rows"])]


def _table(
    rows: list[dict[str, Any]], pairs: int, lang: str, called: Mapping[tuple[str, str], str], head: str
) -> Iterator[TextTable]:
    if rows:
        heads = [say(lang, name) for name in (head, "head_a", "head_b", "head_more")]
        digits = {key: 2 if any(row[key]["value"] % 1 for row in rows) else 0 for key in ("a", "b")}
        yield TextTable(
            [heads, *((called[row["what"], row["name"]], *_usage_cells(row, pairs, lang, digits)) for row in rows)]
        )


def _goes_with_its_action(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    """Whether this is the card of an action that only one of the games has: its row says it all."""
    action = row["name"].rpartition(" ")[0]
    return row["what"] == "cards" and any(
        one["what"] == "actions" and one["name"] == action and 0 in (one["a"]["value"], one["b"]["value"])
        for one in rows
    )


def _usage_cells(row: dict[str, Any], pairs: int, lang: str, digits: dict[str, int]) -> Iterator[str]:
    for key in ("a", "b"):
        found = estimate(row[key], pairs)
        yield fixed_text(found.value, digits[key], lang) if found.value else say(lang, "never") + rare_text(found, lang)
    yield difference_text(estimate(row["difference"], pairs), lang)


# What it saved to play the same deals, and to take out luck.


def saved_lines(found: dict[str, Any], lang: str) -> Iterator[str]:
    """A sentence each for what saved games, for what took more of them, and for what is open."""
    yield from _by("saved", found, lang)
    yield from _by("saved_luck", found, lang)
    if found["luck"] and found["pairs"] >= FEWEST and not any(one["saved_luck"] for one in found["questions"]):
        yield say(lang, "luck_unseen")


def _by(how: str, found: dict[str, Any], lang: str) -> Iterator[str]:
    """Of the first question about each thing."""
    first = {one["what"]: one[how] for one in reversed(found["questions"]) if one.get(how)}
    groups: dict[str, list[str]] = {"yes": [], "no": [], "open": []}
    for what in dict.fromkeys(one["what"] for one in found["questions"] if one["what"] in first):
        share = estimate(first[what], found["pairs"])
        assert share.low is not None and share.high is not None
        group = "yes" if share.low > 0 else "no" if share.high < 0 else "open"
        told = rate_text(_more(share) if group == "no" else share, lang)
        groups[group].append(say(lang, f"saved_{what}", share=told))
    for group, shares in groups.items():
        if shares:
            yield say(lang, f"{how}_{group}", shares=", ".join(shares))


def _more(saved: Estimate) -> Estimate:
    """How many more games were needed, where fewer than none were saved."""
    assert saved.low is not None and saved.high is not None
    return replace(saved, value=-saved.value, low=-saved.high, high=-saved.low)
