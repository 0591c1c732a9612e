"""Mutated programs: specs that still load, played by both engines in lockstep."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.play.game.game import Chance, Game
from cardwright.play.game.loading.load import configure, load_rules
from tests.fuzz.fuzz_corpus import PARTS, shelves
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp
from tests.fuzz.fuzz_lockstep import both, played, same_playouts
from tests.fuzz.fuzz_rules import mutated_rules
from tests.fuzz.fuzz_trial import Outcome, Trial
from tests.laws.law_games import some_values

SPEC = "game.yaml"

FROM_PARTS = 0.4
"""The share of games with parts in which it is a part that is changed."""

DECISIONS = 40
"""How many decisions of a game are played step by step."""


@cache
def _tree(content: bytes) -> Any:
    """A file as dicts, lists and texts: no text is taken for a number."""
    return yaml.load(content, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


class Programs:
    """Mutated programs in lockstep."""

    def make(self, luck: Random) -> Trial:
        """A mutated spec, with the seed of the games."""
        shelf = luck.choices(shelves(), [1 / (len(one.files[one.spec]) + 3000) for one in shelves()])[0]
        parts = {f"{PARTS}/{Path(name).name}": shelf.files[name] for name in shelf.of("part")}
        files = {SPEC: shelf.files[shelf.spec], **parts}
        changed = luck.choice(list(parts)) if parts and luck.random() < FROM_PARTS else SPEC
        tree = mutated_rules(_tree(files[changed]), [_tree(one.files[one.spec]) for one in shelves()], luck)
        text = yaml.dump(tree, sort_keys=False, allow_unicode=True, width=120, Dumper=_Plain)
        more = {"seed": luck.randrange(2**31)}
        return Trial(kind="programs", files={**files, changed: text.encode()}, shrinks=changed, more=more)

    def run(self, trial: Trial) -> Outcome:
        """Load it with some numbers of players and options, and play."""
        luck = Random(trial.more["seed"])
        game = loaded(luck)
        if game is None:
            return "refused"
        one, other = both(game)
        try:
            return _played(one, other, luck)
        except (TimeIsUp, MemoryIsUp):
            return "too long"


class _Plain(yaml.SafeDumper):
    """Writes a node that is there twice twice, instead of an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def loaded(luck: Random) -> Game | None:
    """The game in some configuration, or None if it is refused."""
    report = Report()
    rules = load_rules(SPEC, (), (), report)
    if rules is None:
        return None
    spec = rules.spec
    players = luck.choice(spec.players)
    options = {name: luck.choice(some_values(option)) for name, option in spec.options.items() if luck.random() < 0.3}
    for chosen in (options, {}):
        try:
            return configure(rules, players=players, options=chosen)
        except SpecError:
            continue
    return None


def _played(one: Game, other: Game, luck: Random) -> Outcome:
    """Three games step by step, one of them with explicit chance, then whole games."""
    ends = []
    for number in range(3):
        seed = luck.randrange(2**31)
        chance: Chance = "explicit" if number == 2 else "sampled"
        first, second = (game.initial_state(seed=seed, chance=chance) for game in (one, other))
        ends.append(played(first, second, luck, DECISIONS))
    same_playouts(one, other, luck.randrange(2**31))
    return "played, with errors" if "error" in ends else "played"
