"""Whatever happens to the disk or to the process while a file is written, nothing is lost, halved or false.

Each verb that writes is run once for each step that it takes to write, and that step fails. Then

- a file that is replaced is the former one or the new one, whole;
- a record holds whole lines from its beginning, and nothing else;
- the command says which file could not be written, and why, and exits with 2 (or 1 if it has also found mistakes), or
  all is well;
- with room again, the same command, or `--resume`, comes to what it would have come to without.
"""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies.simulate import ROWS
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.traces.recorder import BEGINS
from cardwright.source.text import storage
from cardwright.source.text.storage import FileInUse, Lock, NotWritten, Record
from cardwright.table.serving.persistence import GameRecord, past_of
from cardwright.table.serving.session import Seating, TableSession
from tests.laws.faulty_disk import FAULTS, KILLED, Disk, Fault, said, steps

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "tests/laws/specs/refill.yaml").read_text(encoding="utf-8")


class Verb(NamedTuple):
    """A command that writes `files`; `again` is said if that is there after a fault. `records` grow by lines."""

    words: str
    files: tuple[str, ...]
    again: str = ""
    records: bool = False


VERBS = {
    "fmt": Verb("fmt loose.yaml", ("loose.yaml",)),
    "simulate": Verb(
        "simulate kuhn-poker -n 3 --seats first,random --out rows.csv", ("rows.csv",), again="rows.csv.unfinished"
    ),
    "run": Verb("run kuhn-poker --seed 4 --trace game.jsonl", ("game.jsonl",), records=True),
    "sweep": Verb(
        "sweep mille-bornes --preset single_hand --over target=700,800 -n 2 --out sweep.jsonl",
        ("sweep.jsonl",),
        again="sweep.jsonl",
    ),
    "fix": Verb("fix --yes misspelt.yaml", ("misspelt.yaml",)),
    "migrate": Verb("migrate old.yaml", ("old.yaml",)),
    "new": Verb("new game fresh", ("fresh/game.yaml", "fresh/scenarios/fresh.yaml")),
    "packed": Verb(
        "simulate kuhn-poker -n 2 --seats first,random --out rows.jsonl.gz",
        ("rows.jsonl.gz",),
        again="rows.jsonl.gz.unfinished",
    ),
    "merge": Verb("merge given.csv --out merged.jsonl", ("merged.jsonl",)),
    "page": Verb("run kuhn-poker --seed 4 --html page.html", ("page.html",)),
    "picture": Verb("picture kuhn-poker --seed 4 --out table.svg", ("table.svg",)),
    "strategy": Verb("solve kuhn-poker --strategy good.jsonl", ("good.jsonl",)),
    "results": Verb(f"test {ROOT / 'examples/kuhn-poker'} --junit all.xml --html all.html", ("all.xml", "all.html")),
    "rules": Verb("rules kuhn-poker --out rules.html", ("rules.html",)),
}


