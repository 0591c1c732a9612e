"""A game on disk: its trace, line by line, and beside it who sits where, with the keys. So it survives a restart.

The trace says everything about the game, and whoever has a key may play its seat: both files are for their owner only.

    {"p1": "…", "p3": "…", "seats": ["human", "search:playouts=200", "human"], "language": "fr", "secret": "9f…",
     "seeded": false}

`secret` is the number from which follows what chance will still bring; the cards of a game that is `seeded` follow from
the seed in its record.
"""

from __future__ import annotations

import errno
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source
from ...diagnostics.suggest import is_language
from ...play.game.chance import new_secret
from ...play.game.game import Game, State
from ...play.game.traces.reader import read_trace
from ...play.game.traces.recorder import VERSION, Line, first_line, line_text
from ...play.game.traces.replay import play_under_rules
from ...source.text.storage import KEYS, NotWritten, Record, write
from .lobby import HUMAN, PACES
from .session import Seating, TableSession


class NotResumed(Exception):
    """Raised if a game cannot be taken up again; the text says why."""


@dataclass(frozen=True, slots=True)
class StoppedGame:
    """A game that was stopped: its seed, and the moves that were made.

    `seed` is None where chance is as its lines say.
    """

    seed: int | None
    moves: tuple[str, ...]
    lines: tuple[Line, ...]


