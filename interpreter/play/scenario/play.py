"""Plays the moves of a scenario: those of players as written, those of chance as written or else by a fixed seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...language.text.tree import Scalar
from ..game.state import State
from ..game.wording import key_of
from ..players.player import Luck
from .missing import settle, steps_before
from .nodes import Check, Draws, Plays, Step

MANY_LISTS = 4
"""More moves of one action that choose lists are not all named."""

SHOWN = 12
"""How many moves a message lists at most."""


class Play:
    """Plays the lines of `when`. `check` is called for each check with the position it is about."""

    def __init__(self, state: State, report: Report, path: str, check: Callable[[State, Check], None]) -> None:
        self.state, self._report, self._path, self._check = state, report, path, check
        self._luck = Luck(0, 0)

    def all(self, steps: tuple[Step, ...]) -> bool:
        """Play all lines, and chance until a seat must decide; False if a line could not be played."""
        for number, step in enumerate(steps):
            match step:
                case Draws():
                    played = self._draw(step)
                case Plays():
                    self.settle()
                    played = self._move(step)
                case Check():
                    coming = next((s for s in steps[number:] if not isinstance(s, Check)), None)
                    if not isinstance(coming, Draws):
                        self.settle()
                    self._check(self.state, step)
                    played = True
            if not played:
                return False
        self.settle()
        return True

    def settle(self) -> None:
        """Let chance decide what no line mentions."""
        settle(self.state, self._luck)

    def _draw(self, step: Draws) -> bool:
        if self.state.decider.kind != "chance":
            helps = steps_before(self.state, "chance", step.outcome.text)
            return self._fail("E813", "chance does not decide here", step.outcome, self._where(), *helps)
        texts = [outcome.text for outcome, _ in self.state.chance_outcomes]
        if step.outcome.text not in texts:
            return self._fail(
                "E813",
                f"'{step.outcome.text}' is not a possible outcome here",
                step.outcome,
                f"possible outcomes: {listed(texts)}",
                *did_you_mean(step.outcome.text, texts),
            )
        self.state.apply(step.outcome.text)
        return True

    def _move(self, step: Plays) -> bool:
        if self.state.is_terminal:
            return self._fail("E812", f"no move is possible here: the game has ended ({self.state.status})", step.move)
        seat = str(self.state.decider)
        wanted = key_of(step.move.text)
        moves = {key_of(move.text): move for move in self.state.legal_moves}
        on_offer = f"{seat} can play: {listed(self.state.legal_moves)}"
        if step.seat.text != seat:
            helps = steps_before(self.state, step.seat.text, wanted)
            return self._fail("E812", f"{seat} decides here, not {step.seat.text}", step.seat, on_offer, *helps)
        if wanted in moves:
            self.state.apply(moves[wanted])
            return True
        refusal = self.state.why_not(step.move.text, seeing_all=True)
        assert refusal is not None
        return self._fail(
            "E851",
            f"{seat} cannot play '{step.move.text}' here: {refusal.message}",
            step.move,
            on_offer,
            *refusal.helps,
            *steps_before(self.state, seat, wanted),
        )

    def _where(self) -> str:
        if self.state.is_terminal:
            return f"the game has ended ({self.state.status})"
        return f"{self.state.decider} decides"

    def _fail(self, code: str, message: str, at: Scalar, note: str = "", *helps: str) -> bool:
        self._report.add(code, message, at.span, notes=(note,) if note else (), helps=helps, path=f"{self._path}.when")
        return False


def listed(names: Iterable[object]) -> str:
    """Some names, separated by commas; the rest is counted. Of many moves with lists the first of each action is named.

    >>> listed(["take", *(f"lay([{n}, 9])" for n in range(9))])
    'take, lay([0, 9]) and 8 more like it'
    """
    texts = _with_lists_counted([str(name) for name in names])
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return (", ".join(texts[:SHOWN]) + more) or "nothing"


def _with_lists_counted(texts: list[str]) -> list[str]:
    """The same texts, with all moves of an action that choose lists in one, where there are many of them."""
    alike = Counter(text.partition("(")[0] for text in texts if "([" in text)
    out: list[str] = []
    for text in texts:
        name = text.partition("(")[0]
        if "([" not in text or alike[name] <= MANY_LISTS:
            out.append(text)
        elif not any(one.startswith(f"{name}([") for one in out):
            out.append(f"{text} and {alike[name] - 1} more like it")
    return out
