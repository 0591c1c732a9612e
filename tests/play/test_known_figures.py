"""Small games have figures that others have published: the tree that our rules make is the same.

- Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): twelve information sets, and a value of -1/18 for the
  player who speaks first.
- Leduc poker (F. Southey and others, "Bayes' bluff", 2005): 936 information sets and 9,457 nodes, as counted by
  M. Lanctot's and others' systems.
"""

import itertools
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from cardwright import CHANCE, load_game
from cardwright.play.game.game import State

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Node:
    """A position of the tree: who decides there (a seat, chance, or nobody at the end), what that seat knows, where
    each move leads with its weight, and what the first seat gets at an end."""

    seat: int | None
    knows: str
    children: dict[str, tuple["Node", Fraction]]
    gain: Fraction


def grow(state: State, said: tuple[str, ...] = ()) -> Node:
    """The tree from this position on, by explicit chance. What a seat knows is its view and all that was said."""
    if state.is_terminal:
        return Node(None, "", {}, Fraction(state.returns[0]))
    seat = state.current_seat
    if seat == CHANCE:
        outcomes = state.chance_outcomes
        total = sum(weight for _, weight in outcomes)
        shares = [(str(outcome), Fraction(weight, total)) for outcome, weight in outcomes]
        after = said
        knows = ""
    else:
        shares = [(str(move), Fraction(1)) for move in state.legal_moves]
        knows = json.dumps([state.view(seat), said], sort_keys=True)
    children = {}
    for move, share in shares:
        child = state.clone()
        child.apply(move)
        after = said if seat == CHANCE else (*said, move)
        children[move] = grow(child, after), share
    return Node(seat, knows, children, Fraction(0))


def tree(name: str) -> list[Node]:
    """All nodes of the tree of an example, the root first."""
    nodes = [grow(load_game(EXAMPLES / name).initial_state(chance="explicit"))]
    for node in nodes:
        nodes.extend(child for child, _ in node.children.values())
    return nodes


@pytest.mark.thorough
def test_leduc_has_its_published_number_of_nodes_and_information_sets() -> None:
    nodes = tree("leduc-poker")
    assert len(nodes) == 9457
    assert len({node.knows for node in nodes if node.knows}) == 936


def test_kuhn_is_worth_an_eighteenth_to_the_second_player() -> None:
    nodes = tree("kuhn-poker")
    assert len({node.knows for node in nodes if node.knows}) == 12
    alpha = Fraction(1, 3)
    bets = {"jack": alpha, "queen": Fraction(0), "king": 3 * alpha}
    calls = {"jack": Fraction(0), "queen": alpha + Fraction(1, 3), "king": Fraction(1)}
    bluffs = {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}
    answers = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}

    def brave(node: Node) -> Fraction:
        """How often Kuhn's solution bets or calls here."""
        view, said = json.loads(node.knows)
        card = view["zones"][f"p{view['seat'][1]}.hand"]["cards"][0]
        if node.seat == 0:
            return (calls if said else bets)[card]
        return (answers if said == ["bet"] else bluffs)[card]

    def value(node: Node, pure: dict[str, str], seat: int | None) -> Fraction:
        """What the first seat gets if this seat plays these moves, and all others Kuhn's solution."""
        if node.seat is None:
            return node.gain
        results = {move: (value(child, pure, seat), share) for move, (child, share) in node.children.items()}
        if node.seat == CHANCE:
            return sum((share * gain for gain, share in results.values()), Fraction(0))
        if node.seat == seat:
            return results[pure[node.knows]][0]
        bold = next(move for move in ("bet", "call") if move in results)
        shy = next(move for move in ("check", "fold") if move in results)
        return brave(node) * results[bold][0] + (1 - brave(node)) * results[shy][0]

    root = nodes[0]
    assert value(root, {}, None) == Fraction(-1, 18)
    for seat in (0, 1):
        sets = {node.knows: list(node.children) for node in nodes if node.seat == seat}
        pures = [dict(zip(sets, moves, strict=True)) for moves in itertools.product(*sets.values())]
        best = (max if seat == 0 else min)(value(root, pure, seat) for pure in pures)
        assert best == Fraction(-1, 18), "no strategy does better against Kuhn's solution"
