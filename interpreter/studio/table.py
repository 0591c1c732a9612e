"""The table of the studio: one game that is played by somebody and bots, and goes on by the rules as they are edited.

It is the table of `cardwright serve` (`table/serving/session.py`) without a server: what its page says and is told
passes through `hear`, and a bot moves when it is asked to. When the rules change, the game is played again by the new
ones from its beginning, move by move and with what chance gave, as if they had been so all the time. Where that is not
possible it stays where it is, by the rules it had, and whoever plays is told why.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

from ..commands.sessions.game_page import ending_lines
from ..diagnostics.record import dataclass
from ..diagnostics.text import DEFAULT_LANGUAGE, nearest, shown_in
from ..play.game.game import State
from ..play.game.move import IllegalMove
from ..play.players.registry import maker
from ..table.page.page import framed_page
from ..table.serving.connection import KEYS, Message
from ..table.serving.lobby import HUMAN
from ..table.serving.persistence import GameRecord
from ..table.serving.session import Barred, Seating, TableSession

Json = dict[str, Any]

LARGEST_DEAL = 10**9
"""The numbers of deals are below this, short enough to be told to somebody else."""


class NotFollowed(Exception):
    """Raised where a game cannot go on by other rules; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a table is set up; what chance brings follows from the number `deal`."""

    kinds: tuple[str, ...]
    language: str
    deal: int


def new_deal() -> int:
    """The number of a deal that nobody has chosen."""
    return secrets.randbelow(LARGEST_DEAL)


class StudioTable:
    """A game that begins with a position, set up so."""

    def __init__(self, start: State, setup: Setup) -> None:
        self.setup = setup
        self._cells = [*start.machine.state]
        self.session = self._session_of(start)
        people = [seat for seat, kind in enumerate(setup.kinds) if kind == HUMAN]
        self.seat = people[0] if people else 0
        self.number = 0
        self._sent = 0

    def _session_of(self, start: State, moves: Sequence[str] = (), told: Sequence[str] = ()) -> TableSession:
        """The game from a position on; `moves` were made in it, and chance has given what is `told`."""
        setup, known = self.setup, shown_in(start.game.spec.title if start.game.spec else {})
        language = DEFAULT_LANGUAGE if nearest(setup.language, known) is None else setup.language
        bots = {seat: maker(kind) for seat, kind in enumerate(setup.kinds) if kind != HUMAN}
        seating = Seating(bots=bots, language=language, ending=partial(ending_lines, lang=language))
        return TableSession(start, setup.deal, seating, GameRecord(None), moves, told=told)

    def page(self) -> str:
        """The page of the table, as it is seen from the seat that plays; its frames come when it says hello."""
        return framed_page(self._name, self.seat, self.session.words)

    @property
    def _name(self) -> str:
        return f"{self.number}-{self.seat}"

    def standing(self) -> Json:
        """Who decides: the `seat`, or None; whether a bot does; whether the game is `over`; and how many `moves` people
        have made.
        """
        state = self.session.state
        decides = state.decider.kind == "seat"
        seat = state.current_seat if decides else None
        bot = seat is not None and self.setup.kinds[seat] != HUMAN
        moves = sum(self.setup.kinds[one] == HUMAN for one in self.session.movers)
        return {"seat": seat, "bot": bot, "over": state.is_terminal, "moves": moves}

    def sit(self, seat: int) -> None:
        """Look at the table from another seat that somebody plays."""
        if seat in self.session.films:
            self.seat = seat

    def hear(self, message: Json) -> list[Json]:
        """What the page is told when it says something; the messages of docs/table.md, in both directions."""
        said = {key: value for key, value in message.items() if key != "type"}
        session, kind = self.session, message.get("type")
        keys = next((keys for known, keys in KEYS.items() if known == kind), None)
        if keys is None or {key: type(value) for key, value in said.items()} != keys:
            return []
        told: object = None
        match kind:
            case "hello":
                if said["table"] != self._name:
                    return []
                self._sent = max(0, said["have"])
            case "move":
                told = session.play(self.seat, said["at"], said["move"])
            case "why":
                found = session.why_not(self.seat, said["at"], said["card"])
                if isinstance(found, Barred):
                    return [Message("barred", found.text, card=found.card, moves=found.moves).to_json()]
                told = found
            case "undo":
                told = session.ask_undo(self.seat)
                while session.question is not None:  # whoever plays here plays for all people at the table
                    question = session.question
                    session.answer_undo(next(iter(session.films.keys() - question.agreed)), question.number, True)
        answers = [] if told is None else [{"type": "told", "text": str(told)}]
        return [*answers, *self._new()]

    def _new(self) -> list[Json]:
        frames = self.session.frames(self.seat, self._sent)
        first, self._sent = self._sent, self._sent + len(frames)
        return [{"type": "frames", "from": first, "frames": frames}] if frames else []

    def play_bot(self) -> list[Json]:
        """Have the bot make its move that decides now, if one does."""
        bot = self.session.bot
        if bot is not None:
            twin = self.session.state.clone()
            self.session.play_bot(bot().choose(twin, twin.legal_moves).text)
        return self._new()

    def follow(self, start: State) -> bool:
        """Go on by other rules, or from another position; whether anything is different now. Raises NotFollowed."""
        before, game, cells = self.session, start.game, [*start.machine.state]
        if game == before.game and game.spec == before.game.spec and cells == self._cells:
            return False
        if game.players != before.game.players:
            raise NotFollowed(before.game.words(self.setup.language).say("players", n=game.players))
        told = [str(line["outcome"]) for line in before.lines if "chance" in line]
        try:
            after = self._session_of(start, before.moves, told)
        except IllegalMove as error:
            raise NotFollowed(str(error)) from None
        if after.movers != before.movers:
            raise NotFollowed(before.game.words(self.setup.language).player(before.movers[-1]))
        self.session, self._cells, self._sent, self.number = after, cells, 0, self.number + 1
        return True
