"""What an older version has left behind is read by this one: specs load, traces replay, what was stopped goes on.

Each folder here that has `SHA256SUMS` is an edition; README.md says what is in it, and how another one is made.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright import State, load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.source.merge.assembly import assemble, digests
from tests.compatibility.editions import CONTENTS, EDITIONS, Unpacked


def cases(kind: str) -> list[tuple[str, str]]:
    """What the editions have of a kind: the edition, and a name."""
    return [(edition, name) for edition, contents in CONTENTS.items() for name in contents[kind]]


def base_of(variant: Path, root: Path) -> Path:
    """The game that a variant changes: the one beside it; those of the page about variants are for Mille Bornes."""
    beside = variant.parent.parent
    return beside if (beside / "game.yaml").exists() else root / "specs" / "mille-bornes"


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_was_edited(edition: str) -> None:
    folder = EDITIONS[edition]
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    del files["SHA256SUMS"]
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == sums


@pytest.mark.sampled(80)
@pytest.mark.parametrize(("edition", "name"), cases("specs"))
def test_a_spec_loads(edition: str, name: str, unpacked: Unpacked) -> None:
    """Also each variant; whatever loaded then loads now, if need be after `migrate`."""
    root = unpacked(edition)
    path = root / name
    if path.name == "game.yaml":
        load_game(str(path))
    else:
        folders = [str(root / "specs"), str(path.parent)]
        load_game(str(base_of(path, root)), variants=[str(path)], paths=folders)


PROGRAMS = json.loads((Path(__file__).parent / "fingerprints.json").read_text("utf-8"))


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("edition", "name"), [(edition, name) for edition in PROGRAMS for name in PROGRAMS[edition]])
def test_a_program_is_the_same(edition: str, name: str, unpacked: Unpacked) -> None:
    """By these names studies and saved positions know it: what is found out about a rule changes neither."""
    game = load_game(str(unpacked(edition) / name))
    assert [game.fingerprint[:16], game.positions_fingerprint[:16]] == PROGRAMS[edition][name]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_of_all_traces_are_known_by_their_digests(edition: str, unpacked: Unpacked) -> None:
    """Nothing is played here, so that all are looked at each time."""
    root = unpacked(edition)
    asked: dict[tuple[str, ...], dict[str, str]] = {}
    for name, game in CONTENTS[edition]["traces"].items():
        with (root / "traces" / name).open(encoding="utf-8") as lines:
            first = json.loads(lines.readline())
        asked.setdefault((game, *first["variants"]), {})[name] = first["digest"]
    unknown = []
    for (game, *variants), told in asked.items():
        made = assemble(str(root / game), variants, [str(root / "specs")], Report())
        assert made is not None, game
        known = digests(made.tree)
        unknown += [name for name, digest in told.items() if digest not in known]
    assert not unknown


@pytest.mark.sampled(40)
@pytest.mark.parametrize(("edition", "name"), cases("scenarios"))
def test_scenarios_hold(edition: str, name: str, unpacked: Unpacked, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("test", str(unpacked(edition) / name)))) == 0, capsys.readouterr()


@pytest.mark.sampled(90)
@pytest.mark.parametrize(("edition", "name"), cases("traces"))
def test_a_trace_replays(edition: str, name: str, unpacked: Unpacked, capsys: pytest.CaptureFixture[str]) -> None:
    """To the same end, by the same rules, line by line; `broken.txt` names those that differ, and tell where."""
    root = unpacked(edition)
    game = root / CONTENTS[edition]["traces"][name]
    words = ("replay", str(root / "traces" / name), "--game", str(game), "--verify", "--format", "json")
    capsys.readouterr()
    broken = f"{edition} {name}" in (Path(__file__).parent / "broken.txt").read_text("utf-8").splitlines()
    assert answer(CommandLine(words)) == int(broken), capsys.readouterr()
    told = capsys.readouterr().out
    if broken:
        assert "the trace says" in told or "what happens here" in told
        return
    found = json.loads(told)
    last = json.loads((root / "traces" / name).read_text("utf-8").splitlines()[-1])
    assert found["verified"] and (found["end"], found["returns"]) == (last["end"], last["returns"])


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("edition", "name"), cases("saves"))
def test_a_save_goes_on(
    edition: str,
    name: str,
    unpacked: Unpacked,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A position in bytes, a trace and a scenario that `play` has saved."""
    root, about = unpacked(edition), CONTENTS[edition]["saves"][name]
    game = load_game(str(root / about["game"]), players=about["players"])
    state = State.from_bytes(game, (root / "saves" / f"{name}.bytes").read_bytes())
    assert (state.decisions, state.phase) == (about["decisions"], about["phase"])
    assert sorted(str(move) for move in state.legal_moves) == sorted(about["legal"])
    luck = random.Random(1)
    while not state.is_terminal:
        state.apply(luck.choice(state.legal_moves))
    assert state.status == "finished"
    saved = root / "saves" / f"{name}.jsonl"
    if saved.exists():
        where = ("--path", str((root / about["game"]).parent))
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
        assert answer(CommandLine(("play", "--from", str(saved), *where, "--seat", "1=human"))) == 0, (
            capsys.readouterr()
        )
        assert answer(CommandLine(("test", str(saved.with_suffix(".yaml")), *where))) == 0, capsys.readouterr()


