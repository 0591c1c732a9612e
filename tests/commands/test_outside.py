"""What a file from somebody else cannot do: look around on this machine, or have something elsewhere written.

A part, a game, a variant or an icon that is named by its path must lie in the folder of the file that names it, or in
one that whoever runs the command has named; links that lead out of a folder are left alone. Each hostile file is given
to every verb that takes files of its kind, and neither the secret nor a byte of what lies outside may come of it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SPECS = Path(__file__).parents[1] / "laws" / "specs"
GAME = (SPECS / "refill.yaml").read_text(encoding="utf-8")
SECRET = "hunter2-secret"

SECRETS = {
    "outside/environ": f"TOKEN={SECRET}\0HOME=/",
    "outside/keys.yaml": f"password: {SECRET}\n  more: [\n",
    "outside/list.yaml": f"- {SECRET}\n",
    "outside/deep/part.yaml": f'part: part\ntitle: "{SECRET}\n',
    "outside/deep/game.yaml": f"spec: 1\ngame: {SECRET}\nunknown: key\n",
    "outside/deep/v.yaml": f"variant: v\nextends: refill\ntitle: {SECRET}\nodd: [\n",
    "near.yaml": f"{SECRET}: 1\n",
}
"""Files outside of the folder of the game, one of them right beside it, with something that nobody may be shown."""

PATHS = (
    *(f"../{path}" for path in SECRETS),
    *("{root}/" + path for path in SECRETS),
    "./link.yaml",
    "./folder/keys.yaml",
    "../mine/../outside/keys.yaml",
    "..",
    "../outside",
)
"""Ways to get there from the folder of the game, in which there are links as well."""

FIRST = {"trace": 1, "variants": [], "options": {}, "players": 2, "seed": 1, "digest": "0"}


def hostile(path: str) -> dict[str, str]:
    """Files of each kind that name a path."""
    said = json.dumps(path)
    return {
        "game.yaml": GAME + f"uses: {{deck: {{part: {said}}}}}\n",
        "icons.yaml": GAME + f"table: {{faces: {{main: {{icon: {said}}}}}}}\n",
        "variants/bad.yaml": f"variant: bad\nextends: refill\ntitle: T\nadd: {{uses.deck: {{part: {said}}}}}\n",
        "scenarios/g.yaml": f"game: {said}\nscenarios: {{one: {{when: [p1 draw_one]}}}}\n",
        "scenarios/v.yaml": f"game: refill\nvariants: [{said}]\nscenarios: {{one: {{when: [p1 draw_one]}}}}\n",
        "g.jsonl": json.dumps({**FIRST, "game": path}) + "\n",
        "v.jsonl": json.dumps({**FIRST, "game": "refill", "variants": [path]}) + "\n",
    }


FOLDER_VERBS = ("validate --play 0", "fmt", "migrate", "fix --yes", "test --update", "test")
FILE_VERBS = {
    "game.yaml": ("run --seed 1", "resolve", "rules", "simulate --games 1", "options", "list --path mine"),
    "variants/bad.yaml": ("run --seed 1", "diff refill --path mine"),
    "g.jsonl": ("replay", "replay --verify", "study --words 1", "eval {}@1 1", "picture {}@1 --out p.svg"),
    "v.jsonl": ("replay", "explain {}@1 x"),
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with secrets, and in it that of a game with links that lead out of it."""
    for name, text in SECRETS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for folder in ("mine/variants", "mine/scenarios", "mine/parts"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def link(to: Path, *names: str) -> None:
    for name in names:
        os.symlink(to, name)


def tried(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = answer(CommandLine(tuple(words.split())))
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def content(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out(path: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of the files that name this path is refused, and the secret is not shown, whatever is done with it."""
    link(root / "outside/keys.yaml", "mine/link.yaml")
    link(root / "outside", "mine/folder")
    before = content(root / "outside")
    for name, text in hostile(path.format(root=root)).items():
        file = Path("mine", name)
        file.write_text(text, encoding="utf-8")
        for verb in ("validate --play 0 {}", *(f"{one} {{}}" for one in FOLDER_VERBS[1:]), *FILE_VERBS.get(name, ())):
            words = verb.format(file) if "{}" in verb else f"{verb} {file}"
            code, shown = tried(words, capsys)
            assert SECRET not in shown and "E090" not in shown, f"{words}: {shown}"
            assert verb.startswith(("fmt", "migrate", "list", "options", "test", "fix")) or code in (1, 2), (
                f"{words}: {shown}"
            )
        file.unlink()
    assert content(root / "outside") == before


@pytest.mark.parametrize("verb", FOLDER_VERBS)
def test_no_link_leads_out(verb: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with links to what lies elsewhere, at each place where something is looked for."""
    (root / "outside/fmt.yaml").write_text('spec:   1\ngame: x\n\n\n\ntitle:   "T"   \n', encoding="utf-8")
    (root / "outside/old.jsonl").write_text(json.dumps({**FIRST, "game": "refill"}) + "\n", encoding="utf-8")
    Path("mine/refill.yaml").write_text(GAME, encoding="utf-8")
    yaml = sorted(name for name in content(root / "outside") if name.endswith(".yaml"))
    for number, name in enumerate(yaml):
        link(Path(name), *(f"mine/{folder}/l{number}.yaml" for folder in (".", "variants", "scenarios", "parts")))
    link(root / "outside/keys.yaml", "mine/clauses.yaml", "mine/game.yaml")
    link(root / "outside/old.jsonl", "mine/old.jsonl")
    before = content(root / "outside")
    _, shown = tried(f"{verb} mine", capsys)
    assert SECRET not in shown and "E090" not in shown, shown
    assert "warning[W104]" in shown and "is a link that leads out of 'mine'" in shown
    assert content(root / "outside") == before


def test_what_is_shared_is_still_found(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Paths within a folder and right around it, links within a folder, `--path`, and folders that were named."""
    part = 'part: {}\ntitle: "P"\nfunctions: {{{}: "7"}}\n'
    for name in ("parts/inner.yaml", "../outer.yaml", "../parts/shared.yaml", "../far/away/far.yaml"):
        file = root / "mine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(part.format(file.stem, file.stem), encoding="utf-8")
    link(root / "mine/parts/inner.yaml", "mine/same.yaml")
    uses = "uses: {a: {part: ./parts/inner.yaml}, b: {part: ../outer.yaml}, c: {part: ../parts/shared.yaml}"
    Path("mine/refill.yaml").write_text(GAME + uses + "}\n", encoding="utf-8")
    Path("mine/scenarios/s.yaml").write_text("game: ../refill.yaml\nscenarios: {}\n", encoding="utf-8")
    code, shown = tried("validate --play 0 mine/refill.yaml mine/scenarios/s.yaml", capsys)
    assert "E108" not in shown and "E100" not in shown and code in (0, 1), shown
    Path("mine/refill.yaml").write_text(GAME + uses + ", d: {part: ../far/away/far.yaml}}\n", encoding="utf-8")
    assert "`--path ../far/away`" in tried("validate --play 0 mine/refill.yaml", capsys)[1].replace("mine/", "")
    assert "E108" not in tried("validate --play 0 mine/refill.yaml --path far", capsys)[1]
    code, shown = tried("fmt mine", capsys)
    assert "W104" not in shown, shown
