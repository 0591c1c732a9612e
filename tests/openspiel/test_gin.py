"""Gin rummy against OpenSpiel, move by move.

There a knock and its discard are two moves, and whoever answers first lays off and then lays down; here a knock is one
move, and the order of the answer is free. There a card that was just taken from the discards may go back at once, and
the last discard may be taken for a knock when two cards are left in the stock; by the usual rules neither is so.
"""

import random
import re
from typing import Any

import pytest

from cardwright import CHANCE, load_game
from cardwright.play.game.game import State
from tests.openspiel.rivals import EXAMPLES, card, ordered

pyspiel = pytest.importorskip("pyspiel")

DRAWS = {"Draw upcard": "take", "Draw stock": "draw", "Pass": "pass"}


def moves(other: Any) -> dict[str, int]:
    """The legal moves there: `Pass`, `Knock`, cards, and melds such as `AcAdAh`."""
    who = other.current_player()
    return {other.action_to_string(who, one).split("Action: ")[1]: one for one in other.legal_actions()}


def cards(text: str) -> list[str]:
    """`AcAd` is the ace of clubs and that of diamonds."""
    return [card(text[at : at + 2].upper()) for at in range(0, len(text), 2)]


def lay(text: str) -> str:
    return ordered(f"lay([{', '.join(cards(text))}])")


def after(other: Any, action: int) -> Any:
    state = other.clone()
    state.apply_action(action)
    return state


def left(other: Any, action: int, who: int) -> int:
    """What is left over in a hand after a move."""
    return int(re.findall(r"Deadwood=(\d+)", str(after(other, action)))[who])


class Table:
    """One hand on both tables."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.ours: State = load_game(EXAMPLES / "gin-rummy").initial_state(seed=seed, chance="explicit")
        self.ours.apply("p2")  # the dealer
        self.theirs = pyspiel.load_game("gin_rummy").new_initial_state()
        self.phases: set[str] = set()
        self.laid_off = False

    def play(self) -> None:
        """Play until somebody has won, or two cards are left in the stock."""
        taken = ""
        while not self.theirs.is_terminal():
            if self.theirs.is_chance_node():
                action = self.rng.choice(self.theirs.legal_actions())
                text = self.theirs.action_to_string(pyspiel.PlayerId.CHANCE, action).split()[-1]
                self.apply(action, card(text.upper()))
            elif self.ours.current_seat == CHANCE:  # a new hand: the stock was too small
                assert set(moves(self.theirs)) <= {"Pass", "Knock"}
                self.theirs.apply_action(moves(self.theirs)["Pass"])
            else:
                assert self.ours.current_seat == self.theirs.current_player()
                phase = str(self.theirs).split("Phase: ")[1].split()[0]
                self.phases.add(phase)
                if phase in ("FirstUpcard", "Draw"):
                    taken = self.draw()
                elif phase == "Discard":
                    self.discard(taken)
                elif phase == "Knock":
                    self.lay_down({"lay", "done"})
                else:
                    self.answer()
        first, second = self.ours.scores
        assert [first - second, second - first] == self.theirs.returns()

    def legal(self) -> set[str]:
        return {ordered(str(move)) for move in self.ours.legal_moves}

    def apply(self, action: int, move: str) -> None:
        self.theirs.apply_action(action)
        self.ours.apply(move)

    def draw(self) -> str:
        """Draw a card; the answer is the open one, if it was taken."""
        theirs = moves(self.theirs)
        assert {DRAWS[name] for name in theirs} == self.legal()
        name = self.rng.choice([*sorted(theirs), "Draw stock" if "Draw stock" in theirs else "Pass"])
        taken = str(self.theirs).split("Upcard: ")[1].split()[0] if name == "Draw upcard" else ""
        self.apply(theirs[name], DRAWS[name])
        return taken

    def discard(self, taken: str) -> None:
        """Discard what leaves least over, and knock as soon as may be."""
        theirs = {name: action for name, action in moves(self.theirs).items() if name != taken}
        knock = theirs.pop("Knock", None)
        ways: dict[str, tuple[int, ...]] = {
            f"discard({card(name.upper())})": (action,) for name, action in theirs.items()
        }
        if knock is not None:
            down = {name: action for name, action in moves(after(self.theirs, knock)).items() if name != taken}
            ways |= {f"knock({card(name.upper())})": (knock, action) for name, action in down.items()}
        assert set(ways) == self.legal()
        who = self.theirs.current_player()
        best = min(ways, key=lambda move: (move[0] == "d", left(self.theirs, ways[move][0], who), move))
        for action in ways[best]:
            self.theirs.apply_action(action)
        self.ours.apply(best)

    def lay_down(self, kinds: set[str]) -> None:
        """Lay down a set or run, or stop."""
        theirs = {lay(name) if name != "Pass" else "done": action for name, action in moves(self.theirs).items()}
        assert set(theirs) == {move for move in self.legal() if move.split("(")[0] in kinds}
        move = self.rng.choice(sorted(theirs))
        self.apply(theirs[move], move)

    def answer(self) -> None:
        """Lay off cards, then lay down sets and runs."""
        if self.laid_off:
            self.lay_down({"lay", "done"})
            return
        theirs = moves(self.theirs)
        off = {move.split("(")[1].split(",")[0]: move for move in self.legal() if move.startswith("lay_off")}
        assert {card(name.upper()) for name in theirs if name != "Pass"} == set(off)
        name = self.rng.choice(sorted(theirs))
        self.theirs.apply_action(theirs[name])
        if name == "Pass":
            self.laid_off = True
        else:
            self.ours.apply(off[card(name.upper())])


def test_gin_rummy() -> None:
    seen: set[str] = set()
    for seed in range(4):
        table = Table(seed)
        table.play()
        seen |= table.phases
    assert seen >= {"Knock", "Layoff"}
