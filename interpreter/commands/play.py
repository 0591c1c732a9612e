"""`cardwright play`: a person plays in the terminal, against people or bots."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

import click

from ..play.game.endless import Watch
from ..play.game.game import Game
from ..play.game.state import State
from ..play.game.texts import Wordings
from ..play.players.human import Human, Left, Undo
from ..play.players.player import Player
from ..play.players.registry import maker
from ..play.players.screen import WIDTH, Screen
from .endless_text import circle_text
from .failure import CommandError
from .flags import GameFlags, playing
from .opening import open_game, some_seed, warn_if_slow
from .outcome import UNENDED, Outcome
from .people import HUMAN, people_and_bots, who_plays
from .transcript import Transcript

NARROWEST = 40
"""On a screen that is narrower still, the terminal breaks the lines."""

FORGET = "\x1b[3J"
"""Makes a terminal forget the lines above the screen, so that nobody can scroll back to them."""


@click.command("play", epilog="Example: cardwright play mille-bornes --seat 1=human --seat 2=greedy")
@people_and_bots
@playing
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, seats: tuple[str, ...]) -> int:
    """Play in the terminal, against people or bots.

    Type the number of a move or its text; ? shows what else can be typed.
    Of the seats that are not named, the first is yours, unless you have named
    one as human; the others are played by the bot random.
    """
    if outcome.json:
        raise CommandError(
            "E012",
            "play is for people and has no JSON output",
            "--format",
            "`cardwright run --format json` prints a game",
        )
    game = open_game(flags, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = who_plays(seats, game)
    seed = some_seed(flags)
    return Session(game, kinds, seed, flags.lang).play()


class Session:
    """One game at the terminal."""

    def __init__(self, game: Game, kinds: tuple[str, ...], seed: int, lang: str) -> None:
        self._game, self._kinds, self._seed = game, kinds, seed
        self._words, self._screen = Wordings(game.spec, lang), screen_here()
        self._state = game.initial_state(seed=seed)
        self._transcript = Transcript(self._state, lang)
        self._undo: list[tuple[State, Transcript]] = []
        self._players = [self._player(seat, kind) for seat, kind in enumerate(kinds)]
        self._shared = kinds.count(HUMAN) > 1
        self._last: int | None = None
        self._watch = Watch(game)
        self._missed: dict[int, list[str]] = {seat: [] for seat, kind in enumerate(kinds) if kind == HUMAN}

    def _player(self, seat: int, kind: str) -> Player:
        return (
            Human(seat, self._words, _read, click.echo, self._screen)
            if kind == HUMAN
            else maker(kind)(seat, self._seed)
        )

    def play(self) -> int:
        """Play until the game is over or the person quits, and return the exit code."""
        self._show(self._transcript.first(self._game, self._kinds, self._seed))
        self._show(self._transcript.lines(self._state))
        try:
            while not self._state.is_terminal:
                circle = self._watch.at(self._state)
                if circle is not None:
                    self._show(circle_text(circle, self._words))
                    return UNENDED
                self._turn()
        except Left:
            click.echo(f"\n{self._words.say('left')}")
            return 0
        self._show(self._transcript.last(self._state))
        return 0 if self._state.status == "finished" else UNENDED

    def _turn(self) -> None:
        seat = self._state.current_seat
        human = self._kinds[seat] == HUMAN
        if human and self._shared and self._last not in (None, seat):
            self._hand_over(seat)
        if human:
            self._last = seat
        try:
            move = self._players[seat].choose(self._state, self._state.legal_moves)
        except Undo:
            self._take_back(seat)
            return
        if human:
            self._undo.append((self._state.clone(), self._transcript.copy()))
        self._watch.played(self._state, move)
        self._state.apply(move)
        lines = list(self._transcript.lines(self._state))
        self._show(lines)
        for person, missed in self._missed.items():
            missed[:] = [] if person == seat else [*missed, *lines]

    def _take_back(self, seat: int) -> None:
        """Go back to the last decision of this seat, undoing what others have done since."""
        own = [place for place, (state, _) in enumerate(self._undo) if state.current_seat == seat]
        if own:
            self._state, self._transcript = self._undo[own[-1]]
            self._watch = Watch(self._game)
            del self._undo[own[-1] :]
            for missed in self._missed.values():
                missed.clear()
            click.echo(self._words.say("taken_back"))
        else:
            click.echo(self._words.say("nothing_to_take_back"))

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before the next person looks, and show them what has happened since their last turn."""
        click.clear()
        if sys.stdout.isatty():
            click.echo(FORGET, nl=False)
        try:
            _read(self._words.say("pass_on", who=self._words.say("player", n=seat + 1)))
        except EOFError:
            raise Left from None
        self._show(self._missed[seat])

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            click.echo(line)


def screen_here() -> Screen:
    """The screen that the game is shown on: as wide as the terminal, with colours unless `NO_COLOR` is set.

    In a pipe it is 80 columns wide, or as wide as `COLUMNS` says, and has no colours.
    """
    terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size((WIDTH, 24)).columns if terminal or os.environ.get("COLUMNS") else WIDTH
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(max(width, NARROWEST), colour)


def _read(prompt: str) -> str:
    """Read a line of input; raises EOFError at its end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError
    return line.rstrip("\n")
