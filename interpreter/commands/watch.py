"""`--watch`: a command answers again after each save, until Ctrl-C.

Looked at are the YAML files, traces and icons in the folders of what the command names, ten times a second: what is
written there last, and how long it is. A save is answered when nothing has changed for a moment, since editors write in
steps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..source.merge.catalogue import GAME_FILE
from .failure import report_usage
from .flags import GameFlags, game_file, seed_or_random
from .outcome import Outcome
from .selection import ICON_ENDINGS, SOURCE_ENDINGS, visible_files

POLL_SECONDS = 0.1
"""How many seconds pass between two looks."""

MOST_FILES = 5000
"""At most this many files are looked at."""

Stamps = dict[str, tuple[int, int]]
"""When each file was written last, and how long it is."""


def quick_watch_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--watch` to a command that can do without what takes long (`quick`): that answers first, then all of it."""

    def quick_first(outcome: Outcome, arguments: dict[str, Any]) -> None:
        if outcome.form != "text" or not command(outcome, **arguments, quick=True):
            command(outcome, **arguments)

    return _watchable(command, quick_first)


def watch_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--watch` to a command that names files (`paths`) or a game (`flags`) and gets its outcome first."""
    return _watchable(command, lambda outcome, arguments: command(outcome, **arguments))


def _watchable(command: Callable[..., Any], act: Callable[[Outcome, dict[str, Any]], Any]) -> Callable[..., Any]:
    @wraps(command)
    def watching(outcome: Outcome, /, *, watch: bool, **arguments: Any) -> Any:
        if not watch:
            return command(outcome, **arguments)
        flags = arguments.get("flags")
        if isinstance(flags, GameFlags):  # the same game each time, so that only the change makes a difference
            arguments["flags"] = replace(flags, seed=seed_or_random(flags))
        folders = folders_of_game(flags, outcome) if isinstance(flags, GameFlags) else _folders(arguments["paths"])
        repeat_on_change(lambda: act(outcome, arguments), [*folders, *_paths(arguments)], outcome)

    return click.option("--watch", is_flag=True, help="Answer again after each save, until Ctrl-C.")(watching)


def repeat_on_change(act: Callable[[], Any], folders: Sequence[str], outcome: Outcome) -> None:
    """Act at once and after each change of a file in the folders. Ends with KeyboardInterrupt."""
    while True:
        before = stamps(folders)
        _answer(act, outcome)
        if not outcome.json:
            click.echo(f"\nwatching {len(before)} file{'' if len(before) == 1 else 's'}; Ctrl-C ends", err=True)
        while (now := stamps(folders)) == before:
            time.sleep(POLL_SECONDS)
        while (settled := stamps(folders)) != now:  # editors write in steps
            time.sleep(POLL_SECONDS)
            now = settled
        changed = [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]
        if not outcome.json:
            click.echo(f"\n── {time.strftime('%H:%M:%S')} {', '.join(changed[:3])} ──", err=True)


def stamps(folders: Sequence[str]) -> Stamps:
    """The files in some folders, as they are now."""
    found: Stamps = {}
    for folder in folders:
        every = (one for _, files in visible_files(folder) for one in files)
        for file in (one for one in every if one.suffix in (*SOURCE_ENDINGS, *ICON_ENDINGS)):
            try:
                about = file.stat()
            except OSError:  # gone in the meantime
                continue
            found[str(file)] = (about.st_mtime_ns, about.st_size)
            if len(found) >= MOST_FILES:
                return found
    return found


def _answer(act: Callable[[], Any], outcome: Outcome) -> None:
    try:
        act()
    except SpecError as error:
        outcome.fail(error.report)
    except click.UsageError as error:
        report_usage(error, outcome)


def _folders(paths: Sequence[str]) -> list[str]:
    """The folder of each path; for a variant or a scenario in a game's folder, all of that."""
    found = dict[str, None]()
    for path in map(Path, paths):
        folder = path if path.is_dir() else path.parent
        around = folder.resolve().parent
        inside = not (folder / GAME_FILE).is_file() and (around / GAME_FILE).is_file()
        found[str(around if inside else folder)] = None
    return list(found)


def folders_of_game(flags: GameFlags, outcome: Outcome) -> list[str]:
    """The folders with the files of a game and of its variants."""
    if Path(flags.game).exists():
        return _folders([flags.game, *(one for one in flags.variant if Path(one).exists())])
    found = game_file(flags.game, flags.path, Report(), outcome)
    return [*([found.folder] if found is not None else []), *_folders([v for v in flags.variant if Path(v).exists()])]


def _paths(arguments: dict[str, Any]) -> Sequence[str]:
    flags = arguments.get("flags")
    paths: Sequence[str] = flags.path if isinstance(flags, GameFlags) else arguments.get("path", ())
    return paths
