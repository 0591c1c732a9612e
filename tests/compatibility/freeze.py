"""Makes what is frozen of an edition of Cardwright, with the version that is installed: run it before anything changes.

    $ python -m tests.compatibility.freeze tests/compatibility/2026-11

The folder `written` of the edition is there already: games that were written for it by hand. The rest is made here: the
specs, variants, parts, scenarios and examples of documents, and what each game leaves behind on disk.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import yaml

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.compatibility.names import SMALL, keys, names

REPOSITORY = Path(__file__).parents[2]
SHIPPED = ("mille-bornes", "on-the-trail", "course-folle", "neko-racing")
COMMAND = (sys.executable, str(REPOSITORY / "cli.py"))


def said(*words: str) -> tuple[int, str]:
    """The exit code and the output of a command, run in the current folder."""
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(StringIO()):
        return answer(CommandLine(words)), out.getvalue()


# Specs ----------------------------------------------------------------------------------------------


def copy_package(root: Path) -> None:
    """The games of the package, and whole examples of the documents."""
    from tests.manual.test_manual import FOUND

    for folder in ("specs", "examples"):
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    for number, (page, kind, _, text) in enumerate(FOUND):
        place = f"{page.rpartition('/')[2].removesuffix('.md')}-{number}"
        if kind in ("spec", "frame"):
            _write(root / "documents" / place / "game.yaml", text)
        elif kind == "part":
            _write(root / "documents" / "parts" / f"{yaml.safe_load(text)['part']}.yaml", text)
        elif kind == "game":
            _write(next((root / "documents").glob(f"*-{number - 1}")) / "scenarios" / "page.yaml", text)
        else:
            _write(next((root / "documents").glob(f"*-{number - 2}")) / "variants" / "page.yaml", text)
    for name in ("variants", "table"):
        page_text = (REPOSITORY / "docs" / f"{name}.md").read_text(encoding="utf-8")
        for text in re.findall(r"^```yaml\n(.*?)^```", page_text, re.DOTALL | re.MULTILINE):
            data = yaml.safe_load(text)
            kind = "variant" if "extends" in data else "game"
            place = f"variants/{data['variant']}.yaml" if kind == "variant" else f"{name}/game.yaml"
            _write(root / "documents" / place, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def games(root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each game: its folder, and what its spec says."""
    for folder in ("specs", "examples", "documents", "written"):
        for spec in sorted((root / folder).glob("*/game.yaml")):
            yield spec.parent.relative_to(root).as_posix(), yaml.safe_load(spec.read_text(encoding="utf-8"))


# Plays ----------------------------------------------------------------------------------------------


def configurations(where: str, spec: Mapping[str, Any], root: Path) -> Iterator[list[str]]:
    """How a game is played: by few and by many; one of our own with each variant, preset and end of an option, too."""
    seats = counts(spec["players"])
    yield ["--players", str(seats[0])]
    if len(seats) > 1 and not where.startswith("documents"):
        yield ["--players", str(seats[-1])]
    if not where.startswith(("specs", "written")):
        return
    for variant in sorted((root / where / "variants").glob("*.yaml")):
        yield ["--variant", variant.relative_to(root).as_posix()]
    for preset in spec.get("presets", {}):
        yield ["--preset", preset]
    for name, option in spec.get("options", {}).items():
        short = ["--set", "match_to=0"] if "match_to" in spec["options"] and name != "match_to" else []
        for value in ends(option)[-1:] if where.startswith("written") else ends(option):
            yield ["--set", f"{name}={value}", *short]


def counts(players: Any) -> list[int]:
    """The numbers of players of a game.

    >>> counts("2..4"), counts(3)
    ([2, 3, 4], [3])
    """
    if isinstance(players, str):
        first, _, last = players.partition("..")
        return list(range(int(first), int(last or first) + 1))
    return [players] if isinstance(players, int) else list(players)


def ends(option: Mapping[str, Any]) -> list[Any]:
    """The smallest and the largest value of an option, or all its words."""
    if option["type"] == "boolean":
        return ["true", "false"]
    found: list[Any] = option["range"] if option["type"] == "integer" else option["type"]
    return found


def play_all(root: Path) -> None:
    """A trace of each configuration of each game; some tell all that happens and may be done."""
    (root / "traces").mkdir(exist_ok=True)
    index: dict[str, str] = {}
    for number, (where, spec) in enumerate(games(root)):
        for many, flags in enumerate(configurations(where, spec, root)):
            name = f"{spec['game']}-{many}.jsonl"
            if name in index:  # examples of the documents share names; the first one stands for them
                continue
            more = [["--events", "--legal"], ["--events"], ["--legal"]][number % 3] if many == 0 else []
            bots = "greedy" if many == 1 and where.startswith("specs") else "random"
            words = ["run", where, *flags, *more, "--seats", bots, "--seed", str(number), "--trace", f"traces/{name}"]
            code = 0 if (root / "traces" / name).exists() else said(*words)[0]
            if code == 0:
                index[name] = where
            else:  # without an end, or refused: what one option requires of another
                print("not played:", *words, code)
                (root / "traces" / name).unlink(missing_ok=True)
    (root / "traces" / "index.json").write_text(json.dumps(index, indent=0), encoding="utf-8")