def begun(folder: Path) -> None:
    """The files that the verbs find."""
    shutil.rmtree(folder / "fresh", ignore_errors=True)
    (folder / "loose.yaml").write_text(SPEC.replace("begin:", "begin:   ", 1), encoding="utf-8")
    (folder / "loose.yaml").chmod(0o640)
    (folder / "old.yaml").write_text(SPEC.replace("spec: 1\n", ""), encoding="utf-8")
    (folder / "misspelt.yaml").write_text(SPEC.replace("begin:", "beginn:", 1), encoding="utf-8")
    for name in ("rows.csv", "game.jsonl", "page.html", "merged.jsonl", "table.svg", "rules.html", "all.xml"):
        former = {"game.jsonl": f"{BEGINS}2}}\n", "merged.jsonl": f"{ROWS}1}}\n"}.get(name, "the former one\n")
        (folder / name).write_text(former, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files that the verbs find."""
    monkeypatch.chdir(tmp_path)
    begun(tmp_path)
    return tmp_path


def content(names: tuple[str, ...]) -> list[bytes | None]:
    """What is in some files; None for those that are not there."""
    return [Path(name).read_bytes() if Path(name).exists() else None for name in names]


def check(name: str, folder: Path, *, every: bool) -> int:
    """Have a verb fail at each of its steps, in a hurry in one way at each; how often it did."""
    verb, tried = VERBS[name], 0
    words = tuple(verb.words.split())
    if name == "merge":
        assert answer(CommandLine(("simulate", "kuhn-poker", "-n", "3", "--out", "given.csv"))) == 0
    before = content(verb.files)
    steps(words)  # whatever is cached is cached now
    for file in verb.files:
        Path(file).unlink(missing_ok=True)
    begun(folder)
    taken = steps(words)
    all_cases = [
        (at, fault)
        for at in range(1, len(taken) + 1)
        for number, fault in enumerate(FAULTS)
        if every or (at - number) % len(FAULTS) == 0
    ]
    after, mode = content(verb.files), (folder / "loose.yaml").stat().st_mode
    assert after != before and None not in after
    for at, fault in all_cases:
        for file in verb.files:
            Path(file).unlink(missing_ok=True)
        begun(folder)
        code, told = said(Disk(at, fault), words, folder / "told")
        tried += 1
        about = f"{name}, step {at}, {fault}: {code} {told}"
        assert "Traceback" not in told and "E090" not in told, about
        for one, old, new in zip(content(verb.files), before, after, strict=True):
            if verb.records:
                assert new is not None and one is not None and (one == old or new.startswith(one)), about
                assert fault == "kill" or one.endswith(b"\n") or not one, about
            else:
                assert one in (old, new) or verb.again in verb.files, about
        assert (folder / "loose.yaml").stat().st_mode == mode, about
        if fault == "kill":
            assert code == KILLED, about
        elif code != 0:
            number = errno.ENOSPC if fault == "full" else getattr(errno, fault)
            assert code in (1, 2) and "cannot be written" in told and os.strerror(number).lower() in told.lower(), about
            assert any(file in told for file in verb.files), about
        again = Path(verb.again).exists() and bool(verb.again)
        goes_on = again and not (verb.again in verb.files and code == 0)
        if name == "new":
            begun(folder)  # it never writes over anything
        if goes_on or content(verb.files) != after:
            assert answer(CommandLine((*words, "--resume") if goes_on else words)) == 0, about
        assert content(verb.files) == after, about
        left = [file for file in folder.iterdir() if file.name.endswith((".unfinished", ".lock", ".new"))]
        assert left == [] or fault == "kill" or taken[at - 1] == "unlink", about
        for leftover in left:
            leftover.unlink()
    return tried


QUICK = ("fmt", "run", "simulate")


@pytest.mark.sampled(2)
@pytest.mark.skipif(os.name != "posix", reason="processes are forked")
@pytest.mark.parametrize(
    ("name", "every"),
    [
        *((name, False) for name in QUICK),
        *(pytest.param(name, name in QUICK, marks=pytest.mark.thorough) for name in VERBS),
    ],
)
def test_nothing_is_lost_whatever_fails(name: str, every: bool, folder: Path) -> None:
    assert check(name, folder, every=every) > 3


# A table that is served -------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fault", [one for one in FAULTS if one != "kill"])
def test_a_move_counts_when_it_is_written(fault: Fault, tmp_path: Path) -> None:
    """Else nothing has happened, for anybody; it can be tried again, and the record is that of the game."""
    game, path = load_game("love-letter"), tmp_path / "evening.jsonl"
    kept = GameRecord(path)
    session = TableSession(
        game.initial_state(seed=5), 5, Seating(bots={}, language="en", ending=lambda state: [state.status]), kept
    )
    kept.go_live()
    luck, failed = random.Random(fault), 0
    while not session.state.is_terminal:
        seat, at = session.state.current_seat, 1
        move = luck.choice(session.state.legal_moves).text
        before, text = (session.state.clone(), session.version), path.read_bytes()
        frames = [len(session.frames(one, 0)) for one in (0, 1)]
        while True:
            with Disk(at, fault).here() as disk:
                try:
                    assert session.play(seat, frames[seat], move) is None
                    break
                except NotWritten as error:
                    failed += 1
                    assert (session.state, session.version) == before and str(path) == error.filename
                    assert frames == [len(session.frames(one, 0)) for one in (0, 1)]
                    at += len(disk.steps) if fault == "full" else 1
                if fault in ("EIO", "full") or path.read_bytes() == text:
                    continue
                raise AssertionError(f"{fault} at {at}: something of the move is there")
    assert failed > 5 or fault == "short"
    assert path.read_text("utf-8").splitlines() == [json.dumps(line, ensure_ascii=False) for line in kept.lines]
    past = past_of(path, game, Report())
    assert past is not None and past.moves == tuple(session.moves)


@pytest.mark.skipif(os.name != "posix", reason="processes are forked")
def test_a_killed_server_loses_no_move_that_was_told(tmp_path: Path) -> None:
    """At whatever step it is killed, and also while a move is taken back: the record is that of before or after."""
    game, path = load_game("golf-patience"), tmp_path / "evening.jsonl"

    def play(disk: Disk, told: int) -> list[str]:
        """Some moves, every third of which is taken back; a letter for each that people have heard of."""
        kept = GameRecord(path)
        session = TableSession(
            game.initial_state(seed=5), 5, Seating(bots={}, language="en", ending=lambda state: [state.status]), kept
        )
        kept.go_live()
        with disk.here():
            for number in range(9):
                assert session.play(0, len(session.frames(0, 0)), session.state.legal_moves[0].text) is None
                os.write(told, b"m")
                if number % 3 == 2:
                    assert session.ask_undo(0) is None
                    os.write(told, b"u")
        return session.moves

    here, there = os.pipe()
    whole = play(disk := Disk(), there)
    heard = os.read(here, 100)
    for at in range(1, len(disk.steps) + 1):
        child = os.fork()
        if not child:
            play(Disk(at, "kill"), there)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
        os.write(there, b".")
        told = os.read(here, 100)[:-1]
        past = past_of(path, game, Report())
        many = [len(one) - 2 * one.count(b"u") for one in (told, heard[: len(told) + 1])]
        assert heard.startswith(told) and past is not None and len(past.moves) in many
        assert past.moves[:2] == tuple(whole[: min(2, len(past.moves))])
        for left in tmp_path.glob("*.new"):
            left.unlink()
    assert len(disk.steps) > 20


def test_what_was_half_written_is_never_followed(tmp_path: Path) -> None:
    """Even where it cannot be taken away at once."""
    path = tmp_path / "lines"
    record = Record(path, begin=True)
    record.add(b"one\n")

    def broken(call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if call is os.write:
            os.write(args[0], args[1][:2])
        raise OSError(errno.EIO, "broken")

    for _ in range(3):
        with pytest.MonkeyPatch.context() as patch, pytest.raises(NotWritten, match="broken"):
            patch.setattr("cardwright.source.text.storage.system", broken)
            record.add(b"two\n")
    assert path.read_bytes() == b"one\ntw"
    record.add(b"three\n")
    assert path.read_bytes() == b"one\nthree\n"
    path.write_bytes(b"one\nthree\nfo")
    with closing(Record(path)) as again:
        assert again.add(b"five\n") == 10
    assert path.read_bytes() == b"one\nthree\nfive\n"


# One writer -------------------------------------------------------------------------------------------


IN_USE = (
    ("simulate kuhn-poker -n 3 --seed 1 --out rows.csv --resume", "rows.csv.unfinished", "E018"),
    ("simulate kuhn-poker -n 3 --seed 1 --out rows.csv", "rows.csv.unfinished", "E018"),
    (f"{VERBS['sweep'].words} --resume", "sweep.jsonl", "E018"),
    ("serve kuhn-poker --trace evening.jsonl --port 0", "evening.jsonl", "E023"),
    ("serve kuhn-poker --folder tables --port 0", "tables/host.key", "E023"),
    ("serve kuhn-poker --trace tables/x.jsonl --port 0", "tables/host.key", "E023"),
    ("run kuhn-poker --trace t.jsonl", "t.jsonl", "E012"),
    ("run kuhn-poker --html t.html", "t.html", "E012"),
    ("find kuhn-poker --that true --trace t.jsonl", "t.jsonl", "E012"),
    ("fuzz kuhn-poker -n 1 --trace t.jsonl", "t.jsonl", "E012"),
    ("solve kuhn-poker --strategy t.jsonl", "t.jsonl", "E012"),
    ("simulate kuhn-poker -n 3 --out t.jsonl", "t.jsonl", "E012"),
    ("rules kuhn-poker --format markdown --out t", "t", "E012"),
    ("picture kuhn-poker --out t.svg", "t.svg", "E012"),
    ("fmt game.yaml", "game.yaml", "E017"),
)

BESIDE = (
    ("tables/first.jsonl", "tables/host.key"),
    ("tables/first.jsonl.keys", "tables/host.key"),
    ("tables/host.key", "tables/host.key"),
    ("tables/host.key.lock", "tables/host.key"),
    ("t.jsonl.keys", "t.jsonl"),
    ("t.jsonl.lock", "t.jsonl"),
)
"""A file, and the one whose lock says that a server has it."""


@pytest.mark.parametrize(("words", "name", "code"), IN_USE)
def test_nobody_else_may_write(
    words: str, name: str, code: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the process; it is refused before anything is changed, and the lock goes with its process."""
    Path(name).parent.mkdir(exist_ok=True)
    before = "spec:  1\n" if name == "game.yaml" else '{"seat": ' if "solve" in words else BEGINS
    Path(name).write_text(before, encoding="utf-8")
    with closing(locked_elsewhere(name)):
        assert answer(CommandLine(tuple(words.split()))) in (1, 2)
        told = " ".join(capsys.readouterr().err.split())
        assert re.search(
            f"error.{code}.: '{name}' (is in use|cannot be written): process {os.getpid()} is writing it", told
        )
    assert Path(name).read_text(encoding="utf-8") == before
    assert list(folder.rglob("*.lock")) == []


def locked_elsewhere(name: str) -> Lock:
    """A lock as if another process had it."""
    lock = Lock(name)
    storage._held.discard(lock)
    return lock


@pytest.mark.parametrize(("name", "guard"), BESIDE)
def test_nobody_else_may_write_beside(name: str, guard: str, folder: Path) -> None:
    Path("tables").mkdir()
    with closing(locked_elsewhere(guard)):
        with pytest.raises(FileInUse, match=f"process {os.getpid()} is writing it"):
            storage.write(name, "another one's\n")
        storage.write("tables/page.html", "fine\n")
    storage.write(name, "now it is free\n")
    with closing(Lock(guard)):
        storage.write(name, "its own\n")


@pytest.mark.parametrize(
    "verb",
    [
        "run kuhn-poker --trace",
        "find kuhn-poker --that true --trace",
        "fuzz kuhn-poker -n 1 --trace",
        "simulate kuhn-poker -n 2 --out",
        "merge given.csv --out",
    ],
)
@pytest.mark.parametrize(
    ("before", "keys", "why"),
    [
        ("To do.\n", False, "it holds something else"),
        ('{"study": {}}\n', False, "it holds something else"),
        (f"{BEGINS}2}}\n", True, "it is the game of a table"),
        (f"{BEGINS}2}}\n", False, ""),
        ("", False, ""),
    ],
)
def test_no_trace_in_the_place_of_others(
    verb: str, before: str, keys: bool, why: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("t.jsonl").write_text(before, encoding="utf-8")
    if keys:
        Path("t.jsonl.keys").write_text("{}", encoding="utf-8")
    if "merge" in verb:
        assert answer(CommandLine(("simulate", "kuhn-poker", "-n", "3", "--out", "given.csv"))) == 0
    code = answer(CommandLine((*verb.split(), "t.jsonl")))
    told = " ".join(capsys.readouterr().err.split())
    if why or BEGINS in before and "--out" in verb:
        assert code == 2 and f"error[E012]: 't.jsonl' is not written over: {why}" in told
        assert Path("t.jsonl").read_text(encoding="utf-8") == before
    else:
        assert code == 0


@pytest.mark.skipif(os.name != "posix", reason="processes are forked")
def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """Not with those that it has forked, which write nothing."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        lock = Lock(tmp_path / "file")
        if os.fork():
            os.write(there, b"x")
            os._exit(0 if lock.held else 1)
        os.read(here, 1)  # lives on, until the test has looked
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (tmp_path / "file.lock").exists()
    with closing(Lock(tmp_path / "file")) as lock:
        assert lock.held
        with pytest.raises(FileInUse, match=str(os.getpid())):
            Lock(tmp_path / "file")
    assert os.listdir(tmp_path) == []
    os.close(there)
    os.close(here)


def test_a_lock_as_windows_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte is locked that nobody reads, so that others can still read which process has the lock."""
    path, held = str(tmp_path / "file"), dict[tuple[int, int], int]()

    def locking(file: int, how: int, many: int) -> None:
        place = os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR)
        if how != 2 or many != 1 or place in held:
            raise PermissionError(errno.EACCES, "Permission denied")
        held[place] = file

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "name", "nt")
        with closing(Lock(path)) as lock:
            assert lock.held and all(at > 1000 for _, at in held)
            with pytest.raises(FileInUse, match=f"process {os.getpid()} is writing it"):
                Lock(path)
            held.clear()  # its process has ended
        with closing(Lock(path)) as lock:
            assert lock.held
    assert os.listdir(tmp_path) == []


