"""What was measured or tried, with its command and commit: a line of JSON each in `benchmarks/figures.jsonl`.

    python benchmarks/figures.py add KIND WHAT VALUE [--unit UNIT] [--found N] --command "…"
    python benchmarks/figures.py page

`add` writes a line for what was done at the commit of this checkout. KIND is `attack` (VALUE tries were made, and FOUND
of them found something), `speed`, `size` or `share`. The last line about the same WHAT counts. `page` puts the attacks
into the table of `docs/trust.md`, between its two comments; a test holds that it is up to date.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "benchmarks" / "figures.jsonl"
PAGE = ROOT / "docs" / "trust.md"
BEGIN, END = "<!-- attacks, by `python benchmarks/figures.py page` -->", "<!-- end of attacks -->"
KINDS = ("attack", "speed", "size", "share")

Figure = dict[str, Any]


def figures() -> list[Figure]:
    """All figures, in the order of their first lines; of several lines about the same thing the last one."""
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    return list({(line["kind"], line["what"]): line for line in lines}.values())


def table(found: list[Figure]) -> str:
    """The attacks as a table."""
    rows = [
        f"| {one['what']} | {one['value']:,} | {one['found']:,} | `{one['command']}` |"
        for one in found
        if one["kind"] == "attack"
    ]
    return "\n".join(("| what was tried | times | found | command |", "|---|---:|---:|---|", *rows))


def page(text: str) -> str:
    """The text of the page with the table in its place."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table(figures())}\n\n{END}{rest.partition(END)[2]}"


def add(asked: argparse.Namespace) -> None:
    """Write down a figure."""
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    figure = {
        "kind": asked.kind,
        "what": asked.what,
        "value": asked.value,
        **({"unit": asked.unit} if asked.unit else {}),
        **({"found": asked.found} if asked.kind == "attack" else {}),
        "command": asked.command,
        "commit": commit.stdout.strip(),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    with RECORD.open("a", encoding="utf-8", newline="\n") as record:
        record.write(json.dumps(figure, ensure_ascii=False) + "\n")


def main() -> None:
    """Add a figure, or bring the page up to date."""
    parser = argparse.ArgumentParser(description="Keep what was measured or tried.", allow_abbrev=False)
    verbs = parser.add_subparsers(dest="verb", required=True)
    adding = verbs.add_parser("add")
    adding.add_argument("kind", choices=KINDS)
    adding.add_argument("what")
    adding.add_argument("value", type=lambda text: json.loads(text.replace(",", "")))
    adding.add_argument("--unit")
    adding.add_argument("--found", type=int, default=0)
    adding.add_argument("--command", required=True)
    verbs.add_parser("page")
    asked = parser.parse_args()
    if asked.verb == "add":
        add(asked)
    else:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
