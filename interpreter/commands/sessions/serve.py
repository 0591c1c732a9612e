"""`cardwright serve`: people play in the browser, against people or bots."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click
from click.core import ParameterSource

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import install_hint
from ...play.game.game import Game
from ...play.game.loading.load import configure
from ...play.game.move import IllegalMove
from ...play.players.registry import UnknownPlayer
from ...source.merge.catalogue import find_games
from ...source.text.storage import HOST_KEY
from ...table.page.phrases import say
from ...table.serving.app import Server, Watcher
from ...table.serving.hall import ENDING, Hall, host_file, host_key
from ...table.serving.lobby import PACES, USUAL_PACE, Chooser
from ...table.serving.persistence import (
    GameRecord,
    NotFollowed,
    NotResumed,
    StoppedGame,
    known_of,
    language_in,
    pace_in,
    past_of,
    resumed,
    seats_in,
)
from ..descriptions.rules import rules_at_table
from ..failure import CommandError, refuse_flags
from ..flags import GameFlags, check_language, file_flag, number_flag, optional_game_flags
from ..match_setup import BOT, HUMAN, open_game, open_rules, players_by_seat, seat_flag, warn_if_slow
from ..outcome import Outcome, put_json
from ..output_file import exclusive_writer, unwritable
from ..watch import folders_of_game, stamps
from .game_page import ending_lines

NEEDED = ("starlette", "uvicorn", "websockets")
"""The packages of the extra `serve`."""

LAST_PORT = 65535

FIRST = "first"
"""The name of the table that the command line opens."""


@click.command("serve", epilog="Example: cardwright serve on-the-trail --seat 2=greedy --trace evening.jsonl")
@seat_flag
@file_flag("--trace", about="Keep the game, or go on with it.")
@click.option("--folder", type=click.Path(file_okay=False), metavar="DIR", help="Keep all tables, or go on with them.")
@click.option("--pace", type=click.Choice(tuple(PACES)), default=USUAL_PACE, help="How fast bots play.")
@click.option("--watch", is_flag=True, help="Follow the rules as their files are edited.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@number_flag("--port", least=0, most=LAST_PORT, default=8000, about="0 takes a free one.")
@optional_game_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    seats: tuple[str, ...],
    trace: str | None,
    folder: str | None,
    pace: str,
    watch: bool,
    host: str,
    port: int,
) -> int:
    """Play in the browser, each person with a link of their own.

    Whoever has the host's link opens tables: the game, its variants, options,
    people and bots are chosen on that page. With GAME a table is open already:
    of the seats that are not named, the first is yours, unless you have named
    one as human; the others are played by the bot random. Only this machine is
    served, unless --host names another address of it. Ctrl-C ends it; --trace
    goes on with one game, --folder with all.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        helps = (install_hint("serve"),)
        raise CommandError("E021", f"serving a table needs {missing[0]}, which is not installed", "serve", *helps)
    if not flags.game:
        rules = ("seats", "trace", "watch", "variant", "preset", "settings", "players", "seed")
        name = "name a game: `cardwright serve GAME {flag} …`"
        refuse_flags(rules, "without a game", name, "or leave it out, and choose on the page")
    game = open_game(flags, outcome=outcome) if flags.game else None
    if game is None:
        check_language(flags.lang, *(one.title for one in find_games(flags.path).games))
    warn_if_slow(flags, outcome)
    from ...table.serving.web_server import serve

    with ExitStack() as alone:
        for file in _files(trace, folder):
            alone.enter_context(exclusive_writer(file, file, "E023"))
        hall, key = _hall(flags, folder, pace, game, {FIRST, *([Path(trace).stem] if trace else [])})
        if game is not None:
            path = Path(trace) if trace else Path(folder) / f"{FIRST}{ENDING}" if folder else None
            _first_table(hall, game, flags, seats, path)
        listener = alone.enter_context(listening(host, port))
        bound, real = listener.getsockname()[:2]
        name = _called(host, bound)
        address = f"http://{f'[{name}]' if ':' in name else name}:{real}"
        _print_links(outcome, hall, game, address, f"{address}/host/{key}", flags.lang)
        watcher = _watcher(hall, game, flags, outcome) if watch and game is not None else None
        pressed = serve(Server(hall, frozenset(("localhost", name)), flags.lang, watcher), listener)
    if pressed:
        signal.raise_signal(pressed)
    return 0


def _files(trace: str | None, folder: str | None) -> Iterator[str]:
    """The files whose locks are needed: one for a folder of tables, also where another server keeps a game in it."""
    if folder:
        yield str(host_file(Path(folder)))
    if trace:
        key = Path(trace).with_name(HOST_KEY)
        if key.exists() and not (folder and key.parent.samefile(folder)):
            yield str(key)
        yield trace


def _hall(flags: GameFlags, folder: str | None, pace: str, game: Game | None, but: set[str]) -> tuple[Hall, str]:
    """The hall, with the tables that are in its folder `but` for some, and the host's key."""
    own = {game.name: flags.game} if game is not None and Path(flags.game).exists() else {}
    chooser = Chooser(find_games(flags.path), flags.path, own)
    path = Path(folder) if folder else None
    try:
        key = host_key(path)
    except OSError as error:
        raise unwritable(str(folder), error) from None
    ending, book = (lambda lang: partial(ending_lines, lang=lang)), partial(rules_at_table, own=own, paths=flags.path)
    hall = Hall(chooser, pace, ending, host=key, folder=path, paths=flags.path, book=book)
    if game is not None:
        hall.served = game.name
        chooser.titles = {game.name: game.spec.title} if game.spec is not None else {}
    hall.restore(flags.lang, but if game is not None else set())
    return hall, key


