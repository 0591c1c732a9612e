"""Single mistakes of an author of house rules, each a change of one game, and the whole report on it.

`mistakes/NAME.txt` has blocks: a line `=== what was done`, the change of `mistakes/harbour.yaml` as lines that begin
with `-` (what stood there) and `+` (what stands there now), a line `---`, and the report. Of a mistake in a variant all
of the variant follows `+`.

    python -m tests.commands.test_mistakes      writes the reports anew; each must be read
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cardwright.commands.sources.checks import check_rules
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render

HERE = Path(__file__).parent / "mistakes"
GAME = (HERE / "harbour.yaml").read_text(encoding="utf-8")
FILES = sorted(HERE.glob("*.txt"))
VARIANT = "changed.yaml"


class Mistake(NamedTuple):
    """What was done, the change as it is written, and what is reported."""

    title: str
    change: str
    told: str

    def __str__(self) -> str:
        return self.title


def mistakes(path: Path) -> list[Mistake]:
    """The mistakes of a file."""
    blocks = path.read_text(encoding="utf-8").split("=== ")[1:]
    parts = (re.split(r"\n---\n", block, maxsplit=1) for block in blocks)
    found = ((*head.partition("\n"), told) for head, told in parts)
    return [Mistake(title, change, told.strip("\n")) for title, _, change, told in found]


def edits(change: str) -> Iterator[tuple[str, str]]:
    """What is replaced by what; a variant replaces nothing."""
    for group in re.finditer(r"((?:-.*\n?)*)((?:\+.*\n?)*)", change):
        if group[0]:
            old, new = ("\n".join(line[1:] for line in part.splitlines()) for part in group.groups())
            yield old, new


def reported(change: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report on the game, or on its variant, with a change."""
    monkeypatch.chdir(folder)
    text, path = GAME, "harbour.yaml"
    for old, new in edits(change):
        if not old:
            path = VARIANT
            Path(path).write_text(new + "\n", encoding="utf-8")
            continue
        assert text.count(old) == 1, f"this must be there once: {old}"
        text = text.replace(old, new)
    Path("harbour.yaml").write_text(text, encoding="utf-8")
    report = Report()
    check_rules(path, (".",), report)
    return render(report).strip("\n") or "nothing is wrong"


EVERY = [pytest.param(one, id=f"{path.stem}: {one.title}") for path in FILES for one in mistakes(path)]


@pytest.mark.parametrize("mistake", EVERY)
def test_mistake(mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reported(mistake.change, tmp_path, monkeypatch) == mistake.told


def test_the_game_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reported("", tmp_path, monkeypatch) == "nothing is wrong"


def main() -> None:
    """Write the reports anew."""
    import tempfile

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as made:
        for path in FILES:
            blocks = []
            for number, one in enumerate(mistakes(path)):
                folder = Path(made) / f"{path.stem}{number}"
                folder.mkdir()
                blocks.append(f"=== {one.title}\n{one.change}\n---\n{reported(one.change, folder, patch)}\n")
            path.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
