"""Runs the commands on pages of `docs/studies` again, and puts what they print below them.

    python benchmarks/studies.py docs/studies/mille-bornes.md

A page has blocks that begin with `$ cardwright …`. Of a block with a comment `<!-- only: WORDS; WORDS -->` above it
just the lines are kept that contain one of these. The same commands print the same on every machine.
"""

from __future__ import annotations

import argparse
import re
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path

BLOCK = re.compile(
    r"((?:<!-- only: (?P<only>[^\n]*) -->\n)?)```console\n\$ cardwright (?P<words>[^\n]*)\n.*?```", re.DOTALL
)


def main() -> int:
    """Renew each page that is named."""
    parser = argparse.ArgumentParser(description="Run the commands on pages of docs/studies again.")
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    for page in parser.parse_args().pages:
        page.write_text(BLOCK.sub(block, page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def block(found: re.Match[str]) -> str:
    """A block of a page as it is now."""
    started = time.monotonic()
    line = [sys.executable, "-m", "cardwright", *shlex.split(found["words"])]
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{found['words']}: {done.stderr}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    print(f"{time.monotonic() - started:6.1f} s ({used:.0f} s of processor time in all): {found['words']}", flush=True)
    kept = [row for row in done.stdout.splitlines() if _kept(row, found["only"])]
    return f"{found[1]}```console\n$ cardwright {found['words']}\n" + "\n".join(kept).strip("\n") + "\n```"


def _kept(row: str, only: str | None) -> bool:
    return only is None or any(words.strip() in row for words in only.split(";"))


if __name__ == "__main__":
    sys.exit(main())
