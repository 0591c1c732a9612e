"""Where something is missing that only Unix has, where the console knows few signs, and where names and lines are odd.

What Windows does not have is taken away from a process of its own, which then does what people do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "tests" / "laws" / "specs" / "refill.yaml"
GAME = (ROOT / "examples" / "market-day" / "game.yaml").read_text(encoding="utf-8")

WITHOUT = """
import asyncio, concurrent.futures, multiprocessing, multiprocessing.pool
import os, signal, socket, subprocess, sys, tempfile, uuid
for name in ("fcntl", "termios", "resource", "pwd", "grp", "tty", "pty", "readline", "syslog"):
    sys.modules[name] = None
for module, names in (
    (os, "fork setsid setpgid killpg getuid geteuid getgid getpgid nice sched_getaffinity O_DIRECTORY "
        "O_NOFOLLOW O_NONBLOCK O_CLOEXEC register_at_fork uname"), (signal, "SIGKILL SIGHUP SIGQUIT SIGUSR1 SIGALRM "
        "SIGPIPE alarm setitimer pthread_kill")):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from cardwright.__main__ import main
    main()
"""
"""Processes are started anew, as on Windows, and not forked. What Python itself loads comes first: it has other ways
where these are missing.
"""

VERBS = (
    "list",
    "validate {folder}/game.yaml",
    "run {folder} --seed 1 --trace {folder}/t.jsonl",
    "replay {folder}/t.jsonl --verify --path {folder}",
    "simulate kuhn-poker --games 4 --jobs 1",
    "simulate kuhn-poker --games 4 --jobs 2 --out {folder}/out.jsonl",
    "study kuhn-poker --games 20 --jobs 1 --seed 1",
    "fmt --check {folder}/game.yaml",
    "test {folder}",
    "run {folder} --seed 1 --html {folder}/page.html",
    "eval {folder}/t.jsonl@1 1+1 --path {folder}",
    "run kuhn-poker --seed 1 --seats external:{python}|{player},random",
    "play kuhn-poker --seat 1=human --seed 1",
    "serve kuhn-poker --host 192.0.2.1",
)
EXPECTED = {"play": (0, 1, 130), "serve": (2,)}


def in_a_process(words: tuple[str, ...], program: str, **env: str) -> tuple[int, bytes]:
    command = (sys.executable, "-c", program, *words)
    done = subprocess.run(
        command, input=b"quit\n", capture_output=True, env={**os.environ, **env}, timeout=120, check=False
    )
    said = done.stdout + done.stderr
    assert b"Traceback" not in said and b"E090" not in said, said.decode("utf-8", "replace")
    return done.returncode, said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("verb", VERBS)
def test_without_what_only_unix_has(verb: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(SPEC.read_bytes())
    (tmp_path / "scenarios").mkdir()
    scenario = 'game: refill\nscenarios:\n  "it begins": {then: {yes: 1 == 1}}\n'
    (tmp_path / "scenarios" / "s.yaml").write_text(scenario, encoding="utf-8")
    player = ROOT / "examples" / "players" / "longest.py"
    if "t.jsonl" in verb and "--trace" not in verb:
        assert answer(CommandLine(("run", str(tmp_path), "--seed", "1", "--trace", str(tmp_path / "t.jsonl")))) == 0
    words = verb.format(folder=tmp_path, python=sys.executable, player=player).split()
    code, said = in_a_process(tuple(word.replace("|", " ") for word in words), WITHOUT)
    assert code in EXPECTED.get(words[0], (0,)), said


@pytest.mark.sampled(6)
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "cp932", "utf-16"])
def test_a_console_of_another_code_page(encoding: str, tmp_path: Path) -> None:
    """Whatever it cannot show comes as an escape, in results and in messages."""
    (tmp_path / "game.yaml").write_text(GAME.replace("begin:", "beginn:"), encoding="utf-8")
    program = "from cardwright.__main__ import main\nmain()"
    for words, code in (
        (("validate", str(tmp_path)), 1),
        (("run", "mille-bornes", "--seed", "1", "--lang", "fr"), 0),
        (("rules", "neko-racing", "--lang", "fr"), 0),
        (("simulate", "kuhn-poker", "--games", "3", "--jobs", "1"), 0),
    ):
        done, said = in_a_process(words, program, PYTHONIOENCODING=f"{encoding}:strict")
        assert done == code and said, (words, said)


ODD = "é a#b %20 [c] (d)'{e}"
LINES = {"\r\n": b"\r\n", "\r": b"\r", "mark": b"\n"}


@pytest.mark.parametrize("lines", LINES)
def test_other_ends_of_lines_and_odd_names(
    lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game is the same, to its digest, with other ends of lines and in a folder of any name; all verbs take it."""

    def put(name: str, text: str) -> None:
        file = tmp_path / ODD / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((b"\xef\xbb\xbf" if lines == "mark" else b"") + text.encode().replace(b"\n", LINES[lines]))

    def said(*words: str, code: int = 0) -> str:
        done = answer(CommandLine(words))
        shown = capsys.readouterr()
        assert done == code and "E090" not in shown.err, (words, done, shown.err)
        return shown.out

    monkeypatch.chdir(tmp_path)
    game, text = f"{ODD}/game.yaml", SPEC.read_text(encoding="utf-8")
    put("game.yaml", text)
    put("variants/other.yaml", "variant: other\nextends: refill\ntitle: Other\nadd: {functions.f: '7'}\n")
    put("scenarios/s é.yaml", 'game: refill\nscenarios:\n  "it begins": {then: {yes: 1 == 1}}\n')
    (tmp_path / "plain.yaml").write_text(text, encoding="utf-8")
    said("validate", game, "--play", "0")
    said("validate", ODD, "--play", "0")
    said("test", ODD)
    trace = f"{ODD}/trace #1.jsonl"
    said("run", ODD, "--seed", "1", "--trace", trace)
    said("run", "plain.yaml", "--seed", "1", "--trace", "plain.jsonl")
    first = [json.loads(Path(one).read_text(encoding="utf-8").splitlines()[0]) for one in (trace, "plain.jsonl")]
    assert first[0]["digest"] == first[1]["digest"]
    assert Path(trace).read_bytes() == Path("plain.jsonl").read_bytes()
    said("replay", trace, "--verify", "--path", ODD)
    said("run", game, "--variant", f"{ODD}/variants/other.yaml", "--seed", "1")
    said("rules", game)
    said("run", game, "--seed", "1", "--html", f"{ODD}/page é.html")
    said("resolve", game)
    said("picture", f"{trace}@1", "--path", ODD, "--out", f"{ODD}/a b.svg")
    said("eval", f"{trace}@1", "1 + 1", "--path", ODD)
    said("explain", game, "begin")
    said("simulate", game, "--games", "3", "--jobs", "1", "--out", f"{ODD}/out é.csv")
    said("new", "variant", "third", "--of", ODD)
    said("fmt", ODD)
    said("validate", game, "--play", "0")
    assert not answer(CommandLine(("fmt", "--check", ODD)))
