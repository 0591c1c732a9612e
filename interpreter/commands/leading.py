"""What is remembered of a game at the terminal, and what a player may ask beside the moves: history, hints, saving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from os.path import exists
from pathlib import Path
from secrets import randbits
from shlex import quote
from typing import assert_never

from ..diagnostics.diagnostic import Report
from ..play.game.load import load_rules
from ..play.game.state import State
from ..play.game.telling import told_now
from ..play.game.texts import Wordings
from ..play.game.trace import Recorder, line_text
from ..play.players.asking import Aside, Hint, Log, Save
from ..play.players.fault import ExternalFault
from ..play.players.player import OwnLuck
from ..play.players.registry import PLAYERS, UnknownPlayer, maker
from .failure import CommandError
from .new_scenario import past_of, scenario_of
from .writing import write_whole

QUICK, SLOW = "search:playouts=200", "greedy"
"""The bot that gives hints, with the fast engine and with the reference engine."""

REMINDER = 8
"""So many lines of what has happened are shown where a game goes on."""


class Leader:
    """Leads one game: keeps its log, with what each of the people has not been told yet."""

    def __init__(self, people: Iterable[int], words: Wordings, seed: int | None, folders: Sequence[str]) -> None:
        """`seed` is what the record of the game says that it began with; `folders` have games and variants."""
        self._words, self._seed, self._folders = words, seed, folders
        self._log: list[str] = []
        self._missed: dict[int, list[str]] = {seat: [] for seat in people}
        self._saved: Path | None = None

    def note(self, lines: Iterable[str], *, old: bool = False) -> None:
        """Remember what has happened; of what is `old` people are only told the last lines by themselves."""
        told = list(lines)
        self._log += told
        for missed in self._missed.values():
            missed += told[-REMINDER:] if old else told

    def length(self) -> int:
        """How many lines there are by now, for `take_back`."""
        return len(self._log)

    def take_back(self, length: int) -> None:
        """Forget all but the first lines, and let nobody have missed any."""
        del self._log[length:]
        for missed in self._missed.values():
            missed.clear()

    def news(self, seat: int) -> list[str]:
        """What has happened since a person was last told."""
        told = self._missed[seat].copy()
        self._missed[seat].clear()
        return told

    def aside(self, asked: Aside, state: State) -> Iterator[str]:
        """The answer to a wish."""
        match asked:
            case Log(lines):
                yield from self._log[-lines:] or [self._words.say("nothing_yet")]
            case Hint(bot):
                yield from self._hint(bot or (QUICK if state.game.engine == "fast" else SLOW), state)
            case Save(file):
                yield from self._save(file, state)
            case _:
                assert_never(asked)

    def _hint(self, bot: str, state: State) -> Iterator[str]:
        """What a bot would play, who knows no more than the player."""
        moves = state.legal_moves
        try:
            make = maker(bot)
            adviser = OwnLuck(lambda seat, luck: make(seat, state.decisions), state.current_seat, randbits(63))
            move = adviser.choose(state, moves)
        except UnknownPlayer:
            yield self._words.say("no_bot", bot=bot, bots=", ".join(PLAYERS))
            return
        except ExternalFault as error:
            yield error.message
            return
        number = next(at for at, one in enumerate(moves, start=1) if one.text == move.text)
        yield self._words.say("hint", bot=bot.partition(":")[0], number=number, move=move.text)
        yield f"     {self._words.move(move, told_now(state.machine, move))}"

    def _save_scenario(self, path: Path, state: State) -> Iterator[str]:
        """Write the position as a scenario, which tells all cards."""
        if exists(path):
            yield self._words.say("exists", file=path)
            return
        spec = state.game.spec
        rules = (
            None if spec is None else load_rules(spec.span.source.name, state.game.variants, self._folders, Report())
        )
        past = None if state.history.beginning.cells is not None else past_of(state)
        try:
            if rules is None:
                yield self._words.say("no_scenario")
                return
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
        path = Path(name) if name else self._saved or _free(state.game.name)
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
        yield self._words.say("saved", file=quote(str(path)))


def _free(game: str) -> Path:
    """A name that no file has."""
    names = (Path(f"{game}{'' if number == 1 else f'-{number}'}.jsonl") for number in count(1))
    return next(path for path in names if not path.exists())
