"""`cardwright serve`: people play in the browser, against people or bots."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..play.game.game import Game
from ..play.game.move import IllegalMove
from ..play.players.registry import maker
from ..play.serving.app import Server, seat_links
from ..play.serving.kept import KeptGame, NotResumed, Past, check_same, keys_of, past_of
from ..play.serving.messages import LONGEST
from ..play.serving.session import Seating, Session
from .failure import CommandError
from .filming import ending
from .flags import GameFlags, playing, whole_number
from .opening import open_game, some_seed, warn_if_slow
from .outcome import Outcome, put_json
from .people import HUMAN, people_and_bots, who_plays
from .writing import unwritable

NEEDED = ("starlette", "uvicorn", "websockets")
"""The packages of the extra `serve`."""

PACE = 0.7
"""How many seconds a bot takes for a move at least, so that people can follow it."""

MOST_AT_ONCE = 200
"""So many connections are served at once."""

LAST_PORT = 65535


@click.command("serve", epilog="Example: cardwright serve on-the-trail --seat 2=greedy --trace evening.jsonl")
@people_and_bots
@click.option(
    "--trace", "trace", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the game, or go on with it."
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option(
    "--port", type=whole_number(0, LAST_PORT), default=8000, show_default=True, metavar="N", help="0 takes a free one."
)
@playing
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, seats: tuple[str, ...], trace: str | None, host: str, port: int) -> int:
    """Play in the browser, each person with a link of their own.

    Whoever has the link of a seat plays it. Of the seats that are not named,
    the first is yours, unless you have named one as human; the others are
    played by the bot random. Only this machine is served, unless --host names
    another address of it. Ctrl-C ends it; --trace goes on with the game.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        helps = ("`pip install cardwright[serve]` installs it",)
        raise CommandError("E021", f"serving a table needs {missing[0]}, which is not installed", "serve", *helps)
    game = open_game(flags, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = who_plays(seats, game)
    path, report = Path(trace) if trace else None, Report()
    past = _past(path, game, flags, report) if path else None
    if report.diagnostics:
        raise SpecError(report)
    kept = KeptGame(path)
    session = _session(game, kinds, flags, kept, past)
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    with _listening(host, port) as listener:
        keys = _written(kept, people)
        bound, real = listener.getsockname()[:2]
        name = _called(host, bound)
        address = f"http://{f'[{name}]' if ':' in name else name}:{real}"
        _tell(outcome, game, session, seat_links(address, keys))
        server = Server(session, keys, frozenset(("localhost", name)), pace=PACE)
        _run(server, listener)
    return 0


def _past(path: Path, game: Game, flags: GameFlags, report: Report) -> Past | None:
    """The game in the file. Raises CommandError if it cannot be taken up again."""
    try:
        past = past_of(path, game, report)
    except NotResumed as error:
        raise _not_resumed(path, str(error), "name another file for a new game") from None
    if past is not None and flags.seed is not None:
        helps = ("leave --seed out",)
        raise CommandError("E013", f"'{path}' holds a game that was begun, with a seed of its own", "--seed", *helps)
    return past


def _session(game: Game, kinds: tuple[str, ...], flags: GameFlags, kept: KeptGame, past: Past | None) -> Session:
    bots = {seat: maker(kind) for seat, kind in enumerate(kinds) if kind != HUMAN}
    seating = Seating(bots=bots, language=flags.lang, ending=partial(ending, lang=flags.lang))
    if past is None:
        return Session(game, some_seed(flags), seating, kept)
    assert kept.path is not None
    try:
        session = Session(game, past.seed, seating, kept, past.moves)
        check_same(past, kept.lines)
    except (IllegalMove, NotResumed) as error:
        helps = ("name another file for a new game", "`cardwright replay FILE --verify` tells what differs")
        raise _not_resumed(kept.path, str(error), *helps) from None
    return session


def _not_resumed(path: Path, why: str, *helps: str) -> CommandError:
    return CommandError("E023", f"the game in '{path}' cannot go on: {why}", str(path), *helps)


def _written(kept: KeptGame, people: list[int]) -> dict[int, str]:
    """Write the game and its keys, and return the keys. Raises CommandError."""
    try:
        keys = keys_of(kept.path, people)
        kept.go_live()
    except OSError as error:
        raise unwritable(str(kept.path), error) from None
    return keys


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises CommandError for an address that this machine does not have, or that is in use."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except (OSError, ValueError) as error:
        number = error.errno or 0 if isinstance(error, OSError) else 0
        in_use, why = number == errno.EADDRINUSE, os.strerror(number) if number > 0 else "unknown address"
        helps = (
            ("`--port 0` takes a port that is free",) if in_use else ("`--host 127.0.0.1` serves this machine only",)
        )
        about = str(port) if in_use else host
        raise CommandError("E022", f"cannot listen at {host}, port {port}: {why}", about, *helps) from None


def _called(host: str, bound: str) -> str:
    """What others call the address that is listened at; for all addresses of this machine, one that reaches others."""
    if bound not in ("0.0.0.0", "::"):
        return host.strip("[]")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, but finds the way out
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _tell(outcome: Outcome, game: Game, session: Session, links: dict[str, Any]) -> None:
    if outcome.json:
        put_json({"game": game.name, "players": game.players, "links": links})
    else:
        click.echo(f"{session.words.title()}, {session.words.say('players', n=game.players)}")
        for seat, link in links.items():
            click.echo(f"{session.words.value(seat)}  {link}")
    sys.stdout.flush()


def _run(server: Server, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    config = uvicorn.Config(
        server.app(),
        access_log=False,
        log_level="warning",
        limit_concurrency=MOST_AT_ONCE,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        ws_max_size=LONGEST,
    )
    uvicorn.Server(config).run(sockets=[listener])
