"""`python -m tests.fuzz`: attacks the interpreter with mutated inputs of all kinds.

Each input must be taken or refused: no traceback, no hang, no answer that is wrong. See docs/developers.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from tests.fuzz.fuzz_campaign import Campaign, tried
from tests.fuzz.fuzz_record import Record
from tests.fuzz.fuzz_said import in_short
from tests.fuzz.fuzz_trial import KINDS, KindName, sort_of, stored


def main() -> int:
    """Run the command line; 1 if there are findings."""
    os.environ.setdefault("CARDWRIGHT_CACHE", "")
    asked = _parser().parse_args()
    if asked.again:
        return again(Path(asked.again))
    record = Record(Path(asked.resume), asked.seed)
    kinds: list[KindName] = [kind for kind in KINDS if asked.only is None or kind in asked.only.split(",")]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Campaign(record, lambda text: print(text, flush=True)).go(kinds, asked.minutes)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    record.write()
    print(record.table())
    for name, one in record.data["findings"].items():
        print(f"{record.findings / name}: {one['sort']} ({one['times']} times)")
    return 1 if record.data["findings"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of all trials (default: 0)")
    parser.add_argument("--only", metavar="KINDS", help=f"some of {','.join(KINDS)}")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        default="build/fuzz.json",
        help="the record: goes on where it ends if there is one (default: build/fuzz.json)",
    )
    parser.add_argument("--again", metavar="FOLDER", help="try a stored finding again, and show what goes wrong")
    return parser


def again(folder: Path) -> int:
    """Try a stored finding again; 1 if it still goes wrong."""
    trial = stored(folder)
    if trial.words:
        print(f"in {folder / 'input'}: {in_short(trial.words)}")
    outcome, error = tried(trial)
    if error is None:
        print(f"nothing wrong: {outcome}")
        return 0
    print(f"{sort_of(error)}\n{error}")
    return 1
