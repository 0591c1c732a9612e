"""`cardwright serve` from the outside: its links, what it refuses, and the game that it keeps."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

for package in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(package, reason=f"{package} is not installed; it is in the extra `serve`")

SERVE = ("serve", "kuhn-poker")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def say(*words: str) -> int:
    """The exit code of a command."""
    return answer(CommandLine(words))


def links(folder: Path, *words: str, told: list[str] | None = None) -> dict[str, str]:
    """The links that the command gives; Ctrl-C then ends it. `told` gets what is said besides."""
    command = [sys.executable, "-m", "cardwright", *SERVE, "--port", "0", "--format", "json", *words]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        said = ""
        while "}\n}" not in said:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            said += line
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        if told is not None:
            told += process.stderr.readlines()
    return dict(json.loads(said)["links"])


@pytest.mark.thorough
@pytest.mark.usefixtures("signals_act")
def test_each_person_has_a_link_and_the_game_is_kept(tmp_path: Path) -> None:
    """Bots have no links; the keys in the links and the secret of chance are kept beside the game; it has no seed."""
    given = links(tmp_path, "--trace", "evening.jsonl")
    assert list(given) == ["p1"] and given["p1"].startswith("http://127.0.0.1:")
    kept = json.loads((tmp_path / "evening.jsonl.keys").read_text(encoding="utf-8"))
    assert len(kept.pop("secret")) == 64 and kept.pop("seeded") is False
    seats = {"seats": ["human", "random"], "language": "en", "pace": "brisk"}
    assert kept == {"p1": given["p1"].rpartition("/")[2], **seats}
    first = json.loads((tmp_path / "evening.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["game"] == "kuhn-poker" and first["seed"] is None


@pytest.mark.thorough
@pytest.mark.usefixtures("signals_act")
def test_who_sits_at_a_kept_table_stays_there(tmp_path: Path) -> None:
    """Also if the command no longer says so; whoever it names takes the seat, and the terminal says whose it was."""
    kept = ("--folder", str(tmp_path / "tables"))
    file = tmp_path / "tables" / "first.jsonl.keys"
    given = links(tmp_path, *kept, "--seat", "1=greedy", "--seat", "2=human", "--lang", "fr")
    before = json.loads(file.read_text(encoding="utf-8"))
    assert list(given) == ["p2"] and (before["seats"], before["language"]) == (["greedy", "human"], "fr")
    assert links(tmp_path, *kept)["p2"].rpartition("/")[2] == before["p2"]
    assert json.loads(file.read_text(encoding="utf-8")) == before
    told: list[str] = []
    assert list(links(tmp_path, *kept, "--seat", "1=human", "--lang", "en", told=told)) == ["p1", "p2"]
    after = json.loads(file.read_text(encoding="utf-8"))
    assert (after["p2"], after["seats"], after["language"]) == (before["p2"], ["human", "human"], "en")
    assert told[:1] == ["table 'first': p1 was greedy, and is human now\n"]


@pytest.mark.parametrize("seats", [["random"], ["random", "random"], [1, 2], "human", None])
def test_what_is_no_list_of_seats_is_passed_over(seats: object, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged file costs who sat where, and no more."""
    assert say("run", "kuhn-poker", "--seed", "1", "--trace", "evening.jsonl") == 0
    Path("evening.jsonl.keys").write_text(json.dumps({"seats": seats, "language": 7}), encoding="utf-8")
    with closing(create_server(("127.0.0.1", 0))) as taken:
        assert say(*SERVE, "--trace", "evening.jsonl", "--port", str(taken.getsockname()[1])) == 2
    assert "error[E022]" in capsys.readouterr().err
    kept = json.loads(Path("evening.jsonl.keys").read_text(encoding="utf-8"))
    assert kept["seats"] == ["human", "random"] and kept["language"] == "en"


def test_a_game_by_other_rules_does_not_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("run", "love-letter", "--seed", "1", "--trace", "evening.jsonl") == 0
    before = Path("evening.jsonl").read_bytes()
    capsys.readouterr()
    assert say(*SERVE, "--trace", "evening.jsonl") == 2
    assert capsys.readouterr().err == (
        "error[E023]: the game in 'evening.jsonl' cannot go on: its rules are not those of the game that is served:"
        " `game` differs\n"
        " --> <command line>:1:37\n"
        "  |\n"
        "1 | cardwright serve kuhn-poker --trace evening.jsonl\n"
        "  |                                     ^^^^^^^^^^^^^\n"
        "  |\n"
        "  = help: name another file for a new game\n"
        "  = help: `cardwright serve --help` lists its arguments and flags\n"
        "\n"
        "1 error\n"
    )
    assert Path("evening.jsonl").read_bytes() == before


