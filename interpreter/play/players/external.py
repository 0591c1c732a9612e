"""A player that is a program of somebody else: it is told what its seat sees, and answers with a move.

The program is started for each game, when its seat first decides. It reads a line of JSON from its standard input for
each message, and writes a line of JSON to its standard output for each answer; docs/players.md lists the keys.

    to it      {"type": "start", "protocol": 1, "game": …, "players": …, "seat": …, "options": …, "seed": …}
    to it      {"type": "choose", "n": 1, "view": what the seat sees (`State.view`), "moves": texts of the legal moves}
    from it    {"move": one of the texts, or its index from 0}       or {"error": why it gives up}

An answer belongs to the question before it: one that comes unasked ends the game. Whoever repeats the question's `n` in
the answer is told so for certain, even of a line that was still on its way when the next question came.

It has a time limit for each move, and when the game is over its input ends. If it does not end then by itself, it is
made to, with all processes that it has started: those of its group, and where the system shows environments (Linux)
all that have inherited its own, whatever session they are in.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any
from weakref import finalize

from ..game.game import State
from ..game.move import Move
from .fault import ExternalFault
from .player import PlayerRandom

PATIENCE = 10.0
"""So many seconds may pass for a move, unless the name of the player says how many."""

LONGEST = 1 << 16
"""An answer may have so many bytes."""

MARK = "CARDWRIGHT_PLAYER"
"""The variable in the environment of a program by which all processes that it starts are known."""

ROUNDS = 5
"""So often it is looked for processes that are to end at once."""

GRACE = 0.5
"""So many seconds a program has to end by itself, and then again after it was asked to."""

SHOWN = 200
"""So much of an answer is shown in a message."""


class External:
    """Asks a program. `command` is split into words as a shell would, and run without one."""

    def __init__(self, seat: int, seed: int, command: str, patience: float = PATIENCE) -> None:
        self._seat, self._seed, self._command, self._patience = seat, PlayerRandom(seed, seat).seed(), command, patience
        self._talk: _Talk | None = None
        self._asked = 0

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that the program answers with. Raises ExternalFault."""
        if self._talk is None:
            self._talk = _Talk(self._command)
            finalize(self, self._talk.end)
            self._talk.say(self._start(state))
        texts = [move.text for move in moves]
        self._asked += 1
        if self._asked > 1:
            self._talk.check_silent()
        self._talk.say({"type": "choose", "n": self._asked, "view": state.view(self._seat), "moves": texts})
        return moves[self._place(self._talk.hear(self._patience), texts)]

    def _start(self, state: State) -> dict[str, Any]:
        game = state.game
        return {
            "type": "start",
            "protocol": 1,
            "game": game.name,
            "players": game.players,
            "seat": self._seat,
            "options": dict(game.options),
            "seed": self._seed,
        }

    def _place(self, answer: str, texts: Sequence[str]) -> int:
        """The place of the move that an answer names. Raises ExternalFault."""
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            raise self._nonsense(answer, "which is no JSON") from None
        if isinstance(found, dict) and isinstance(found.get("error"), str):
            raise ExternalFault("gave up", self._command, f"the player gave up: {_printable(found['error'])}")
        if not isinstance(found, dict) or "move" not in found:
            raise self._nonsense(answer, "which has no 'move'")
        if found.get("n", self._asked) != self._asked:
            raise self._nonsense(answer, f"which is for another question than number {self._asked}")
        move = found["move"]
        if isinstance(move, str) and move in texts:
            return texts.index(move)
        if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(texts):
            return move
        raise self._nonsense(answer, f"which is none of the {len(texts)} legal moves")

    def _nonsense(self, answer: str, why: str) -> ExternalFault:
        return ExternalFault("nonsense", self._command, f"the player answered `{_printable(answer.strip())}`, {why}")


def _printable(text: str) -> str:
    """The beginning of what a program said, without what would move the cursor or ring a bell."""
    shown = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text[:SHOWN])
    return shown + ("…" if len(text) > SHOWN else "")