class GameRecord:
    """Writes the record of a game to a file, or only remembers it if there is none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lines: list[Line] = []
        self._live = False

    def __call__(self, lines: Sequence[Line]) -> None:
        """Write down some lines; each call is with the kernel before anybody is told of it, the last on the disk.

        Raises NotWritten, and then none of them is in the file.
        """
        if self._live and self.path is not None and lines:
            try:
                with closing(Record(self.path)) as file:
                    file.add(_text(lines))
                    if "end" in lines[-1]:
                        with suppress(OSError):  # the kernel has it: the move counts
                            file.sync()
            except NotWritten as error:
                if error.errno != errno.ENOENT:
                    raise
                write(self.path, _text([*self.lines, *lines]), private=True)  # somebody has removed it
        self.lines += lines

    def rewrite(self, lines: Sequence[Line]) -> None:
        """Write these lines in the place of all others, at once or not at all. Raises NotWritten."""
        if self._live and self.path is not None:
            write(self.path, _text(lines), private=True)
        self.lines = list(lines)

    def go_live(self) -> None:
        """Write all lines so far, in the place of what was there, and from now on each as it comes."""
        self._live = True
        self.rewrite(self.lines)

    def sync(self) -> None:
        """Bring what is written to the disk itself."""
        if self._live and self.path is not None:
            with closing(Record(self.path)) as file:
                file.sync()


def _text(lines: Sequence[Line]) -> bytes:
    return "".join(f"{line_text(line)}\n" for line in lines).encode()


def lines_of(path: Path, report: Report) -> list[Line] | None:
    """The lines of the game in a file; None if the report says what is wrong with it.

    A last line that was not finished when the game was stopped is left out. Raises NotResumed for what is no text.
    """
    data = path.read_bytes()
    try:
        text = data[: data.rfind(b"\n") + 1].decode("utf-8")
    except UnicodeDecodeError:
        raise NotResumed("it is not a text in UTF-8") from None
    return read_trace(Source(str(path), text), report)


def past_of(path: Path, game: Game, report: Report) -> StoppedGame | None:
    """The game in a file; None if there is none, or if the report says what is wrong with the file.

    Raises NotResumed for another game.
    """
    lines = lines_of(path, report) if path.exists() else None
    return None if lines is None else past_in(lines, game)


def past_in(lines: Sequence[Line], game: Game) -> StoppedGame:
    """The game in these lines. Raises NotResumed for another one."""
    first, now = lines[0], first_line(game, None)
    for key in ("game", "players", "variants", "options", "digest"):
        if not (first[key] in game.digests if key == "digest" else first[key] == now[key]):
            raise NotResumed("its rules are not those of the game that is served: `" + key + "` differs")
    moves = tuple(str(line["move"]) for line in lines if "move" in line)
    return StoppedGame(first["seed"], moves, tuple(lines))


def check_same(past: StoppedGame, lines: Sequence[Line]) -> None:
    """Make sure that the game played again is the one in the file. Raises NotResumed."""
    may_differ = {"legal": None, "digest": None}  # one of several digests that the rules have (`past_in`)
    for number, (then, now) in enumerate(zip(past.lines, lines, strict=False), start=1):
        if "event" not in then and then | may_differ != now | may_differ:
            raise NotResumed(f"played again, line {number} differs: {line_text(now)}")


def keys_of(
    path: Path | None, seats: Sequence[int], others: Mapping[str, Any] = MappingProxyType({})
) -> dict[int, str]:
    """A key for each seat: those in the file beside the trace, else new ones, which are written there with `others`."""
    keys = {f"p{seat + 1}": new_key() for seat in seats}
    if path is not None:
        known = known_of(path) if path.exists() else {}
        keys |= {seat: key for seat, key in known.items() if seat in keys and is_key(key)}
        write(beside(path), json.dumps({**known, **keys, **others}), private=True)
    return {int(seat[1:]) - 1: key for seat, key in keys.items()}


def seats_in(known: Mapping[str, Any], game: Game) -> tuple[str, ...]:
    """Who sits where, as it is written beside a game; nobody if it is not, or if no person would sit there."""
    seats = known.get("seats")
    kinds = tuple(map(str, seats)) if isinstance(seats, list) else ()
    return kinds if len(kinds) == game.players and HUMAN in kinds else ()


def language_in(known: Mapping[str, Any], otherwise: str) -> str:
    """The language of a table, as it is written beside its game."""
    language = known.get("language")
    return language if isinstance(language, str) and is_language(language) else otherwise


def pace_in(known: Mapping[str, Any], otherwise: str) -> str:
    """The pace of the bots at a table, as it is written beside its game."""
    pace = known.get("pace")
    return pace if isinstance(pace, str) and pace in PACES else otherwise


def secret_in(known: Mapping[str, Any]) -> int | None:
    """The secret of chance that is written beside a game, if there is one."""
    text = known.get("secret")
    return int(text, 16) if isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) else None


def new_key() -> str:
    """A key that nobody can guess: 144 random bits."""
    return secrets.token_urlsafe(18)


def is_key(text: object) -> bool:
    """Whether something can be the key in a link."""
    return isinstance(text, str) and re.fullmatch(r"[\w-]{16,64}", text, re.ASCII) is not None


def beside(path: Path) -> Path:
    """The file with the keys of the game in a file."""
    return path.with_name(path.name + KEYS)


def known_of(path: Path) -> dict[str, Any]:
    """What is written beside a game; nothing if there is no such file, or one that cannot be read."""
    try:
        found = json.loads(beside(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


# A game that was stopped goes on: played again as its record says, also where the rules have changed.
#
# A game that was begun with a seed is played again from it, and goes on by it; so its seats are still told that it has
# one. In any other, chance goes on by the secret that is kept beside the record. If that is lost, a new one takes over,
# and the moves so far cannot be taken back: chance would give something else after them.


def resumed(past: StoppedGame, game: Game, seating: Seating, kept: GameRecord) -> TableSession:
    """The game of `past`, where it was stopped. Raises IllegalMove, NotFollowed and NotResumed."""
    known = {} if kept.path is None else known_of(kept.path)
    found, first = secret_in(known), past.lines[0]
    secret = new_secret() if found is None else found
    if first["digest"] not in game.digests or (past.seed is None and found is None):
        session = TableSession(followed(past.lines, game), secret, seating, kept, followed=past.lines)
    elif past.seed is None:
        told = [str(line["outcome"]) for line in past.lines if "chance" in line]
        session = TableSession(game.initial_state(chance="explicit"), secret, seating, kept, past.moves, told=told)
    else:
        session = TableSession(game.initial_state(seed=past.seed), secret, seating, kept, past.moves)
    if first["digest"] in game.digests and first["trace"] == VERSION:
        check_same(past, kept.lines)
    session.seeded |= known.get("seeded") is True
    return session


# A game goes on by other rules than those it was begun with: its moves and what chance gave are played once more.
#
# It stays at the same decision if each move is still possible for its seat, and chance can still give what it gave.
# From there on chance is explicit, also where a seed decided: by the new rules its numbers would give other cards.


class NotFollowed(Exception):
    """Raised where a game cannot go on by other rules; `line` of its trace (from 1) fails, the text says why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def followed(lines: Sequence[Line], game: Game) -> State:
    """The position to which a trace leads by the rules of `game`, with explicit chance.

    Raises NotFollowed.
    """
    moved = play_under_rules(lines, game)
    if moved.fails is not None:
        raise NotFollowed(*moved.fails)
    if moved.state.decider.kind == "chance":
        raise NotFollowed(len(lines), "chance decides here by the new rules")
    return moved.state
