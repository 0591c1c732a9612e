"""`make mutants`: makes single mistakes in all rules that are shipped, or in one game, and counts what finds them.

    python -m benchmarks.mutants [--many 3000] [--seed 1] [--jobs 2] [--kind KIND]… [--rules] [--file PATH]…
    [--game PATH] [--resume] [--again NAME] [--compare]

`--game` makes them in a game of one's own and its variants instead. Results are kept in `build/mutants.jsonl`, a line
for each mutant; the tables are printed. `--again` tries one mutant of the same seed and number once more, and shows it
with all that is told about it. `--compare` has the survivors of the record play against the originals,
by the same luck.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict

from .comparing import compare
from .edit import Edit
from .making import KINDS, RULE_KINDS, Mutant, mutants
from .page import Page, page_of
from .report import Row, explanation, tables
from .running import results
from .shipped import ROOT, Shipped, own, shipped
from .trying import Bench

MANY, QUICK = 3000, 200

RECORD = ROOT / "build" / "mutants.jsonl"


def main(words: Sequence[str] | None = None) -> None:
    """Make mutants, try them, and tell what has become of them."""
    asked = _asked(words)
    try:
        _run(asked)
    except (FileNotFoundError, ValueError) as error:
        if not asked.game:
            raise
        sys.exit(str(error))


def _run(asked: argparse.Namespace) -> None:
    files = own(os.path.abspath(asked.game)) if asked.game else shipped()
    os.chdir(ROOT)
    os.environ["CARDWRIGHT_CACHE"] = ""
    if asked.compare:
        _compared(files)
        return
    begun = time.time()
    pages = [page_of(one) for one in files if not asked.file or any(word in one.path for word in asked.file)]
    made = mutants(pages, asked.many, asked.seed, asked.kind or tuple(KINDS))
    if asked.again:
        for one in made:
            if one.name in asked.again:
                _again(one, pages)
        return
    rows = _tried(pages, made, asked)
    print(tables(rows))
    print(f"{len(rows)} mutants in {time.time() - begun:.0f} s, {len(rows) / (time.time() - begun):.1f} a second")


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants")
    parser.add_argument("--many", type=int, default=MANY)
    parser.add_argument("--quick", action="store_const", const=QUICK, dest="many", help=f"only {QUICK}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--kind", action="append", choices=tuple(KINDS))
    parser.add_argument("--rules", action="store_const", const=RULE_KINDS, dest="kind", help="kinds that change rules")
    parser.add_argument("--game", metavar="PATH", help="a game of your own, and the variants beside it")
    parser.add_argument("--file", action="append", help="only files whose path has this in it")
    parser.add_argument("--resume", action="store_true", help="keep what is in the record, and go on")
    parser.add_argument("--again", action="append", metavar="NAME")
    parser.add_argument("--compare", action="store_true", help="play the survivors of the record")
    return parser.parse_args(words)


def _compared(shown: Sequence[Shipped]) -> None:
    """Say of each survivor whether it plays otherwise than the original."""
    files = {one.path: one for one in shown}
    for row in map(json.loads, RECORD.read_text(encoding="utf-8").splitlines()):
        if row["fate"] == "survives" and not explanation(row):
            one, start = files[row["path"]], row["start"]
            after = one.text[:start] + row["new"] + one.text[start + len(row["old"]) :]
            found = compare(one, one.text, after)
            same = found.difference or f"no difference in {found.games} games"
            print(f"{row['path']}:{row['line']}: {row['old']!r:.60} -> {row['new']!r:.60}: {same}", flush=True)


def _tried(pages: Sequence[Page], made: Sequence[Mutant], asked: argparse.Namespace) -> list[Row]:
    RECORD.parent.mkdir(exist_ok=True)
    known = {one.name: one.edit for one in made}
    lines = RECORD.read_text(encoding="utf-8").splitlines() if asked.resume and RECORD.exists() else []
    rows: list[Row] = [row for row in map(json.loads, lines) if _is_of(row, known.get(row["name"]))]
    left = [one for one in made if one.name not in {row["name"] for row in rows}]
    texts = {page.shipped.path: page for page in pages}
    with RECORD.open("w", encoding="utf-8") as record:
        record.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        for one, result in results(pages, left, asked.jobs, lambda said: print(said, file=sys.stderr)):
            old = texts[one.path].text[one.edit.start : one.edit.end]
            line = texts[one.path].line(one.edit.start)
            row = {"name": one.name, "kind": one.kind, "path": one.path, "line": line, "old": old, "new": one.edit.new}
            row["start"], row["text"] = one.edit.start, texts[one.path].lines[line - 1]
            row |= asdict(result)
            rows.append(row)
            record.write(json.dumps(row, ensure_ascii=False) + "\n")
            record.flush()
    return rows


def _is_of(row: Row, edit: Edit | None) -> bool:
    """Whether a line of the record is about this mistake, and not about one that was made when the file was another."""
    return edit is not None and (row["start"], row["new"]) == (edit.start, edit.new)


def _again(one: Mutant, pages: Sequence[Page]) -> None:
    page = next(page for page in pages if page.shipped.path == one.path)
    after = one.edit.applied(page.text)
    difference = difflib.unified_diff(page.lines, after.split("\n"), lineterm="", n=2)
    print(one.name, *list(difference)[2:], sep="\n")
    result = Bench(page).try_out(one)
    print(result.fate, result.judgement or "", result.scenario, result.told, sep="\n")
