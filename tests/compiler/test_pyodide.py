"""Under Pyodide a game is loaded, checked and played as it is here.

Pyodide is an npm package: `CARDWRIGHT_PYODIDE` names its folder. Of the packages that this one needs the pure parts are
taken along; what jsonschema needs of a compiled one is in `RPDS`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.structure.test_package import PARTS, ROOT

PACKAGES = (
    *("attr", "attrs", "cattrs", "click", "jsonschema", "jsonschema_specifications", "lark", "lsprotocol"),
    *("referencing", "rich", "typing_extensions", "yaml"),
)

RPDS = """
class HashTrieMap(dict):
    convert = classmethod(lambda cls, value: cls(value))
    insert = lambda self, key, value: HashTrieMap({**self, key: value})
    remove = lambda self, key: HashTrieMap({one: value for one, value in self.items() if one != key})
    discard = remove
    update = lambda self, *more, **named: HashTrieMap({**self, **dict(*more, **named)})
    __hash__ = lambda self: hash(frozenset(self.items()))
class HashTrieSet(frozenset):
    insert = lambda self, value: HashTrieSet(self | {value})
    remove = discard = lambda self, value: HashTrieSet(self - {value})
    update = lambda self, *more: HashTrieSet(self.union(*more))
class List(tuple):
    __new__ = lambda cls, *given: super(List, cls).__new__(cls, given[0] if len(given) == 1 else given)
    push_front = lambda self, value: List((value, *self))
    first = property(lambda self: self[0])
    rest = property(lambda self: List(self[1:]))
Queue = Stack = List
"""

PROGRAM = """
import contextlib, io, json
from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.editor import completion, document_features, findings, hover, references, workspace
from cardwright.source.merge.catalogue import find_games

def said(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = answer(CommandLine(words))
    return code, out.getvalue()

game = load_game("mille-bornes", engine="fast")
state = game.initial_state(seed=7)
for number in range(100):
    state.apply(number % len(state.legal_moves))
played = game.playouts(50, seed=1)
found = {
    "moves": [move.text for move in state.legal_moves],
    "fingerprint": state.fingerprint(),
    "lengths": list(map(int, played.lengths)),
    "validate": said("validate", next(one.path for one in find_games().games if one.name == game.name))[0],
    "run": said("run", "mille-bornes", "--seed", "3"),
}
json.dumps(found)
"""


def pack(path: Path) -> None:
    """Pack this package and the pure parts of those that it needs."""
    with zipfile.ZipFile(path, "w") as archive:
        for folder, target in PARTS.items():
            for one in (ROOT / folder).rglob("*"):
                if one.is_file() and "__pycache__" not in one.parts:
                    archive.write(one, f"{target}/{one.relative_to(ROOT / folder)}")
        for name in PACKAGES:
            found = find_spec(name)
            assert found is not None and found.origin is not None, name
            at = Path(found.origin)
            for one in at.parent.rglob("*.[pj]*") if at.stem == "__init__" else (at,):
                top = at.parent.parent if at.stem == "__init__" else at.parent
                if one.is_file() and one.suffix in (".py", ".json"):
                    archive.write(one, one.relative_to(top))
        archive.writestr("rpds/__init__.py", RPDS)


@pytest.mark.thorough
def test_the_same_under_pyodide(tmp_path: Path) -> None:
    folder = Path(os.environ.get("CARDWRIGHT_PYODIDE", ROOT / "node_modules" / "pyodide"))
    if shutil.which("node") is None or not (folder / "pyodide.mjs").is_file():
        pytest.skip("Node and the npm package pyodide are not here")
    pack(tmp_path / "site.zip")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    script = Path(__file__).with_name("pyodide.mjs")
    words = ["node", str(script), str(folder), str(tmp_path / "site.zip"), str(tmp_path / "program.py")]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    here: dict[str, object] = {}
    exec(PROGRAM, here)
    assert found == json.loads(json.dumps(here["found"]))
    assert found["validate"] == 0
