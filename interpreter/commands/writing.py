"""Writes the file that a command was asked for, at once or not at all."""

from __future__ import annotations

from pathlib import Path

from ..language.text.whole_file import try_file, whole_file
from .failure import CommandError


def check_writable(name: str) -> None:
    """Raise CommandError if a file cannot be written: before long work is done, so that a wrong name is found at once.

    The file stays as it is.
    """
    keep_rules(name)
    try:
        try_file(name)
    except OSError as error:
        raise unwritable(name, error) from None


def write_whole(name: str, text: str, encoding: str = "utf-8") -> None:
    """Write a file. Raises CommandError if it cannot be written."""
    keep_rules(name)
    try:
        with whole_file(name) as new:
            new.write_text(text, encoding=encoding)
    except OSError as error:
        raise unwritable(name, error) from None


def keep_rules(name: str) -> None:
    """Raise CommandError if results would take the place of a file of rules, of which there may be no other copy."""
    if Path(name).suffix in (".yaml", ".yml") and Path(name).exists():
        helps = ("choose another name, or delete the file first",)
        raise CommandError("E012", f"'{name}' is not written over: it may hold rules", name, *helps)


def unwritable(out: str, error: OSError) -> CommandError:
    """The error for a file that cannot be written."""
    return CommandError("E012", f"'{out}' cannot be written: {error.strerror}", out)
