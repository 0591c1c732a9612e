"""The editions that are frozen here: their folders, and what is in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
EDITIONS = {path.parent.name: path.parent for path in sorted(HERE.glob("*/SHA256SUMS"))}
CONTENTS = {name: json.loads((path / "contents.json").read_text("utf-8")) for name, path in EDITIONS.items()}
Unpacked = Callable[[str], Path]
