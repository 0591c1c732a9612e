"""What shells complete."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cardwright.commands.main import cardwright

OWN = "spec: 1\ngame: mine\ntitle: Mine\nplayers: 2\n"
TWIST = 'variant: twist\nextends: mine\ntitle: "Twist"\n'


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("re", ["replay", "resolve"]),
        ("run mille", ["mille-bornes"]),
        ("run mille-bornes --preset ", ["single_hand", "six_with_106_cards"]),
        ("run mille-bornes --variant p", ["parker"]),
        ("run mille-bornes --set coup", ["coup_fourre="]),
        ("run mille-bornes --set coup_fourre=", ["coup_fourre=automatic", "coup_fourre=ask"]),
        ("run mille-bornes --set extension=f", ["extension=false"]),
        ("run own --variant ", ["twist"]),
        ("run own/mine.yaml --variant ", ["twist"]),
        ("run own --preset ", []),
        ("run nonsense --set ", []),
    ],
)
def test_offers(line: str, offered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    for name, text in (("mine", OWN), ("twist", TWIST)):
        (tmp_path / "own" / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMP_WORDS", f"cardwright {line}")
    *before, begun = line.split(" ")
    shell = ShellComplete(cardwright, {}, "cardwright", "_CARDWRIGHT_COMPLETE")
    assert [one.value for one in shell.get_completions(before, begun)] == offered
