"""What a comparison has found, a sentence for each question, and on a page plots of the differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE
from ...documents.document import Document, Heading, IntervalsPlot, Note, Part, PlotMark, Table
from ...play.game.game import Game
from ..comparison import SHARES
from ..statistics.intervals import Estimate
from ..statistics.sequential import FEWEST
from ..usage import SHARES as SEEN_SHARES
from ..usage import USES
from .wording import Formatter, Found, known, names_of, plot_mark

Names = tuple[str, str]
"""What was typed for A and B."""

Row = dict[str, Any]

MOST_SIDES = 4
"""Where there are more sides, those whose victories are not settled to change are only counted."""

MOST = 8
"""How many actions and cards are shown, unless all are asked for."""

DIFFERENT, EQUAL, OPEN = range(3)

RANKS = {"more": DIFFERENT, "less": DIFFERENT, "same": EQUAL, "identical": EQUAL, "open": OPEN}
"""What is settled to differ comes first, then what is settled not to, then what is open."""


def comparison_document(
    found: dict[str, Any],
    names: Names,
    title: str = "",
    lang: str = DEFAULT_LANGUAGE,
    *,
    details: bool = False,
    called: Mapping[tuple[str, str], str] | None = None,
) -> Document:
    """The object of `Comparison` as a document.

    `called` is what actions and cards are called, see `called_in`. What is settled stands before what is not; with
    `details` all is told.
    """
    fmt = Formatter(lang)
    lead = [fmt.sum(letter, name) for letter, name in zip("AB", names, strict=True)]
    sections: list[Sequence[Part]] = []
    if found["pairs"]:
        # In how many games what happens in their course was seen, if not in all
        seen = found.get("use", {}).get("pairs", found["pairs"])
        watched = "" if seen == found["pairs"] else fmt.say("watched", n=seen)
        lead.append(fmt.say("pairs", n=found["pairs"]) + watched)
        sections = [[*_plots(found, names, fmt)], *_sections(found, names, fmt, details, called or {})]
    else:
        lead.append(fmt.say("no_pairs"))
    return Document(title=f"{title} – {fmt.say('comparison')}", lead=lead, sections=sections, lang=lang)


def _sections(
    found: dict[str, Any], names: Names, fmt: Formatter, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[Sequence[Part]]:
    """What stands together: what is settled, the actions and cards, what is open, the other bot, how it was counted."""
    use = found.get("use")
    told = [*_sentences(found, names, fmt, details)]
    differs, equal, still = ([text for rank, text in told if rank == one] for one in (DIFFERENT, EQUAL, OPEN))
    if found["duel"]:
        yield [*differs, *equal, *still, *([_sprt(found, names, fmt)] if "sprt" in found else [])]
    else:
        yield [*differs, *(settled_use(use, fmt) if use else ()), *equal]
        yield from use_tables(use, fmt, details, called) if use else ()
        uses = open_uses(use, fmt, details) if use else ()
        yield [*_open(found, _only_counted(found, details), fmt), *still, *uses]
    if "mirror" in found:
        yield [*_mirror(found["mirror"], fmt)]
    saved = saved_lines(found, fmt) if details or found["duel"] else ()
    shared = [fmt.say("shared_counts")] if use is not None and any_shared(use) else []
    apart = "" if use is None else fmt.say("apart")
    counted = fmt.say("anytime" if found["pairs"] >= FEWEST else "at_the_end", apart=apart)
    yield [Note(text) for text in (*saved, *shared, counted)]


def _sentences(found: dict[str, Any], names: Names, fmt: Formatter, details: bool) -> Iterator[tuple[int, str]]:
    """What is told in a sentence, with its rank."""
    duel = found["duel"]
    for question in found["questions"]:
        if duel or question["verdict"] != "open":
            begins = found.get("begins", "")
            yield RANKS[question["verdict"]], _answer(question, names if duel else ("A", "B"), fmt, duel, begins)
    if left := _only_counted(found, details):
        yield OPEN, fmt.say("sides_left", n=len(left))
    if "fairness" in found:
        shares = [one for one in found["questions"] if one["what"] in SHARES]
        alike = all(one["verdict"] == "identical" for one in shares)
        verdict = "identical" if alike else found["fairness"]["verdict"]
        yield RANKS[verdict], _fairness(found["fairness"], verdict, found["smallest"], fmt)


def _only_counted(found: dict[str, Any], details: bool) -> list[Row]:
    """The sides whose victories are open and only counted, because there are many sides."""
    sides = [one for one in found["questions"] if one["what"] == "victory"]
    if details or found["duel"] or len(sides) <= MOST_SIDES:
        return []
    return [one for one in sides if one["verdict"] == "open"]


def _fairness(fair: dict[str, Any], verdict: str, smallest: float, fmt: Formatter) -> str:
    """Which game is fairer, in a sentence. Its distances are differences without a sign."""
    parts = {}
    for letter in ("a", "b"):
        parts[f"who_{letter}"] = fair[letter]["who"] or fmt.say("whoever_begins")
        parts[letter] = fmt.points(fair[letter]).replace("+", "")
    return fmt.say(f"fair_{verdict}", smallest=_smallest(smallest, True, fmt), **parts)


def called_in(games: tuple[Game, Game], use: dict[str, Any] | None, lang: str) -> dict[tuple[str, str], str]:
    """What actions and cards are called: as in A, and those that only B uses as there."""
    rows = [] if use is None else use["rows"]
    found: dict[tuple[str, str], str] = {}
    for what in USES:
        for game, in_a in zip(games, (True, False), strict=True):
            group = [row["name"] for row in rows if row["what"] == what and bool(row["a"]["value"]) == in_a]
            told = names_of(group, what, game.words(lang))
            found |= {(what, name): told[name] for name in group}
    return found


def _sprt(found: dict[str, Any], names: Names, fmt: Formatter) -> str:
    """What fishtest's test says, in a sentence."""
    one = found["sprt"]
    parts = {"first": names[0], "second": names[1], "smallest": _smallest(found["smallest"], True, fmt)}
    llr = {"llr": fmt.number(one["llr"], 2), "bound": fmt.number(one["bound"], 2)}
    return fmt.say(f"sprt_{one['answer']}", **parts, n=one["after"] or 0, **llr)


