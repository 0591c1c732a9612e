"""`play --watch`: a game goes on at the same decision when its rules are edited, or it is said why it cannot.

All that was decided so far, by players and by chance, is played again by the new rules. If each decision is still
possible there, for the same player, the game goes on from it; chance falls anew from there on. If not, or if the new
rules have mistakes, it goes on by the old ones, until the next save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from ..diagnostics.diagnostic import SpecError
from ..diagnostics.render import render
from ..play.game.game import Game
from ..play.game.onto import play_onto
from ..play.game.state import State
from ..play.game.texts import Wordings
from ..play.game.trace import Recorder
from .watch import stamps


class TakenUp(Exception):
    """Raised when a game goes on by other rules; `state` is the same decision by these."""

    def __init__(self, state: State) -> None:
        super().__init__("the rules have changed")
        self.state = state


class Editing:
    """Looks at the files of a game while it is played; `load` loads it as it is now.

    `after` makes of a position with explicit chance, after so many lines of the record, one that play goes on from. If
    people at the screen have secrets from each other, it is kept secret what the new rules would forbid.
    """

    def __init__(
        self,
        folders: Sequence[str],
        load: Callable[[], Game],
        words: Wordings,
        after: Callable[[State, int], State],
        *,
        secretly: bool,
    ) -> None:
        self._folders, self._load, self._words, self._after, self._secretly = folders, load, words, after, secretly
        self._before = stamps(folders)

    def look(self, state: State) -> None:
        """Raise `TakenUp` where a file was saved and the game can go on by the rules as they are now.

        If it cannot, that is said, once for each save.
        """
        now = stamps(self._folders)
        if now == self._before:
            return
        self._before = now
        recorder = Recorder(state)
        lines = [recorder.first, *recorder.lines(state)]
        try:
            moved = play_onto(lines, self._load())
        except SpecError as error:
            click.echo(render(error.report), err=True)
            click.echo(self._words.say("rules_wrong"))
            return
        if moved.fails is None:
            raise TakenUp(self._after(moved.state, len(lines)))
        if self._secretly:
            click.echo(self._words.say("rules_differ_secretly"))
            return
        click.echo(self._words.say("rules_differ", n=lines[moved.fails[0] - 1].get("n", "?"), why=moved.fails[1]))
