"""Two states of one game, played by the two engines: after each step everything that anybody can ask is the same."""

from __future__ import annotations

from random import Random

from cardwright.engines.engine import Playouts, TreeSettings
from cardwright.engines.invariants import invariant_violation, without_dead_cells
from cardwright.play.game.decider import CHANCE, EVERYTHING
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game, State
from cardwright.play.players.lookahead import Evaluation, Greedy
from tests.fuzz.fuzz_trial import Fault
from tests.laws.cell_laws import faults

CLOSELY = 0.1
"""The share of positions that are also saved and guessed."""


def both(game: Game) -> tuple[Game, Game]:
    """The game with each engine, the reference first."""
    return with_engine(game, "reference"), with_engine(game, "fast")


def with_engine(game: Game, engine: Engine) -> Game:
    """The same game, played by an engine."""
    return Game(
        game.program,
        spec=game.spec,
        variants=game.variants,
        options=game.options,
        digest=game.digest,
        exhibit=game.exhibit,
        engine=engine,
    )


def same(one: State, other: State, number: int) -> None:
    """Raises `Fault` for the first thing in which two states differ."""
    for what, (a, b) in _seen(one, other).items():
        if a != b:
            raise Fault(f"lockstep: {what} differ", f"at decision {number}: {str(a)[:1500]}\n{str(b)[:1500]}")


def _seen(one: State, other: State) -> dict[str, tuple[object, object]]:
    seats = range(one.game.players)
    pairs: dict[str, tuple[object, object]] = {
        "cells": (list(one.machine.state), list(other.machine.state)),
        "errors": (one.error, other.error),
        "moves": ([move.text for move in one.legal_moves], [move.text for move in other.legal_moves]),
        "outcomes": (
            [(move.text, weight) for move, weight in one.chance_outcomes],
            [(move.text, weight) for move, weight in other.chance_outcomes],
        ),
        "results": ((one.winners, one.returns), (other.winners, other.returns)),
        "scores": (one.scores, other.scores),
        "views": ([one.view(seat) for seat in seats], [other.view(seat) for seat in seats]),
    }
    if not one.is_terminal:
        pairs["steps"] = (one.machine.steps, other.machine.steps)
    return pairs


def played(one: State, other: State, luck: Random, decisions: int) -> str:
    """Play both with the same random moves, and return how the game stands. Raises `Fault`."""
    for number in range(decisions):
        same(one, other, number)
        if one.status != "error":
            lawful(one)
            if luck.random() < CLOSELY:
                kept(one, other, luck.randrange(2**31))
        if one.is_terminal:
            break
        moves = one.legal_moves
        if one.current_seat == CHANCE:
            at = luck.choices(range(len(moves)), [weight for _, weight in one.chance_outcomes])[0]
        else:
            at = luck.randrange(len(moves))
        one.apply(at)
        other.apply(at)
    same(one, other, decisions)
    for seat in (EVERYTHING, *range(one.game.players)):
        if one.events(seat) != other.events(seat):
            raise Fault("lockstep: events differ", f"{one.events(seat)}\n{other.events(seat)}"[:4000])
    if one.error is None and one.canonical() != other.canonical():
        raise Fault("lockstep: canonical forms differ")
    return one.status


def lawful(state: State) -> None:
    """The position keeps the laws of positions, and would be taken if it were saved."""
    broken = faults(state)
    if broken:
        raise Fault("a position that breaks a law", "\n".join(broken))
    refused = invariant_violation(state.game.code, without_dead_cells(state.game.code, list(state.machine.state)))
    if refused:
        raise Fault("a position that would be refused if it were saved", refused)


def kept(one: State, other: State, seed: int) -> None:
    """A save of one engine is the position of the other, and a guess looks to its seat like the true position."""
    if State.from_bytes(one.game, other.to_bytes()) != one or State.from_bytes(other.game, one.to_bytes()) != other:
        raise Fault("a save is another position")
    for seat in range(one.game.players):
        guess, twin = guessed(one, seat, seed), guessed(other, seat, seed)
        if isinstance(guess, str) or isinstance(twin, str):
            if guess != twin:
                raise Fault("lockstep: one engine takes a history that the other does not", f"{guess}\n{twin}")
            raise WrongHistory(guess)
        if guess.view(seat) != one.view(seat):
            raise Fault("a guess looks different", f"{one.view(seat)}\n{guess.view(seat)}"[:4000])
        if guess.canonical() != twin.canonical():
            raise Fault("lockstep: guesses differ")


