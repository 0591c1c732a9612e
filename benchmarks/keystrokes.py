"""How long a keystroke in a rule keeps the language server busy: the first look, and names and types after it.

    python benchmarks/keystrokes.py specs/mille-bornes/game.yaml

Typed is a long condition, letter by letter, in the middle of the file: about half of its beginnings are no rules.
"""

from __future__ import annotations

import gc
import re
import sys
import time
from pathlib import Path

from lsprotocol import types as lsp

from cardwright.editor.findings import lsp_diagnostics
from cardwright.editor.workspace import Workspace

TYPED = " and count(players) > 2 and round.number >= 100 or not round.complete and true"


def main(path: Path) -> None:
    """Type into a file, and print how long the answers take."""
    text, uri, desk = path.read_text(encoding="utf-8"), path.resolve().as_uri(), Workspace()
    desk.open(uri, text, 1)
    first = desk.analysis(uri)
    assert first is not None and first.rules is not None, "the file has mistakes"
    rules = [match.end() for match in re.finditer(r"(?:that|until|when): [^\n,{}\"]+(?=[,\n])", text)]
    at = min(rules, key=lambda place: abs(place - len(text) / 2))
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000_000)  # as the server does
    looks, rests = [], []
    for number, letter in enumerate(TYPED):
        place = desk.lines(uri).position(at + number)
        change = lsp.TextDocumentContentChangePartial(lsp.Range(place, place), letter)
        start = time.process_time()
        desk.change(uri, [change], number + 2)
        seen = desk.first_look(uri)
        assert seen is not None
        lsp_diagnostics(seen, desk.places)
        middle = time.process_time()
        made = desk.analysis(uri)
        assert made is not None
        lsp_diagnostics(made, desk.places)
        looks.append(middle - start)
        rests.append(time.process_time() - middle)
    print(f"first look       {_figures(looks)}")
    print(f"names and types  {_figures(rests)}")


def _figures(seconds: list[float]) -> str:
    ordered = sorted(1000 * one for one in seconds)
    within = sum(one <= 50 for one in ordered)
    middle, late = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    return f"median {middle:.0f} ms, 95 of 100 within {late:.0f} ms, {within} of {len(ordered)} within 50 ms"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
