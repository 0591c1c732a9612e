"""The files that are mutated: what is checked of each, and the scenarios that hold its rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path
from typing import Literal

from cardwright.diagnostics.diagnostic import Report
from cardwright.play.scenario.nodes import Scenario, ScenarioFile
from cardwright.play.scenario.runner import read_file

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the project; all paths within it count from there, and so does whoever runs this."""

FileKind = Literal["spec", "variant", "part"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """A file of rules. `checks` are the specs and variants that read it, `scenarios` the files that play it."""

    path: str
    kind: FileKind
    checks: tuple[str, ...]
    scenarios: tuple[str, ...]
    variant: str = ""

    @property
    def text(self) -> str:
        """What it says."""
        return (ROOT / self.path).read_text(encoding="utf-8")


@cache
def shipped() -> tuple[Shipped, ...]:
    """All specs, variants and parts that come with the package."""
    games = sorted([*ROOT.glob("specs/*/game.yaml"), *ROOT.glob("examples/*/game.yaml")])
    found = [_of_game(_short(game), "spec", game.parent) for game in games]
    for variant in sorted(ROOT.glob("specs/*/variants/*.yaml")):
        found.append(_of_game(_short(variant), "variant", variant.parents[1]))
    users = {one: _parts_of(one) for one in [*games, *sorted(ROOT.glob("tests/play/parts/*/game.yaml"))]}
    parts = sorted(ROOT.glob("specs/parts/*.yaml"))
    within = {part.stem: _parts_of(part) for part in parts}
    for part in parts:
        names = {part.stem, *(name for name, used in within.items() if part.stem in used)}
        using = [game for game, used in users.items() if used & names]
        files = [file for game in using for file in _scenarios(game.parent)]
        checks = tuple(map(_short, using))
        found.append(Shipped(path=_short(part), kind="part", checks=checks, scenarios=tuple(files)))
    return tuple(found)


@cache
def own(path: str) -> tuple[Shipped, ...]:
    """The spec of a game of one's own, by its path or that of its folder, and the variants beside it.

    Raises FileNotFoundError if there is none.
    """
    spec = Path(path).resolve()
    spec = spec / "game.yaml" if spec.is_dir() else spec
    if not spec.is_file():
        raise FileNotFoundError(f"there is no spec at '{path}'")
    variants = [_of_game(_short(one), "variant", spec.parent) for one in sorted(spec.parent.glob("variants/*.yaml"))]
    return (_of_game(_short(spec), "spec", spec.parent), *variants)


def _of_game(path: str, kind: FileKind, folder: Path) -> Shipped:
    name = re.search(r"^variant: (\S+)", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    variant = name[1] if name and kind == "variant" else ""
    return Shipped(path=path, kind=kind, checks=(path,), scenarios=_scenarios(folder), variant=variant)


def _scenarios(folder: Path) -> tuple[str, ...]:
    return tuple(_short(file) for file in sorted(folder.glob("scenarios/*.yaml")))


def _short(path: Path) -> str:
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def _parts_of(path: Path) -> set[str]:
    """The parts that a file names under `uses`."""
    text = path.read_text(encoding="utf-8")
    block = re.search(r"^uses:.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"[a-z][a-z-]+", block[0])) if block else set()


@cache
def scenarios_of(one: Shipped) -> tuple[tuple[ScenarioFile, Scenario], ...]:
    """All scenarios that play the rules of a file, for a variant those in which it takes part."""
    found = []
    for name in one.scenarios:
        file = read_file(name, Report())
        assert file is not None, name
        for scenario in file.scenarios:
            named = {Path(word.text).stem for word in scenario.variants}
            if not one.variant or one.variant in named:
                found.append((file, scenario))
    return tuple(found)


@cache
def _words_of(one: Shipped) -> tuple[dict[str, float], list[set[str]]]:
    """How much each word tells that stands in scenarios, and the words of each scenario."""
    words: list[set[str]] = []
    for file, scenario in scenarios_of(one):
        text, starts = scenario.span.source.text, [other.span.start for other in file.scenarios]
        end = min((start for start in starts if start > scenario.span.start), default=len(text))
        words.append(set(re.findall(r"[a-z_]\w*", text[scenario.span.start : end])))
    many = Counter(word for own in words for word in own)
    return {word: log(len(words) / times) for word, times in many.items()}, words


def nearest(one: Shipped, about: Set[str]) -> list[int]:
    """The numbers of all scenarios, first those that share rare words with a place."""
    weights, words = _words_of(one)
    score = [sum(weights[word] for word in own & about) for own in words]
    return sorted(range(len(words)), key=lambda number: -score[number])
