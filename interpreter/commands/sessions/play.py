"""`cardwright play`: a person plays in the terminal, against people or bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import count
from os.path import exists
from pathlib import Path
from secrets import randbits
from shlex import quote
from typing import assert_never

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.render import render
from ...play.game.chance import SecretChance, new_secret, resume_with_seed, seed_after_line, settle_chance
from ...play.game.cycle_detection import CycleDetector
from ...play.game.disclosure import fill_label
from ...play.game.game import Game, State
from ...play.game.loading.load import load_rules
from ...play.game.texts import Wordings
from ...play.game.traces.recorder import Recorder, line_text
from ...play.game.traces.replay import play_under_rules
from ...play.players.fault import ExternalFault
from ...play.players.human import Human, PlayerLeft, Undo
from ...play.players.player import Player, SeededPlayer
from ...play.players.prompt import Aside, HintRequest, Log, Save, commands, words_for
from ...play.players.registry import EXTERNAL, PLAYERS, UnknownPlayer, maker
from ..failure import CommandError
from ..flags import GameFlags, comparison_flags, completion_of, referenced_game_flags, seed_or_random
from ..match_setup import HUMAN, open_game, players_by_seat, seat_flag, warn_if_slow
from ..outcome import UNENDED, Outcome, show
from ..output_file import write_whole
from ..positions import folders_for, position_of, reject_rule_flags
from ..sources.new import scenario_of, steps_of_state
from ..transcript import Transcript, cycle_lines, terminal_screen
from ..watch import folders_of_game, stamps
from .scenario_position import is_scenario_word, scenario_position

CLEAR_SCROLLBACK = "\x1b[3J"
"""Makes a terminal forget the lines above the screen, so that nobody can scroll back to them."""


@click.command("play", epilog="Example: cardwright play mille-bornes --seat 1=human --seat 2=greedy")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=completion_of("games"))
@seat_flag
@click.option(
    "--from",
    "begin",
    metavar="TRACE@N|FILE@SCENARIO",
    help="Go on with a saved or recorded game, from where line N was decided; or begin where a scenario does.",
)
@click.option("--watch", is_flag=True, help="Go on by the new rules when a file of the game is saved.")
@comparison_flags
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
        other = "`cardwright run --format json` prints a game"
        raise CommandError("E012", "play is for people and has no JSON output", "--format", other)
    if begin is not None and watch:
        raise CommandError("E013", "--watch needs a game, not a trace", "--watch", "leave --from out")
    if begin is not None and is_scenario_word(begin):
        reject_rule_flags("with --from", begin, "scenario")
        state = scenario_position(begin, 0, flags.path)
        kinds = players_by_seat(seats, state.game)
        chance = ChanceSource(_seed(flags, kinds))
        state = chance.taken_up(state, chance.seed)
        return TerminalGame(state, kinds, chance, flags.lang, folders=flags.path).play()
    if begin is not None:
        reject_rule_flags("with --from", begin)
        warn_if_slow(flags, outcome)
        return _resume_recorded(begin, seats, flags)
    if name is None:
        helps = ("for example `cardwright play mille-bornes`", "`cardwright list` lists the games")
        raise CommandError("E013", "play needs a game, or --from TRACE@N", "play", *helps)
    named = referenced_game_flags(name, flags)
    game = open_game(named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = players_by_seat(seats, game)
    chance = ChanceSource(_seed(flags, kinds))
    words = Wordings(game.spec, flags.lang)
    editing = None
    if watch:
        load, shared = partial(open_game, named, outcome=outcome), kinds.count(HUMAN) > 1
        editing = RulesReloader(folders_of_game(named, outcome), load, words, chance.after, secretly=shared)
    state = game.initial_state(seed=chance.seed or 0, chance="explicit" if chance.seed is None else "sampled")
    table = partial(TerminalGame, kinds=kinds, chance=chance, lang=flags.lang, folders=named.around, editing=editing)
    session = table(state)
    while True:
        try:
            return session.play()
        except RulesReloaded as found:
            session = table(found.state, began=chance.seed, said=words.say("rules_changed"))


def _resume_recorded(begin: str, seats: tuple[str, ...], flags: GameFlags) -> int:
    """Go on with a recorded game. Raises SpecError and CommandError."""
    here = position_of(begin, flags.path, engine=flags.engine)
    first, line = here.lines[0], max((line.get("n", 0) for line in here.lines), default=0)
    kinds = players_by_seat(seats, here.state.game)
    after = seed_after_line(first["seed"] or 0, line) if flags.seed is None else flags.seed
    chance = ChanceSource(None if flags.seed is None and kinds.count(HUMAN) > 1 else after)
    state = chance.taken_up(here.state, chance.seed)
    said = Wordings(state.game.spec, flags.lang).say("going_on", n=line, file=begin.rpartition("@")[0] or begin)
    return TerminalGame(state, kinds, chance, flags.lang, began=first["seed"], said=said, folders=flags.path).play()


def _seed(flags: GameFlags, kinds: tuple[str, ...]) -> int | None:
    """The seed of a game that begins: none where several people play, unless one was given."""
    return None if flags.seed is None and kinds.count(HUMAN) > 1 else seed_or_random(flags)


class ChanceSource:
    """What chance follows from in a game at the terminal: a seed, or a secret that nobody is shown."""

    def __init__(self, seed: int | None) -> None:
        self.seed, self.secret = seed, SecretChance(new_secret())

    def taken_up(self, state: State, seed: int | None) -> State:
        """A position with explicit chance, as play goes on from it: by a seed, or by the secret if there is none."""
        if seed is not None:
            return resume_with_seed(settle_chance(state, seed), seed)
        self.secret.settle(state)
        return state

    def after(self, state: State, line: int) -> State:
        """The same, where a game is taken up after a line of its record."""
        return self.taken_up(state, None if self.seed is None else seed_after_line(self.seed, line))

    def player(self, kind: str, seat: int) -> Player:
        """A bot. The seed that a program of somebody else gets has nothing to do with that of the game."""
        if self.seed is not None and not kind.startswith(EXTERNAL):
            return maker(kind)(seat, self.seed)
        return SeededPlayer(maker(kind), seat, self.secret.number(2**63, "bot", seat))


class TerminalGame:
    """One game at the terminal."""

    def __init__(
        self,
        state: State,
        kinds: tuple[str, ...],
        chance: ChanceSource,
        lang: str,
        *,
        began: int | None = None,
        said: str | None = None,
        folders: Sequence[str] = (),
        editing: RulesReloader | None = None,
    ) -> None:
        """`said` tells that the game goes on from somewhere; it `began` with another seed, then.

        In `folders` there are more games and variants. With `editing` its rules may be changed on the way: `play` then
        raises `RulesReloaded`.
        """
        self._editing = editing
        game = self._game = state.game
        self._kinds, self._chance, self._said = kinds, chance, said
        self._screen = terminal_screen()
        self._words = self._screen.words(game.spec, lang)
        self._state = state
        chance.secret.settle(state)
        people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self._transcript = Transcript(self._state, lang, people[0] if len(people) == 1 else None, self._screen)
        self._undo: list[tuple[State, Transcript, int]] = []
        self._history = PlayHistory(people, self._words, began if said else chance.seed, folders)
        self._prompt = Prompt(self._can_be_typed)
        self._players = [self._player(seat, kind) for seat, kind in enumerate(kinds)]
        self._shared = len(people) > 1
        self._last: int | None = None
        self._watch = CycleDetector(game)

    def _player(self, seat: int, kind: str) -> Player:
        if kind == HUMAN:
            return Human(seat, self._words, self._read, click.echo, self._screen, self._history)
        return self._chance.player(kind, seat)

    def _read(self, prompt: str) -> str:
        """The next line that is typed; a save while somebody thinks counts before it. Raises EOFError at the end."""
        line = self._prompt.read(prompt)
        if self._editing is not None:
            self._editing.look(self._state)
        return line

    def _can_be_typed(self) -> list[str]:
        moves = [move.text for move in self._state.legal_moves]
        return [*moves, *(f"{word} {move}" for word in words_for("why") for move in moves), *commands()]

    def play(self) -> int:
        """Play until the game is over or the person quits, and return the exit code."""
        first = list(self._transcript.first(self._game, self._kinds, None if self._shared else self._chance.seed))
        if self._shared and self._chance.seed is not None:
            first.append(self._words.say("seed_known"))
        show([*first[:1], self._said, *first[1:]] if self._said else first)
        self._history.note(self._transcript.lines(self._state), old=self._said is not None)
        try:
            while not self._state.is_terminal:
                cycle = self._watch.at(self._state)
                if cycle is not None:
                    self._show_news()
                    show(cycle_lines(cycle, self._words))
                    return UNENDED
                self._turn()
        except PlayerLeft:
            click.echo(f"\n{self._words.say('left')}")
            return 0
        self._show_news()
        self._transcript.show(self._transcript.last(self._state))
        if self._state.error is not None:
            error = self._state.error.without_values() if self._kinds.count(HUMAN) > 1 else self._state.error
            click.echo(render(Report([error])), err=True, nl=False)
        return 0 if self._state.status == "finished" else UNENDED

    def _show_news(self) -> None:
        """What has happened since a person last decided; nobody decides any more."""
        people = [seat for seat, kind in enumerate(self._kinds) if kind == HUMAN]
        show(["", *self._history.news(people[0] if self._last is None else self._last)])

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
            self._undo.append((self._state.clone(), copy(self._transcript), self._history.length()))
        self._watch.played(self._state, move)
        self._state.apply(move)
        self._chance.secret.settle(self._state)
        self._history.note(self._transcript.lines(self._state))

    def _take_back(self, seat: int) -> None:
        """Go back to the last decision of this seat, undoing what others have done since."""
        own = [place for place, (state, *_) in enumerate(self._undo) if state.current_seat == seat]
        if own:
            self._state, self._transcript, length = self._undo[own[-1]]
            self._watch = CycleDetector(self._game)
            del self._undo[own[-1] :]
            self._history.take_back(length)
            click.echo(self._words.say("taken_back"))
        else:
            click.echo(self._words.say("nothing_to_take_back"))

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before the next person looks."""
        click.clear()
        if sys.stdout.isatty():
            click.echo(CLEAR_SCROLLBACK, nl=False)
        try:
            self._prompt.read(self._words.say("pass_on", who=self._words.say("player", n=seat + 1)))
        except EOFError:
            raise PlayerLeft from None


