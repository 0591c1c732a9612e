"""Laws of the language, each as a short story of a small game: `cases/*.yaml`.

    spec: packets
    "A card put on a shuffled pile lies on top":
      law: 1
      players: 2
      play:
        - chance: ace            # what chance decides; a list for several times
        - p1: put_on_top(ace)    # a move
        - legal: [take, stop]    # exactly these, in this order
        - outcomes: {ace: 1}     # what chance may decide, with weights
        - view: {p2: {p1.hand: 3, discard: [ace]}}   # zones as a seat sees them: their number, or their cards
        - hidden: {p2: [p1.secret]}                  # what is not in the view of a seat
        - values: {p1.points: 3}                     # variables
        - seen: {p2: ["p1 give(?, p2)"]}             # what a seat has seen since the last `seen`
        - told: {p2: ["player 1: Pass on ?"]}        # its news in words since it last decided, moves and texts only
        - from_here: seen        # ignore what has happened so far
        - decides: p2
        - status: finished
        - returns: [1, 0]
        - error: {code: R701, names: points, at: "me.points += 1"}   # the error of the rules
        - refused: {give(red_1): their_own}            # not legal, by this condition

Chance is a player of its own. It picks the first outcome unless the case says something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.engines.program.layout import VariableCell
from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import State
from cardwright.play.game.happenings import Happening
from cardwright.play.game.move import IllegalMove
from cardwright.play.game.notation import plain
from tests.laws.law_games import SMALL, on_reference, rules_of

from cardwright.play.game.loading.load import configure  # isort: skip

LISTED = ("move", "chosen", "moved", "shuffled", "shown", "set")
"""The events that `seen` lists; variables of the turn and the round are left out."""

FOLDER = Path(__file__).parent / "cases"


def collected() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.yaml")):
        stories = yaml.safe_load(path.read_text(encoding="utf-8"))
        spec = stories.pop("spec")
        for name, case in stories.items():
            yield pytest.param(spec, case, id=f"{path.stem}: {name}")


@pytest.mark.parametrize(("spec", "case"), list(collected()))
def test_law(spec: str, case: dict[str, Any]) -> None:
    assert set(case) <= {"law", "players", "options", "play"} and case["law"]
    rules = rules_of(str(SMALL / f"{spec}.yaml"), ())
    game = on_reference(configure(rules, players=case.get("players"), options=case.get("options")))
    story = Story(game.initial_state(chance="explicit"))
    for number, step in enumerate(case["play"]):
        ((what, wanted),) = step.items()
        try:
            story.step(what, wanted)
        except (AssertionError, IllegalMove) as error:
            raise AssertionError(f"step {number + 1}, {what}: {error}") from None


class Story:
    """Plays and checks a game as a case says."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.since = [0] * state.game.players

    def step(self, what: str, wanted: Any) -> None:
        """One step of a case."""
        if what == "chance":
            for outcome in wanted if isinstance(wanted, list) else [wanted]:
                assert self.state.current_seat == CHANCE, "chance does not decide here"
                self.state.apply(str(outcome))
            return
        if what == "outcomes":
            assert {str(move): weight for move, weight in self.state.chance_outcomes} == wanted
            return
        while self.state.current_seat == CHANCE:
            self.state.apply(0)
        if what[0] == "p" and what[1:].isdigit():
            assert self.state.current_seat == int(what[1:]) - 1, f"{self.state!r}, {self.state.error}"
            self.state.apply(str(wanted))
            return
        getattr(self, what)(wanted)

    def legal(self, wanted: list[str]) -> None:
        found = [str(move) for move in self.state.legal_moves]
        assert found == wanted, found

    def view(self, wanted: dict[str, dict[str, Any]]) -> None:
        for player, zones in wanted.items():
            seen = self.state.view(int(player[1:]) - 1)["zones"]
            for zone, expected in zones.items():
                shown = seen.get(zone, {"count": None})
                found = shown.get("count") if not isinstance(expected, list) else shown.get("cards")
                assert found == expected, f"{player} sees {shown} of {zone}"

    def hidden(self, wanted: dict[str, list[str]]) -> None:
        for player, names in wanted.items():
            view = self.state.view(int(player[1:]) - 1)
            assert not set(names) & {*view["zones"], *view["variables"]}

    def values(self, wanted: dict[str, Any]) -> None:
        layout, cells = self.state.game.layout, self.state.machine.state
        found = {
            str(name): plain(layout, cell.type, kept(cells, cell, owner))
            for cell in layout.variables.values()
            for owner, name in enumerate(cell.full_names)
        }
        assert {name: found[name] for name in wanted} == wanted

    def seen(self, wanted: dict[str, list[str]]) -> None:
        for player, expected in wanted.items():
            seat = int(player[1:]) - 1
            events = self.state.events(seat, self.since[seat])
            found = [text(one) for one in events if one.what in LISTED and not one.text.startswith(("turn.", "round."))]
            assert found == expected, found
            self.since[seat] = len(self.state.machine.events or ())

    def told(self, wanted: dict[str, list[str]]) -> None:
        for player, expected in wanted.items():
            news = self.state.table(int(player[1:]) - 1)["since"]
            found = [one["text"] for one in news if one["event"] in ("move", "reacted", "said")]
            assert found == expected, found

    def from_here(self, wanted: str) -> None:
        assert wanted == "seen"
        self.since = [len(self.state.machine.events or ())] * len(self.since)

    def decides(self, wanted: str) -> None:
        assert f"p{self.state.current_seat + 1}" == wanted

    def status(self, wanted: str) -> None:
        assert self.state.status == wanted, self.state.error

    def returns(self, wanted: list[float]) -> None:
        assert list(self.state.returns) == wanted

    def error(self, wanted: dict[str, str]) -> None:
        error = self.state.error
        assert self.state.status == "error" and error is not None and error.span is not None
        assert error.code == wanted["code"] and wanted["names"] in error.message, error
        assert wanted["at"] in error.span.text, error.span.text

    def refused(self, wanted: dict[str, str]) -> None:
        for move, condition in wanted.items():
            with pytest.raises(IllegalMove) as raised:
                self.state.apply(move)
            assert raised.value.refusal.condition == condition


def kept(cells: list[int], cell: VariableCell, number: int) -> int | list[int]:
    """What a variable holds."""
    at = cell.at(number)
    return cells[at + 1 : at + 1 + cells[at]] if cell.room else cells[at]


def text(one: Happening) -> str:
    """What a seat has seen, in few words."""
    who = f"p{one.seat + 1} "
    match one.what:
        case "move":
            return who + one.text
        case "chosen":
            return f"{who}chose {one.text}"
        case "moved":
            return f"{one.card}: {one.source} > {one.target}"
        case "shuffled":
            return f"{one.target} shuffled"
        case "shown":
            return f"{one.card} shown in {one.source}"
        case _:
            return f"{one.text} = {one.value}"
