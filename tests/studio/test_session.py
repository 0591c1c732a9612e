"""The protocol of a session, by `protocol.yaml`: requests, and what must be in the answers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from cardwright.studio.session import REQUESTS, StudioSession

DATA = yaml.safe_load(Path(__file__).with_name("protocol.yaml").read_text(encoding="utf-8"))


class Written(dict[str, str]):
    """Files that lie on the disk as well, where the interpreter finds them."""

    folder: Path

    def __setitem__(self, name: str, text: str) -> None:
        super().__setitem__(name, text)
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        (self.folder / name).unlink()


@pytest.fixture
def session(tmp_path: Path) -> Any:
    """A session about the files of the protocol, which lie on the disk as well."""
    files = Written()
    files.folder = tmp_path
    for name, text in DATA["files"].items():
        files[name] = text
    made = StudioSession(files, root=str(tmp_path))
    return made, files


def holds(found: Any, wanted: Any) -> bool:
    """Whether all that is wanted is in what was found."""
    match wanted:
        case dict():
            return isinstance(found, dict) and all(
                key in found and holds(found[key], one) for key, one in wanted.items()
            )
        case list() if wanted and isinstance(wanted[0], dict):
            rest = iter(found)
            return all(any(holds(other, one) for other in rest) for one in wanted)
        case str():
            return isinstance(found, str) and wanted in found
        case _:
            return bool(found == wanted)


def test_the_protocol(session: tuple[StudioSession, dict[str, str]]) -> None:
    asked_for = set()
    made, files = session
    texts = dict(files)
    for step in DATA["steps"]:
        if "saved" in step:
            assert holds(files, step["saved"]), step
            continue
        ask = dict(step["ask"])
        asked_for.add(ask["do"])
        if "replace" in ask:
            before, after = ask.pop("replace")
            assert before in texts[ask["file"]]
            ask["text"] = texts[ask["file"]] = texts[ask["file"]].replace(before, after)
        answer = made.request(ask)
        assert "internal" not in answer, answer["internal"]
        while answer.get("next") is not None:  # a busy machine answers in more parts
            before = answer.get("results", [])
            answer = made.request({**ask, "next": answer["next"]})
            answer["results"] = [*before, *answer.get("results", [])]
        assert holds(answer, step["has"]), (ask, answer)
    assert asked_for >= REQUESTS.keys()


@pytest.mark.parametrize("asked", DATA["refused"], ids=str)
def test_what_is_refused(session: tuple[StudioSession, dict[str, str]], asked: dict[str, Any], tmp_path: Path) -> None:
    """With a sentence; nothing is read or written elsewhere, no program is run, and no fault of ours is told."""
    made, files = session
    (tmp_path.parent / "outside.yaml").write_text("spec: 1", encoding="utf-8")
    made.request({"do": "open", "file": "race.yaml"})
    answer = made.request(asked)
    assert answer.keys() == {"error"} and answer["error"], answer
    assert files == DATA["files"] and not Path("/tmp/never").exists()


def test_saving_does_not_hide_what_somebody_else_wrote(
    session: tuple[StudioSession, dict[str, str]],
) -> None:
    """Whoever saves is told first; saving again says that theirs is meant."""
    made, files = session
    made.request({"do": "open", "file": "race.yaml"})
    made.request({"do": "change", "file": "race.yaml", "text": "spec: 2\ngame: mine\n"})
    files["race.yaml"] = "spec: 2\ngame: theirs\n"
    assert "race.yaml" in made.request({"do": "save", "file": "race.yaml"})["error"]
    assert files["race.yaml"] == "spec: 2\ngame: theirs\n"
    assert made.request({"do": "save", "file": "race.yaml"}) == {"saved": True}
    assert files["race.yaml"] == "spec: 2\ngame: mine\n"


VALUES: dict[type, list[Any]] = {
    str: ["race.yaml", "", "take", "../x.yaml", ":specs/mille-bornes/game.yaml", "\ud800", "a" * 3000, "\0", "human"],
    int: [0, 1, -1, 7, 10**12, 2**63],
    list: [[], [1], ["x"], [None], [0, 0], [6, 3], [10**6, 10**6], [{}], ["human", "random"], [True, 1]],
    bool: [True, False],
    dict: [
        *({}, {"a": {}}, {"type": []}, {"type": "undo"}, {"type": "hello", "table": "0-0", "have": -5}),
        *({"type": "move", "at": 1, "move": "\ud800"}, {"type": "why", "at": 1, "card": "(" * 2000}),
        *({"type": "answer", "undo": 1, "agrees": True}, {"type": "rematch", "turned": True}),
    ],
}
"""Values of each type, most of them of no use."""

TEXTS = ("", "[", "a: &a *a", "spec: 1\ngame: race", "scenarios: {x: {when: 3}}", "variant: x\nextends: x")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_asked(session: tuple[StudioSession, dict[str, str]], seed: int) -> None:
    """It is answered, by something that can be sent; no fault of ours is told."""
    made, luck = session[0], Random(seed)
    made.request({"do": "open", "file": "race.yaml"})
    for _ in range(150):
        name = luck.choice([*REQUESTS])
        asked: dict[str, Any] = {"do": name}
        for key, usual in REQUESTS[name][1].items():
            if isinstance(usual, type) or luck.random() < 0.4:
                asked[key] = luck.choice(VALUES[usual if isinstance(usual, type) else type(usual)])
            if key == "file" and luck.random() < 0.7:
                asked[key] = luck.choice(["race.yaml", "scenarios/first.yaml"])
        if name == "change":
            asked["text"] = luck.choice([*TEXTS, DATA["files"]["race.yaml"]])
        answer = made.request({**asked, **({"games": 1} if name == "simulate" else {})})
        assert "internal" not in answer, (asked, answer["internal"])
        json.dumps(answer, ensure_ascii=False).encode("utf-8")
