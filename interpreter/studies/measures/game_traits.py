"""What kind of game it is for a bot that guesses what it does not see, and then looks ahead.

Long, Sturtevant, Buro and Furtak (Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree
Search, AAAI 2010) name three properties of a game that say whether such guesses do. They are measured on made-up
trees there; here by sampling, in games as they are played:

- **leaf correlation**: the share of games whose last choice makes no difference to who wins: each of its moves is
  played on, at random where there are more choices, and all ends are the same;
- **bias**: the share of these ends that the first side wins;
- **disambiguation factor**: by what share the ways in which the hidden cards may lie become fewer between two decisions
  of a player, on average over the decisions at which something is hidden.

The ways to lie are counted by cards: those that the player does not know are dealt to the places where they may be, in
a pile in any order; equal cards count each on its own. What follows from a card that somebody did *not* play is not
counted, and where cards come in and the ways become more the factor counts as 0. So the true factor may be larger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from math import exp, fsum, lgamma
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ...engines.program.derived_values import has_result, sides_of
from ...engines.program.layout import STATUSES
from ...play.game.game import State
from ...play.game.move import Move
from ...play.players.registry import RANDOM
from ..statistics.intervals import Estimate, json_of, mean, rate, within

MOST_MOVES = 50
"""So many moves of a last choice are played on at most, evenly spread over all."""

Winners = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Traits:
    """What was seen of one game.

    `hidden` is the share of its decisions at which the player did not know where some card lies; `cleared` the mean
    share of the ways to lie that were ruled out by the next decision of that player, None where nothing was hidden.
    `alike` says whether all moves of the last choice led to the same winners, `winners`; None where there was no
    choice, or the rules do not say who wins.
    """

    hidden: float
    cleared: float | None
    alike: bool | None
    winners: Winners = ()


class Noting:
    """Notes the traits of a game while it is played: call `before` at each decision, and `ended` at the end."""

    def __init__(self) -> None:
        self._decisions = self._hidden = 0
        self._before: dict[int, float] = {}
        self._cleared: list[float] = []
        self._choice: State | None = None

    def before(self, state: State) -> None:
        """Look at a position in which somebody has to decide."""
        # The logarithm of the number of ways in which the cards that a seat does not know may lie; 0 if it knows all
        layout, cells = state.game.layout, state.machine.state
        unknown: dict[str, list[int]] = {}
        kinds: dict[str, set[int]] = {}
        for zone in layout.zones:
            cards = cells[zone.address + 1 : zone.address + 1 + cells[zone.address]]
            hidden = [card for card in cards if not cells[layout.know_at + card] >> state.current_seat & 1]
            if hidden:
                unknown.setdefault(zone.deck, []).append(len(hidden))
                kinds.setdefault(zone.deck, set()).update(layout.kind_of[card] for card in hidden)
        seat, ways = state.current_seat, fsum(_dealt(many) for deck, many in unknown.items() if len(kinds[deck]) > 1)
        earlier = self._before.get(seat, 0.0)
        if earlier > 0:
            self._cleared.append(max(0.0, 1 - exp(min(0.0, ways - earlier))))
        self._before[seat] = ways
        self._decisions += 1
        self._hidden += ways > 0
        if len(state.legal_moves) > 1:
            self._choice = state.clone()

    def ended(self, seed: int) -> Traits:
        """The traits of the game, which is over; `seed` decides how the moves of its last choice are played on."""
        cleared = fsum(self._cleared) / len(self._cleared) if self._cleared else None
        ends = self._ends(seed)
        alike = None if not ends or None in ends else len(set(ends)) == 1
        return Traits(self._hidden / max(1, self._decisions), cleared, alike, ends[0] or () if alike else ())

    def _ends(self, seed: int) -> list[Winners | None]:
        """Who wins after each move of the last choice."""
        choice = self._choice
        if choice is None or not has_result(choice.game.program):
            return []
        moves = choice.legal_moves
        step = -(-len(moves) // MOST_MOVES)
        return [_after(choice, move, (seed * MOST_MOVES + at) % 2**62) for at, move in enumerate(moves[::step])]


def _after(choice: State, move: Move, seed: int) -> Winners | None:
    """Who wins after a move, played on at random; None if the game does not end by its rules."""
    state, game = choice.clone(), choice.game
    state.apply(move)
    if state.is_terminal:
        return state.winners if state.status == "finished" else None
    played = game.executor.playouts(list(state.machine.state), 1, seed)
    if STATUSES[played.ends[0]] != "finished":
        return None
    return sides_of(game.program, played.winners[0], tuple(played.returns))


def _dealt(many: Sequence[int]) -> float:
    """The logarithm of the number of ways to deal cards to places that take so many each.

    >>> round(exp(_dealt([2, 2])))
    6
    """
    return lgamma(sum(many) + 1) - fsum(lgamma(one + 1) for one in many) if len(many) > 1 else 0.0


@dataclass(slots=True)
class Nature:
    """The traits of many games, as counts that can be added up in any order."""

    games: int = 0
    choices: int = 0
    alike: int = 0
    first: float = 0.0
    hidden: Counter[float] = field(default_factory=Counter)
    cleared: Counter[float] = field(default_factory=Counter)

    def add(self, traits: Traits) -> None:
        """Take a game into account."""
        self.games += 1
        self.hidden[round(traits.hidden, 9)] += 1
        if traits.cleared is not None:
            self.cleared[round(traits.cleared, 9)] += 1
        if traits.alike is not None:
            self.choices += 1
            self.alike += traits.alike
            self.first += next((1 / len(traits.winners) for side in traits.winners if 0 in side), 0.0)

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON; None without games. Numbers that nothing is known of are null."""
        return None if not self.games else {"games": self.games, **dict(self._numbers())}

    def _numbers(self) -> Iterator[tuple[str, dict[str, Any] | None]]:
        yield "leaf_correlation", json_of(rate(self.alike, self.choices))
        yield "bias", json_of(rate(round(self.first, 9), self.alike))
        yield "hidden", json_of(share_of(mean(self.hidden)))
        yield "disambiguation", json_of(share_of(mean(self.cleared)))


