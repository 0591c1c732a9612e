"""All tables of one process: who may come in by which key, tables that are opened on the page, and their files.

Whoever has the key of the host opens tables and sees the links of all seats; whoever has the key of a seat sees that
seat. With a folder each table is kept in it as a trace, with its keys beside it, and is there again after a restart.
One that cannot go on, since the rules have changed too much or its file is damaged, says so on the pages of its seats.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.span import Source
from ...diagnostics.text import DEFAULT_LANGUAGE, nearest, shown_in
from ...play.game.chance import new_secret
from ...play.game.game import Game
from ...play.game.move import IllegalMove
from ...play.game.texts import Wordings
from ...play.game.traces.replay import game_of
from ...play.players.registry import UnknownPlayer, maker
from ...source.text.storage import HOST_KEY, make_folder, write
from ..page.film import Ending
from ..page.phrases import say
from ..page.seat_text import SeatText
from . import persistence
from .connection import REST
from .lobby import HUMAN, PACES, Chooser, TableChoice, bots
from .session import Seating, TableSession
from .table import BotPacing, GameTable, tell_terminal

MOST_TABLES = 200
"""So many tables can be open at once."""

ENDING = ".jsonl"

Json = dict[str, Any]


class Hall:
    """The tables by name, and the seats by key. `ending` tells, in a language, how a game has ended.
    Bots have a `pace` where a table says no other; `paces` are so many seconds for a move at least.

    `served` is the game that is proposed first for a new table, if any. `tell_host` is told what no seat may hear.
    `book` gives the rulebook of a game in a language, as HTML.
    """

    def __init__(
        self,
        chooser: Chooser,
        pace: str,
        ending: Callable[[str], Ending],
        *,
        host: str,
        folder: Path | None = None,
        paths: Sequence[str] = (),
        rest: float = REST,
        tell_host: Callable[[str], None] = tell_terminal,
        book: Callable[[Game, str], str] | None = None,
        paces: Mapping[str, float] = PACES,
    ) -> None:
        self.tell_host, self.book = tell_host, book
        self._books: dict[tuple[str, ...], tuple[Game, str]] = {}
        self.chooser, self.thinking, self.ending = chooser, BotPacing(paces), ending
        self.pace = pace
        self.tables: dict[str, GameTable] = {}
        self.lost: dict[str, SeatText] = {}
        self.served = ""
        self._host, self._folder, self._paths, self._rest = _digest(host), folder, tuple(paths), rest
        self._seats: dict[bytes, tuple[str, int]] = {}
        self._shut: dict[bytes, SeatText] = {}
        self._live = False

    # Who may come in

    def is_host(self, key: str) -> bool:
        """Whether a key is that of the host."""
        return secrets.compare_digest(_digest(key), self._host)

    def seat(self, key: str) -> tuple[GameTable, int] | None:
        """The seat that a key opens. Keys are looked up by what is made of them, so that the time tells nothing."""
        found = self._seats.get(_digest(key))
        return None if found is None else (self.tables[found[0]], found[1])

    def rules_of(self, table: GameTable) -> str:
        """The rulebook of the game that is played at a table, as HTML; the empty text where there is none."""
        game, language = table.session.game, table.session.words.language
        called = (language, game.name, *game.variants)
        known = self._books.get(called)
        if self.book is not None and (known is None or known[0] != game or known[0].spec != game.spec):
            self._books[called] = known = game, self.book(game, language)
        return known[1] if known else ""

    def why_shut(self, key: str) -> SeatText | None:
        """What whoever has a key is told if its table cannot go on."""
        return self._shut.get(_digest(key))

    # Tables

    def seated(self, game: Game, kinds: Sequence[str], language: str) -> Seating:
        """Who plays at a table of a game, in English if it has no such language. Raises UnknownPlayer."""
        known = shown_in(game.spec.title if game.spec else {})
        language = DEFAULT_LANGUAGE if nearest(language, known) is None else language
        found = {seat: maker(kind) for seat, kind in enumerate(kinds) if kind != HUMAN}
        return Seating(bots=found, language=language, ending=self.ending(language))

    def add(
        self, name: str, session: TableSession, kinds: tuple[str, ...], kept: persistence.GameRecord, pace: str = ""
    ) -> GameTable:
        """Put a table into the hall, once it is on disk; its keys are those in its file, or new ones.

        Raises OSError if it cannot be kept: then there is no such table.
        """
        people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        chance = {"secret": f"{session.chance.secret:064x}", "seeded": session.seeded}
        seats = {"seats": list(kinds), "language": session.words.language, "pace": pace or self.pace}
        keys = persistence.keys_of(kept.path, people, {**seats, **chance})
        kept.go_live()
        host = partial(self._tell_of, name)
        return self.put(name, GameTable(session, keys, kinds, self.thinking, self._rest, host, pace or self.pace))

    def _tell_of(self, name: str, text: str) -> None:
        self.tell_host(f"table '{name}': {text}")

    def put(self, name: str, table: GameTable) -> GameTable:
        """Put a table with its keys into the hall."""
        self.tables[name] = table
        table.rematch = partial(self._open_again, table)
        self._seats |= {_digest(key): (name, seat) for seat, key in table.keys.items()}
        if self._live:
            table.open()
        return table

    def open(self, choice: TableChoice, game: Game) -> str:
        """Open a table as it was chosen; its name. Raises OSError if it cannot be kept."""
        return self._opened(game, choice.seats, choice.language, choice.pace)

    def _opened(self, game: Game, seats: tuple[str, ...], language: str, pace: str) -> str:
        number = 1
        while (name := f"{game.name}-{number}") in self.tables or self._is_taken(name):
            number += 1
        path = self._folder / f"{name}{ENDING}" if self._folder else None
        kept = persistence.GameRecord(path)
        self.add(name, self.new_game(game, seats, language, kept), seats, kept, pace)
        return name

    def _open_again(self, over: GameTable, turned: bool) -> dict[int, str]:
        """Open a table where those of another play again; the link of each of its seats there. Raises OSError."""
        if len(self.tables) >= MOST_TABLES:
            self.tell_host(say(DEFAULT_LANGUAGE, "too_many", n=MOST_TABLES))
            return {}
        kinds = (*over.kinds[-1:], *over.kinds[:-1]) if turned else over.kinds
        keys = self.tables[self._opened(over.session.game, kinds, over.session.words.language, over.pace)].keys
        return {seat: f"/seat/{keys[(seat + turned) % len(kinds)]}" for seat in over.keys}

    def new_game(
        self, game: Game, kinds: Sequence[str], language: str, kept: persistence.GameRecord, seed: int | None = None
    ) -> TableSession:
        """A game that begins; chance falls by a seed, or else by a secret that nobody can guess."""
        start = game.initial_state(seed=seed or 0, chance="explicit" if seed is None else "sampled")
        return TableSession(start, new_secret(), self.seated(game, kinds, language), kept)

    async def shut(self, name: str) -> None:
        """Close a table; its files stay as they are."""
        table = self.tables.pop(name, None)
        if table is not None:
            self._seats = {key: seat for key, seat in self._seats.items() if seat[0] != name}
            await table.close()

    def _is_taken(self, name: str) -> bool:
        return self._folder is not None and (self._folder / f"{name}{ENDING}").exists()

    # Beginning and ending

    def begin(self) -> None:
        """Let bots play; called in the event loop."""
        self._live = True
        for table in self.tables.values():
            table.open()

    def all_of(self, game: str) -> list[tuple[str, GameTable]]:
        """The tables at which a game is played, with their names."""
        return [(name, table) for name, table in self.tables.items() if table.session.game.name == game]

    async def end(self) -> None:
        """Close all tables."""
        self.thinking.close()
        await asyncio.gather(*(table.close() for table in self.tables.values()))

    def restore(self, language: str, but: Collection[str] = ()) -> None:
        """Take up the games in the folder `but` for some; those that cannot go on say why."""
        for path in sorted(self._folder.glob(f"*{ENDING}")) if self._folder else ():
            name, known = path.name.removesuffix(ENDING), persistence.known_of(path)
            if name in but:
                continue
            try:
                self._take_up(name, path, known)
            except (OSError, persistence.NotResumed, SpecError, IllegalMove, UnknownPlayer) as error:
                self.tables.pop(name, None)
                self._tell_of(name, f"this game cannot go on: {_why(error)}")
                why = self.lost[name] = SeatText(
                    Wordings(None, persistence.language_in(known, language)), "cannot_go_on"
                )
                self._shut |= {
                    _digest(key): why
                    for seat, key in known.items()
                    if re.fullmatch(r"p\d+", seat) and persistence.is_key(key)
                }

    def _take_up(self, name: str, path: Path, known: Json) -> None:
        report = Report()
        lines = persistence.lines_of(path, report)
        if lines is None:
            raise SpecError(report)
        game = game_of(lines, self._paths, Source(str(path), ""))
        kinds = persistence.seats_in(known, game)
        if not kinds:
            raise persistence.NotResumed("who sits where is not known")
        language = persistence.language_in(known, DEFAULT_LANGUAGE)
        kept, seating = persistence.GameRecord(path), self.seated(game, kinds, language)
        past = (
            persistence.past_in(lines, game)
            if lines[0]["digest"] in game.digests
            else persistence.StoppedGame(None, (), tuple(lines))
        )
        try:
            session = persistence.resumed(past, game, seating, kept)
        except persistence.NotFollowed as error:
            raise persistence.NotResumed(f"line {error.line} of its record: {error}") from None
        self.add(name, session, kinds, kept, persistence.pace_in(known, self.pace))

    # What the host sees

    def page(self, language: str) -> Json:
        """What the page of the host begins with."""
        return {
            "games": self.chooser.games(language),
            "game": self.served,
            "bots": bots(language),
            "paces": list(PACES),
            "pace": self.pace,
            "tables": list(self.listed(language)),
        }

    def listed(self, language: str) -> Iterator[Json]:
        """Each table: what is played, how it stands, and the link of each seat."""
        for name, table in self.tables.items():
            session = table.session
            words = Wordings(session.game.spec, language)
            seats = [
                {
                    "seat": words.player(seat),
                    "kind": kind,
                    "link": f"/seat/{table.keys[seat]}" if seat in table.keys else "",
                    "here": table.here(seat),
                }
                for seat, kind in enumerate(table.kinds)
            ]
            yield {
                "name": name,
                "title": words.title(),
                "variants": list(session.game.variants),
                "state": say(language, f"status_{session.state.status}", n=session.state.decisions),
                "seats": seats,
                "over": session.state.is_terminal,
            }
        for name, why in self.lost.items():
            yield {"name": name, "title": name, "variants": [], "state": str(why), "seats": []}


def host_file(folder: Path) -> Path:
    """The file with the key of the host, in a folder that is made if there is none. Raises OSError."""
    make_folder(folder)
    return folder / HOST_KEY


def host_key(folder: Path | None) -> str:
    """The key of the host: that in the folder of the tables, else a new one, which is kept there. Raises OSError."""
    if folder is None:
        return persistence.new_key()
    file = host_file(folder)
    with suppress(FileNotFoundError, UnicodeDecodeError):
        found = file.read_text(encoding="utf-8").strip()
        if persistence.is_key(found):
            return found
    key = persistence.new_key()
    write(file, f"{key}\n", private=True)
    return key


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogatepass")).digest()


def _why(error: Exception) -> str:
    if isinstance(error, SpecError):
        return next((one.message for one in error.report.diagnostics), str(error))
    return str(error)
