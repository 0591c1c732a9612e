"""Random sound specs: every section of the schema, with rules of every construct wherever a rule may stand."""

from __future__ import annotations

from random import Random
from typing import Any

import yaml

from cardwright.language.ir.types import INTEGER, PLAYER, TEAM, list_of
from tests.sound.sound_declarations import CHAPTERS, COLOURS, SYMBOLS, Tree
from tests.sound.sound_expressions import Unmakeable
from tests.sound.sound_rules import Rules
from tests.sound.sound_world import SEES_OPEN, Scope


class Specs(Rules):
    """Writes a whole spec."""

    # People ---------------------------------------------------------------------------------

    def result(self) -> None:
        it = Scope(it=PLAYER)
        tree: Tree = {}
        forms = ["best(p0 for p0 in players by p0.score)", self.expression(list_of(PLAYER), Scope(), 2)]
        if self.world.teams:
            forms.append("best(t0 for t0 in teams by t0.ours)")
        tree["winners"] = self.luck.choice(forms)
        if self.chance(0.2):
            tree["returns"] = self.expression(INTEGER, it)
            if self.chance(0.3):
                tree.pop("winners")
        if self.chance(0.5):
            tree["score"] = self.luck.choice(("it.score", "-it.score", self.expression(INTEGER, it)))
        if self.chance(0.3):
            tree["value"] = self.expression(INTEGER, it)
        if self.chance(0.2) and "score" in tree:
            tree["label"] = self.people("Points")
        if self.chance(0.2):
            tree["nobody"] = self.people("Nobody wins.")
        if self.chance(0.2):
            tree["text"] = self.people("Most points.")
        if self.chance(0.3):
            tree["measures"] = ["score"]
        self.spec["result"] = tree

    def words(self) -> None:
        found: Tree = {}
        if self.world.said and "say(told)" in str(self.spec):
            found["told"] = self.people(
                self.luck.choice(("Something happens.", "{me} does it.", "It is {count(players)}."))
            )
        for name in self.luck.sample(SYMBOLS[0], self.luck.randint(0, 2)):
            found[name] = self.people(name.upper())
        if self.chance(0.3):
            found["numa"] = self.people("number")
        if found:
            self.spec["words"] = found

    def rulebook(self) -> None:
        if self.chance(0.4):
            passage: Tree = {"chapter": self.luck.choice(CHAPTERS)}
            passage["label"] = self.people("A passage")
            if self.chance(0.5):
                passage["text"] = self.people(f"So it is{self.option_brace()}.")
            else:
                passage["steps"] = [self.people("First."), self.people("Then.")]
            if self.chance(0.3):
                passage["rule"] = "page 9"
            self.spec["rulebook"] = {"a_passage": passage}

    def table(self) -> None:
        table: Tree = {}
        if self.chance(0.6):
            shown: Tree = {}
            for number in range(self.luck.randint(1, 2)):
                of = self.luck.choice(("", "player", *(["team"] if self.world.teams else [])))
                it = {"": None, "player": PLAYER, "team": TEAM}[of]
                type = self.luck.choice([one for one in self.world.values() if one.base != "card"])
                type = self.luck.choice((type, type, list_of(type)))
                one: Tree = {"is": self.expression(type, Scope(it=it, sight=SEES_OPEN), 2)}
                if of:
                    one["of"] = of
                    if self.chance(0.3):
                        one["shows"] = self.luck.choice(("all", "owner"))
                if self.chance(0.7):
                    one["label"] = self.people(f"Shown {number}")
                shown[f"shown{number}"] = one
            table["shown"] = shown
        if self.chance(0.4):
            of = self.luck.choice(("player", *(["team"] if self.world.teams else [])))
            it = PLAYER if of == "player" else TEAM
            track: Tree = {
                "at": self.expression(INTEGER, Scope(it=it, sight=SEES_OPEN), 1),
                "length": self.luck.choice((9, *self.settled())),
            }
            track["of"] = of
            if self.chance(0.4):
                track["label"] = self.people("Track")
            if self.chance(0.4):
                track["across"] = {
                    "is": self.expression(INTEGER, Scope(it=it, sight=SEES_OPEN), 1),
                    "number": self.luck.choice((2, *self.settled())),
                }
                if self.chance(0.5):
                    track["across"]["label"] = self.people("Side")
            if self.chance(0.4):
                row: Tree = {"is": self.expression(list_of(INTEGER), Scope(sight=SEES_OPEN), 1)}
                if self.chance(0.5):
                    row["label"] = self.people("Row")
                track["rows"] = {"row1": row}
            table["tracks"] = {"track1": track}
        zones = [one for one in self.world.zones if not one.of and not one.along]
        own = [one for one in self.world.zones if one.of == "player" and not one.along]
        if self.chance(0.4):
            group = self.luck.choice((zones, own))[:2]
            table["groups"] = {
                "group1": {
                    "zones": [one.name for one in group],
                    **({"label": self.people("Group")} if self.chance(0.5) else {}),
                }
            }
        grouped = table.get("groups", {}).get("group1", {}).get("zones", [])
        apart = [one.name for one in own if one.name not in grouped][:2]
        if apart and self.chance(0.3):
            table["centre"] = self.luck.choice((apart, apart[0]))
        if self.chance(0.3):
            few = [one.name for one in self.world.variables[:1]]
            table["without"] = self.luck.choice((few, few[0]))
        deck = self.luck.choice(list(self.world.decks.values()))
        tag = "ab"[list(self.world.decks).index(deck.name)]
        if self.chance(0.3):
            named = self.luck.choice((deck.name, *self.world.unmistakable(deck.name)[:1]))
            told = self.people(f"{{label}} {{num{tag}}}")
            if self.chance(0.5):
                told = told if isinstance(told, dict) else {}
                for part in ("title", "corner", "large", "line"):
                    if self.chance(0.5):
                        told[part] = self.people(f"{{num{tag}}}")
                told |= {"icon": "star"} if self.chance(0.5) else {"ground": "red"}
            table["faces"] = {named: told}
        if self.chance(0.3):
            table["called"] = {deck.name: {"one": self.people("leaf"), "many": self.people("leaves")}}
        if self.chance(0.4):
            look: Tree = {"colour": self.luck.choice(COLOURS)} if self.chance(0.8) else {}
            if self.chance(0.5) or not look:
                look["sign"] = self.people("+")
            if self.chance(0.5):
                look["icon"] = "heart"
            table["looks"] = {"red": look}
        if table:
            self.spec["table"] = table

    def write(self) -> Tree:
        """A whole spec, as it stands in YAML."""
        self.head()
        self.options()
        self.types()
        self.decks()
        self.zones()
        self.variables()
        self.quantities()
        self.functions()
        self.sheets()
        self.card_rules()
        self.actions()
        self.card_events()
        self.sheets_written()
        self.phases()
        self.result()
        self.words()
        self.rulebook()
        self.table()
        self.spec["limits"] = {"decisions": self.luck.choice((30, 60, *self.settled())) if self.chance(0.9) else 40}
        self.spec["limits"]["decisions"] = (
            self.spec["limits"]["decisions"]
            if isinstance(self.spec["limits"]["decisions"], int)
            else f"30 + {self.spec['limits']['decisions']}"
        )
        if self.chance(0.5):
            self.spec["limits"]["steps"] = self.luck.choice((20000, "10000 * count(players)"))
        return self.spec


class _Dumper(yaml.CSafeDumper if hasattr(yaml, "CSafeDumper") else yaml.SafeDumper):  # type: ignore[misc]
    """Writes rules of several lines as blocks, and nothing as a reference to something above."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: Any, written: str) -> Any:
    style = "|" if "\n" in written else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(written), style=style)


_Dumper.add_representer(str, _text)


def written(tree: Tree) -> str:
    """The YAML of a spec."""
    return str(yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000))


def sound_spec(seed: int, number: int, rare: frozenset[str] = frozenset()) -> Tree:
    """The spec of this number; it depends on nothing but its seed and number, and what it should rather have."""
    for again in range(50):
        try:
            return Specs(Random(f"{seed}/{number}/{again}"), rare).write()
        except Unmakeable:
            continue
    raise RuntimeError(f"no spec {number}")