def test_where_nothing_can_be_locked_that_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unable(file: int) -> None:
        raise OSError(errno.ENOLCK, "no locks here")

    monkeypatch.setattr("cardwright.source.text.storage._lock", unable)
    assert answer(CommandLine(("simulate", "kuhn-poker", "-n", "2", "--out", "new.csv"))) == 0
    assert "'new.csv.unfinished' cannot be locked in this folder" in capsys.readouterr().err
    assert Path("new.csv").exists() and list(folder.glob("*.lock")) == []


# Checkpoints that were changed ------------------------------------------------------------------------

STUDIES = {
    "simulate": ("simulate kuhn-poker -n 8 --seats first,random --out rows.csv", "rows.csv", "rows.csv.unfinished"),
    "sweep": (
        "sweep mille-bornes --preset single_hand --over target=600,700,800 -n 2 --out sweep.jsonl",
        "sweep.jsonl",
        "sweep.jsonl",
    ),
}


def changes(data: bytes, luck: random.Random) -> Iterator[tuple[str, bytes]]:
    """A file with one thing changed, somewhere, again and again."""
    lines = data.splitlines(keepends=True)
    while True:
        at, line = luck.randrange(len(data)), luck.randrange(len(lines))
        other = luck.randrange(len(lines))
        yield f"flip {at}", data[:at] + bytes([data[at] ^ (1 << luck.randrange(8))]) + data[at + 1 :]
        yield f"without line {line}", b"".join(lines[:line] + lines[line + 1 :])
        yield f"NUL at {at}", data[:at] + b"\0" + data[at:]
        yield f"line {line} twice", b"".join(lines[: line + 1] + lines[line:])
        yield f"cut at {at}", data[:at]
        swapped = lines.copy()
        swapped[line], swapped[other] = swapped[other], swapped[line]
        yield f"lines {line} and {other} swapped", b"".join(swapped)
        yield f"without byte {at}", data[:at] + data[at + 1 :]
        yield f"line {line} again after {other}", b"".join(lines[: other + 1] + [lines[line]] + lines[other + 1 :])
        yield f"digit at {at}", data[:at] + str(luck.randrange(10)).encode() + data[at + 1 :]
        yield f"byte twice at {at}", data[:at] + data[at : at + 1] + data[at:]
        yield "lines of Windows", data.replace(b"\n", b"\r\n")
        yield "a byte order mark", b"\xef\xbb\xbf" + data


