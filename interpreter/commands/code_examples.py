"""The examples of codes, one wrong and one right: read from the files beside the table of codes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, get_args

from ..diagnostics import codes as table
from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..language.text.load import load
from ..language.text.tree import Mapping, Scalar

ExampleKind = Literal[
    "spec",
    "effect",
    "condition",
    "variant",
    "part",
    "scenario",
    "clauses",
    "text",
    "stray",
    "folder",
    "command",
    "play",
    "words",
]
"""What an example is written as; `words` is told and cannot be tried."""

_PLACES: dict[ExampleKind, str] = {
    "spec": "in a spec",
    "effect": "as an effect",
    "condition": "as a condition",
    "variant": "in a variant",
    "part": "as the part my-own",
    "scenario": "as a scenario",
    "clauses": "in clauses.yaml",
    "text": "in any file",
    "stray": "in the folder of a game",
    "folder": "as a file in the folder of a game",
    "command": "on the command line",
    "play": "in a spec that is played",
    "words": "",
}

_STAGES: dict[str, ExampleKind] = {
    "command_line": "command",
    "text": "text",
    "shape": "spec",
    "variants": "variant",
    "parts": "spec",
    "syntax": "spec",
    "spec": "spec",
    "typing": "spec",
    "program": "spec",
    "scenarios": "scenario",
    "play": "play",
}
"""The files of examples, and what the examples in each are written as unless they say it themselves."""


@dataclass(frozen=True, slots=True)
class Example:
    """What is wrong and what is right, as an author writes it; `before` is what the game has already, or empty."""

    kind: ExampleKind
    wrong: str
    right: str
    before: str = ""

    @property
    def place(self) -> str:
        """Where the example stands, in a few words."""
        return _PLACES[self.kind]


@cache
def examples() -> dict[str, Example]:
    """The example of each code."""
    folder = Path(table.__file__).parent / "examples"
    return {code: one for stage, kind in _STAGES.items() for code, one in _read(folder / f"{stage}.yaml", kind)}


def frame() -> str:
    """The game in which the examples stand."""
    return (Path(table.__file__).parent / "examples" / "frame.yaml").read_text(encoding="utf-8")


def _read(path: Path, kind: ExampleKind) -> list[tuple[str, Example]]:
    tree = load(path, Report())
    assert tree is not None, f"{path} cannot be read"
    return [(entry.key.text, _example(entry.value, kind)) for entry in tree.entries if isinstance(entry.value, Mapping)]


def _example(tree: Mapping, kind: ExampleKind) -> Example:
    texts = {key: value.text for key, value in tree if isinstance(value, Scalar)}
    named = next((one for one in get_args(ExampleKind) if one == texts.get("as")), kind)
    return Example(named, texts["bad"], texts["good"], texts.get("base", ""))
