"""`cardwright play`: a person plays in the terminal, against people or bots."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from functools import partial

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.render import render
from ..language.merge.catalogue import is_path
from ..play.game.endless import Watch
from ..play.game.going_on import going_on, settled, stream_after
from ..play.game.secret_chance import SecretChance, new_secret
from ..play.game.state import State
from ..play.game.texts import Wordings
from ..play.players.asking import COMMANDS, WHY
from ..play.players.fault import ExternalFault
from ..play.players.human import Human, Left, Undo
from ..play.players.player import OwnLuck, Player
from ..play.players.registry import EXTERNAL, maker
from ..play.players.screen import WIDTH, Screen
from .editing import Editing, TakenUp
from .endless_text import circle_text
from .failure import CommandError
from .flags import GameFlags, comparing, completing, contender, some_seed
from .leading import Leader
from .opening import open_game, warn_if_slow
from .outcome import UNENDED, Outcome
from .people import HUMAN, people_and_bots, who_plays
from .positions import only_the_trace, position_of
from .prompting import Prompt
from .staging import names_scenario, staged
from .transcript import Transcript
from .watch import folders_of_game

NARROWEST = 40
"""On a screen that is narrower still, the terminal breaks the lines."""

FORGET = "\x1b[3J"
"""Makes a terminal forget the lines above the screen, so that nobody can scroll back to them."""


@click.command("play", epilog="Example: cardwright play mille-bornes --seat 1=human --seat 2=greedy")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=completing("games"))
@people_and_bots
@click.option(
    "--from",
    "begin",
    metavar="TRACE@N|FILE@SCENARIO",
    help="Go on with a saved or recorded game, from where line N was decided; or begin where a scenario does.",
)
@click.option("--watch", is_flag=True, help="Go on by the new rules when a file of the game is saved.")
@comparing
@click.pass_obj
def command(
    outcome: Outcome, flags: GameFlags, name: str | None, seats: tuple[str, ...], begin: str | None, watch: bool
) -> int:
    """Play in the terminal, against people or bots.

    Type the number of a move or its text; ? shows what else can be typed.
    Of the seats that are not named, the first is yours, unless you have named
    one as human; the others are played by the bot random. With --from a game
    goes on that was saved or recorded, or begins where a scenario does. With
    --watch the rules can be edited while it is played: it goes on at the same
    decision, or says why it cannot. Where several people play, chance follows
    from no seed, unless you give one, and none is shown.
    """
    if outcome.json:
        raise CommandError(
            "E012",
            "play is for people and has no JSON output",
            "--format",
            "`cardwright run --format json` prints a game",
        )
    if begin is not None and watch:
        raise CommandError("E013", "--watch needs a game, not a trace", "--watch", "leave --from out")
    if begin is not None and names_scenario(begin):
        only_the_trace("--from", begin, name, flags, what="scenario")
        state = staged(begin, 0, flags.path)
        kinds = who_plays(seats, state.game)
        luck = Luck(_seed(flags, kinds))
        return Session(luck.taken_up(state, luck.seed), kinds, luck, flags.lang, folders=flags.path).play()
    if begin is not None:
        only_the_trace("--from", begin, name, flags)
        warn_if_slow(flags, outcome)
        return _going_on(begin, seats, flags)
    if name is None:
        helps = ("for example `cardwright play mille-bornes`", "`cardwright list` lists the games")
        raise CommandError("E013", "play needs a game, or --from TRACE@N", "play", *helps)
    named = contender(name, flags)
    game = open_game(named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = who_plays(seats, game)
    luck = Luck(_seed(flags, kinds))
    words = Wordings(game.spec, flags.lang)
    looked_at = folders_of_game(named, outcome) if watch else []
    shared = kinds.count(HUMAN) > 1
    load = partial(open_game, named, outcome=outcome)
    editing = Editing(looked_at, load, words, luck.after, secretly=shared) if watch else None
    folders = (*named.path, *(os.path.dirname(one) or "." for one in named.variant if is_path(one)))
    start = game.initial_state(seed=luck.seed or 0, chance="explicit" if luck.seed is None else "sampled")
    session = Session(start, kinds, luck, flags.lang, folders=folders, editing=editing)
    while True:
        try:
            return session.play()
        except TakenUp as found:
            said = words.say("rules_changed")
            session = Session(
                found.state, kinds, luck, flags.lang, began=luck.seed, said=said, folders=folders, editing=editing
            )


def _going_on(begin: str, seats: tuple[str, ...], flags: GameFlags) -> int:
    """Go on with a recorded game. Raises SpecError and CommandError."""
    here = position_of(begin, flags.path, engine=flags.engine)
    first, line = here.lines[0], max((line.get("n", 0) for line in here.lines), default=0)
    kinds = who_plays(seats, here.state.game)
    after = stream_after(first["seed"] or 0, line) if flags.seed is None else flags.seed
    luck = Luck(None if flags.seed is None and kinds.count(HUMAN) > 1 else after)
    state = luck.taken_up(here.state, luck.seed)
    said = Wordings(state.game.spec, flags.lang).say("going_on", n=line, file=begin.rpartition("@")[0] or begin)
    return Session(state, kinds, luck, flags.lang, began=first["seed"], said=said, folders=flags.path).play()


def _seed(flags: GameFlags, kinds: tuple[str, ...]) -> int | None:
    """The seed of a game that begins: none where several people play, unless one was given."""
    return None if flags.seed is None and kinds.count(HUMAN) > 1 else some_seed(flags)


class Luck:
    """What chance follows from in a game at the terminal: a seed, or a secret that nobody is shown."""

    def __init__(self, seed: int | None) -> None:
        self.seed, self.secret = seed, SecretChance(new_secret())

    def taken_up(self, state: State, seed: int | None) -> State:
        """A position with explicit chance, as play goes on from it: by a seed, or by the secret if there is none."""
        if seed is not None:
            return going_on(settled(state, seed), seed)
        self.secret.settle(state)
        return state

    def after(self, state: State, line: int) -> State:
        """The same, where a game is taken up after a line of its record."""
        return self.taken_up(state, None if self.seed is None else stream_after(self.seed, line))

    def player(self, kind: str, seat: int) -> Player:
        """A bot. What a program of somebody else is told as its seed has nothing to do with that of the game."""
        if self.seed is not None and not kind.startswith(EXTERNAL):
            return maker(kind)(seat, self.seed)
        return OwnLuck(maker(kind), seat, self.secret.number(2**63, "bot", seat))


class Session:
    """One game at the terminal."""

    def __init__(
        self,
        state: State,
        kinds: tuple[str, ...],
        luck: Luck,
        lang: str,
        *,
        began: int | None = None,
        said: str | None = None,
        folders: Sequence[str] = (),
        editing: Editing | None = None,
    ) -> None:
        """`said` tells that the game goes on from somewhere; it `began` with another seed, then.

        In `folders` there are more games and variants. With `editing` its rules may be changed on the way: `play` then
        raises `TakenUp`.
        """
        self._editing = editing
        game = self._game = state.game
        self._kinds, self._luck, self._said = kinds, luck, said
        self._words, self._screen = Wordings(game.spec, lang), screen_here()
        self._state = state
        luck.secret.settle(state)
        people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self._transcript = Transcript(self._state, lang, people[0] if len(people) == 1 else None)
        self._undo: list[tuple[State, Transcript, int]] = []
        self._leader = Leader(people, self._words, began if said else luck.seed, folders)
        self._prompt = Prompt(self._can_be_typed)
        self._players = [self._player(seat, kind) for seat, kind in enumerate(kinds)]
        self._shared = len(people) > 1
        self._last: int | None = None
        self._watch = Watch(game)

    def _player(self, seat: int, kind: str) -> Player:
        if kind == HUMAN:
            return Human(seat, self._words, self._read, click.echo, self._screen, self._leader)
        return self._luck.player(kind, seat)

    def _read(self, prompt: str) -> str:
        """The next line that is typed; a save while somebody thinks counts before it. Raises EOFError at the end."""
        line = self._prompt.read(prompt)
        if self._editing is not None:
            self._editing.look(self._state)
        return line

    def _can_be_typed(self) -> list[str]:
        moves = [move.text for move in self._state.legal_moves]
        return [*moves, *(f"{word} {move}" for word in WHY for move in moves), *COMMANDS]

    def play(self) -> int:
        """Play until the game is over or the person quits, and return the exit code."""
        first = list(self._transcript.first(self._game, self._kinds, None if self._shared else self._luck.seed))
        if self._shared and self._luck.seed is not None:
            first.append(self._words.say("seed_known"))
        self._show([*first[:1], self._said, *first[1:]] if self._said else first)
        self._leader.note(self._transcript.lines(self._state), old=self._said is not None)
        try:
            while not self._state.is_terminal:
                circle = self._watch.at(self._state)
                if circle is not None:
                    self._show_news()
                    self._show(circle_text(circle, self._words))
                    return UNENDED
                self._turn()
        except Left:
            click.echo(f"\n{self._words.say('left')}")
            return 0
        self._show_news()
        self._show(self._transcript.last(self._state))
        if self._state.error is not None:
            error = self._state.error.without_values() if self._kinds.count(HUMAN) > 1 else self._state.error
            click.echo(render(Report([error])), err=True, nl=False)
        return 0 if self._state.status == "finished" else UNENDED

    def _show_news(self) -> None:
        """What has happened since a person last decided; nobody decides any more."""
        people = [seat for seat, kind in enumerate(self._kinds) if kind == HUMAN]
        self._show(["", *self._leader.news(people[0] if self._last is None else self._last)])

    def _turn(self) -> None:
        seat = self._state.current_seat
        human = self._kinds[seat] == HUMAN
        if human and self._shared and self._last not in (None, seat):
            self._hand_over(seat)
        if human:
            self._last = seat
        if self._editing is not None:
            self._editing.look(self._state)
        try:
            move = self._players[seat].choose(self._state, self._state.legal_moves)
        except Undo:
            self._take_back(seat)
            return
        except ExternalFault as error:
            if not self._shared:
                raise
            raise ExternalFault(error.fault, error.command, "a player does not play on") from None
        if human:
            self._undo.append((self._state.clone(), self._transcript.copy(), self._leader.length()))
        self._watch.played(self._state, move)
        self._state.apply(move)
        self._luck.secret.settle(self._state)
        self._leader.note(self._transcript.lines(self._state))

    def _take_back(self, seat: int) -> None:
        """Go back to the last decision of this seat, undoing what others have done since."""
        own = [place for place, (state, *_) in enumerate(self._undo) if state.current_seat == seat]
        if own:
            self._state, self._transcript, length = self._undo[own[-1]]
            self._watch = Watch(self._game)
            del self._undo[own[-1] :]
            self._leader.take_back(length)
            click.echo(self._words.say("taken_back"))
        else:
            click.echo(self._words.say("nothing_to_take_back"))

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before the next person looks."""
        click.clear()
        if sys.stdout.isatty():
            click.echo(FORGET, nl=False)
        try:
            self._prompt.read(self._words.say("pass_on", who=self._words.say("player", n=seat + 1)))
        except EOFError:
            raise Left from None

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
