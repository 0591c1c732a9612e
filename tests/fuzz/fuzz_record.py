"""The record of a fuzz: how far it is, what came out how often, and its findings, each once."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.fuzz.fuzz_trial import KINDS, KindName, Trial


class Record:
    """A file with counts, and beside it a folder with a folder for each finding.

    A finding that is found again is only counted.
    """

    def __init__(self, file: Path, seed: int) -> None:
        self.file = file
        self.findings = file.with_suffix(".findings")
        if file.exists():
            self.data: dict[str, Any] = json.loads(file.read_text())
        else:
            self.data = {"seed": seed, "kinds": {}, "findings": {}}

    @property
    def seed(self) -> int:
        """The seed of all trials."""
        return int(self.data["seed"])

    def _kind(self, kind: KindName) -> dict[str, Any]:
        found: dict[str, Any] = self.data["kinds"].setdefault(
            kind, {"next": 0, "inputs": 0, "seconds": 0.0, "outcomes": {}}
        )
        return found

    def next(self, kind: KindName) -> int:
        """The number of the next trial of a kind."""
        return int(self._kind(kind)["next"])

    def time(self, kind: KindName) -> float:
        """The processor time that has gone into a kind, in seconds."""
        return float(self._kind(kind)["seconds"])

    def begin(self, kind: KindName, number: int) -> None:
        """The trial before this number has begun; what follows is about it."""
        row = self._kind(kind)
        row["inputs"] += number - row["next"]
        row["next"] = number

    def went(self, kind: KindName, outcome: str) -> None:
        """A trial went well."""
        outcomes = self._kind(kind)["outcomes"]
        outcomes[outcome] = outcomes.get(outcome, 0) + 1

    def spent(self, kind: KindName, seconds: float) -> None:
        """So much processor time has gone into a kind."""
        self._kind(kind)["seconds"] += seconds

    def found(self, kind: KindName, number: int, sort: str, text: str, trial: Trial | None) -> bool:
        """Something went wrong. Returns whether that is new."""
        self.went(kind, "finding")
        name = f"{kind}-{sha256(sort.encode()).hexdigest()[:8]}"
        known = self.data["findings"].get(name)
        if known is not None:
            known["times"] += 1
            return False
        self.data["findings"][name] = {"kind": kind, "sort": sort, "number": number, "times": 1}
        folder = self.findings / name
        folder.mkdir(parents=True, exist_ok=True)
        again = f"python -m tests.fuzz --again {os.fspath(folder)}"
        (folder / "finding.txt").write_text(
            f"{sort}\n{kind} {number}, seed {self.seed}\n\n{again}\n\n{text}\n", errors="backslashreplace"
        )
        if trial is not None:
            trial.store(folder)
        self.write()
        return True

    def write(self) -> None:
        """Write the file, whole or not at all."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        spare = self.file.with_suffix(".unfinished")
        spare.write_text(json.dumps(self.data, indent=2) + "\n")
        os.replace(spare, self.file)

    def table(self) -> str:
        """Counts by kind and outcome."""
        lines = [f"{'kind':<10}{'inputs':>9}{'minutes':>9}{'findings':>10}  outcomes"]
        for kind in KINDS:
            if kind not in self.data["kinds"]:
                continue
            row = self._kind(kind)
            sorts = sum(one["kind"] == kind for one in self.data["findings"].values())
            usual = sorted(row["outcomes"].items(), key=lambda pair: -pair[1])
            told = ", ".join(f"{many} {re.sub(' +', ' ', name)}" for name, many in usual if many)
            lines.append(f"{kind:<10}{row['inputs']:>9}{row['seconds'] / 60:>9.1f}{sorts:>10}  {told}")
        return "\n".join(lines)