# Studies --------------------------------------------------------------------------------------------


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a study, each by the names of its columns."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    if ".csv" in path.name:
        return list(csv.DictReader(io.StringIO(text)))
    return [json.loads(line) for line in text.splitlines()]


def same(then: list[dict[str, Any]], now: list[dict[str, Any]]) -> bool:
    """Whether the rows say what they said; columns may be new."""
    return len(then) == len(now) and all(
        one == {key: other.get(key) for key in one} for one, other in zip(then, now, strict=True)
    )


@pytest.fixture
def studies(unpacked: Unpacked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """The folder of an edition in which studies may go on."""

    def copied(edition: str) -> Path:
        for one in unpacked(edition).iterdir():
            if one.name != "studies":
                (tmp_path / one.name).symlink_to(one)
        shutil.copytree(unpacked(edition) / "studies", tmp_path / "studies")
        monkeypatch.chdir(tmp_path)
        return tmp_path / "studies"

    return copied


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("edition", "name"), cases("studies"))
def test_a_study_goes_on(edition: str, name: str, studies: Callable[[str], Path]) -> None:
    """Each game is there once at the end, and what was played before is not played again."""
    folder, words = studies(edition) / name, CONTENTS[edition]["studies"][name]
    out = folder / Path(words[-1]).name
    kept = out if words[0] == "sweep" else out.with_name(f"{out.name}.unfinished")
    before = kept.read_text("utf-8").splitlines()
    assert answer(CommandLine((*words, "--resume"))) == 0
    found = rows(out)
    if words[0] == "sweep":
        kept_rows = [json.loads(one) for one in before[1:]]
        assert same(kept_rows, [one for one in found if "study" not in one][: len(kept_rows)])
        assert len(found) > len(before)
    else:
        assert [int(one["seed"]) for one in found] == list(range(int(words[words.index("-n") + 1])))
        ended = {one["seed"]: one["decisions"] for line in before[1:] for one in json.loads(line)["rows"]}
        assert ended and all(int(found[seed]["decisions"]) == many for seed, many in ended.items())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("name", "ending"), [("parts-csv", ".csv"), ("parts-jsonl", ".jsonl.gz")])
def test_parts_are_put_together(edition: str, name: str, ending: str, studies: Callable[[str], Path]) -> None:
    folder = studies(edition) / name
    parts = [str(folder / f"part{number}{ending}") for number in (1, 2, 3)]
    assert answer(CommandLine(("merge", *parts, "--out", str(folder / f"all{ending}")))) == 0
    assert same(rows(folder / f"whole{ending}"), rows(folder / f"all{ending}"))


# Tables ---------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "folder"), sorted({(edition, name.partition("/")[0]) for edition, name in cases("tables")})
)
def test_tables_go_on(edition: str, folder: str, unpacked: Unpacked, tmp_path: Path) -> None:
    """By their old links: each seat may do what it might do, and a move can be made."""
    pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")
    from tests.compatibility.freeze import served
    from tests.table.serving.served import Browser

    root = unpacked(edition)
    shutil.copytree(root / "tables" / folder, tmp_path / folder)
    words: tuple[str, ...] = ("--folder", str(tmp_path / folder), "--path", "written")
    if folder == "alone":
        words = ("written/knots", "--trace", str(tmp_path / "alone" / "knots.jsonl"), "--seat", "2=human")
    with served(root, *words) as found:
        for name, seats in CONTENTS[edition]["tables"].items():
            for key, standing in seats.items() if name.startswith(f"{folder}/") else ():
                one = Browser(found["address"], key)
                one.hear()
                moves = sorted(move["text"] for move in one.table["moves"])
                assert (one.table["status"], moves) == (standing["status"], standing["moves"]), name
                if moves:
                    assert one.move(moves[0]) == "", name
                    break