def test_a_game_goes_on_with_whoever_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for seats that are named; whatever else stands in the file with the keys is not believed."""
    monkeypatch.setattr("cardwright.table.serving.web_server.serve", lambda server, listener: 0)
    beside = Path("evening.jsonl.keys")

    def seats(*words: str) -> tuple[list[str], str]:
        capsys.readouterr()
        assert say(*SERVE, "--port", "0", "--trace", "evening.jsonl", *words) == 0
        return json.loads(beside.read_text(encoding="utf-8"))["seats"], capsys.readouterr().err

    assert seats("--seat", "1=first") == (["first", "human"], "")
    assert seats() == (["first", "human"], "")
    told = "table 'first': p1 was first, and is human now\n"
    assert seats("--seat", "1=human") == (["human", "human"], told)
    assert say(*SERVE, "--trace", "evening.jsonl", "--seat", "1=first", "--seat", "2=first") == 2
    assert "error[E016]: nobody is human at this table" in capsys.readouterr().err
    known = json.loads(beside.read_text(encoding="utf-8"))
    for wrong in (["first", "first"], ["human"], "human", [7, None]):
        beside.write_text(json.dumps({**known, "seats": wrong}), encoding="utf-8")
        assert seats() == (["human", "random"], "")
    beside.write_text(json.dumps({**known, "seats": ["human", "nobody"]}), encoding="utf-8")
    assert say(*SERVE, "--trace", "evening.jsonl") == 2
    assert "nobody" in capsys.readouterr().err
    assert seats("--seat", "2=first")[0] == ["human", "first"]


def test_a_game_that_is_kept_in_a_folder_of_tables_is_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables would write one record."""
    found: list[list[str]] = []

    def run(server: Any, listener: object) -> int:
        found.append(sorted(server._hall.tables))
        return 0

    monkeypatch.setattr("cardwright.table.serving.web_server.serve", run)
    for _ in range(2):
        assert say(*SERVE, "--port", "0", "--folder", "tables", "--trace", "tables/evening.jsonl") == 0
    assert say(*SERVE, "--port", "0", "--folder", "others", "--trace", "tables/evening.jsonl") == 0
    assert found == [["first"]] * 3


def test_a_port_in_use_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        assert say(*SERVE, "--port", port) == 2
    assert f"error[E022]: cannot listen at 127.0.0.1, port {port}: Address already in use" in capsys.readouterr().err


def test_without_its_packages_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardwright.commands.sessions.serve.find_spec", lambda name: None)
    assert say(*SERVE) == 2
    told = capsys.readouterr().err
    assert told.startswith("error[E021]: serving a table needs starlette, which is not installed\n")
    assert "  = help: in a clone of Cardwright, `pip install '.[serve]'` installs it; with a\n" in told


def test_a_seed_of_a_game_that_was_begun_has_no_effect(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("run", "kuhn-poker", "--seed", "1", "--trace", "evening.jsonl") == 0
    assert say(*SERVE, "--trace", "evening.jsonl", "--seed", "2") == 2
    assert (
        "error[E013]: 'evening.jsonl' holds a game that was begun: a seed is for a new one" in capsys.readouterr().err
    )


@pytest.mark.parametrize("flag", ["--preset=x", "--seed=7", "--watch", "--trace=evening.jsonl", "--seat=1=human"])
def test_without_a_game_nothing_can_be_said_of_one(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("serve", flag) == 2
    assert f"error[E013]: {flag.partition('=')[0]} has no effect without a game" in capsys.readouterr().err


@pytest.mark.thorough
def test_ctrl_c_twice_ends_it_without_a_traceback() -> None:
    command = [sys.executable, "-m", "cardwright", *SERVE, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert "http" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) != 0
        assert "Traceback" not in process.stderr.read()


@pytest.mark.thorough
@pytest.mark.usefixtures("signals_act")
def test_it_says_how_others_sit_down_and_proposes_its_own_game() -> None:
    """A new table on the page of the host begins with the game that is served."""
    command = [sys.executable, "-m", "cardwright", "serve", "mille-bornes", "--players", "4", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(5)]
        link = told[0].split()[-1]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(link, timeout=20) as answer:
            page = answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    assert told[4] == "Bots have the other seats; for another person start it with `--seat 2=human`.\n"
    assert json.loads(page.partition('id="page">')[2].partition("</script>")[0])["game"] == "mille-bornes"
