"""A bot that looks several moves ahead, for as many playouts or as long as it is told.

Information-set Monte Carlo tree search with multiple observers (P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information set Monte Carlo tree search", 2012). Each look ahead begins in a determinisation, so it knows no more than
a person in its seat. Every seat has a tree of its own, whose branches are the moves as that seat hears of them: what a
seat does after a hidden card was played depends on nothing that it has not seen. Whoever decides picks what has done
best for their own side so far, or what has been tried seldom although it was possible (UCB1 with the number of times a
move was *available*). Where moves are many, only some are tried at first, and more as the position is seen more often
(progressive widening; G. Chaslot and others, 2008). At the end of what it knows the game is played on at random.

It knows nothing of any game. With a budget in playouts its choice depends on the seed and on what the seat knows alone,
and is the same with every engine; with a budget in time it depends on the machine as well.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt

from ...engines.program.nodes import AskBlock, Choice
from ...engines.reference.machine import RawMove
from ...language.ir.types import NONE
from ..game.move import Move
from ..game.state import State
from .player import Luck

PLAYOUTS = 4
"""So many games are played on from where a look ahead ends; a determinisation costs more than they do."""

CURIOSITY = 0.7
"""How much what is seldom tried is preferred, where the best result counts 1 and the worst 0."""

WIDTH = 3.0
"""With n looks at a position, about `WIDTH` times the square root of n of its moves are tried."""

DEEPEST = 200
"""So many decisions are looked ahead at most, before the game is played on at random."""

Key = tuple[object, ...]
"""Moves as one seat hears of them."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: what kind of move, by whom, and with which arguments."""

    choice: Choice
    seat: int
    raw: RawMove


@dataclass(slots=True)
class Edge:
    """What is known of a move at a position of the tree: how often it was possible, and taken, and what it brought."""

    available: int = 0
    taken: int = 0
    total: float = 0.0


@dataclass(slots=True)
class Node:
    """What a seat has heard since the search began; `edges` are the moves tried where the seat itself decides."""

    visits: int = 0
    edges: dict[str, Edge] = field(default_factory=dict)
    after: dict[Key, Node] = field(default_factory=dict)

    def then(self, key: Key) -> Node:
        """Where a move leads."""
        found = self.after.get(key)
        if found is None:
            found = self.after[key] = Node()
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much is looked at for a decision: so many playouts, or so many seconds if that is not None."""

    playouts: int = 1000
    seconds: float | None = None


class Search:
    """Looks ahead on determinisations, and plays on at random from there."""

    def __init__(self, seat: int, seed: int, budget: Budget) -> None:
        self._seat, self._luck, self._budget = seat, Luck(seed, seat), budget

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that was taken most often; the first of equals."""
        if len(moves) == 1:
            return moves[0]
        looking = _Looking([Node() for _ in range(state.game.players)], self._luck, state.game.players)
        started, looks = time.monotonic(), 0
        while not looks or self._goes_on(looks, started):
            looking.look(state.resample(self._seat, self._luck.seed()))
            looks += 1
        edges = looking.roots[self._seat].edges
        return max(moves, key=lambda move: edges[move.text].taken if move.text in edges else -1)

    def _goes_on(self, looks: int, started: float) -> bool:
        if self._budget.seconds is not None:
            return time.monotonic() - started < self._budget.seconds
        return looks * PLAYOUTS < self._budget.playouts


@dataclass(slots=True)
class _Looking:
    """A search for one decision: a tree for each seat, and the least and most that anybody got so far."""

    roots: list[Node]
    luck: Luck
    players: int
    least: float = float("inf")
    most: float = float("-inf")

    def look(self, state: State) -> None:
        """Look ahead once from a determinisation, which is played on."""
        nodes, path = list(self.roots), list[tuple[Node, Edge, int]]()
        made, new = list[Made](), False
        while not state.is_terminal and not new and len(path) < DEEPEST:
            ask = state.machine.code.block(state.machine.numbers).end
            assert isinstance(ask, AskBlock)
            seat = state.current_seat
            move = self._pick(nodes[seat], state.legal_moves)
            edge = nodes[seat].edges[move.text]
            new = not edge.taken
            path.append((nodes[seat], edge, seat))
            made.append(Made(ask.choices[move.raw[0]], seat, move.raw))
            state.apply(move)
            hidden = ask.secret is not None and state.machine.code.block(state.machine.numbers).end is ask
            nodes = [node.then(_heard(state, made, number, hidden)) for number, node in enumerate(nodes)]
            if not hidden:
                made = []
        returns = self._returns(state)
        self.least, self.most = min(self.least, *returns), max(self.most, *returns)
        for node, edge, seat in path:
            node.visits += 1
            edge.taken += 1
            edge.total += returns[seat]

    def _pick(self, node: Node, moves: Sequence[Move]) -> Move:
        """The move to look at next; it is in the tree from then on."""
        tried = [move for move in moves if move.text in node.edges]
        if len(tried) < len(moves) and len(tried) < max(2.0, WIDTH * sqrt(node.visits + 1)):
            left = [move for move in moves if move.text not in node.edges]
            move = self.luck.one_of(left)
            node.edges[move.text] = Edge()
            tried.append(move)
        else:
            move = max(tried, key=lambda one: self._promise(node.edges[one.text]))
        for one in tried:
            node.edges[one.text].available += 1
        return move

    def _promise(self, edge: Edge) -> float:
        """What speaks for a move: what it has brought, from 0 to 1, and how seldom it was taken when it could be."""
        if not edge.taken:
            return float("inf")
        spread = self.most - self.least
        mean = (edge.total / edge.taken - self.least) / spread if spread > 0 else 0.5
        return mean + CURIOSITY * sqrt(log(edge.available + 1) / edge.taken)

    def _returns(self, state: State) -> list[float]:
        """What each seat gets on average if the game is played on at random from here."""
        if state.is_terminal:
            return list(state.returns)
        played = state.game.executor.playouts(list(state.machine.state), PLAYOUTS, self.luck.seed())
        return [sum(played.returns[seat :: self.players]) / PLAYOUTS for seat in range(self.players)]


def _heard(state: State, made: Sequence[Made], seat: int, hidden: bool) -> Key:
    """What a seat has just heard: the last move, or after secret choices all of them."""
    told = made[-1:] if hidden else made
    return (hidden, *(heard(state, one, seat, hidden) for one in told))


def heard(state: State, made: Made, seat: int, hidden: bool) -> Key:
    """A move that was just made, as a seat has heard of it: cards that it does not know are left open."""
    own = made.seat == seat
    if not own and (hidden or made.choice.secret):
        return (made.seat, -1)
    code, cells = state.machine.code, state.machine.state
    parts: list[object] = [made.seat, made.raw[0]]
    for parameter, value in zip(made.choice.parameters, made.raw[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base != "card":
            parts.append(value)
            continue
        cards = value if isinstance(value, tuple) else () if value == NONE else (value,)
        known = [card for card in cards if own or cells[code.know_at + card] >> seat & 1]
        parts += [len(cards), *sorted(code.kind_of[card] for card in known)]
    return tuple(parts)
