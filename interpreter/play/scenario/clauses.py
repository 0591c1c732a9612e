"""The clauses of a rulebook, and the scenarios that hold the game to them.

A game lists its clauses in `clauses.yaml`, by source and id, each in a few words. A scenario cites them in its `rule`:
citations separated by `;`, each a source and an id with a comma between (`manual, leading`), or a source with numbers
(`rulings 1.4 #7 #9 to #11`). A source that begins with a number such as `1.4` is in the same document as the source
before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...source.merge.catalogue import GameFile
from ...source.shape.validation import check_scenarios
from ...source.text.disk import is_file
from ...source.text.files import load
from ...source.text.literals import parse_integer
from ...source.text.tree import Mapping, Scalar
from .nodes import Scenario
from .reader import read_scenarios

CLAUSES_FILE = "clauses.yaml"

KEYS = ("game", "clauses")
"""The keys of the file."""

Citation = tuple[str, str]
"""A source and an id in it; the id is empty if the whole source is cited."""


_NUMBERS = re.compile(r"#(\w+)(?:\s*(?:to|-|–)\s*#(\w+))?")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a rulebook, in a few words, with the scenarios that cite it, as (file, name)."""

    source: str
    id: str
    words: str
    span: Span
    scenarios: tuple[tuple[str, str], ...]


def citations(rule: str) -> tuple[Citation, ...]:
    """Parse the citations of a scenario.

    >>> citations("rulings 1.4 #7 #9 to #11; 1.2, data; manual, leading")
    (('rulings 1.4', '7'), ('rulings 1.4', '9'), ('rulings 1.4', '10'), ('rulings 1.4', '11'), \
('rulings 1.2', 'data'), ('manual', 'leading'))
    """
    found: list[Citation] = []
    document = ""
    for part in (part.strip() for part in rule.split(";")):
        source, comma, id = (piece.strip() for piece in part.partition(","))
        if "#" in source:
            source, comma, id = part[: part.index("#")].strip(), "", ""
        if re.match(r"\d+\.\d", source) and document:
            source = f"{document} {source}"
        document = source.split(" ")[0]
        numbers = [n for m in _NUMBERS.finditer(part) for n in _run(m[1], m[2])] if "#" in part else []
        found += [(source, number) for number in numbers] or [(source, id if comma else "")]
    return tuple(found)


def _run(first: str, last: str | None) -> list[str]:
    """The clauses from one to another; where these are no numbers in order, only the two themselves."""
    if last is None:
        return [first]
    low, high = parse_integer(first), parse_integer(last)
    # More clauses than one citation could mean: no rulebook has so many
    if low is None or high is None or not low <= high < low + 1000:
        return [first, last]
    return [str(n) for n in range(low, high + 1)]


def clauses(game: GameFile, report: Report) -> tuple[Clause, ...] | None:
    """All clauses of a game with the scenarios that cite them, in the order of `clauses.yaml`; None without that file.

    Reports E820 for a citation of a clause that is not listed, and E821 for a file of the wrong shape.
    """
    path = Path(game.folder) / CLAUSES_FILE
    if not is_file(path):
        return None
    tree = load(str(path), report)
    if tree is None:
        return None
    listed = _listed(tree, report)
    for entry in tree.entries:
        if entry.key.text not in KEYS:
            report.add(
                "E821",
                f"a list of clauses has no key '{entry.key.text}'",
                entry.key.span,
                label="unknown key",
                helps=did_you_mean(entry.key.text, KEYS) or (f"keys allowed here: {', '.join(KEYS)}",),
            )
    named = tree.get("game")
    if isinstance(named, Scalar) and named.text != game.name:
        report.add(
            "E821",
            f"these are the clauses of '{named.text}', but the game beside them is '{game.name}'",
            named.span,
            label="another game",
        )
    cited: dict[Citation, list[tuple[str, str]]] = {}
    for file in game.scenarios:
        for scenario in _scenarios(file, report):
            for citation in citations(scenario.rule):
                cited.setdefault(citation, []).append((file, scenario.name))
                if citation[1] and citation not in listed:
                    _unknown(citation, scenario, list(listed), report)
    return tuple(
        Clause(source, id, words.text, words.span, tuple(dict.fromkeys(cited.get((source, id), ()))))
        for (source, id), words in listed.items()
    )


def _listed(tree: Mapping, report: Report) -> dict[Citation, Scalar]:
    found: dict[Citation, Scalar] = {}
    sources = tree.get("clauses")
    if not isinstance(sources, Mapping):
        report.add(
            "E821",
            "this file lists no clauses",
            tree.span,
            helps=("`clauses:` maps sources to ids, and each id to a few words",),
        )
        return found
    for source in sources.entries:
        if not isinstance(source.value, Mapping):
            report.add(
                "E821", f"'{source.key.text}' needs a mapping of ids to words", source.value.span, label="not a mapping"
            )
            continue
        for one in source.value.entries:
            if isinstance(one.value, Scalar):
                found[source.key.text, one.key.text] = one.value
            else:
                report.add("E821", "a clause is a text", one.value.span, label="not a text")
    return found


def _scenarios(file: str, report: Report) -> Sequence[Scenario]:
    own = Report()
    tree = load(file, own)
    if tree is not None:
        tree = check_scenarios(tree, own)
    report.diagnostics += own.diagnostics
    return () if tree is None or own.errors else read_scenarios(tree, report).scenarios


def _unknown(citation: Citation, scenario: Scenario, known: Sequence[Citation], report: Report) -> None:
    source, id = citation
    ids = [i for s, i in known if s == source]
    report.add(
        "E820",
        f"unknown clause '{id}' of '{source}'",
        scenario.span,
        label=f"cites {scenario.rule}",
        helps=did_you_mean(id, ids) if ids else did_you_mean(source, [s for s, _ in known]),
        path=scenario.path,
    )