def _first_table(hall: Hall, game: Game, flags: GameFlags, seats: tuple[str, ...], path: Path | None) -> None:
    """Open the table of the command line, or take it up again: what the command does not name then stays as it was."""
    report = Report()
    past = _past(path, game, flags, report) if path else None
    if report.diagnostics:
        raise SpecError(report)
    known = known_of(path) if path and past else {}
    source = click.get_current_context().get_parameter_source
    pace = pace_in(known, hall.pace) if source("pace") is ParameterSource.DEFAULT else hall.pace
    if source("lang") is ParameterSource.DEFAULT:
        flags = replace(flags, lang=language_in(known, flags.lang))
    before = seats_in(known, game)
    kinds = players_by_seat(seats, game, before)
    for number, (was, now) in enumerate(zip(before, kinds, strict=False), 1):
        if was != now:
            hall.tell_host(f"table '{FIRST}': p{number} was {was}, and is {now} now")
    record = GameRecord(path)
    try:
        if past is None:
            session = hall.new_game(game, kinds, flags.lang, record, flags.seed)
        else:
            session = resumed(past, game, hall.seated(game, kinds, flags.lang), record)
    except (IllegalMove, NotFollowed, NotResumed, UnknownPlayer) as error:
        helps = ("name another file for a new game", "`cardwright replay FILE --verify` tells what differs")
        raise _not_resumed(path, str(error), *helps) from None
    try:
        hall.add(FIRST, session, kinds, record, pace)
    except OSError as error:
        raise unwritable(str(path), error) from None


def _past(path: Path, game: Game, flags: GameFlags, report: Report) -> StoppedGame | None:
    """The game in the file. Raises CommandError if it cannot be taken up again."""
    try:
        past = past_of(path, game, report)
    except NotResumed as error:
        raise _not_resumed(path, str(error), "name another file for a new game") from None
    if past is not None and flags.seed is not None:
        helps = ("leave --seed out",)
        raise CommandError("E013", f"'{path}' holds a game that was begun: a seed is for a new one", "--seed", *helps)
    return past


def _not_resumed(path: Path | None, why: str, *helps: str) -> CommandError:
    return CommandError("E023", f"the game in '{path}' cannot go on: {why}", str(path), *helps)


def _watcher(hall: Hall, game: Game, flags: GameFlags, outcome: Outcome) -> Watcher:
    """Watches the files of the game, and has its tables follow them."""
    folders = [*folders_of_game(flags, outcome), *flags.path]

    def load(name: str, now: Game) -> Game:
        if name == FIRST:
            return open_game(flags)
        rules = open_rules(replace(flags, variant=now.variants))
        return configure(rules, players=now.players, options=now.options)

    return Watcher(hall, game.name, lambda: stamps(folders), load)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises CommandError for an address that this machine does not have, or that is in use."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except (OSError, ValueError) as error:
        number = error.errno or 0 if isinstance(error, OSError) else 0
        in_use, why = number == errno.EADDRINUSE, os.strerror(number) if number > 0 else "unknown address"
        port_help, host_help = "`--port 0` takes a port that is free", "`--host 127.0.0.1` serves this machine only"
        about, advice = (str(port), port_help) if in_use else (host, host_help)
        raise CommandError("E022", f"cannot listen at {host}, port {port}: {why}", about, advice) from None


def _called(host: str, bound: str) -> str:
    """What others call the address that is listened at; for all addresses of this machine, one that reaches others."""
    if bound not in ("0.0.0.0", "::"):
        return host.strip("[]")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, but finds the way out
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _print_links(outcome: Outcome, hall: Hall, game: Game | None, address: str, host: str, lang: str) -> None:
    """Print the link of the host, and those of the seats of each table."""
    tables = list(hall.listed(lang))
    links = {
        table["name"]: {seat: address + link for seat, link in _links(hall, table["name"]).items()} for table in tables
    }
    if outcome.json:
        first = {"game": game.name, "players": game.players, "links": links[FIRST]} if game is not None else {}
        others = {name: one for name, one in links.items() if name != FIRST or game is None}
        put_json({**first, "host": host, "tables": others})
    else:
        click.echo(f"{say(lang, 'host_link')}  {host}")
        for table in tables:
            click.echo(f"\n{table['title']}, {table['state']}")
            for seat, link in links[table["name"]].items():
                click.echo(f"{seat}  {link}")
            # How others take a seat at the table of the command line, if one person plays it against bots at random.
            kinds = hall.tables[FIRST].kinds if table["name"] == FIRST and FIRST in hall.tables else ()
            if kinds.count(HUMAN) == 1 and BOT in kinds:
                click.echo(say(lang, "more_people", n=kinds.index(BOT) + 1))
    sys.stdout.flush()


def _links(hall: Hall, name: str) -> dict[str, str]:
    """The links of the seats of a table that people play, by the name of the seat."""
    table = hall.tables.get(name)
    return {f"p{seat + 1}": f"/seat/{key}" for seat, key in table.keys.items()} if table is not None else {}
