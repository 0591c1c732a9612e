"""Every file in a game's folder is of a known kind, or `validate` names it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.selection import check_stray_files
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render

ROOT = Path(__file__).parents[2]

CASES = {
    # a file, what it holds, and the message
    "clauses.yaml": (
        "clausse: {}\n",
        """error[E106]: 'game/clauses.yaml' is of no known kind
 --> game/clauses.yaml:1:1
  |
1 | clausse: {}
  | ^^^^^^^ the keys of a file tell its kind
  |
  = note: `spec` or `game`: a game; `variant` or `extends`: a variant; `part`;
          `scenarios`; `clauses`
  = help: did you mean 'clauses'?

1 error
""",
    ),
    "more.yml": (
        "scenaros:\n  a: {}\n",
        """error[E106]: 'game/more.yml' is of no known kind
 --> game/more.yml:1:1
  |
1 | scenaros:
  | ^^^^^^^^ the keys of a file tell its kind
  |
  = note: `spec` or `game`: a game; `variant` or `extends`: a variant; `part`;
          `scenarios`; `clauses`
  = help: did you mean 'scenarios'?

1 error
""",
    ),
    "notes.txt": (
        "To do.\n",
        """warning[W102]: nothing looks at 'game/notes.txt'
 --> game/notes.txt
  = note: in the folder of a game there are YAML files, the icons that they
          name, traces (.jsonl), and what is about the game: README

1 warning
""",
    ),
    "variant/quick.yaml": (
        "variant: quick\nextends: kuhn\ntitle: Quick\n",
        """warning[W103]: 'game/variant/quick.yaml' would not be found here
 --> game/variant/quick.yaml
  = note: in the folder of a game, files of this kind are looked for in
          'variants/'

1 warning
""",
    ),
    "pictures/rat.svg": ("<svg/>", ""),
    "pictures/cat.svg": (
        "<svg/>",
        """warning[W102]: nothing looks at 'game/pictures/cat.svg'
 --> game/pictures/cat.svg
  = note: in the folder of a game there are YAML files, the icons that they
          name, traces (.jsonl), and what is about the game: README

1 warning
""",
    ),
    "README.md": ("About the game.\n", ""),
    ".hidden/x.yaml": ("what: ever\n", ""),
    "variants/empty.yaml": ("", None),
    "variants/broken.yaml": ("a: [\n", None),
}


@pytest.mark.parametrize("name", CASES)
def test_a_file_of_no_known_kind(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, wanted = CASES[name]
    file = Path("game", name)
    file.parent.mkdir(parents=True)
    text_of_game = "spec: 1\ngame: kuhn\ntable: {looks: {ace: {icon: pictures/rat.svg}}}\n"
    Path("game/game.yaml").write_text(text_of_game, encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    for paths in (["."], ["game"], ["game", "."]):
        report = Report()
        check_stray_files(paths, report)
        if wanted is None:
            assert report.errors >= 1
        else:
            assert render(report) == wanted


@pytest.mark.thorough
def test_validate_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game"
    shutil.copytree(ROOT / "examples/love-letter", game)
    (game / "clauses.yaml").write_text("clausse: {}\n", encoding="utf-8")
    assert answer(CommandLine(("validate", str(game)))) == 1
    assert "error[E106]" in capsys.readouterr().err


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", ["specs", "examples"])
def test_nothing_strays_among_the_games(folder: str) -> None:
    report = Report()
    check_stray_files([str(ROOT / folder)], report)
    assert report.diagnostics == []
