"""A game as people follow it: one line a decision, the score sheets, and how it ended.

What is shown is what the whole table sees: a card that was played face down is `?`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from ..game.game import Game
from ..game.happenings import Happening, happenings
from ..game.state import State
from ..game.texts import Wordings

WIDTH = 80


class Transcript:
    """Turns what happens in a game into lines. Ask for `lines` after each move."""

    def __init__(self, state: State, lang: str) -> None:
        self._words = Wordings(state.game.spec, lang)
        self._at, self._round, self._gap, self._mover = 0, 0, False, -1
        self._begun: tuple[tuple[str, int], ...] = ()
        self._note_round(state)

    def copy(self) -> Transcript:
        """The same transcript at the same place, for a move that may be taken back."""
        return copy(self)

    def first(self, game: Game, kinds: tuple[str, ...], seed: int) -> Iterator[str]:
        """What is played, and by whom."""
        yield f"{self._words.title() or game.name}, {game.players} players, seed {seed}"
        yield "  ".join(f"p{seat + 1}: {kind}" for seat, kind in enumerate(kinds))

    def lines(self, state: State) -> Iterator[str]:
        """What has happened since the last time."""
        events = state.machine.events or []
        before = self._round
        for number in range(self._at, len(events)):
            seen = at_the_table(state, number)
            match seen.what if seen else "":
                case "move":
                    assert seen is not None
                    yield self._move(seen, before)
                    self._gap, self._mover = False, seen.seat
                case "moved" if turned_up(state, number, self._mover):
                    assert seen is not None
                    yield f"{'':<9}{self._words.zone(seen.target)}: {self._words.card(seen.card)}"
                    self._gap = False
                case "scored":
                    assert seen is not None
                    yield from sheet(seen, self._words)
                    self._gap = True
                case "begun":
                    assert seen is not None
                    yield from self._heading(state, seen.text)
                case _:
                    pass
        self._at = len(events)
        self._note_round(state)

    def last(self, state: State) -> Iterator[str]:
        """How it ended: returns, and scores where the game keeps any."""
        if not self._gap:
            yield ""
        if state.status != "finished":
            yield f"the game did not end by its rules: {state.status}"
        scored = state.game.program.score is not None
        for seat, value in enumerate(state.returns):
            score = f"  {state.scores[seat]:>6} points" if scored else ""
            yield f"p{seat + 1}{score}{_result(value)}"

    def _heading(self, state: State, phase: str) -> Iterator[str]:
        """That a phase begins once more, counted anew where one around it has begun once more.

        Of turns, rounds are told beside each move.
        """
        names = [name for name, _ in self._begun]
        outer = self._begun[: names.index(phase)] if phase in names else self._begun
        number = dict(self._begun).get(phase, 0) + 1
        self._begun = (*outer, (phase, number))
        if not _in_turns(state, phase):
            yield f"{self._words.phase(_repeated(state, phase))} {number}"

    def _note_round(self, state: State) -> None:
        cell = state.game.layout.variables.get("round.number")
        self._round = state.machine.state[cell.address] if cell and self._begun and _in_turns(state, self._begun[-1][0]) else 0

    def _move(self, seen: Happening, round: int) -> str:
        place = f"{round:>3}  " if round else ""
        text = f"{place}p{seen.seat + 1}  {seen.text}"
        label = self._words.action(seen.action, named(seen, self._words))
        line = f"{text:<40}  {label}"
        return line if len(line) <= WIDTH else f"{text}\n{'':<10}{label}"


def _in_turns(state: State, phase: str) -> bool:
    spec = state.game.spec
    return spec is not None and phase in spec.phases and spec.phases[phase].turns is not None


def _repeated(state: State, phase: str) -> str:
    """What is played again and again in this phase: its only step, or else all of it."""
    spec = state.game.spec
    steps = spec.phases[phase].steps if spec is not None and phase in spec.phases else ()
    return steps[0].text if len(steps) == 1 else phase


def named(seen: Happening, words: Wordings) -> dict[str, str]:
    """The arguments of a move by name."""
    actions = words.spec.actions if words.spec else {}
    if seen.action in actions:
        return dict(zip((pick.name.text for pick in actions[seen.action].choose), seen.arguments, strict=True))
    pairs = (part.partition("=") for part in seen.text.split(", "))
    return {name: value for name, equals, value in pairs if equals}


def at_the_table(state: State, number: int) -> Happening | None:
    """An event as those see it who know least of it; None if somebody sees nothing of it at all."""
    views = [happenings(state.machine, seat, number, number + 1) for seat in range(state.game.players)]
    if not all(views):
        return None
    return max((view[0] for view in views), key=lambda seen: (seen.text.count("?"), str(seen.arguments).count("?")))


def turned_up(state: State, number: int, mover: int) -> bool:
    """Whether a card left a place where nobody sees it, or that of another player than the one who moved, for an open one.

    No move has told which one it was.
    """
    _, source, target = (state.machine.events or [])[number].data
    zones, spec = state.game.layout.zones, state.game.spec
    unseen = all(seen in ("count", "none") for seen in zones[source].sees)
    if zones[source].owner_kind == "player" and zones[source].owner != mover:
        unseen = any(seen != "all" for seen in zones[source].sees)
    shows = spec.zones[zones[target].name].shows if spec else ()
    return unseen and all(word.text == "all" for _, word in shows)


def sheet(seen: Happening, words: Wordings) -> Iterator[str]:
    """A score sheet: a row a category, a column a side; rows in which nobody has points are left out."""
    sides = list(seen.value)
    categories = list(seen.value[sides[0]]) if sides else []
    points = {name: [seen.value[side][name] for side in sides] for name in categories}
    rows = [(words.category(seen.text, name), row) for name, row in points.items() if any(row)]
    wide = max((len(label) for label, _ in rows), default=0)
    totals = [sum(column) for column in zip(*points.values(), strict=True)]
    yield ""
    for label, row in [("", sides), *rows, ("", totals)]:
        yield f"     {label:<{wide}}" + "".join(f"{cell:>8}" for cell in row)
    yield ""


def _result(value: float) -> str:
    if value == 1:
        return "  wins"
    return "" if value == 0 else f"  {value:g}"
