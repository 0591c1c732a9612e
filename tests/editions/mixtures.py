"""Variants of one game together, and with presets and options: each mixture loads, or is refused in one sentence.

    $ python -m tests.editions.mixtures pairs presets triples --out build/mixtures.jsonl

What loads plays on both engines, its rulebook tells what each variant says, and scenarios that hold with each by
itself hold with both. A line of JSON is written for each mixture; the same command goes on with the others.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import SpecError

SPECS = Path(__file__).parents[2] / "specs"
GAMES = ("course-folle", "mille-bornes", "neko-racing", "on-the-trail")


@dataclass(frozen=True)
class Mixture:
    """A game with some variants, and a preset or a value of an option."""

    game: str
    variants: tuple[str, ...]
    preset: str | None = None
    option: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        preset = f"@{self.preset}" if self.preset else ""
        return "+".join((self.game, *self.variants)) + preset + (",{}={}".format(*self.option) if self.option else "")

    @property
    def flags(self) -> tuple[str, ...]:
        """As flags."""
        variants = [word for one in self.variants for word in ("--variant", one)]
        preset = ("--preset", self.preset) if self.preset else ()
        return (*variants, *preset, *(("--set", "{}={}".format(*self.option)) if self.option else ()))


def spec_of(game: str) -> dict[str, Any]:
    """What the spec of a game says."""
    return dict(yaml.safe_load((SPECS / game / "game.yaml").read_text(encoding="utf-8")))


def variants_of(game: str) -> dict[str, dict[str, Any]]:
    """The variants of a game, by name."""
    found = [
        yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((SPECS / game / "variants").glob("*.yaml"))
    ]
    return {one["variant"]: one for one in found}


def together(size: int) -> Iterator[Mixture]:
    """So many variants of a game at once."""
    for game in GAMES:
        for names in combinations(variants_of(game), size):
            yield Mixture(game, names)


def with_presets() -> Iterator[Mixture]:
    """Each variant with each preset, and with both ends of each option, or all its words."""
    for game in GAMES:
        spec = spec_of(game)
        for name, variant in variants_of(game).items():
            for preset in (*spec.get("presets", {}), *_added(variant, "presets")):
                yield Mixture(game, (name,), preset)
            for option, about in {**spec.get("options", {}), **_added(variant, "options")}.items():
                boolean = ("false", "true") if about["type"] == "boolean" else about["type"]
                for value in about["range"] if about["type"] == "integer" else boolean:
                    yield Mixture(game, (name,), None, (option, str(value)))


def _added(variant: dict[str, Any], section: str) -> dict[str, Any]:
    added = variant.get("add", {})
    paths = {path.partition(".")[2]: value for path, value in added.items() if path.startswith(f"{section}.")}
    return {**added.get(section, {}), **{path: value for path, value in paths.items() if "." not in path}}


# What is asked of each ------------------------------------------------------------------------------


def judge(mixture: Mixture, *, games: int = 200, again: int = 200, scenarios: bool = True) -> dict[str, Any]:
    """What came of a mixture: `refused`, with a sentence for each pair of variants at most, or `played`; `faults` are
    what should not be.

    The compiled engine plays so many `games`, and both engines the first of them, as many as `again` says.
    """
    counts, errors = _counts(mixture)
    pairs = len(mixture.variants) * (len(mixture.variants) - 1) // 2 or 1
    too_many = [said for said in errors.values() if not 1 <= len(said) <= pairs]
    faults = [f"refused in {len(said)} sentences: {' | '.join(said[:4])}" for said in too_many]
    if not counts:
        said = max(errors.values(), key=len, default=[])
        none = [] if said else ["no number of players is right, and no sentence says why"]
        return {"name": mixture.name, "came": "refused", "said": said[:1], "faults": [*faults, *none]}
    ends = sorted({counts[0], counts[-1]})
    for players in ends:
        faults += _played(mixture, players, games // len(ends), min(again, games) // len(ends) or 1)
    faults += _rulebook(mixture)
    if scenarios and len(mixture.variants) > 1:
        faults += _scenarios(mixture)
    return {"name": mixture.name, "came": "played", "players": counts, "faults": faults}


def _counts(mixture: Mixture) -> tuple[list[int], dict[str, list[str]]]:
    """The numbers of players with which a mixture can be played, and the errors with which others are refused."""
    errors: dict[str, list[str]] = {}
    counts = []
    for players in range(1, 8):
        try:
            _load(mixture, players, "fast")
            counts.append(players)
        except SpecError as error:
            said = [f"{one.code}: {one.message}" for one in error.report.diagnostics if one.severity == "error"]
            if said[0][:4] != "E510":
                errors["; ".join(said)] = said
    return counts, errors


def _load(mixture: Mixture, players: int, engine: str) -> Any:
    option: dict[str, Any] = {}
    if mixture.option is not None:
        name, value = mixture.option
        option = {name: {"true": True, "false": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)}
    return load_game(
        mixture.game,
        players=players,
        variants=list(mixture.variants),
        preset=mixture.preset,
        options=option,
        engine="fast" if engine == "fast" else "reference",
    )


def _played(mixture: Mixture, players: int, games: int, again: int) -> Iterator[str]:
    fast = _load(mixture, players, "fast").playouts(games, seed=1)
    if fast.ended() != {"finished": games}:
        yield f"{players} players: {fast.ended()}"
    slow = _load(mixture, players, "reference").playouts(again, seed=1)
    width = players * again
    same = [
        list(map(float, one.returns.ravel() if hasattr(one.returns, "ravel") else one.returns)) for one in (fast, slow)
    ]
    if same[0][:width] != same[1][:width] or list(fast.lengths)[:again] != list(slow.lengths)[:again]:
        yield f"{players} players: the engines differ"


@cache
def rulebook(mixture: Mixture) -> str:
    """The rulebook of a mixture, in one line."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        answer(CommandLine(("rules", mixture.game, *mixture.flags, "--lang", "en")))
    return " ".join(out.getvalue().split())


