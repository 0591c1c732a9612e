"""What a study varies: settings of options (`--over`), what a bot does without (`--without`), bots on the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.suggest import did_you_mean
from ...play.game.game import Game
from ...studies.measures.observation import ObservedGame
from ...studies.outcomes import side_names
from ...studies.restricted_bots import WITHOUT, can_be_forbidden, card_names, forbiddable
from ...studies.study import AbstentionCost
from ...studies.sweep import MOST, values_of
from ..failure import CommandError
from ..flags import GameFlags, option_values
from ..match_setup import configured_game, open_rules
from ..outcome import Outcome
from ..progress import with_progress
from ..workers import Workers
from .worker_pool import Task, play_all

Setting = dict[str, str]
"""A value for each option that is swept over, as it was typed."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The settings that the rules allow, each with its game; `left_out` are those that they do not allow."""

    settings: list[Setting]
    games: list[Game]
    left_out: list[Setting]
    shared: tuple[str, ...]

    @classmethod
    def of(cls, over: tuple[str, ...], flags: GameFlags, named: tuple[str, ...], outcome: Outcome) -> Grid:
        """All combinations of values. Raises CommandError and SpecError for what no setting can have."""
        typed = option_values(over, "--over", "OPTION=VALUES", "target=500..1000:100")
        values = {name: _values(name, text) for name, text in typed.items()}
        if prod(map(len, values.values())) > MOST:
            many = " × ".join(str(len(one)) for one in values.values())
            raise CommandError("E012", f"{many} settings are more than {MOST}", over[-1], "take fewer values")
        shared = flags.settings
        for name in values.keys() & option_values(shared).keys():
            raise CommandError("E012", f"--over and --set both give values of '{name}'", name, "leave one of them out")
        rules = open_rules(flags, outcome)
        settings: list[Setting] = []
        games: list[Game] = []
        left_out: list[Setting] = []
        for row in product(*values.values()):
            setting = dict(zip(values, row, strict=True))
            try:
                own = tuple(f"{name}={value}" for name, value in setting.items())
                games.append(configured_game(rules, flags, named, outcome, own))
                settings.append(setting)
            except SpecError as error:
                if not {one.code for one in error.report.diagnostics} <= {"E507", "E509"}:
                    raise
                left_out.append(setting)  # these values may not stand together
        if not games:
            raise CommandError("E012", "the rules allow none of these settings", over[0], "see `cardwright options`")
        return cls(settings, games, left_out, shared)

    def words(self, setting: Setting) -> tuple[str, ...]:
        """The values of all options, as after `--set`."""
        return (*self.shared, *(f"{name}={value}" for name, value in setting.items()))

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return side_names(self.games[0])

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.games[0].layout.teams or tuple(range(self.games[0].players))


def _values(name: str, text: str) -> tuple[str, ...]:
    try:
        return values_of(text)
    except ValueError as error:
        raise CommandError("E012", f"--over {name}: {error}", text) from None


# `study --without ID`: the bot against itself, which does without an action, a choice or a card ----

GROUPS = ("actions", "cards")
"""Stand for each action and choice of the game, and for each kind of card, one at a time."""


def forbidden_items(words: tuple[str, ...], kinds: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """What the bot is to do without, one after the other. Raises CommandError for what the game does not have."""
    if not words:
        return ()
    if len(set(kinds)) > 1:
        raise CommandError("E016", "--without sets a bot against itself", "--without", "name one bot for all seats")
    if game.players < 2:
        raise single_player_error(game, "--without")
    return tuple(dict.fromkeys(one for word in words for one in _items_named(word, game)))


def single_player_error(game: Game, word: str) -> CommandError:
    """The error where two bots are to be compared at one table, and one player plays alone."""
    more = [number for number in game.spec.players if number > 1] if game.spec is not None else []
    alone = "`simulate --seats KIND` tells what a bot reaches alone, on the same deals with the same --seed"
    helps = f"`--players {min(more)}`" if more else alone
    return CommandError("E016", "a game for one player has no seat for a second bot", word, helps)


def unknown_item_error(word: str, game: Game, more: tuple[str, ...] = ()) -> CommandError:
    """The error for what no bot of this game can be made to do without."""
    cards = set(card_names(game))
    known = forbiddable(game)
    actions = ", ".join(one for one in known if one not in cards)
    alike = [one for one in known if one.endswith(f".{word}")]
    several = (f"cards of several decks have this id: {', '.join(alike)}",) if alike else ()
    helps = (*(several or did_you_mean(word, (*known, *more))), f"actions and choices of this game: {actions}")
    return CommandError("E012", f"this game has no action and no kind of card '{word}'", word, *helps)


def _items_named(word: str, game: Game) -> list[str]:
    """What a word stands for; the game's own names come first."""
    if can_be_forbidden(word, game):
        return [word]
    if word not in GROUPS:
        raise unknown_item_error(word, game, GROUPS)
    cards = set(card_names(game))
    return [one for one in forbiddable(game) if (one in cards) == (word == "cards")]


def play_ablation(found: AbstentionCost, task: Task, banned: tuple[str, ...], seeds: range, workers: Workers) -> None:
    """Play a pair of games for each thing that is forbidden, and each seed."""
    for one in banned:
        pair = (task.kinds[0], f"{task.kinds[0]}{WITHOUT}{one}")
        first = _games(task, pair, seeds, workers)
        second = _games(task, pair[::-1], seeds, workers)
        for seed in first.keys() & second.keys():
            found.add(one, pair, first[seed], second[seed])


def _games(task: Task, pair: tuple[str, ...], seeds: range, workers: Workers) -> dict[int, ObservedGame]:
    """The games of these bots, in turn on the seats, by their seeds."""
    kinds = alternate_kinds(pair, len(task.kinds))
    plain = replace(task, kinds=kinds, watched=False, each=True, followed=0, rotate=False)
    chunks = with_progress(play_all(plain, [seeds], workers), len(seeds))
    return {seen.played.seed: seen for chunk in chunks for seen in chunk.games}


def alternate_kinds(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """The kinds in turn, as many as there are seats.

    >>> alternate_kinds(["a", "b"], 3)
    ('a', 'b', 'a')
    """
    return tuple(kinds[seat % len(kinds)] for seat in range(players))