def without_sums(data: bytes) -> bytes:
    """The same file as versions wrote it that had no checksums."""
    lines = [json.loads(line) for line in data[: data.rfind(b"\n")].splitlines()]
    kept = [{key: value for key, value in line.items() if key not in ("n", "sum", "sums")} for line in lines]
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in kept)


def stopped(words: tuple[str, ...], file: Path, told: Path) -> bytes:
    """What a study has written when it is killed at its last step but a few, so that its checkpoint holds much."""
    steps(words)  # whatever is cached is cached now
    file.unlink(missing_ok=True)
    taken = steps(words)
    last = max(at for at, step in enumerate(taken) if step == "write" and taken[at - 1] == "write")
    file.unlink(missing_ok=True)
    assert said(Disk(last + 1, "kill"), words, told)[0] == KILLED
    return file.read_bytes()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "many", "old"),
    [
        ("simulate", 30, False),
        ("sweep", 8, False),
        pytest.param("simulate", 300, False, marks=pytest.mark.thorough),
        pytest.param("sweep", 60, False, marks=pytest.mark.thorough),
        pytest.param("simulate", 60, True, marks=pytest.mark.thorough),
        pytest.param("sweep", 30, True, marks=pytest.mark.thorough),
    ],
)
def test_a_study_that_goes_on_is_right_or_refused(
    name: str, many: int, old: bool, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever was changed in its checkpoint; without checksums what still makes sense is believed."""
    words, out, file = STUDIES[name][0], Path(STUDIES[name][1]), Path(STUDIES[name][2])
    line = tuple(words.split())
    data = stopped(line, file, folder / "told")
    assert answer(CommandLine(line)) == (2 if file.exists() else 0)
    file.write_bytes(without_sums(data) if old else data)
    assert answer(CommandLine((*line, "--resume"))) == 0
    whole = out.read_bytes()
    mended = 0
    found = changes(without_sums(data) if old else data, random.Random(many))
    for what, changed in (next(found) for _ in range(many)):
        out.unlink(missing_ok=True)
        file.write_bytes(changed)
        capsys.readouterr()
        code = answer(CommandLine((*line, "--resume")))
        told = capsys.readouterr().err
        assert code in (0, 1, 2) and "E090" not in told and "Traceback" not in told, what
        if code == 0 and not old:
            assert out.read_bytes() == whole, what
            mended += "was changed" in told
        elif code:
            assert "error[E018]" in told or "error[E012]" in told, what
            assert "which has \n" not in told, what
        file.unlink(missing_ok=True)
    assert mended or old