class _Talk:
    """A running program, and the threads that write to it and read from it, so that nobody waits for longer than they
    want to."""

    def __init__(self, command: str) -> None:
        self._command, self._mark = command, f"{MARK}={secrets.token_hex(16)}"
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, MARK: self._mark.partition("=")[2]},
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise ExternalFault("missing", command, f"the player cannot be started: {why}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._says: Queue[bytes | None] = Queue()
        # So many lines of a program may wait to be heard; then it has to wait
        self._heard: Queue[list[bytes]] = Queue(64)
        self._unheard: list[bytes] = []
        self._told: deque[bytes] = deque(maxlen=3)
        self._threads = (
            Thread(target=_write, args=(self._process.stdin, self._says), daemon=True),
            Thread(target=_read, args=(self._process.stdout, self._heard), daemon=True),
            Thread(target=_listen, args=(self._process.stderr, self._told), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        atexit.register(self.end)

    def say(self, message: dict[str, Any]) -> None:
        """Send a line."""
        self._says.put(json.dumps(message).encode() + b"\n")

    def hear(self, patience: float) -> str:
        """The next line. Raises ExternalFault if it does not come in time, or at all."""
        try:
            line, *self._unheard = self._heard.get(timeout=patience)
        except Empty:
            self.end()
            limit = f"{patience:g} second{'' if patience == 1 else 's'}"
            raise ExternalFault("slow", self._command, f"the player took longer than {limit} for a move") from None
        if len(line) >= LONGEST:
            self.end()
            raise ExternalFault("nonsense", self._command, f"the player's answer is longer than {LONGEST} bytes")
        if not line.endswith(b"\n"):
            raise self._ended()
        return line.decode("utf-8", "replace")

    def check_silent(self) -> None:
        """Raise ExternalFault if something was said that nobody has asked for."""
        with suppress(Empty):
            line = (self._unheard or self._heard.get_nowait())[0]
            if not line.endswith(b"\n"):
                raise self._ended()
            self.end()
            said = _printable(line.decode("utf-8", "replace").strip())
            raise ExternalFault("nonsense", self._command, f"the player said `{said}` without being asked")

    def _ended(self) -> ExternalFault:
        code = self.end()
        self._threads[2].join(GRACE)
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        told = b"".join(self._told).decode("utf-8", "replace").strip()
        return ExternalFault("ended", self._command, f"the player ended in the middle of the game, {how}", told[-500:])

    def end(self) -> int:
        """Let the program end, with all that it has started, and wait for it; its exit code."""
        atexit.unregister(self.end)
        self._says.put(None)
        code = self._waited()
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            self._signal(number)
            code = self._waited() if code is None else code
        return 0 if code is None else code

    def _waited(self) -> int | None:
        """The exit code, if the program ends soon."""
        until = time.monotonic() + GRACE
        while time.monotonic() < until:
            code = self._process.poll()
            if code is not None:
                return code
            time.sleep(0.005)
        return None

    def _signal(self, number: int) -> None:
        """Tell the program, and what it has started, to end."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)
        for _ in range(ROUNDS):  # what is started meanwhile is found the next time
            found = list(_marked(self._mark.encode()))
            for process in found:
                with suppress(OSError):
                    os.kill(process, number)
            if not found or number == signal.SIGTERM:
                return


def _write(stream: IO[bytes], lines: Queue[bytes | None]) -> None:
    """Write lines, up to None; then the stream is closed."""
    with suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
    with suppress(OSError, ValueError):
        stream.close()


def _marked(mark: bytes) -> Iterator[int]:
    """The processes with this in their environment, where the system shows that."""
    with suppress(OSError):
        for name in os.listdir("/proc"):
            with suppress(OSError, ValueError):
                if mark in Path("/proc", str(int(name)), "environ").read_bytes().split(b"\0"):
                    yield int(name)


def _read(stream: IO[bytes], lines: Queue[list[bytes]]) -> None:
    """Read lines, and tell together those that came together; one that is no whole line is the last."""
    with suppress(OSError, ValueError), stream:
        rest = b""
        while len(rest) < LONGEST and (data := os.read(stream.fileno(), LONGEST)):
            *whole, rest = (rest + data).split(b"\n")
            if whole:
                lines.put([line + b"\n" for line in whole])
        lines.put([rest])


def _listen(stream: IO[bytes], lines: deque[bytes]) -> None:
    """Keep the last lines."""
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST):
            lines.append(line)
