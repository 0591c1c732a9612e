"""Links of the playground: files go in and come out; what strangers make of them is refused, or only ever shown."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.loading.load import load_rules
from playground import build
from tests.structure.test_package import ROOT

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("links.yaml").read_text(encoding="utf-8"))

DICTIONARIES = {
    1: "5a212dd4bcc8c3d03b30f9f0f710849330eba7268a673b5f4fcc7e588baf1a73",
    2: "ce6512379589401ded96e43f1fe1fd59f6e76194ff9fb9eb557b9a87bf953193",
}
"""The dictionaries as they are: with others, links that people have would mean nothing any more."""

MOST = {"game.yaml": 16_000, "variants": 2_000}
"""The most characters of a link to a shipped game, and to a shipped variant."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What links need of the playground."""
    if shutil.which("node") is None or not build.NODE_MODULES.is_dir():
        pytest.skip("Node and the packages of the playground are not here: npm ci --prefix playground")
    made = tmp_path_factory.mktemp("links")
    build.copy_files(made)
    return made


def results(folder: Path, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What becomes of links."""
    words = ["node", str(Path(__file__).with_name("links.mjs")), str(folder)]
    done = subprocess.run(words, input=json.dumps(cases), capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(json.loads(done.stdout))


def test_links(folder: Path) -> None:
    for case in CASES:
        if long := case.get("long"):
            case["files"] = {name: text.replace("LONG", "x" * long) for name, text in case["files"].items()}
    for case, found in zip(CASES, results(folder, CASES), strict=True):
        told = found.get("about", {})
        assert found.get("broken", False) == case.get("broken", False), case["name"]
        assert found.get("files") == case.get("files"), case["name"]
        assert {key: told[key] for key in case.get("about", {})} == case.get("about", {}), case["name"]
        assert "shown" not in case or len(told["title"]) == case["shown"], case["name"]


def test_what_is_shipped_fits(folder: Path) -> None:
    paths = [*ROOT.glob("specs/*/game.yaml"), *ROOT.glob("specs/*/variants/*.yaml")]
    cases = [{"files": {path.name: path.read_text(encoding="utf-8")}} for path in paths]
    for path, case, found in zip(paths, cases, results(folder, cases), strict=True):
        assert found["files"] == case["files"]
        assert found["length"] <= MOST.get(path.name, MOST["variants"]), path


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_links_of_the_site(folder: Path, tmp_path: Path) -> None:
    """Each example of the site that can be opened in the playground comes there as it is, and is a sound game."""
    main = runpy.run_path(str(ROOT / "docs" / "site" / "pages.py"))["main"]
    main(ROOT / "docs", tmp_path / "pages", ROOT)
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted((tmp_path / "pages").rglob("*.md")))
    fragments = re.findall(r'playground/index\.html#([\w.-]+)"', pages)
    assert len(fragments) > 40
    for number, found in enumerate(results(folder, [{"fragment": fragment} for fragment in fragments])):
        for name, text in found["files"].items():
            path = tmp_path / str(number) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        report = Report()
        first = tmp_path / str(number) / next(iter(found["files"]))
        load_rules(str(first), (), (str(tmp_path / str(number)),), report, keep=False)
        assert not report.errors, (first, report.errors)


def test_too_long(folder: Path) -> None:
    text = "".join(sha256(str(n).encode()).hexdigest() for n in range(1000))
    assert results(folder, [{"files": {"game.yaml": text}}]) == [{"tooLong": True}]


@pytest.mark.parametrize("number", DICTIONARIES)
def test_dictionaries_never_change(number: int) -> None:
    content = (build.HERE / "dictionaries" / f"{number}.txt").read_bytes()
    assert sha256(content).hexdigest() == DICTIONARIES[number]