SAVED = {
    "written/ghosts": (["--players", "3"], 3),
    "written/duelists": (["--players", "2"], 4),
    "written/orchard": (["--preset", "storm"], 1),
    "written/lanterns": (["--players", "2"], 8),
    "written/caravans": (["--variant", "written/caravans/variants/both.yaml"], 5),
    "written/holdout": (["--players", "2"], 2),
    "written/council": (["--players", "3"], 5),
    "specs/mille-bornes": (["--players", "4"], 10),
    "specs/on-the-trail": ([], 4),
    "specs/course-folle": (["--players", "3"], 5),
    "specs/neko-racing": ([], 6),
    "examples/love-letter": (["--players", "2"], 4),
    "examples/go-fish": (["--players", "3"], 6),
}


def save_all(root: Path) -> None:
    """Games that were saved while they were played: as traces, as scenarios, and as bytes."""
    (root / "saves").mkdir(exist_ok=True)
    index: dict[str, Any] = {}
    for where, (flags, many) in SAVED.items():
        name = where.partition("/")[2]
        lines = ["1"] * many + [f"save saves/{name}.jsonl", f"save saves/{name}.yaml", "quit"]
        words = [*COMMAND, "play", where, *flags, "--seat", "1=human", "--seed", "7"]
        subprocess.run(words, input="\n".join(lines) + "\n", text=True, capture_output=True, cwd=root, check=False)
        if not (root / "saves" / f"{name}.jsonl").exists():
            print("not saved:", name)
        else:
            scenario = root / "saves" / f"{name}.yaml"
            scenario.write_text(
                scenario.read_text(encoding="utf-8").replace(REPOSITORY.as_posix(), "/cardwright"), encoding="utf-8"
            )
        state = load_game(
            str(root / where), players=None if flags[:1] != ["--players"] else int(flags[1])
        ).initial_state(seed=3)
        while state.decisions < many and not state.is_terminal:
            state.apply(state.legal_moves[-1])
        (root / "saves" / f"{name}.bytes").write_bytes(state.to_bytes())
        legal = [str(move) for move in state.legal_moves]
        index[name] = {
            "game": where,
            "players": state.game.players,
            "decisions": state.decisions,
            "phase": state.phase,
            "legal": legal,
        }
    (root / "saves" / "index.json").write_text(json.dumps(index, indent=0), encoding="utf-8")


# Studies --------------------------------------------------------------------------------------------

STUDIES: dict[str, list[str]] = {
    "csv": ["simulate", "written/orchard", "-n", "24", "--seats", "greedy", "--players", "3", "--out", "rows.csv"],
    "jsonl": ["simulate", "written/duelists", "-n", "24", "--seats", "first,greedy", "--out", "rows.jsonl"],
    "gz": ["simulate", "written/ferry", "-n", "24", "--seats", "greedy", "--players", "4", "--out", "rows.csv.gz"],
    "details": ["simulate", "examples/kuhn-poker", "-n", "3000", "--details", "--out", "rows.jsonl.gz"],
    "variant": [
        *("simulate", "written/undertow", "-n", "600", "--set", "rows=2", "--details"),
        *("--variant", "written/undertow/variants/wide.yaml", "--out", "rows.csv"),
    ],
    "sweep": ["sweep", "written/undertow", "--over", "rows=1..6", "-n", "60", "--out", "rows.jsonl"],
    "race": [
        *("sweep", "written/pipes", "--over", "hot=true,false", "--over", "size=2..4", "-n", "200"),
        *("--players", "2", "--want", "p1<=55%", "--want", "shortest", "--out", "rows.jsonl"),
    ],
}
"""Studies that are stopped on the way, some by Ctrl-C, some by a kill."""

SHARDED = {
    "parts-csv": ["simulate", "written/orchard", "-n", "90", "--seed", "11"],
    "parts-jsonl": ["simulate", "written/spiders", "-n", "60", "--details"],
}


