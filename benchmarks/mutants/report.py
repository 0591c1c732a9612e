"""The tables: how many mutants of each kind were found by what, and how well it was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Row = dict[str, object]

FOUND = ("error", "warning", "scenario", "trial", "survives", "same", "endless", "traceback")
TITLES = ("error", "warning", "scenario", "trial only", "survives", "same rules", "endless")


def tables(rows: Sequence[Row]) -> str:
    """Both tables as Markdown: what has found the mutants, and where and how it was told."""
    return f"{_fates(rows)}\n\n{_told(rows)}\n"


def _fates(rows: Sequence[Row]) -> str:
    lines = [["mistake", "made", *TITLES, "traceback"]]
    for kind in (*dict.fromkeys(str(row["kind"]) for row in rows), ""):
        own = [row for row in rows if kind in ("", row["kind"])]
        counts = Counter(str(row["fate"]) for row in own)
        lines.append([kind or "all", str(len(own)), *(str(counts[fate]) for fate in FOUND)])
    return _table(lines)


def _told(rows: Sequence[Row]) -> str:
    lines = [
        [
            "mistake",
            "told",
            "at the column",
            "on the line",
            "named elsewhere",
            "elsewhere",
            "first help right",
            "said",
            "other help",
            "no help",
        ]
    ]
    for kind in (*dict.fromkeys(str(row["kind"]) for row in rows), ""):
        own = [row["judgement"] for row in rows if kind in ("", row["kind"]) and row["judgement"]]
        where = Counter(str(one["where"]) for one in own)  # type: ignore[index]
        helps = Counter(str(one["help"]) for one in own)  # type: ignore[index]
        places = (where[one] for one in ("column", "line", "named", "elsewhere"))
        lines.append(
            [kind or "all", *map(str, (len(own), *places, *(helps[h] for h in ("right", "said", "other", "none"))))]
        )
    return _table(lines)


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *rest = lines
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rest))
