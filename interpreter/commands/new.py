"""`cardwright new`: a small game, variant or scenario that works at once, to start from."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote
from typing import Literal, get_args

import click

from ..diagnostics.diagnostic import Report
from ..language.merge.catalogue import GAME_FILE, GameFile
from ..play.game.load import load_rules
from .failure import CommandError
from .flags import output_format, search_path
from .naming_games import game_file
from .new_scenario import from_trace, title_of
from .outcome import FINE, Outcome, put_json
from .rewriting import write_new

What = Literal["game", "variant", "scenario"]
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TEMPLATES = Path(__file__).parent / "templates"


@click.command("new", epilog="Example: cardwright new game my-race")
@click.argument("what", type=click.Choice(get_args(What)))
@click.argument("name", metavar="NAME")
@click.option("--of", "game", metavar="GAME", help="The game that a variant changes, or a scenario is about.")
@click.option("--from", "begin", metavar="TRACE@N", help="A scenario of the position in which line N was decided.")
@search_path
@output_format
@click.pass_obj
def command(outcome: Outcome, what: What, name: str, game: str | None, begin: str | None, path: tuple[str, ...]) -> int:
    """Write a small game, variant or scenario to start from.

    It is valid and can be played at once. Nothing is ever written over. With
    --from a scenario gives the position of a recorded game, plays that line, and
    says what it has changed and what is legal then.
    """
    _check(what, name, game, begin)
    report = Report()
    if what == "game":
        files = _game(name)
    elif begin is not None:
        place = _place(what, name, game)
        files = {str(place): from_trace(begin, game, place, path)}
    else:
        found = game_file(game or "", path, report, outcome)
        files = {} if found is None else _for_game(what, name, found, game or "", report)
    for target in files:
        if Path(target).exists():
            report.add("E019", f"'{target}' exists already", outcome.line.find(name))
    if not report.errors:
        for target, text in files.items():
            write_new(target, text, report)
    if report.errors:
        return outcome.fail(report)
    if outcome.json:
        put_json({"written": list(files)})
    else:
        click.echo("".join(f"wrote {target}\n" for target in files) + _next(what, name, files), nl=False)
    return FINE


def _place(what: What, name: str, game: str | None) -> Path:
    """Where a variant or a scenario is written: in the folder of the game if that was named by a path.

    A folder with a `game.yaml` keeps its variants and scenarios in folders of their own, also if one is in it.
    """
    named = Path(game) if game else None
    if named is None or not named.exists():
        return Path(f"{name}.yaml")
    home = named if named.is_dir() else named.parent
    inside = (named if named.is_file() else home / GAME_FILE).name == GAME_FILE and (home / GAME_FILE).is_file()
    return home / (f"{what}s" if inside else "") / f"{name}.yaml"


def _check(what: What, name: str, game: str | None, begin: str | None) -> None:
    """Raise CommandError for a name that is not one, and for a game that is missing or surplus."""
    if not _NAME.fullmatch(name):
        near = "-".join(re.findall("[a-z0-9]+", name.lower())).lstrip("0123456789-") or "my-game"
        raise CommandError(
            "E012", f"'{name}' cannot be the name of a {what}", name, f"lower case, digits and hyphens: `{near}`"
        )
    if what == "game" and game is not None:
        raise CommandError("E013", "--of is for variants and scenarios", "--of", "leave it out")
    if begin is not None and what != "scenario":
        raise CommandError("E013", "--from is for scenarios", "--from", "leave it out")
    if what != "game" and game is None and begin is None:
        raise CommandError("E013", f"a {what} needs --of GAME", what, f"cardwright new {what} {name} --of mille-bornes")


def _game(name: str) -> dict[str, str]:
    return {
        f"{name}/game.yaml": _filled("game", NAME=name, TITLE=title_of(name)),
        f"{name}/scenarios/{name}.yaml": _filled("first_scenario", NAME=name),
    }


def _for_game(what: What, name: str, found: GameFile, game: str, report: Report) -> dict[str, str]:
    """The file of a variant or a scenario."""
    target = _place(what, name, game)
    if what == "variant":
        return {str(target): _filled("variant", NAME=name, GAME=found.name, TITLE=title_of(name))}
    rules = load_rules(str(found.path), (), (), report)
    if rules is None:
        return {}
    players = str(min(rules.spec.players))
    return {
        str(target): _filled("scenario", GAME=found.name, TITLE=title_of(name), PLAYERS=players),
    }


def _filled(template: str, **values: str) -> str:
    """A template with its words in capitals replaced."""
    text = (_TEMPLATES / f"{template}.yaml").read_text(encoding="utf-8")
    return re.sub("|".join(values), lambda match: values[match[0]], text)


def _next(what: What, name: str, files: dict[str, str]) -> str:
    """What to try now."""
    first = quote(next(iter(files)))
    tries: tuple[str, ...]
    match what:
        case "game":
            tries = (f"validate {name}", f"test {name}", f"play {name} --seat 1=human")
        case "variant":
            tries = (f"validate {first}",)
        case _:
            tries = (f"test {first}",)
    return "".join(f"try: cardwright {one}\n" for one in tries)
