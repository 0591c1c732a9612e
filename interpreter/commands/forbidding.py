"""`study --without ID`: the bot of a study against itself, which does without an action, a choice or a kind of card."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics.suggest import did_you_mean
from ..play.game.game import Game
from ..studies.doing_without import Without
from ..studies.forbidding import WITHOUT, can_be_forbidden, card_names, forbiddable
from ..studies.watching import Seen
from .contenders import alternating
from .failure import CommandError
from .progress import with_progress
from .workers import Task, play_all

GROUPS = ("actions", "cards")
"""Stand for each action and choice of the game, and for each kind of card, one at a time."""


def to_forbid(words: tuple[str, ...], kinds: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """What the bot is to do without, one after the other. Raises CommandError for what the game does not have."""
    if not words:
        return ()
    if len(set(kinds)) > 1:
        raise CommandError("E016", "--without sets a bot against itself", "--without", "name one bot for all seats")
    if game.players < 2:
        raise no_second_seat(game, "--without")
    return tuple(dict.fromkeys(one for word in words for one in _meant(word, game)))


def no_second_seat(game: Game, word: str) -> CommandError:
    """The error where two bots are to be compared at one table, and one player plays alone."""
    more = [number for number in game.spec.players if number > 1] if game.spec is not None else []
    alone = "`simulate --seats KIND` tells what a bot reaches alone, on the same deals with the same --seed"
    helps = f"`--players {min(more)}`" if more else alone
    return CommandError("E016", "a game for one player has no seat for a second bot", word, helps)


def not_there(word: str, game: Game, more: tuple[str, ...] = ()) -> CommandError:
    """The error for what no bot of this game can be made to do without."""
    cards = set(card_names(game))
    known = forbiddable(game)
    actions = ", ".join(one for one in known if one not in cards)
    alike = [one for one in known if one.endswith(f".{word}")]
    several = (f"cards of several decks have this id: {', '.join(alike)}",) if alike else ()
    helps = (*(several or did_you_mean(word, (*known, *more))), f"actions and choices of this game: {actions}")
    return CommandError("E012", f"this game has no action and no kind of card '{word}'", word, *helps)


def _meant(word: str, game: Game) -> list[str]:
    """What a word stands for; the game's own names come first."""
    if can_be_forbidden(word, game):
        return [word]
    if word not in GROUPS:
        raise not_there(word, game, GROUPS)
    cards = set(card_names(game))
    return [one for one in forbiddable(game) if (one in cards) == (word == "cards")]


def play_without(found: Without, task: Task, banned: tuple[str, ...], seeds: range, jobs: int) -> None:
    """Play a pair of games for each thing that is forbidden, and each seed."""
    for one in banned:
        pair = (task.kinds[0], f"{task.kinds[0]}{WITHOUT}{one}")
        first = _games(task, pair, seeds, jobs)
        second = _games(task, pair[::-1], seeds, jobs)
        for seed in first.keys() & second.keys():
            found.add(one, pair, first[seed], second[seed])


def _games(task: Task, pair: tuple[str, ...], seeds: range, jobs: int) -> dict[int, Seen]:
    """The games of these bots, in turn on the seats, by their seeds."""
    kinds = alternating(pair, len(task.kinds))
    plain = replace(task, kinds=kinds, watched=False, each=True, followed=0, rotate=False)
    chunks = with_progress(play_all(plain, [seeds], jobs), len(seeds))
    return {seen.played.seed: seen for chunk in chunks for seen in chunk.games}