def stop_studies(root: Path) -> None:
    """What is on disk of studies that were stopped, and the parts of studies in parts."""
    index: dict[str, Any] = {}
    for number, (name, words) in enumerate(STUDIES.items()):
        folder = root / "studies" / name
        folder.mkdir(parents=True)
        out = folder / words[-1]
        kept = out if words[0] == "sweep" else out.with_name(out.name + ".unfinished")
        full = [*words[:-1], out.relative_to(root).as_posix()]
        process = subprocess.Popen((*COMMAND, *full), cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = 2 if words[0] == "sweep" else 3
        while process.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") >= wanted):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL if number % 2 else signal.SIGINT)
        process.wait()
        assert kept.exists(), name
        index[name] = full
    for number, (name, words) in enumerate(SHARDED.items()):
        ending = (".csv", ".jsonl.gz")[number]
        (root / "studies" / name).mkdir(parents=True)
        for part in (1, 2, 3):
            shard = f"studies/{name}/part{part}{ending}"
            assert said(*words, "--shard", f"{part}/3", "--out", shard)[0] == 0
        assert said(*words, "--out", f"studies/{name}/whole{ending}")[0] == 0
    (root / "studies" / "index.json").write_text(json.dumps(index, indent=0), encoding="utf-8")


# Tables ---------------------------------------------------------------------------------------------


@contextmanager
def served(root: Path, *words: str) -> Iterator[dict[str, Any]]:
    """What `serve` prints, while it serves; the address is added to it."""
    process = subprocess.Popen(
        (*COMMAND, "serve", *words, "--port", "0", "--format", "json"),
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        text = ""
        for line in process.stdout:
            text += line
            try:
                found = json.loads(text)
                break
            except ValueError:
                continue
        else:
            raise AssertionError(process.stderr.read() if process.stderr else "")
        yield {**found, "address": re.search(r"//([^/]+)/", found["host"])[1]}  # type: ignore[index]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


TABLES: dict[str, list[dict[str, Any]]] = {
    "evening": [
        {"game": "love-letter", "players": 2, "seats": ["human", "human"], "language": "fr", "moves": 7, "undo": True},
        {"game": "mille-bornes", "players": 4, "seats": ["human", "greedy", "human", "random"], "moves": 8},
        {"game": "course-folle", "players": 3, "seats": ["human", "human", "human"], "moves": 4, "undo": True},
    ],
    "own": [
        {"game": "ghosts", "players": 3, "seats": ["human", "human", "random"], "moves": 7},
        {
            "game": "tug",
            "players": 4,
            "seats": ["human"] * 4,
            "moves": 6,
            "preset": "wet",
            "options": {"rain": "true", "mud": "true"},
        },
        {"game": "orchard", "players": 2, "seats": ["human", "human"], "variants": ["windy"], "moves": 5, "undo": True},
        {"game": "kuhn-poker", "players": 2, "seats": ["human", "human"], "moves": 9},
        {
            "game": "duelists",
            "players": 2,
            "seats": ["human", "search:playouts=200"],
            "moves": 5,
            "options": {"asking": "automatic"},
        },
        {"game": "holdout", "players": 2, "seats": ["human", "human"], "moves": 1},
    ],
}
CHOICE = {"variants": [], "preset": "", "options": {}, "language": "en"}


def keep_tables(root: Path) -> None:
    """Folders of `serve`: several tables with keys, bots, moves that were taken back, a game that is over."""
    from tests.table.serving.served import Browser
    from tests.table.serving.test_hall import key_in

    index: dict[str, Any] = {}
    for name, tables in TABLES.items():
        (root / "tables" / name).mkdir(parents=True)
        with served(root, "--folder", f"tables/{name}", "--path", "written") as found:
            address, host = found["address"], re.sub(r".*?//[^/]+", "", found["host"])
            for wanted in tables:
                choice = {**CHOICE, **{k: v for k, v in wanted.items() if k not in ("moves", "undo")}}
                opened = _order(address, host, "open", choice)
                table = next(one for one in opened["tables"] if one["name"] == opened["opened"])
                links = [seat["link"] for seat in table["seats"] if seat.get("link")]
                people = [Browser(address, key_in(link)) for link in links]
                _play(people, wanted["moves"])
                if wanted.get("undo"):
                    _take_back(people)
                time.sleep(2)
                index[f"{name}/{opened['opened']}"] = _standing(address, links)
    (root / "tables" / "alone").mkdir()
    with served(root, "written/knots", "--trace", "tables/alone/knots.jsonl", "--seat", "2=human") as found:
        links = list(found["links"].values())
        people = [Browser(found["address"], key_in(link)) for link in links]
        _play(people, 9)
        time.sleep(1)
        index["alone/knots"] = _standing(found["address"], links)
    (root / "tables" / "index.json").write_text(json.dumps(index, indent=0), encoding="utf-8")


def _order(address: str, host: str, what: str, given: object) -> Any:
    import urllib.request

    headers = {"Content-Type": "application/json", "Origin": f"http://{address}"}
    request = urllib.request.Request(f"http://{address}{host}/{what}", json.dumps(given).encode(), headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as found:
        return json.load(found)


def _play(people: list[Any], moves: int) -> None:
    """Some moves, each by whoever may make one; secret choices are open to several at once."""
    end = time.monotonic() + 60
    while moves and time.monotonic() < end:
        for one in people:
            _hear_all(one)
            if moves and one.table["moves"]:
                at = one.table["moves"]
                moves -= not one.move(at[(7 * moves) % len(at)]["text"])
        if all(one.table["status"] != "running" for one in people):
            return


def _hear_all(one: Any) -> list[dict[str, Any]]:
    """Hear what is sent until nothing comes for a moment; the other messages than frames."""
    others: list[dict[str, Any]] = []
    while True:
        try:
            message = json.loads(one.socket.recv(0.4))
        except TimeoutError:
            return others
        if message["type"] == "frames":
            one.frames += message["frames"]
            one._put(message["frames"])
        else:
            others.append(message)


def _take_back(people: list[Any]) -> None:
    """Somebody who may take a move back does so, and all agree."""
    for one in people:
        one.send(type="undo")
        asked = [(other, message) for other in people if other is not one for message in _hear_all(other)]
        for other, message in asked:
            if message["type"] == "asked" and message["undo"]:
                other.send(type="answer", undo=message["undo"], agrees=True)
        _hear_all(one)
        if asked:
            return


def _standing(address: str, links: list[str]) -> dict[str, Any]:
    """How a table stands, by the key of each seat: whether it is over, and what may be done."""
    from tests.table.serving.served import Browser
    from tests.table.serving.test_hall import key_in

    found = {}
    for link in links:
        one = Browser(address, key_in(link))
        one.hear()
        moves = sorted(move["text"] for move in one.table["moves"])
        found[key_in(link)] = {"status": one.table["status"], "moves": moves}
    return found


# All of it ------------------------------------------------------------------------------------------

ARCHIVES = {
    "package.tar.xz": ("specs", "examples", "documents"),
    "plays.tar.xz": ("traces", "saves"),
    "studies.tar.xz": ("studies",),
    "tables.tar.xz": ("tables",),
}


def pack(root: Path, edition: Path) -> None:
    """Put what was made into the edition, with the sums by which an edited file is found."""
    for name, folders in ARCHIVES.items():
        with tarfile.open(edition / name, "w:xz", preset=9) as archive:
            for folder in filter(lambda one: (root / one).exists(), folders):
                archive.add(root / folder, folder, filter=_bare)
    indices = {name: root / name / "index.json" for name in ("traces", "saves", "studies", "tables")}
    contents = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in indices.items() if path.exists()}
    specs = [path for path in root.rglob("*.yaml") if path.name == "game.yaml" or path.parent.name == "variants"]
    contents["scenarios"] = sorted(path.relative_to(root).as_posix() for path in _scenarios(root))
    contents["specs"] = sorted(path.relative_to(root).as_posix() for path in specs)
    (edition / "contents.json").write_text(json.dumps(contents, indent=1) + "\n", encoding="utf-8", newline="\n")
    found = {**names(), "json": {" ".join(words): keys(words) for words in SMALL}}
    (edition / "names.json").write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8", newline="\n")
    sums = {one.relative_to(edition).as_posix(): one for one in sorted(edition.rglob("*")) if one.is_file()}
    sums.pop("SHA256SUMS", None)
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {name}\n" for name, one in sums.items()]
    (edition / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


def _scenarios(root: Path) -> Iterator[Path]:
    """Files of scenarios; of the games of the package, whose files are many and long, the shortest of each."""
    for folder in ("written", "documents", "examples"):
        yield from (root / folder).rglob("scenarios/*.yaml")
    for game in SHIPPED:
        yield min((root / "specs" / game / "scenarios").glob("*.yaml"), key=lambda path: path.stat().st_size)


def _bare(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Nothing of who packed it, and when."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def main() -> None:
    """Make all of it."""
    edition = Path(sys.argv[1]).resolve()
    wanted = sys.argv[2:] or ["specs", "plays", "saves", "studies", "tables"]
    root = Path(os.environ.get("EDITION_ROOT") or tempfile.mkdtemp())
    os.chdir(root)
    if "specs" in wanted:
        copy_package(root)
        shutil.copytree(edition / "written", root / "written")
    for name, make in {"plays": play_all, "saves": save_all, "studies": stop_studies, "tables": keep_tables}.items():
        if name in wanted:
            make(root)
    pack(root, edition)


if __name__ == "__main__":
    main()
