"""`python -m tests.fuzz sound`: makes sound specs of all constructs, and tries each. See docs/developers.md."""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from tests.fuzz.fuzz_trial import sort_of
from tests.sound.sound_coverage import pairs, singles
from tests.sound.sound_effects import STATEMENTS
from tests.sound.sound_parts import sound_files
from tests.sound.sound_specs import written
from tests.sound.sound_trial import shrunk, wrong_with

BREATH = 20.0
"""Seconds between two writings of the record."""

ENOUGH, MANY = 0.95, 10_000
"""The share of all pairs that must have been seen once so many specs were tried."""


MET = 1_000
"""Builtins and statements that fewer specs have shown are tried more often: so what is new soon is as well tried."""


class Campaign:
    """Specs one after the other, with a record from which it goes on."""

    def __init__(self, out: Path, seed: int | None, every: int | None) -> None:
        self.out = out
        out.mkdir(parents=True, exist_ok=True)
        self.file = out / "campaign.json"
        begun: dict[str, Any] = {
            "seed": 1 if seed is None else seed, "every": 10 if every is None else every,
            "next": 0, "loaded": 0, "played": 0, "seconds": 0.0, "ends": {},
            "findings": {}, "met": {},
        }  # fmt: skip
        self.data = json.loads(self.file.read_text()) if self.file.exists() else begun
        for name, asked in (("seed", seed), ("every", every)):
            if asked not in (None, self.data[name]):
                raise SystemExit(f"{self.file} was begun with --{name} {self.data[name]}: choose another --out")
        self.seen: set[str] = set(self.data.pop("seen", []))
        self.possible = [*(f"{one}" for one in sorted(singles())), *map(_named, pairs())]
        self.known = frozenset(self.possible)
        self.met: dict[str, int] = self.data.setdefault("met", {})

    def rare(self) -> frozenset[str]:
        """The builtins and statements that fewer than `MET` specs have shown."""
        weighed = {one for one in singles() if one.startswith(("op ", "fold "))} | {f"rule {one}" for one in STATEMENTS}
        return frozenset(one for one in weighed if self.met.get(one, 0) < MET)

    def write(self) -> None:
        """Write the record, whole or not at all."""
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({**self.data, "seen": sorted(self.seen)}))
        new.replace(self.file)

    def go(self, games: int, minutes: float) -> None:
        """Try specs until there are enough of them, or the time is up."""
        begun = written_at = time.monotonic()
        spent = self.data["seconds"]
        while self.data["loaded"] < games and time.monotonic() < begun + 60 * minutes:
            self.try_one()
            self.data["seconds"] = spent + time.monotonic() - begun
            if time.monotonic() > written_at + BREATH:
                self.write()
                print(self.line(), flush=True)
                written_at = time.monotonic()
        self.write()

    def try_one(self) -> None:
        """Make the next spec, and try it."""
        data, number = self.data, self.data["next"]
        data["next"] += 1
        deep = number % data["every"] == 0
        rare = self.rare()
        files = sound_files(data["seed"], number, rare)
        found, error = wrong_with(files, number, deep=deep)
        if found is not None:
            data["loaded"] += 1
            data["played"] += found.played
            for one in found.one & rare:
                self.met[one] = self.met.get(one, 0) + 1
            for end in found.ends:
                data["ends"][end] = data["ends"].get(end, 0) + 1
            self.seen |= (found.one | set(map(_named, found.two))) & self.known
            return
        assert error is not None
        sort = sort_of(error)
        one = data["findings"].setdefault(sort, {"times": 0, "first": number, "rare": sorted(rare)})
        one["times"] += 1
        if one["times"] == 1:
            folder = self.out / "findings" / str(number)
            for name, tree in shrunk(files, number, deep=deep, error=error).items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(written(tree))
            (folder / "error.txt").write_text(f"{sort}\n{error!r}\n{error}")
            print(f"{number}: {sort}", flush=True)

    def line(self) -> str:
        """The counts."""
        data = self.data
        rate = data["loaded"] / max(data["seconds"], 1)
        shares = ", ".join(f"{kind} {share:.1%}" for kind, share in self.shares().items())
        wrong = sum(one["times"] for one in data["findings"].values())
        return f"{data['loaded']} loaded, {data['played']} played, {wrong} wrong, {rate:.2f} a second; {shares}"

    def shares(self) -> dict[str, float]:
        """Of each sort of things that there can be, the share that was seen."""
        there: dict[str, list[int]] = {}
        for one in self.possible:
            kind = one.partition(" ")[0]
            row = there.setdefault(kind if kind in ("beside", "placed", "nested") else "single", [0, 0])
            row[0] += one in self.seen
            row[1] += 1
        every = [row for kind, row in there.items() if kind != "single"]
        there["pairs"] = [sum(row[0] for row in every), sum(row[1] for row in every)]
        return {kind: seen / all_ for kind, (seen, all_) in there.items()}


def _named(pair: tuple[str, str, str]) -> str:
    return " ".join(pair)


def main() -> int:
    """Run the command line; 1 if there are findings, or many specs have shown too few pairs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz sound", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="stop when so many specs were tried")
    parser.add_argument("--minutes", type=float, default=10_000.0, help="stop after so many minutes")
    parser.add_argument("--seed", type=int, help="of all specs (default: that of the record, or 1)")
    parser.add_argument("--every", type=int, help="each so many-th spec goes through both engines (default: 10)")
    parser.add_argument("--out", type=Path, default=Path("build/sound"), help="the folder of the record, which goes on")
    parser.add_argument("--missing", action="store_true", help="print what no spec has shown yet, and stop")
    asked = parser.parse_args()
    faulthandler.register(signal.SIGUSR1)  # whoever wonders where it is asks with `kill -USR1`
    os.environ["CARDWRIGHT_CACHE"] = ""
    gc.set_threshold(50_000, 50, 100)  # what a spec leaves goes with it; looking for circles costs time
    campaign = Campaign(asked.out, asked.seed, asked.every)
    if asked.missing:
        print("\n".join(one for one in campaign.possible if one not in campaign.seen))
        return 0
    try:
        campaign.go(asked.games, asked.minutes)
    except KeyboardInterrupt:
        campaign.write()
    print(campaign.line())
    for sort, one in campaign.data["findings"].items():
        print(f"{one['times']} times, first at {one['first']}: {sort}")
    few = campaign.data["loaded"] >= MANY and campaign.shares()["pairs"] < ENOUGH
    if few:
        print(f"less than {ENOUGH:.0%} of all pairs were seen: --missing tells which are left")
    return 1 if few or campaign.data["findings"] else 0
