"""Tries the examples of the codes: each in the game of `frame.yaml`, in a folder of its own."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

import cardwright.diagnostics.codes as table
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.sources.checks import check_configurations
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.play.game.loading.load import load_rules
from cardwright.source.merge.stale_texts import check_stale_texts
from cardwright.source.text.composer import compose

FOLDER = Path(table.__file__).parent / "examples"
CODE = re.compile(r"\b[ERW]\d{3}\b")

VARIANTS = {
    "long": "override: {options.goal.default: 20}",
    "late": "after: [my-own]\noverride: {presets.short.options.goal: 4}",
}
OTHER_GAME = 'variant: other\nextends: hearts\ntitle: "Other"\noverride: {options.goal.default: 20}\n'
THOROUGH = ("spec", "program")
"""The stages whose mistakes show only for some numbers of players or options."""

KINDS = {"text": "text", "variants": "variant", "scenarios": "scenario", "play": "play", "command_line": "command"}
"""How the examples of a stage are tried, unless they say it themselves; those of other stages are parts of a spec."""


def read(path: Path) -> Any:
    """A YAML file whose scalars are all texts."""
    return _as_texts(path.read_text(encoding="utf-8"))


@cache
def _as_texts(text: str) -> Any:
    return yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def kind_of(entry: dict[str, Any], stage: str) -> str:
    """How an example is tried; `words` are only told."""
    return str(entry.get("as", KINDS.get(stage, "spec")))


def merged(old: Any, new: Any) -> Any:
    """One mapping with the values of another put over it."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def spec(*changes: str | dict[str, Any]) -> str:
    """The game of the frame with some changes, as a text."""
    tree = read(FOLDER / "frame.yaml")
    for change in filter(None, changes):
        tree = merged(tree, _as_texts(change) if isinstance(change, str) else change)
    return yaml.dump(
        tree, Dumper=getattr(yaml, "CDumper", yaml.Dumper), sort_keys=False, default_style='"', allow_unicode=True
    )


def tried(text: str, entry: dict[str, Any], stage: str, folder: Path, output: pytest.CaptureFixture[str]) -> set[str]:
    """The codes that are reported about an example of a stage. The current folder is `folder`, which is empty."""
    kind = kind_of(entry, stage)
    game = folder / "race"
    (game / "variants").mkdir(parents=True)
    parts: dict[str, Any] = {
        "effect": {"actions": {"rest": {"do": text}}},
        "condition": {"actions": {"drive": {"when": {"near": text}}}},
    }
    change = text if kind in ("spec", "play") else parts.get(kind, "")
    (game / "game.yaml").write_text(spec(entry.get("base", ""), change), encoding="utf-8")
    match kind:
        case "text":
            report = Report()
            compose(Source("text.yaml", text), report, mapping=True)
            return {one.code for one in report.diagnostics}
        case "spec" | "effect" | "condition":
            return loaded(thorough=stage in THOROUGH)
        case "variant":
            others = [entry["with"]] if "with" in entry else []
            for name in others:
                _variant(game, name, VARIANTS[name])
            _variant(game, "my-own", text, whole="whole" in entry)
            if "whole" in entry:
                return loaded(game="race/variants/my-own.yaml")
            return loaded(("my-own", *others))
    return printed(lines(kind, text, game), output)


def loaded(variants: tuple[str, ...] = (), *, game: str = "race", thorough: bool = False) -> set[str]:
    """What is reported about the game with some variants."""
    report = Report()
    rules = load_rules(game, variants, (), report)
    if rules is not None:
        made = rules.assembled
        check_stale_texts(made.tree, made.patches, made.touches, report)
    if rules is not None and thorough:
        check_configurations(rules, report)
    return {one.code for one in report.diagnostics}


def lines(kind: str, text: str, game: Path) -> list[str]:
    """The command lines that try an example, whose files are written first."""
    match kind:
        case "scenario":
            body = "game: race\nscenarios:\n  An example:\n" + indent(text, "    ")
            (game / "scenarios.yaml").write_text(body + "\n", encoding="utf-8")
            return ["validate race/scenarios.yaml --path .", "test race/scenarios.yaml --path ."]
        case "part":
            (game / "parts").mkdir()
            (game / "parts" / "my-own.yaml").write_text(text, encoding="utf-8")
            return ["validate race/parts/my-own.yaml", "validate race/game.yaml --play 0"]
        case "clauses":
            (game / "clauses.yaml").write_text(text, encoding="utf-8")
            return ["validate race/clauses.yaml"]
        case "stray":
            (game / "variants" / "my-own.yaml").write_text(text, encoding="utf-8")
            return ["validate race"]
        case "folder":
            (game / text).write_text("", encoding="utf-8")
            return ["validate race"]
        case "play":
            return [f"run race --engine reference --seed {seed} --seats random" for seed in range(4)]
        case _:
            assert kind == "command"
            _variant(game, "long", VARIANTS["long"])
            if " other" in text:
                (game / "variants" / "other.yaml").write_text(OTHER_GAME, encoding="utf-8")
            engine = " --engine reference" if " run " in text else ""
            return [text.removeprefix("cardwright ") + engine]


def printed(lines: list[str], output: pytest.CaptureFixture[str]) -> set[str]:
    """The codes that the first of some command lines prints that prints any."""
    for line in lines:
        answer(CommandLine(tuple(shlex.split(line))))
        if found := set(CODE.findall("".join(output.readouterr()))):
            return found
    return set()


def _variant(game: Path, name: str, text: str, *, whole: bool = False) -> None:
    head = "" if whole else f'variant: {name}\nextends: race\ntitle: "{name}"\n'
    (game / "variants" / f"{name}.yaml").write_text(head + text + "\n", encoding="utf-8")
