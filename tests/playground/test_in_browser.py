"""The session of the playground: what another page has saved, and what is said where nobody types commands."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.structure.test_package import ROOT

VARIANT = 'variant: {name}\nextends: mille-bornes\ntitle: "{name}"\noverride:\n  options.hand_size.default: {cards}\n'


def text(name: str, cards: int) -> str:
    """A variant."""
    return VARIANT.format(name=name, cards=cards)


@pytest.fixture
def in_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module as the worker loads it, with another folder."""
    spec = importlib.util.spec_from_file_location("in_browser", ROOT / "playground" / "python" / "in_browser.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    monkeypatch.setattr(made, "FOLDER", tmp_path / "files")
    monkeypatch.setattr(made, "rarely_collect", lambda: None)
    monkeypatch.setattr(Path, "as_uri", Path.as_uri)  # put back afterwards
    return made


@pytest.fixture
def asks(in_browser: ModuleType) -> Any:
    """Asks a session with two files, both open."""
    answers: Callable[[str], str] = in_browser.begin(
        json.dumps({"one.yaml": text("one", 5), "two.yaml": text("two", 5)})
    )

    def ask(what: str, **more: Any) -> dict[str, Any]:
        return dict(json.loads(answers(json.dumps({"do": what, **more}))))

    for file in ("one.yaml", "two.yaml"):
        assert "error" not in ask("open", file=file)
    return ask


def test_what_another_page_has_saved_is_not_written_over_silently(asks: Any) -> None:
    asks("change", file="one.yaml", text=text("one", 4))
    there = {"one.yaml": text("one", 7), "two.yaml": text("two", 7), "three.yaml": text("three", 7)}
    refused = asks("save", file="one.yaml", there=there)
    assert "one.yaml was changed elsewhere" in refused["error"]
    found = asks("outside")
    assert found["changed"] == [{"file": "two.yaml", "text": text("two", 7), "saved": True}]
    assert [one["name"] for one in found["files"]] == ["one.yaml", "three.yaml", "two.yaml"]
    assert asks("save", file="one.yaml") == {"saved": True}
    assert asks("outside")["changed"] == []


def test_what_was_saved_here_hides_nothing_of_what_was_saved_elsewhere(asks: Any) -> None:
    asks("change", file="one.yaml", text=text("one", 4))
    there = {"one.yaml": text("one", 5), "two.yaml": text("two", 7)}
    assert asks("save", file="one.yaml", there=there) == {"saved": True}
    assert [one["file"] for one in asks("outside")["changed"]] == ["two.yaml"]


def test_what_another_page_has_made_or_removed_is_so_here(asks: Any) -> None:
    there = {"two.yaml": text("two", 5), "three.yaml": text("three", 7)}
    assert "already" in asks("create", file="three.yaml", text="", there=there)["error"]
    assert [one["name"] for one in asks("outside")["files"]] == ["three.yaml", "two.yaml"]


def test_no_message_names_a_command(asks: Any) -> None:
    asks("change", file="one.yaml", text="spec: 2\n" + text("one", 5).replace("override:", "modify:"))
    old = "spec: 2\ngame: old\ntitle: Old\nplayers: 2\nbegin: play\nphases:\n  play: {turns: {}, until: true}\n"
    asks("create", file="old.yaml", text=old)
    for file in ("one.yaml", "old.yaml"):
        found = asks("diagnose", file=file)["found"]
        assert found and all("`cardwright " not in one["message"] for one in found), found
        assert any("help: " in one["message"] for one in found), found