def share_of(found: Estimate | None) -> Estimate | None:
    """A mean of shares, whose interval ends at 0 and at 1."""
    return None if found is None else within(found, 0, 1)


# Which bot suits a game, from what its games were like; in plain words, and with a bot to try first.
#
# Guessing what one does not see, and searching each guess as if all were open, does well where what is hidden soon
# shows, and where the last choice seldom matters; it does badly where neither holds (Long, Sturtevant, Buro and Furtak
# 2010, who do not say where to draw the line: the limits below are rules of thumb). `search` does not do that unless it
# is told a `delay`: its tree keeps apart what each seat knows (Cowling, Powley and Whitehouse 2012).
#
# How many playouts a decision needs grows with the moves there are: about a hundred for each. What is said here is
# where to begin; whether a bot is better is a question for `compare`.

SuitableBot = Literal["no_choice", "open", "shows", "seldom_matters", "stays_hidden", "once", "unsettled"]
"""There is hardly a choice; no card is hidden; what is hidden soon shows; the last choice seldom matters; neither is
so; nobody decides twice, so whether it shows is not measured; the games do not settle which of these."""


SOON = 0.3
"""What is hidden soon shows where at least this share of the ways to lie is ruled out between two decisions."""

SELDOM = 0.8
"""The last choice seldom matters where it makes no difference in at least this share of the games."""


BUDGETS = (200, 500, 1000, 2000, 5000)
"""The budgets to choose from: the first that is large enough, or the last."""

Row = dict[str, Any]


def suitable_bot(nature: Row, real: Row | None, moves: Row | None) -> Row:
    """What suits a game, as an object of JSON: `why`, and `bot`; the arguments are those of `study`."""
    why, many = _why(nature, real), 1.0 if moves is None else moves["value"]
    # So many playouts for each legal move
    budget = next((one for one in BUDGETS if one >= 100 * many), BUDGETS[-1])
    guesses = ":delay=2" if why in ("shows", "seldom_matters") else ""
    return {"why": why, "bot": RANDOM if why == "no_choice" else f"search:playouts={budget}{guesses}"}


def _why(nature: Row, real: Row | None) -> SuitableBot:
    # There is hardly a choice where at most this share of the decisions has more than one move
    if real is None or _surely_below(real, 0.05):
        return "no_choice"
    if nature["hidden"] is None or nature["hidden"]["value"] == 0:
        return "open"
    soon = nature["disambiguation"]
    if soon is not None and _surely_above(soon, SOON):
        return "shows"
    correlation = nature["leaf_correlation"]
    if correlation is not None and _surely_above(correlation, SELDOM):
        return "seldom_matters"
    if soon is None:
        return "once"
    stays = correlation is not None and _surely_below(correlation, SELDOM)
    return "stays_hidden" if stays and _surely_below(soon, SOON) else "unsettled"


def _surely_below(one: Row, limit: float) -> bool:
    """Whether the whole interval is below; where all games had the same, the value."""
    high = one["value"] if one["high"] is None else one["high"]
    return bool(high < limit)


def _surely_above(one: Row, limit: float) -> bool:
    low = one["value"] if one["low"] is None else one["low"]
    return bool(low >= limit)
