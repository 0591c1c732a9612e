"""The page about studies shows what the verbs print: the parts between the dots are in the output, in this order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "studies.md").read_text(encoding="utf-8")
STUDIES = [page.read_text(encoding="utf-8") for page in (DOCS / "studies").glob("*.md")]
BLOCKS = re.findall(r"^```console\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", sorted((DOCS / "studies").glob("*.yaml")), ids=lambda variant: variant.stem)
def test_a_variant_beside_the_studies(variant: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page says its path in its commands, and it still fits its game, without a warning."""
    assert any(
        f"+docs/studies/{variant.name}" in page or f"--variant docs/studies/{variant.name}" in page for page in STUDIES
    )
    assert answer(CommandLine(("validate", str(variant)))) == 0
    assert not capsys.readouterr().err


def test_every_verb_of_the_page_is_shown() -> None:
    shown = {word for block in BLOCKS for word in re.findall(r"^\$ cardwright (\w+)", block, re.MULTILINE)}
    assert shown == {"simulate", "study", "compare", "sweep", "merge", "solve"}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[2])
def test_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # what runs tests side by side sets it
    for part in block.split("$ cardwright ")[1:]:
        line, _, wanted = part.partition("\n")
        assert answer(CommandLine(tuple(shlex.split(line)))) == 0
        rest = capsys.readouterr().out
        for text in filter(None, wanted.split("...\n")):
            _, found, rest = rest.partition(text.rstrip("\n"))
            assert found, text
