"""Games with parts: what they become, and what is reported about them.

Each `parts/NAME.txt` holds files, each after a line `--- FILE`, and what comes of loading them after `--- outcome`: the
exact report, or the sections that the parts bring, as `resolve` prints them. A variant is applied if there is one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.play.game.loading.load import load_rules
from cardwright.source.merge.catalogue import shipped_folders
from cardwright.source.merge.yaml_output import to_yaml

CORPUS = Path(__file__).parent / "parts"
CASES = sorted(path.stem for path in CORPUS.glob("*.txt"))

SHIPPED = f"{shipped_folders()[0].parent}/"

GAME = """spec: 1
game: small
title: "Small"
players: 2
cards: {main: {attributes: {number: integer}, list: {one: {number: 1, copies: 9}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take]}
actions:
  take: {do: draw 1 from pile to me.hand}
"""
"""What a game in the corpus has besides what it says itself."""


def outcome(text: str, folder: Path) -> str:
    """Write the files of a case, load its game, and tell what it has become."""
    files = dict(part.split("\n", 1) for part in ("\n" + text).split("\n--- ")[1:])
    expected = files.pop("outcome")
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((GAME if name == "game.yaml" else "") + body + "\n", encoding="utf-8")
    report = Report()
    variants = [name for name in files if name.startswith("variants/")]
    rules = load_rules("game.yaml", variants, (), report)
    if rules is None or report.diagnostics:
        return render(report).replace(SHIPPED, "")
    shown = to_yaml(rules.assembled.tree).splitlines()
    wanted = [line.split(":")[0] for line in expected.splitlines() if line[:1].strip()]
    kept, keeps = [], False
    for line in shown:
        keeps = line.split(":")[0] in wanted if line[:1].strip() else keeps
        kept += [line] if keeps else []
    return "\n".join(kept) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_outcome(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (CORPUS / f"{name}.txt").read_text(encoding="utf-8")
    assert outcome(text, tmp_path) == text.partition("--- outcome\n")[2]
