"""`cardwright new`: a small game, variant or scenario that works at once, to start from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import Literal, get_args

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ...language.layout.formatter import format_source
from ...play.game.game import State
from ...play.game.loading.load import load_rules
from ...play.game.loading.rules import Rules
from ...play.game.traces.reader import load_trace
from ...play.game.traces.recorder import Line, Recorder
from ...play.scenario.export import Step, Wanted, scenario_from
from ...source.merge.catalogue import GAME_FILE, GameFile, find_games, variants_in, word_for
from ...source.text.disk import place
from ..failure import CommandError
from ..flags import format_flag, game_file, path_flag
from ..outcome import FINE, Outcome
from ..output_file import write_new
from ..positions import file_and_line, is_position, position_of
from ..selection import with_folders

What = Literal["game", "variant", "scenario"]
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TEMPLATES = Path(__file__).parent / "templates"


@click.command("new", epilog="Example: cardwright new game my-race")
@click.argument("what", type=click.Choice(get_args(What)))
@click.argument("name", metavar="NAME")
@click.option("--of", "game", metavar="GAME", help="The game that a variant changes, or a scenario is about.")
@click.option("--from", "begin", metavar="TRACE@N", help="A scenario of the position in which line N was decided.")
@path_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, what: What, name: str, game: str | None, begin: str | None, path: tuple[str, ...]) -> int:
    """Write a small game, variant or scenario to start from.

    It is valid and can be played at once. Nothing is ever written over. With
    --from a scenario gives the position of a recorded game, plays that line, and
    says what it has changed and what is legal then.
    """
    check_new(what, name, game, begin)
    report = Report()
    if what == "game":
        files = {
            f"{name}/game.yaml": filled("game", NAME=name, TITLE=title_of(name)),
            f"{name}/scenarios/{name}.yaml": filled("first_scenario", NAME=name),
        }
    elif begin is not None:
        place = _place(what, name, game)
        files = {str(place): scenario_from_trace(begin, game, place, path)}
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
    text = "".join(f"wrote {target}\n" for target in files) + _next(what, name, files)
    outcome.answer({"written": list(files)}, lambda: text.removesuffix("\n"))
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


def check_new(what: What, name: str, game: str | None, begin: str | None) -> None:
    """Raise CommandError for a name that is not one, and for a game that is missing or surplus."""
    if not _NAME.fullmatch(name):
        near = "-".join(re.findall("[a-z0-9]+", name.lower())).lstrip("0123456789-") or "my-game"
        helps = (f"lower case, digits and hyphens: `{near}`",)
        raise CommandError("E012", f"'{name}' cannot be the name of a {what}", name, *helps)
    if what == "game" and game is not None:
        raise CommandError("E013", "--of is for variants and scenarios", "--of", "leave it out")
    if begin is not None and what != "scenario":
        raise CommandError("E013", "--from is for scenarios", "--from", "leave it out")
    if what != "game" and game is None and begin is None:
        raise CommandError("E013", f"a {what} needs --of GAME", what, f"cardwright new {what} {name} --of mille-bornes")


def _for_game(what: What, name: str, found: GameFile, game: str, report: Report) -> dict[str, str]:
    """The file of a variant or a scenario."""
    target = _place(what, name, game)
    if what == "variant":
        return {str(target): filled("variant", NAME=name, GAME=found.name, TITLE=title_of(name))}
    rules = load_rules(str(found.path), (), (), report)
    if rules is None:
        return {}
    players = str(min(rules.spec.players))
    return {str(target): filled("scenario", GAME=found.name, TITLE=title_of(name), PLAYERS=players)}


def filled(template: str, **values: str) -> str:
    """A template with its words in capitals replaced."""
    text = (_TEMPLATES / f"{template}.yaml").read_text(encoding="utf-8")
    return re.sub("|".join(values), lambda match: values[match[0]], text)


def _next(what: What, name: str, files: dict[str, str]) -> str:
    """What to try now."""
    first = quote(next(iter(files)))
    tries = [f"validate {first}" if what == "variant" else f"test {first}"]
    if what == "game":
        tries = [f"validate {name}", f"test {name}", f"play {name} --seat 1=human"]
    return "".join(f"try: cardwright {one}\n" for one in tries)


# What was played as a scenario: a position of a trace, or the one at the table or on the console -


def scenario_from_trace(word: str, game: str | None, target: Path, paths: tuple[str, ...]) -> str:
    """The scenario of TRACE@N: the decision of line N, or the next one of a player, with what chance did then.

    Without a number it is the last decision. Raises SpecError and CommandError.
    """
    if not is_position(word):
        raise CommandError("E012", f"'{word}' is not a position", word, "write TRACE@N: line N of a recorded game")
    name, asked = file_and_line(word)
    position_of(word, paths, game)  # reports whatever is wrong with the trace up to there
    _, lines = load_trace(name, Report()) or (None, [])
    moves = [number for number, line in enumerate(lines) if "move" in line]
    number = next((one for one in moves if one >= asked), None) if asked else next(reversed(moves), None)
    if number is None:
        where, helps = (f"from line {asked} on", ("name the line of a move",)) if asked else ("in this trace", ())
        raise CommandError("E012", f"no player decides {where}", word, *helps)
    here = position_of(f"{name}@{number}", paths, game)
    after, steps = here.state.clone(), list[Step]()
    for who, what in steps_of_trace(lines[number:]):
        if steps and who != "chance":
            break
        after.apply(what)
        steps.append((who, what))
    return scenario_of(target, here.rules, (here.state, steps, after), steps_of_trace(here.lines[1:]), paths)


def scenario_of(
    target: Path,
    rules: Rules,
    played: tuple[State, Sequence[Step], State],
    past: Sequence[Step] | None,
    paths: Sequence[str],
) -> str:
    """The text of a file that gives a position and plays some steps from it. Raises CommandError (E260)."""
    state, steps, after = played
    # The game is named by name if it comes with the package, variants if they lie beside it or come with the package;
    # all else is named by a path that counts from the folder of the scenario.
    paths = with_folders(paths, (str(target.parent),))
    game = word_for(rules.spec.name, rules.spec.span.source.name, target.parent, paths)
    known = {place(one.path) for one in (*find_games().variants, *variants_in(Path(rules.assembled.folder)))}
    patches = [(one.name, one.tree.span.source.name) for one in rules.assembled.patches]
    variants = tuple(name if place(at) in known else os.path.relpath(at, target.parent) for name, at in patches)
    wanted = Wanted(
        target=str(target),
        name=title_of(target.stem),
        game=game,
        variants=variants,
        rules=rules,
        paths=tuple(paths),
    )
    text = scenario_from(wanted, state, past, steps, after)
    if text is None:
        helps = ("take a position earlier in the game", "or one at the beginning of a turn")
        raise CommandError("E260", "no scenario leads to this position", str(target), *helps)
    return format_source(Source(str(target), text), "scenarios", Report()) or text


def title_of(name: str) -> str:
    """What a file is called in its text, by its own name."""
    return name.replace("-", " ").capitalize()


def steps_of_state(state: State) -> list[Step]:
    """All that was decided in a game since its beginning."""
    return steps_of_trace(Recorder(state).lines(state))


def steps_of_trace(lines: Iterable[Line]) -> list[Step]:
    """What players and chance have decided in some lines of a trace."""
    return [
        (line["seat"], line["move"]) if "move" in line else ("chance", line["outcome"])
        for line in lines
        if "move" in line or "outcome" in line
    ]