class WrongHistory(Exception):
    """Raised where a saved position cannot be guessed, because its history does not lead to it."""


def guessed(state: State, seat: int, seed: int) -> State | str:
    """A guess, or why the saved position has no history from which one could be made."""
    try:
        return state.resample(seat, seed)
    except ValueError as error:
        if not (state.history.beginning.saved and str(error).startswith("the history of this saved position ")):
            raise
        return str(error)


def same_playouts(one: Game, other: Game, seed: int, games: int = 2) -> None:
    """Whole games at random are the same in both engines."""
    _same_games(one.at_random(games, seed), other.at_random(games, seed), "from the beginning")


def same_batches(one: Game, other: Game, luck: Random, games: int = 3, steps: int = 40) -> None:
    """Games that are played together stand alike in both engines after each step."""
    seed = luck.randrange(2**31)
    a, b = one.batch(games, seed), other.batch(games, seed)
    for step in range(steps):
        for what in ("counts", "seats", "ends", "lengths", "seeds", "returns"):
            stand, twin = (getattr(batch, what).tolist() for batch in (a, b))
            if stand != twin:
                raise Fault("lockstep: batches differ", f"{what} at step {step}, seed {seed}: {stand}\n{twin}")
        place = luck.randrange(games)
        stand, twin = ([move.text for move in batch.legal_moves(place)] for batch in (a, b))
        if stand != twin:
            raise Fault("lockstep: moves of batches differ", f"{place} at step {step}, seed {seed}: {stand}\n{twin}")
        if luck.random() < CLOSELY and a.deal() != b.deal():
            raise Fault("lockstep: batches deal otherwise")
        if not a.running:
            break
        chosen = [luck.randrange(count) if count else 0 for count in a.counts.tolist()]
        a.step(chosen)
        b.step(chosen)


def same_from_here(state: State, other: Game, seed: int, games: int = 2) -> None:
    """So are games at random that go on from a position."""
    cells = list(state.machine.state)
    a, b = (game.executor.playouts(cells, games, seed) for game in (state.game, other))
    _same_games(a, b, f"from decision {state.decisions}")


def same_trees(state: State, other: Game, luck: Random, dives: int = 12) -> None:
    """Trees that are grown from a position bring the same, and take each move as often."""
    cells, seed, players = list(state.machine.state), luck.randrange(2**31), other.players
    settings = TreeSettings(
        players=players,
        curiosity=luck.choice((0.7, 0.0)),
        width=luck.choice((1.0, 3.0)),
        delay=luck.choice((None, None, 1)),
        room=luck.choice((1000, 1000, 4)),
        reach=luck.choice((None, 0, 2)),
        picks=luck.choice((1, 2, 9)),
    )
    found = []
    for game in (state.game, other):
        tree = game.executor.tree(settings)
        try:
            tree.simulate(cells, dives, seed, 1)
            brought = tree.each(cells, range(min(2, len(state.legal_moves))), 2, 0, seed + dives, 2)
            found.append((brought, tree.tally(cells)))
        finally:
            tree.close()
    if found[0] != found[1]:
        raise Fault("lockstep: trees differ", f"from decision {state.decisions}, {settings}\n{found[0]}\n{found[1]}")


def same_worths(state: State, other: State) -> None:
    """The compiled game tells what a position is worth to each seat as Python works it out; so do guesses of it."""
    told, found = Evaluation(other.game).of(other), Evaluation(state.game).of(state)
    if told != found:
        raise Fault("lockstep: worths differ", f"after decision {state.decisions}: {found}\n{told}")


def same_choice(state: State, other: State, seed: int) -> None:
    """A bot that looks one move ahead takes the same move in both engines."""
    seat = state.current_seat
    one, two = (Greedy(seat, seed).choose(at, at.legal_moves).text for at in (state, other))
    if one != two:
        raise Fault("lockstep: greedy chooses otherwise", f"after decision {state.decisions}: {one}\n{two}")


def _same_games(a: Playouts, b: Playouts, where: str) -> None:
    if (a.winners, a.returns, a.lengths, a.ends) != (b.winners, b.returns, b.lengths, b.ends):
        raise Fault("lockstep: playouts differ", f"{where}: {a}\n{b}"[:3000])
