"""Variants that are there, but cannot be used: their first keys, or the whole file, say too little.

They are in no list of variants. So whoever asks for one by its name, or by that of its file, is told what is wrong with
it instead of that it does not exist. Likewise whoever gives a file of another kind instead of a game or a variant.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ..shape.check import check_variant
from ..text import disk
from ..text.load import load
from ..text.tree import Scalar
from .catalogue import Catalogue, GameFile, game_files, read_game, read_variant, unusable_variants
from .order import bases_of
from .other_kinds import holds_another_kind


def told_of_unusable(name: str, game: GameFile, paths: Sequence[str], found: Catalogue, report: Report) -> bool:
    """Report what is wrong with such a variant, in the folder of its game or in others; false if none has this name."""
    before = report.errors
    for file in unusable_variants([game.folder, *paths], found):
        variant = read_variant(file)
        if name not in (file.stem, variant.name if variant else ""):
            continue
        tree = load(file, report)
        if tree is None:
            continue
        check_variant(tree, report)
        others = {one.name for one in found.games if one.name != game.name}
        for base in bases_of(tree) if report.errors == before and not others & {b.text for b in bases_of(tree)} else ():
            unknown_base(report, base, name, [game.name, *(one.name for one in found.variants_of(game.name))])
    return report.errors > before


def of_another_kind(file: Path, wanted: str, report: Report) -> bool:
    """Report a file that was given instead of a game or a variant, but holds something else (E246)."""
    found = holds_another_kind(file)
    if found is None:
        return False
    span = Span(Source(str(file), ""), 0, 0)
    report.add("E246", f"'{file}' holds {found[0]}, but {wanted} is needed here", span, helps=(found[1],))
    return True


def lying_about(name: str, game: str) -> tuple[str, ...]:
    """How a variant of a game is named that lies in the current folder, but is in no list."""
    for file in disk.files_in("."):
        variant = read_variant(file) if file.suffix == ".yaml" else None
        names = (file.stem, variant.name) if variant else ()
        if variant and name.replace("_", "-") in {one.replace("_", "-") for one in names} and game in variant.extends:
            known = f", or add `--path .` and name '{variant.name}'"
            return (f"'{file}' is here: name the file, `--variant {quote(str(file))}`{known}",)
    return ()


def unknown_base(report: Report, base: Scalar, name: str, known: Sequence[str]) -> None:
    """Report that a variant extends something that does not exist (E411)."""
    report.add(
        "E411",
        f"variant '{name}' extends '{base.text}', which does not exist",
        base.span,
        label="no game or variant of this name",
        notes=(f"it can extend: {', '.join(dict.fromkeys(known))}",),
        helps=did_you_mean(base.text, known) or _own_base(base),
        path="extends",
    )


def _own_base(base: Scalar) -> tuple[str, ...]:
    """How a game that is in no list is extended: one that was named by its file, or lies near the variant.

    The folders around the file are looked through, with the folders in them.
    """
    file = Path(base.span.source.name)
    near = dict.fromkeys(Path(os.path.normpath(file.parent / up)) for up in (".", "..", "../.."))
    for path in (file.parent / base.text, file.parent / f"{base.text}.yaml", Path(base.text)):
        named = read_game(path) if disk.is_file(path) else None
        if named is not None:
            return (f"games are extended by their name: `extends: {named.name}`",)
    for folder in near:
        with suppress(OSError):  # a folder that may not be read
            for path in game_files(folder):
                found = read_game(path)
                if found is not None and found.name == base.text:
                    words = f"cardwright validate {quote(str(file))} --path {quote(str(folder))}"
                    return (f"'{path}' is this game: name the folder that it is in, `{words}`",)
    return ("for a game of your own, name the folder that it is in: `--path DIR`",)