def _rulebook(mixture: Mixture) -> Iterator[str]:
    """Each text that a variant says and that is in the rulebook with it alone is in that of the mixture, too.

    Unless another variant says something else there, or takes away what the text is about.
    """
    whole = rulebook(mixture)
    everything = variants_of(mixture.game)
    for name in mixture.variants:
        others = [path for other in mixture.variants if other != name for path in _paths(everything[other])]
        alone = rulebook(Mixture(mixture.game, (name,)))
        for path, text in _texts(everything[name]):
            touched = any(path.startswith(other) or other.startswith(path.rpartition(".")[0]) for other in others)
            if text in alone and text not in whole and not touched:
                yield f"the rulebook does not tell {path} of {name}: {text[:80]}"


def _texts(variant: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ("override", "add"):
        for path, value in _leaves(variant.get(key, {}), ""):
            if path.endswith(".en") and isinstance(value, str) and not set(value) & set("{[*_`"):
                yield path, " ".join(value.split())


def _paths(variant: dict[str, Any]) -> Iterator[str]:
    """What a variant changes or takes away."""
    yield from (path for key in ("override", "add") for path, _ in _leaves(variant.get(key, {}), ""))
    yield from variant.get("remove", [])


def _leaves(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, f"{path}.{key}" if path else str(key))
    else:
        yield path, node


@cache
def scenario_results(game: str, variants: tuple[str, ...]) -> dict[str, bool]:
    """Which scenarios of a game hold with some variants in addition to their own."""
    out = io.StringIO()
    flags = [word for one in variants for word in ("--variant", one)]
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        answer(CommandLine(("test", str(SPECS / game), *flags, "--format", "json")))
    return {f"{one['file']}::{one['name']}": one["passed"] for one in json.loads(out.getvalue())["scenarios"]}


def _scenarios(mixture: Mixture) -> Iterator[str]:
    """A scenario concerns no variant with which it holds: so one that holds with each of them holds with all."""
    alone = [scenario_results(mixture.game, (one,)) for one in mixture.variants]
    for name, passed in scenario_results(mixture.game, mixture.variants).items():
        if not passed and all(one.get(name) for one in alone):
            yield f"holds with each, but not with all: {name}"


# All of them ----------------------------------------------------------------------------------------

KINDS: dict[str, Callable[[], Iterator[Mixture]]] = {
    "pairs": lambda: together(2),
    "presets": with_presets,
    "triples": lambda: together(3),
}


def main() -> None:
    """Judge those of some kinds that are not in the file yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="+", choices=list(KINDS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--again", type=int, default=200, help="so many of the 200 games are played on both engines")
    parser.add_argument("--without-scenarios", action="store_true", help="they take most of the time")
    asked = parser.parse_args()
    done = {json.loads(line)["name"] for line in asked.out.read_text().splitlines()} if asked.out.exists() else set()
    for kind in asked.kinds:
        for mixture in KINDS[kind]():
            if mixture.name not in done:
                found = judge(mixture, again=asked.again, scenarios=not asked.without_scenarios)
                with asked.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found, ensure_ascii=False) + "\n")
                for fault in found["faults"]:
                    print(mixture.name, fault, sep=": ", flush=True)


if __name__ == "__main__":
    main()
