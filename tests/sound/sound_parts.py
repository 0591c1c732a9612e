"""A game with a part that it uses, and with a variant."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.sound.sound_declarations import CHAPTERS, Tree
from tests.sound.sound_specs import sound_spec, written

PARTED = (
    "rulebook",
    "words",
    "types",
    "functions",
    "effects",
    "triggers",
    "reactions",
    "scoring",
    "table",
    "options",
    "quantities",
    "permissions",
)
"""Sections that a part may bring."""


class Files:
    """A game with a part that it uses, and a variant of it."""

    def __init__(self, tree: Tree, luck: Random) -> None:
        self.tree, self.luck = tree, luck
        self.two_languages = isinstance(tree["title"], dict)
        self.files: dict[str, Tree] = {"game.yaml": tree}

    def people(self, said: str) -> Any:
        return {"en": said, "fr": f"{said} (fr)"} if self.two_languages else said

    def names(self, tree: Tree) -> dict[str, Any]:
        """What an argument of each kind may be."""
        deck = next(iter(tree["cards"]))
        enumeration = next(iter(tree["types"])) if "types" in tree else None
        found: dict[str, Any] = {
            "number": 2, "boolean": True, "expression": self.luck.choice(("count(players)", "1 + 2")), "deck": deck,
            "zone": next(iter(tree["zones"])), "variable": "score", "phase": "play", "phases": ["play", "deal"],
            "attribute": next(iter(tree["cards"][deck]["attributes"])), "action": next(iter(tree["actions"])),
            "actions": list(tree["actions"])[:2],
        }  # fmt: skip
        if enumeration is not None:
            found |= {
                "type": enumeration,
                "symbol": tree["types"][enumeration][0],
                "symbols": tree["types"][enumeration][:2],
            }
        if "options" in tree:
            found["option"] = next(iter(tree["options"]))
        for key, kind_ in (("functions", "function"), ("effects", "effect")):
            if key in tree:
                found[kind_] = next(iter(tree[key])).partition("(")[0]
        return found

    def part(self) -> None:
        """Move a section or two into a part."""
        luck, tree = self.luck, self.tree
        kinds = luck.sample(sorted(self.names(tree).items()), 3)
        moved = luck.sample([one for one in PARTED if one in tree], 1)
        made: Tree = {"part": "own-part", "title": self.people("A part")}
        if luck.random() < 0.5:
            made["about"] = self.people("What it brings.")
        parameters: Tree = {
            "amount": {"is": "number", "default": 2},
            "way": {"is": ["this", "that"], "default": "this"},
        }
        arguments: Tree = {}
        for kind_, name in kinds:
            one: Tree = {"is": kind_}
            if kind_ == "number" and luck.random() < 0.5:
                one["range"] = [0, 9]
            if luck.random() < 0.5:
                one["default"] = name
            if "default" not in one or luck.random() < 0.3:
                arguments[f"my_{kind_}"] = name
            if luck.random() < 0.5:
                one["text"] = self.people("What it means")
            parameters[f"my_{kind_}"] = one
        if luck.random() < 0.5:
            arguments["amount"] = luck.randint(1, 4)
        made["parameters"] = parameters
        for key in moved:
            made[key] = tree.pop(key)
        made["functions"] = {**made.get("functions", {}), "from_part": "amount + 1"}
        made["rulebook"] = {
            **made.get("rulebook", {}),
            "of_part": {"chapter": "special", "text": self.people("It is so.")},
        }
        if luck.random() < 0.6:
            made["cases"] = {
                "way": {
                    "that": {"override": {"functions.from_part": "amount + 2"}},
                    "else": {"add": {"rulebook.of_part.rule": "page 2"}},
                }
            }
            if luck.random() < 0.5:
                arguments["way"] = "that"
        use: Any = {"part": luck.choice(("own-part", "parts/own-part.yaml")), **arguments}
        alone = moved[0] in ("triggers", "reactions") and not {"my_effect", "my_function"} & {*parameters}
        if luck.random() < (0.8 if alone else 0.3):
            use["as"] = (
                luck.choice(("pre", "pre", {"from_part": "taken_from"})) if alone else {"from_part": "taken_from"}
            )
        if list(use) == ["part"] and luck.random() < 0.7:
            use = use["part"]
        tree["uses"] = {"own": use}
        if "as" not in use:
            if luck.random() < 0.4:
                tree["override"] = {"rulebook.of_part.chapter": luck.choice(CHAPTERS)}
            if luck.random() < 0.4:
                tree["add"] = {"rulebook.of_part.label": self.people("Special")}
            if luck.random() < 0.3:
                tree["remove"] = ["functions.from_part"]
            if moved == ["words"] or luck.random() < 0.3:
                made["rulebook"]["last_of_part"] = {"chapter": "special", "text": self.people("And so.")}
                tree["insert"] = {"rulebook": {"last_of_part": {"before": "of_part"}}}
                made["rulebook"] = dict(made["rulebook"])
        self.files["parts/own-part.yaml"] = made

    def variant(self) -> None:
        """Something else for a few keys."""
        luck, tree = self.luck, self.tree
        made: Tree = {"variant": "changed", "extends": tree["game"], "title": self.people("Changed")}
        if luck.random() < 0.5:
            made["about"] = self.people("Otherwise.")
        override: Tree = {"limits.decisions": 25}
        if "winners" in tree["result"] and luck.random() < 0.5:
            override["result.winners"] = "players"
        for name, option in tree.get("options", {}).items():
            if option["type"] == "boolean" and not isinstance(option["default"], dict) and "requires" not in option:
                override[f"options.{name}.default"] = option["default"]
        name = next(iter(tree["actions"]))
        if "when" not in tree["actions"][name]:
            made["add"] = {f"actions.{name}.when": "round.number < 9"}
        if luck.random() < 0.5:
            made["override"] = override
        if luck.random() < 0.5:
            made.setdefault("add", {})["actions.added"] = {"do": "me.score += 1"}
            made["insert"] = {
                "phases.play.offer": {
                    "added": luck.choice(({"after": name}, {"before": name}, {"at": "start"}, {"at": "end"}))
                }
            }
        texts = [f"{key}.{one}.text" for key in ("actions", "phases") for one, of in tree[key].items() if "text" in of]
        if texts and luck.random() < 0.6:
            made[luck.choice(("remove", "still_true"))] = texts[:1]
        if luck.random() < 0.3:
            made["after"] = ["another"]
            self.files["variants/another.yaml"] = {
                "variant": "another", "extends": tree["game"], "title": self.people("Another"),
                "override": {"limits.decisions": 20},
            }  # fmt: skip
        if not {"override", "add", "remove", "insert"} & set(made):
            made["override"] = override
        self.files["variants/changed.yaml"] = made


def sound_files(seed: int, number: int, rare: frozenset[str] = frozenset()) -> dict[str, Tree]:
    """The files of this number: a game, perhaps with a part that it uses, and perhaps with a variant."""
    luck = Random(f"{seed}/{number}/files")
    files = Files(sound_spec(seed, number, rare), luck)
    if luck.random() < 0.25:
        files.part()
    if luck.random() < 0.25:
        files.variant()
    return of_today(files.files) if luck.random() < 0.5 else files.files


def of_today(files: Mapping[str, Tree]) -> dict[str, Tree]:
    """Files of version 1 of the language, as `migrate` rewrites them."""
    with tempfile.TemporaryDirectory() as folder:
        for name, tree in files.items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            (Path(folder) / name).write_text(written(tree), encoding="utf-8")
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
            assert answer(CommandLine(("migrate", folder))) == 0, said.getvalue()
        return {name: yaml.load((Path(folder) / name).read_text(encoding="utf-8"), yaml.CSafeLoader) for name in files}