# The log of a game, and what a player may ask beside the moves: history, hints, saving -----------

FAST_HINT_BOT, REFERENCE_HINT_BOT = "search:playouts=200", "greedy"
"""The bot that gives hints, with the fast engine and with the reference engine."""

REMINDER_LINES = 8
"""So many lines of what has happened are shown where a game goes on."""


class PlayHistory:
    """The log of one game, with what each of the people has not seen yet."""

    def __init__(self, people: Iterable[int], words: Wordings, seed: int | None, folders: Sequence[str]) -> None:
        """`seed` is what the record of the game says that it began with; `folders` have games and variants."""
        self._words, self._seed, self._folders = words, seed, folders
        self._log: list[str] = []
        self._missed: dict[int, list[str]] = {seat: [] for seat in people}
        self._saved: Path | None = None

    def note(self, lines: Iterable[str], *, old: bool = False) -> None:
        """Remember what has happened; of what is `old` people only see the last lines without asking."""
        new = list(lines)
        self._log += new
        for missed in self._missed.values():
            missed += new[-REMINDER_LINES:] if old else new

    def length(self) -> int:
        """How many lines there are by now, for `take_back`."""
        return len(self._log)

    def take_back(self, length: int) -> None:
        """Forget all but the first lines, and let nobody have missed any."""
        del self._log[length:]
        for missed in self._missed.values():
            missed.clear()

    def news(self, seat: int) -> list[str]:
        """What has happened since a person last asked."""
        news, self._missed[seat] = self._missed[seat], []
        return news

    def aside(self, asked: Aside, state: State) -> Iterator[str]:
        """The answer to a wish."""
        match asked:
            case Log(lines):
                yield from self._log[-lines:] or [self._words.say("nothing_yet")]
            case HintRequest(bot):
                usual = FAST_HINT_BOT if state.game.engine == "fast" else REFERENCE_HINT_BOT
                yield from self._hint(bot or usual, state)
            case Save(file):
                yield from self._save(file, state)
            case _:
                assert_never(asked)

    def _hint(self, bot: str, state: State) -> Iterator[str]:
        """What a bot would play, who knows no more than the player."""
        moves = state.legal_moves
        try:
            make = maker(bot)
            adviser = SeededPlayer(lambda seat, _: make(seat, state.decisions), state.current_seat, randbits(63))
            move = adviser.choose(state, moves)
        except UnknownPlayer:
            yield self._words.say("no_bot", bot=bot, bots=", ".join(PLAYERS))
            return
        except ExternalFault as error:
            yield error.message
            return
        number = next(at for at, one in enumerate(moves, start=1) if one.text == move.text)
        yield self._words.say("hint", bot=bot.partition(":")[0], number=number, move=move.text)
        yield f"     {self._words.move(move, fill_label(state.machine, move))}"

    def _save_scenario(self, path: Path, state: State) -> Iterator[str]:
        """Write the position as a scenario, which names all cards."""
        if exists(path):
            yield self._words.say("exists", file=path)
            return
        spec = state.game.spec
        file = None if spec is None else spec.span.source.name
        rules = None if file is None else load_rules(file, state.game.variants, self._folders, Report())
        past = None if state.history.beginning.cells is not None else steps_of_state(state)
        if rules is None:
            yield self._words.say("no_scenario")
            return
        try:
            write_whole(str(path), scenario_of(path, rules, (state, (), state), past, self._folders))
        except CommandError as error:
            no = error.code == "E260"
            why = error.message.rpartition(": ")[2]
            yield self._words.say("no_scenario") if no else self._words.say("not_saved", file=path, why=why)
            return
        yield self._words.say("saved_scenario", file=quote(str(path)))

    def _save(self, name: str, state: State) -> Iterator[str]:
        if Path(name).suffix in (".yaml", ".yml"):
            yield from self._save_scenario(Path(name), state)
            return
        if state.history.beginning.cells is not None:
            yield self._words.say("no_record")
            return
        names = (Path(f"{state.game.name}{'' if number == 1 else f'-{number}'}.jsonl") for number in count(1))
        path = Path(name) if name else self._saved or next(one for one in names if not one.exists())
        if path.suffix != ".jsonl":
            path = path.with_name(f"{path.name}.jsonl")
        if exists(path) and path != self._saved:
            yield self._words.say("exists", file=path)
            return
        recorder = Recorder(state)
        lines = [{**recorder.first, "seed": self._seed}, *recorder.lines(state)]
        try:
            write_whole(str(path), "".join(f"{line_text(line)}\n" for line in lines))
        except CommandError as error:
            yield self._words.say("not_saved", file=path, why=error.message.rpartition(": ")[2])
            return
        self._saved = path
        folders = folders_for(state.game.spec, self._folders, str(path)) if state.game.spec is not None else ""
        yield self._words.say("saved", file=quote(str(path)) + folders)