def _mirror(found: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """What the same comparison finds with another bot, and whether that is the same."""
    yield fmt.say("mirror", bot=found["bot"], n=found["pairs"])
    for question in found["questions"]:
        yield f"{_answer(question, ('A', 'B'), fmt)} {fmt.say('mirror_' + question['mirror'])}"


def _answer(question: Row, names: Names, fmt: Formatter, duel: bool = False, begins: str = "") -> str:
    """What is known of a question, in plain words; `begins` is the side that always begins."""
    what, verdict, share = question["what"], question["verdict"], question["what"] in SHARES
    difference = known(question["difference"])
    if duel and verdict == "less":
        difference = _negated(difference)  # where A is told to be ahead, it says by how much
    if share:
        a, b = (fmt.rate(question[key]) for key in ("a", "b"))
    else:
        a, b = (fmt.within_sentence(question[key]) for key in ("a", "b"))
    parts = {
        "who": fmt.say("whoever_begins_first") if what == "beginning" else _who(question, question["who"], begins, fmt),
        "a": a,
        "b": b,
        "difference": fmt.difference(difference, share=share),
        "first": names[0],
        "second": names[1],
        "smallest": _smallest(question["smallest"], share, fmt),
    }
    named = verdict if verdict in ("more", "less", "identical") else "level"
    said = fmt.say(f"{'duel_' if duel else ''}{'victory' if share else what}_{named}", **parts)
    match verdict:
        case "more" | "less":
            return said
        case "identical":
            return f"{said} {fmt.say('compare_identical')}"
        case "same":
            return f"{said} {fmt.say('compare_same', **parts)}"
        case _:
            more = question["more_games"]
            rest = fmt.say("out_of_reach") if more is None else fmt.say("more_games", n=rounded(more))
            return f"{said} {fmt.say('compare_open', **parts)} {rest}"


def _who(question: Row, who: str, begins: str, fmt: Formatter) -> str:
    """A side, of which it is said if it always begins."""
    return fmt.say("who_begins", who=who) if who and who == begins and question["what"] == "victory" else who


def _negated(found: Estimate) -> Estimate:
    """A difference of B from A as one of A from B.

    >>> _negated(Estimate(-2.0, -3.0, -1.0, 100))
    Estimate(value=2.0, low=1.0, high=3.0, n=100, rare=None)
    """
    low, high = (None if bound is None else -bound for bound in (found.high, found.low))
    return replace(found, value=-found.value, low=low, high=high)


def _smallest(value: float, share: bool, fmt: Formatter) -> str:
    """The smallest difference that matters, in two digits."""
    short = float(f"{value:.2g}")
    return fmt.points(Estimate(short, None, None, 1)) if share else fmt.number(short)


# What a comparison of two games has not settled, as a table.


def _open(found: dict[str, Any], counted: Sequence[Row], fmt: Formatter) -> Iterator[Part]:
    """A table of all that is open but the questions that are only `counted`, and what its last column means."""
    rows: list[tuple[str, ...]] = []
    for question in found["questions"]:
        if question["verdict"] == "open" and question not in counted:
            more = question["more_games"]
            games = fmt.say("many_games") if more is None else str(rounded(more))
            rows.append((_subject(question, found, fmt), *_cells(question, question["what"] in SHARES, fmt), games))
    many = bool(rows)
    # What is open of the games that were watched, without actions and cards; of fewer pairs than are looked at, nothing
    for row in found["use"]["rows"] if "use" in found else ():
        if row["what"] not in USES and row["verdict"] == "open" and not _constant(row["difference"]):
            rows.append((*usage_row(row, fmt), *([""] if many else [])))
    if rows:
        yield Table([fmt.heads("open", "a", "b", "more", *(["more_games"] if many else [])), *rows])
    if many:
        value = fmt.number(float(f"{100 * found['smallest']:.2g}"))
        points = fmt.say("points", value=value, n=1 if value == "1" else 2)
        yield fmt.say("games_mean", points=points, percent=fmt.say("percent", value=value))


def _subject(question: Row, found: dict[str, Any], fmt: Formatter, bot: str = "") -> str:
    """What a question is about, in two or three words; `bot` is the second of two that are compared."""
    who = question["who"] or bot or fmt.say("whoever_begins")
    return fmt.say(f"open_{question['what']}", who=_who(question, who, found.get("begins", ""), fmt))


def _constant(difference: Mapping[str, Any]) -> bool:
    """Whether a number was the same in A and B in each pair."""
    return difference["low"] is None and not difference["value"]


def usage_row(row: Row, fmt: Formatter) -> tuple[str, ...]:
    """What a row of the watched games is about, its number in A and in B, and how much more it is in B."""
    return (fmt.say(f"open_use_{row['what']}"), *_cells(row, row["what"] in SEEN_SHARES, fmt))


def _cells(row: Row, share: bool, fmt: Formatter) -> tuple[str, str, str]:
    a, b = (fmt.within_sentence(row[key], share=share) for key in ("a", "b"))
    return a, b, fmt.difference(row["difference"], share=share)


def rounded(number: int) -> int:
    """A number of games with two digits that mean something.

    >>> rounded(1234), rounded(99), rounded(7)
    (1300, 99, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


# What was seen in the course of the games: sentences, and a table of what changed most in use.


def settled_use(use: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """What surely changes in the course of the games, and how they end, in a sentence each."""
    for row in use["rows"]:
        if row["what"] not in USES and row["verdict"] != "open":
            a, b, difference = _cells(row, row["what"] in SEEN_SHARES, fmt)
            yield fmt.say(f"use_{row['what']}_{row['verdict']}", a=a, b=b, difference=difference)


def any_shared(use: dict[str, Any]) -> bool:
    """Whether a game was seen that nobody won alone."""
    return any(row["what"] == "shared" and (row["a"]["value"] or row["b"]["value"]) for row in use["rows"])


def use_tables(
    use: dict[str, Any], fmt: Formatter, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[list[Part]]:
    """The actions and cards that are surely used more or less often, and with `details` all others, too."""
    changed, left = _uses(use)
    shown = changed if details else changed[:MOST]
    more = [fmt.say("use_more", n=len(changed) - len(shown))] if len(changed) > len(shown) else []
    yield [*_use_table(shown, fmt, called, "use"), *more]
    yield [*_use_table(left if details else [], fmt, called, "use_open")]


def open_uses(use: dict[str, Any], fmt: Formatter, details: bool) -> Iterator[str]:
    """Of how many actions and cards it is open whether their use changes; nothing where that is told of each."""
    changed, left = _uses(use)
    if left and not details:
        yield fmt.say("use_open" if changed else "use_none", n=len(left))


def _uses(use: dict[str, Any]) -> tuple[list[Row], list[Row]]:
    """The actions and cards whose use surely changes, and those of which that is open."""
    uses = [row for row in use["rows"] if row["what"] in USES and not _goes_with_its_action(row, use["rows"])]
    changed, left = ([row for row in uses if (row["verdict"] == "open") == still] for still in (False, True))
    return changed, left


def _use_table(
    rows: Sequence[Row], fmt: Formatter, called: Mapping[tuple[str, str], str], head: str
) -> Iterator[Table]:
    if rows:
        digits = {key: 2 if any(row[key]["value"] % 1 for row in rows) else 0 for key in ("a", "b")}
        lines = [fmt.heads(head, "a", "b", "more")]
        for row in rows:
            a, b = (_used(row[key], digits[key], fmt) for key in ("a", "b"))
            lines.append((called[row["what"], row["name"]], a, b, fmt.difference(row["difference"])))
        yield Table(lines)


def _used(found: Found, digits: int, fmt: Formatter) -> str:
    one = known(found)
    return fmt.fixed(one.value, digits) if one.value else fmt.say("never") + fmt.rare(one)


def _goes_with_its_action(row: Row, rows: Sequence[Row]) -> bool:
    """Whether this is the card of an action that only one of the games has: its row says it all."""
    action = row["name"].rpartition(" ")[0]
    return row["what"] == "cards" and any(
        one["what"] == "actions" and one["name"] == action and 0 in (one["a"]["value"], one["b"]["value"])
        for one in rows
    )


# What it saved to play the same deals, and to take out luck.


def saved_lines(found: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """A sentence each for what saved games, for what took more of them, and for what is open."""
    for how in ("saved", "saved_luck"):
        # Of the first question about each thing
        first = {one["what"]: one[how] for one in reversed(found["questions"]) if one.get(how)}
        groups: dict[str, list[str]] = {"yes": [], "no": [], "open": []}
        for what in dict.fromkeys(one["what"] for one in found["questions"] if one["what"] in first):
            share = known(first[what])
            assert share.low is not None and share.high is not None
            group = "yes" if share.low > 0 else "no" if share.high < 0 else "open"
            # Where fewer than none were saved, it says how many more were needed
            told = fmt.rate(_negated(share) if group == "no" else share)
            groups[group].append(fmt.say(f"saved_{what}", share=told))
        for group, shares in groups.items():
            if shares:
                yield fmt.say(f"{how}_{group}", shares=", ".join(shares))
    if found["luck"] and found["pairs"] >= FEWEST and not any(one["saved_luck"] for one in found["questions"]):
        yield fmt.say("luck_unseen")


# The plots: of shares in points, of returns, which may well be 0 on average, in their own unit, and of all else in per
# cent of A's number.

KINDS = ("points", "percent", "own")


def _plots(found: dict[str, Any], names: Names, fmt: Formatter) -> Iterator[Part]:
    """The differences of B from A with their intervals, under one another; what is settled is drawn stronger."""
    marks = [*_marks(found, names, fmt)]
    for kind in KINDS:
        if own := [mark for one, mark in marks if one == kind]:
            head = fmt.say(f"plot_{kind}")
            yield Heading(head)
            yield IntervalsPlot(head, own, 0, fmt.say("percent", value="") if kind == "percent" else "")


def _marks(found: dict[str, Any], names: Names, fmt: Formatter) -> Iterator[tuple[str, PlotMark]]:
    """What is asked of all games, and what was seen in those that were watched, without the actions and cards, which
    are many; each with its kind.
    """
    duel = found["duel"]
    for question in found["questions"]:
        kind = "points" if question["what"] in SHARES else "own" if question["what"] == "return" else "percent"
        told = _answer(question, names if duel else ("A", "B"), fmt, duel)
        yield from _mark(question, kind, _subject(question, found, fmt, names[1] if duel else ""), told)
    for row in found["use"]["rows"] if "use" in found else ():
        if row["what"] not in USES:
            what, *numbers = usage_row(row, fmt)
            cells = zip(fmt.heads("a", "b", "more"), numbers, strict=True)
            told = f"{what}: {'; '.join(map(' '.join, cells))}"
            yield from _mark(row, "points" if row["what"] in SEEN_SHARES else "percent", what, told)


def _mark(row: Row, kind: str, name: str, told: str) -> Iterator[tuple[str, PlotMark]]:
    """The mark of a difference; none where there is no interval, or nothing to measure it by."""
    whole = abs(row["a"]["value"]) if kind == "percent" else 1.0
    if not _constant(row["difference"]) and whole:
        by = 1.0 if kind == "own" else 100 / whole
        yield kind, plot_mark(name, row["difference"], told, by, strong=row["verdict"] != "open")
