"""The files that a fuzz starts from: the specs of the tree and of the examples, with what lies beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[2]

Sort = Literal["spec", "variant", "part", "scenarios", "clauses"]

PARTS = "parts"
"""The folder of a game in which the parts lie that it uses, wherever they come from."""


FOLDERS = ("specs", "examples", "tests/play/parts")
"""Where folders of games lie."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shelf:
    """A game with all that belongs to it: names of files, relative to a folder in which they can be laid out.

    `spec` is the name of its spec.
    """

    name: str
    spec: str
    files: Mapping[str, bytes]

    def of(self, sort: Sort) -> tuple[str, ...]:
        """The names of the files of a sort."""
        return tuple(name for name in self.files if _sort(name, self.spec) == sort)

    def with_rules_only(self) -> dict[str, bytes]:
        """The files that its rules and those of its variants and parts are made of."""
        return {name: self.files[name] for sort in ("spec", "variant", "part") for name in self.of(sort)}


def _sort(name: str, spec: str) -> Sort:
    if name == spec:
        return "spec"
    if "variants/" in name:
        return "variant"
    if f"{PARTS}/" in name:
        return "part"
    return "clauses" if name.endswith("clauses.yaml") else "scenarios"


@cache
def shelves() -> tuple[Shelf, ...]:
    """All games, the smallest first."""
    games = [_folder(path.parent) for where in FOLDERS for path in ROOT.glob(f"{where}/*/game.yaml")]
    small = [_small(path) for path in ROOT.glob("tests/laws/specs/*.yaml")]
    return tuple(sorted((*games, *small), key=lambda shelf: (len(shelf.files[shelf.spec]), shelf.name)))


def _folder(folder: Path) -> Shelf:
    files = {f"{folder.name}/{path.relative_to(folder).as_posix()}": path for path in sorted(folder.rglob("*.yaml"))}
    texts = {name: path.read_bytes() for name, path in files.items()}
    parts = {f"{folder.name}/{PARTS}/{name}": text for name, text in _used(texts.values()).items()}
    return Shelf(name=folder.name, spec=f"{folder.name}/game.yaml", files={**texts, **parts})


def _used(texts: Iterable[bytes]) -> dict[str, bytes]:
    """The shipped parts that files mention where they use parts, and those that these use."""
    found: dict[str, bytes] = {}
    left = [text for text in texts if b"\nuses:" in text]
    while left:
        text = left.pop()
        for path in sorted(ROOT.glob(f"specs/{PARTS}/*.yaml")):
            if path.name not in found and path.stem.encode() in text:
                found[path.name] = path.read_bytes()
                left.append(found[path.name])
    return found


def _small(path: Path) -> Shelf:
    return Shelf(name=path.stem, spec=path.name, files={path.name: path.read_bytes()})
