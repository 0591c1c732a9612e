"""The files shown in docs/variants.md change the game as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.source.merge.assembly import Assembled, assemble
from cardwright.source.merge.paths import node_at
from cardwright.source.merge.yaml_output import origins, to_yaml
from cardwright.source.text.tree import Scalar, Sequence

PAGE = Path(__file__).parents[3] / "docs" / "variants.md"
FILES = dict(re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(f"# {name}\n{text}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def together(*variants: str) -> Assembled:
    report = Report()
    found = assemble("mille-bornes", variants, [], report)
    assert found is not None, render(report)
    return found


def test_the_page_has_files() -> None:
    assert len(FILES) >= 7


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FILES)
def test_every_file_can_be_used(files: Path, name: str) -> None:
    assert to_yaml(together(name).tree) != to_yaml(together().tree)
    assert together(name).variants[-1] == FILES[name].split("\n", 1)[0].removeprefix("variant: ")


def test_what_they_change(files: Path) -> None:
    expected = {
        "gentle.yaml": ("actions", "attack", "when", "far_enough", "km(t) >= 200"),
        "fast.yaml": ("cards", "main", "list", "km_200", "copies", "5"),
        "short_race.yaml": ("options", "target", "default", "500"),
        "two_or_three.yaml": ("cards", "main", "list", "km_200", "copies", "6"),
    }
    for name, (*path, value) in expected.items():
        node = node_at(together(name).tree, tuple(path))
        assert isinstance(node, Scalar) and node.text == value
    assert node_at(together("many_200.yaml").tree, ("actions", "advance", "when", "two_200_at_most")) is None
    offer = node_at(together("passing.yaml").tree, ("phases", "play", "offer"))
    assert isinstance(offer, Sequence)
    names = [item.text for item in offer.items if isinstance(item, Scalar)]
    assert names[names.index("discard") + 1] == "pass"


def test_the_variant_that_comes_after_wins(files: Path) -> None:
    found = together("sprint.yaml", "short_race.yaml")
    assert found.variants == ("short-race", "sprint")
    (line,) = [str(o) for o in origins(found.tree) if o.path == ("options", "target", "default")]
    assert line.startswith("options.target.default = 300  (sprint.yaml:7, was 500 at short_race.yaml:6, was {2: 700")


def test_a_third_variant_settles_what_two_editions_set(files: Path) -> None:
    found = together("two_editions.yaml")
    assert set(found.variants) == {"parker", "bsd-mille", "two-editions"}
    capot = node_at(found.tree, ("options", "capot", "default"))
    assert isinstance(capot, Scalar) and capot.text == "finisher_if_all"
