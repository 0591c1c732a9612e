"""The tables: how many mutants of each kind were found by what, and how well it was told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cardwright.studies.statistics.intervals import rate

Row = dict[str, Any]
"""A line of the record."""

FATES = ("error", "warning", "scenario", "trial", "survives", "same", "endless", "traceback")
TITLES = ("error", "warning", "scenario", "trial only", "nothing", "same rules", "endless", "traceback")

WHERE = ("column", "line", "named", "elsewhere")
HELPS = ("right", "said", "other", "none")
TOLD = ("at the column", "on the line", "named elsewhere", "elsewhere")
HELPED = ("first help right", "only said", "another help", "no help")

EXPLAINED = Path(__file__).with_name("explained.yaml")


def tables(rows: Sequence[Row]) -> str:
    """Both tables as Markdown, with the shares, and the survivors that nothing explains."""
    return f"{_fates(rows)}\n\n{_told(rows)}\n\n{_shares(rows)}\n\n{_survivors(rows)}"


def explanation(row: Row) -> str:
    """Why no scenario is wanted for a survivor, or "" if it is a gap."""
    for one in _explained():
        if (
            row["kind"] in one.get("kind", [row["kind"]])
            and one.get("path", "") in row["path"]
            and re.search(one.get("line", ""), row["text"])
            and re.search(one.get("new", ""), row["new"])
        ):
            return str(one["because"])
    return ""


@cache
def _explained() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8"))
    return found


def _fates(rows: Sequence[Row]) -> str:
    lines = [["mistake", "made", *TITLES]]
    for kind, own in _by_kind(rows):
        counts = Counter(row["fate"] for row in own)
        lines.append([kind, str(len(own)), *(str(counts[fate]) for fate in FATES)])
    return _table(lines)


def _told(rows: Sequence[Row]) -> str:
    lines = [["mistake", "told", *TOLD, *HELPED]]
    for kind, own in _by_kind(rows):
        told = [row["judgement"] for row in own if row["judgement"]]
        places, helps = Counter(one["where"] for one in told), Counter(one["help"] for one in told)
        lines.append([kind, *map(str, (len(told), *(places[p] for p in WHERE), *(helps[h] for h in HELPS)))])
    return _table(lines)


def _shares(rows: Sequence[Row]) -> str:
    """The shares of all that is not the same as before."""
    told = [row["judgement"] for row in rows if row["judgement"]]
    near = sum(one["where"] in ("column", "line") for one in told)
    helped = [one for one in told if one["help"]]
    right = sum(one["help"] == "right" for one in helped)
    played = [row for row in rows if row["fate"] in ("scenario", "trial", "survives")]
    gaps = [row for row in played if row["fate"] == "survives" and not explanation(row)]
    fine = [row for row in played if row["fate"] == "survives" and explanation(row)]
    changed = len(played) - len(fine)
    held = sum(row["fate"] == "scenario" for row in played)
    tried = [row for row in played if row["fate"] == "scenario" and row["played"] is not None]
    both = sum(bool(row["played"]) for row in tried)
    return "\n".join(
        (
            f"- told when it is read: {_share(len(told), len(rows))}, {_share(near, len(told))} of that on the line",
            f"- the first help is right, where one is expected: {_share(right, len(helped))}",
            f"- changes the rules: {changed}; a scenario finds {_share(held, changed)}, only trial play "
            f"{sum(row['fate'] == 'trial' for row in played)}, nothing {len(gaps)}",
            f"- of {len(tried)} that a scenario finds, trial play would have found {_share(both, len(tried))}",
            f"- not found and explained: {len(fine)}",
        )
    )


def _survivors(rows: Sequence[Row]) -> str:
    gaps = [row for row in rows if row["fate"] == "survives" and not explanation(row)]
    return "\n".join(f"{row['path']}:{row['line']}: {row['kind']}: {_short(row)}" for row in gaps)


def _short(row: Row) -> str:
    return f"{row['old'].strip()!r:.80} -> {row['new'].strip()!r:.80}"


def _by_kind(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    kinds = dict.fromkeys(row["kind"] for row in rows)
    return [*((kind, [row for row in rows if row["kind"] == kind]) for kind in kinds), ("**all**", list(rows))]


def _share(some: int, of: int) -> str:
    """A share, and between what it lies with 95 % if these were drawn by chance."""
    found = rate(some, of)
    if found is None or found.low is None or found.high is None:
        return "none"
    return f"{some} of {of} ({100 * found.value:.1f} %; {100 * found.low:.1f} to {100 * found.high:.1f})"


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *rest = lines
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rest))
