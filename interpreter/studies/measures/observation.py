"""Watching a game: what was done in it, move by move, beyond how it ended.

A watched game is the same game as one that is not watched: the same seed, the same moves. It takes longer, because it
is played decision by decision and not inside the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...diagnostics.record import dataclass
from ...engines.events import Event
from ...engines.program.nodes import AskBlock, AskChoice
from ...play.game.decider import CHANCE
from ...play.game.game import Game, State
from ...play.game.move import Move
from ...play.game.notation import kind_names
from ...play.game.traces.recorder import Line, measures
from ...play.players.player import LotteryPlayer, Player
from ...play.players.playout import Played, outcome_of
from .chance_effects import Dealt, DrawEffects, Lucks, initial_hands
from .game_traits import Noting, Traits
from .win_probability import Chances, Positions, chances_in

if TYPE_CHECKING:
    from ...play.trial.coverage import Cases


@dataclass(slots=True, kw_only=True)
class ObservedPlay:
    """What was seen of a game.

    `actions` and `cards` count what each seat (from 0) has done, and which kinds of card its moves named, as `action
    card`. `points` are what each side got on the score sheets, by side (`p1`, `t1`), sheet and category. `begun` counts
    how often each repeated phase began: for a phase of turns, its rounds. Both are known only of games that were
    watched in `full`: the compiled engine keeps no record of what happens, so the other engine has to play the game
    again. `moves` is the number of legal moves, added up over all decisions; at `real` of these there was more than
    one. `lead_changes` counts how often another side came to lead alone; None where the game has no score. `lead_seen`
    says whether the score changed before the end: else nothing is known of who led. `dealt` are the cards that each
    side had at the first decision, `measures` the values that the spec measures, at the end. `rules` counts, by seat or
    for nobody, in games that were watched in full, the moves at which rules came to pass (`play.trial.coverage`), where
    that was asked for, and the reactions that came about by themselves. `chances` are those of each side in the course
    of the game, and `traits` what it was like to search, of games that were followed; `luck` is what chance gave each
    seat, where that was asked for.
    """

    actions: Counter[tuple[int, str]] = field(default_factory=Counter)
    cards: Counter[tuple[int, str]] = field(default_factory=Counter)
    points: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    begun: Counter[str] = field(default_factory=Counter)
    scores: tuple[int, ...] | None = None
    full: bool = True
    moves: int = 0
    real: int = 0
    lead_changes: int | None = None
    lead_seen: bool = False
    dealt: Dealt = field(default_factory=Counter)
    rules: Counter[tuple[int, str]] = field(default_factory=Counter)
    measures: dict[str, Any] = field(default_factory=dict)
    chances: Chances | None = None
    traits: Traits | None = None
    luck: Lucks | None = None


@dataclass(frozen=True, slots=True)
class ObservedGame:
    """A game, who played it, what was seen of it if it was watched, and the seat of whoever decides first.

    `first` is None where nobody has looked.
    """

    played: Played
    kinds: tuple[str, ...]
    watched: ObservedPlay | None = None
    first: int | None = None


def watch(
    game: Game,
    players: Sequence[Player],
    kinds: tuple[str, ...],
    *,
    seed: int,
    fully: bool,
    rules: bool = False,
    followed: bool = False,
    luck: bool = False,
) -> ObservedGame:
    """Play one game to its end, and watch it; what is on the score sheets, and when phases begin, only if `fully`.

    `rules` asks which rules came to pass in such a game, `followed` for the chances in its course, `luck` for what
    chance gave each seat.
    """
    state = game.initial_state(seed=seed, record=fully)
    watching = GameObserver(state, fully=fully, rules=rules, followed=followed)
    draws = DrawEffects(state, seed) if luck else None
    while not state.is_terminal:
        moves = state.legal_moves
        watching.before(state)
        player = players[state.current_seat]
        move = player.choose(state, moves)
        watching.chosen(state, move)
        if draws is None:
            state.apply(move)
        else:
            draws.play(state, move, player.lots(moves) if isinstance(player, LotteryPlayer) else ())
    seen = watching.ended(state, kinds, seed)
    if draws is not None and seen.watched is not None:
        seen.watched.luck = draws.found()
    return seen


class GameObserver:
    """Watches a game while somebody plays it: call `before` and `chosen` at each decision, and `ended` at the end."""

    def __init__(self, state: State, *, fully: bool, rules: bool = False, followed: bool = False) -> None:
        self._found, self._lead = ObservedPlay(full=fully), _Lead(state.game)
        self._first: int | None = None
        self._cases = cases_in(state.game) if fully and rules else None
        self._positions = Positions() if followed else None
        self._noting = Noting() if followed else None

    def before(self, state: State) -> None:
        """Look at a position in which somebody has to decide."""
        found, moves = self._found, state.legal_moves
        if not state.decisions:
            found.dealt = initial_hands(state)
            self._first = state.current_seat
        found.moves += len(moves)
        found.real += len(moves) > 1
        self._lead.look(state)
        if self._positions is not None and self._noting is not None:
            self._positions.look(state)
            self._noting.before(state)

    def chosen(self, state: State, move: Move) -> None:
        """Count a move that is about to be made, and the cards that it names."""
        end = state.machine.code.block(state.machine.numbers).end
        assert isinstance(end, AskBlock)
        choice, code = end.choices[move.raw[0]], state.machine.code
        action = named(choice)
        self._found.actions[move.seat, action] += 1
        for place, value in enumerate(move.raw[1:]):
            type = choice.parameters[place].slot.type
            if (type.item or type).base == "card":
                for card in value if isinstance(value, tuple) else (value,):
                    if card >= 0:
                        name = code.once(kind_names, code.program)[code.layout.kind_of[card]]
                        self._found.cards[move.seat, f"{action} {name}"] += 1
        if self._cases is not None:
            self._found.rules.update(self._cases.at(state, move))

    def ended(self, state: State, kinds: tuple[str, ...], seed: int) -> ObservedGame:
        """The game, which is over."""
        found, game = self._found, state.game
        found.lead_seen = len(self._lead.scores) > 1
        self._lead.look(state)
        if game.program.score is not None:
            found.scores, found.lead_changes = state.scores, self._lead.changes
        found.measures = measures(state)
        if self._positions is not None and self._noting is not None:
            found.chances = chances_in(game, self._positions.spread(), seed)
            found.traits = self._noting.ended(seed)
        for event in (state.machine.events or []) if found.full else ():
            _note(event, found)
        return ObservedGame(outcome_of(state, seed), kinds, found, self._first)


@lru_cache(maxsize=4)
def cases_in(game: Game) -> Cases:
    """What tells which rules of a game come to pass; it takes a while to make."""
    from ...play.trial.coverage import Cases

    return Cases(game)


class _Lead:
    """Who leads, and how often that has changed; up to two different `scores` that were seen."""

    def __init__(self, game: Game) -> None:
        self._sides = game.layout.teams or tuple(range(game.players))
        self._scored = game.program.score is not None
        self._leader = -1
        self.changes = 0
        self.scores: set[tuple[int, ...]] = set()

    def look(self, state: State) -> None:
        """Look who leads now; a tie changes nothing."""
        if not self._scored:
            return
        scores = state.scores
        if len(self.scores) < 2:
            self.scores.add(scores)
        best = max(scores)
        leaders = {side for side, score in zip(self._sides, scores, strict=True) if score == best}
        if len(leaders) > 1:
            return
        (leader,) = leaders
        self.changes += self._leader not in (-1, leader)
        self._leader = leader


def _note(event: Event, found: ObservedPlay) -> None:
    """Count what an event says."""
    match event.what:
        case "scored":
            sheet, owners, categories, table, owner_kind = event.data
            letter = "t" if owner_kind == "team" else "p"
            for owner, row in zip(owners, table, strict=True):
                for category, points in zip(categories, row, strict=True):
                    found.points[f"{letter}{owner + 1}", sheet, category] += points
        case "begun":
            found.begun[event.data[0]] += 1
        case "reacted":
            found.rules[event.seat, event.data[0]] += 1
        case _:
            pass


def named(choice: AskChoice) -> str:
    """The name of an action; a choice within an effect is named by what is chosen."""
    return choice.name or ", ".join(parameter.local.name for parameter in choice.parameters)


# Watches games that were recorded: those of people as well as those of bots.


def watch_recorded(game: Game, lines: Sequence[Line], number: int, *, followed: bool) -> ObservedGame | None:
    """Play a trace again and watch it; None if it stops before the end of the game.

    It must be one of this game, which `replay` can play. `number` stands in for its seed.
    """
    state = game.initial_state(seed=number, chance="explicit")
    watching = GameObserver(state, fully=True, rules=True, followed=followed)
    for line in lines[1:]:
        if "outcome" in line and state.current_seat == CHANCE:
            state.apply(str(line["outcome"]))
        elif "move" in line:
            watching.before(state)
            move = next((one for one in state.legal_moves if one.text == line["move"]), None)
            if move is not None:
                watching.chosen(state, move)
            state.apply(str(line["move"]))
    if not state.is_terminal:
        return None
    # Who plays in a recorded game, as far as a trace says
    return watching.ended(state, ("recorded",) * game.players, number)