# `play --watch`: a game goes on at the same decision when its rules are edited -------------------
#
# All that was decided so far, by players and by chance, is played again by the new rules. If each decision is still
# possible there, for the same player, the game goes on from it, with other results of chance. If not, or if the new
# rules have mistakes, that is said, and it goes on by the old ones until the next save.


class RulesReloaded(Exception):
    """Raised when a game goes on by other rules; `state` is the same decision by these."""

    def __init__(self, state: State) -> None:
        super().__init__("the rules have changed")
        self.state = state


class RulesReloader:
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
        """Raise `RulesReloaded` where a file was saved and the game can go on by the rules as they are now.

        If it cannot, that is said, once for each save.
        """
        now = stamps(self._folders)
        if now == self._before:
            return
        self._before = now
        recorder = Recorder(state)
        lines = [recorder.first, *recorder.lines(state)]
        try:
            moved = play_under_rules(lines, self._load())
        except SpecError as error:
            click.echo(render(error.report), err=True)
            click.echo(self._words.say("rules_wrong"))
            return
        if moved.fails is None:
            raise RulesReloaded(self._after(moved.state, len(lines)))
        if self._secretly:
            click.echo(self._words.say("rules_differ_secretly"))
            return
        click.echo(self._words.say("rules_differ", n=lines[moved.fails[0] - 1].get("n", "?"), why=moved.fails[1]))


# What a person types at the terminal, completed with the tab key where there is one -------------

try:
    import readline

    EDITS = True
except ImportError:  # as on Windows: nothing is completed there
    EDITS = False


class Prompt:
    """Asks for lines. `known` tells what can be typed now, for the tab key."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known
        self._edits = EDITS and all(one is not None and one.isatty() for one in (sys.stdin, sys.stdout))
        if self._edits:
            readline.set_completer_delims("")
            readline.set_completer(lambda typed, number: dict(enumerate(completions(typed, self._known()))).get(number))
            readline.parse_and_bind("tab: complete")

    def read(self, prompt: str) -> str:
        """Read a line of input; raises EOFError at its end."""
        if self._edits:
            return input(prompt)
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        return line.rstrip("\n")


def completions(typed: str, known: Sequence[str]) -> list[str]:
    """What may be meant by the beginning of a line; case does not matter.

    >>> completions("Adv", ["advance(ace)", "advance(king)", "go"])
    ['advance(ace)', 'advance(king)']
    """
    return [one for one in known if one.lower().startswith(typed.lower())]
