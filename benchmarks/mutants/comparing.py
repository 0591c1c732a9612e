"""Whether a mutant that nothing has found plays otherwise than the original: both play the same games by the same luck.

A few games of each configuration go step by step, with what each player may do and sees; then many at random, as fast
as it goes, of which the results and the lengths are compared. Where no difference shows, the rule may still be another
one: such mutants are looked at one by one, and explained in `explained.yaml` or held by a new scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from cardwright.commands.sources.checks import check_configurations
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.engines.program.make import make_program
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_rules
from cardwright.play.game.loading.rules import Rules
from cardwright.play.trial.simulation import Configuration
from cardwright.source.text.files import close_text, open_text

from .shipped import Shipped

STEPPED, SETTINGS = 2, 40
"""How many games of a configuration are compared step by step, and how many configurations."""

DECISIONS = 300
"""After so many decisions a game that is compared step by step is left."""

GAMES, FAST_SETTINGS = 10_000, 4
"""How many games of a configuration are compared as a whole, and how many configurations."""

LOOK = 7
"""After so many decisions the views of all players are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What differs first, or "", and how many games were the same."""

    difference: str
    games: int


def compare(shipped: Shipped, before: str, after: str) -> Comparison:
    """Compare what two texts of a file make of the games that read it."""
    same = 0
    for path in shipped.checks:
        one, other = _read(path, shipped.path, before), _read(path, shipped.path, after)
        if one is None or other is None:
            return Comparison(difference="one of them cannot be read", games=0)
        settings = check_configurations(one, Report())
        for setting in _spread(settings, SETTINGS):
            for seed in range(STEPPED):
                found = _stepped(one, other, setting, seed)
                if found:
                    return Comparison(difference=f"{path}, {setting.name}, seed {seed}: {found}", games=same)
                same += 1
        for setting in _spread(settings, FAST_SETTINGS):
            if _whole(one, setting) != _whole(other, setting):
                return Comparison(difference=f"{path}, {setting.name}: other results", games=same)
            same += GAMES
    return Comparison(difference="", games=same)


def _spread(settings: list[Configuration], many: int) -> list[Configuration]:
    """Some configurations from all of the list, the first among them."""
    return settings[:: max(1, -(-len(settings) // many))]


def _read(path: str, changed: str, text: str) -> Rules | None:
    open_text(changed, text)
    try:
        return load_rules(path, (), (), Report(), in_full=True)
    finally:
        close_text(changed)


def _game(rules: Rules, setting: Configuration, engine: Engine) -> Game | None:
    try:
        program = make_program(rules.game, players=setting.players, options=setting.options)
    except (SpecError, KeyError):
        return None
    return Game(program, spec=rules.spec, engine=engine)


def _stepped(one: Rules, other: Rules, setting: Configuration, seed: int) -> str:
    """The first difference of a game, step by step."""
    games = [_game(rules, setting, "reference") for rules in (one, other)]
    if games[0] is None or games[1] is None:
        return "" if games[0] is games[1] else "one of them cannot be played"
    both = zip(_told(games[0], seed), _told(games[1], seed), strict=False)
    for number, (left, right) in enumerate(both, 1):
        if left != right:
            return f"decision {number}: {_difference(left, right)}"
    return ""


def _told(game: Game, seed: int) -> Iterator[dict[str, object]]:
    """What can be done and seen at each decision of a game at random, and how it ends."""
    state, luck = game.initial_state(seed=seed), Random(seed)
    for number in range(DECISIONS):
        if state.is_terminal:
            break
        moves = [move.text for move in state.legal_moves]
        views = {seat: state.view(seat) for seat in range(game.players)} if number % LOOK == 0 else {}
        yield {"moves": moves, "views": views}
        state.apply(moves[luck.randrange(len(moves))])
    yield {"status": state.status, "returns": list(state.returns) if state.status == "finished" else []}


def _difference(one: object, other: object) -> str:
    """The first thing that is not the same, in short."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            if one.get(key) != other.get(key):
                return f"{key}: {_difference(one.get(key), other.get(key))}"
    return f"{one!r:.100} against {other!r:.100}"


def _whole(rules: Rules, setting: Configuration) -> tuple[bytes, bytes, bytes] | None:
    game = _game(rules, setting, "fast")
    if game is None:
        return None
    found = game.at_random(GAMES, 0)
    return bytes(found.returns), bytes(found.lengths), bytes(found.ends)
