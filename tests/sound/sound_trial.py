"""Tries one sound spec: it loads, is laid out and printed without a change; some go through both engines."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from cardwright.commands.outcome import FINE, UNENDED
from cardwright.commands.sources.checks import check_rules
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.traversal import records
from cardwright.language.layout.formatter import format_source
from cardwright.language.layout.regions import FileKind
from cardwright.play.game.game import Chance
from cardwright.play.game.loading.load import configure
from cardwright.play.game.loading.rules import Rules
from cardwright.source.merge.assembly import Assembled, assemble
from cardwright.source.merge.yaml_output import to_yaml
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp, bounded
from tests.fuzz.fuzz_lockstep import both, played, same_batches, same_playouts
from tests.fuzz.fuzz_said import judged, say
from tests.fuzz.fuzz_trial import Fault, sort_of
from tests.sound.sound_coverage import Pair, shown
from tests.sound.sound_declarations import Tree
from tests.sound.sound_parts import of_today, sound_files
from tests.sound.sound_specs import written

GAME, VARIANT, AGAIN = "game.yaml", "variants/changed.yaml", "again.yaml"
SECONDS, LONG = 20.0, 40.0
DECISIONS = 20
PATIENCE = 25.0
"""Seconds for making one input smaller."""

Files = Mapping[str, Tree]


@dataclass
class Tried:
    """What a spec has shown."""

    one: set[str] = field(default_factory=set)
    two: set[Pair] = field(default_factory=set)
    played: bool = False
    ends: list[str] = field(default_factory=list)
    warnings: int = 0


@contextmanager
def folder() -> Iterator[Path]:
    """A folder of its own to stand in, without a cache."""
    before, cache = Path.cwd(), os.environ.get("CARDWRIGHT_CACHE")
    with tempfile.TemporaryDirectory() as made:
        os.chdir(made)
        os.environ["CARDWRIGHT_CACHE"] = ""
        try:
            yield Path(made)
        finally:
            os.chdir(before)
            if cache is None:
                del os.environ["CARDWRIGHT_CACHE"]
            else:
                os.environ["CARDWRIGHT_CACHE"] = cache


def tried(files: Files, seed: int, *, deep: bool) -> Tried:
    """Try a spec with its parts and variants. Raises `Fault`, or whatever goes wrong."""
    with folder(), bounded(LONG if deep else SECONDS):
        for name, tree in files.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(written(tree), encoding="utf-8")
        found = Tried()
        rules = _checked(GAME, found)
        _printed(_laid_out(GAME, (), rules.digest))
        digests: dict[tuple[str, ...], str] = {(): rules.digest}
        if VARIANT in files:
            digests[(VARIANT,)] = _checked(VARIANT, found).digest
            _printed(_laid_out(VARIANT, (VARIANT,), digests[(VARIANT,)]))
        found.one, found.two = shown(files[GAME], _operations(rules))
        for name, tree in files.items():
            if name != GAME:
                more, pairs = shown(tree, set()) if "game" in tree else (set(), set())
                found.one |= more
                found.two |= pairs
        if files[GAME]["spec"] == 1:
            _brought_along(files, digests)
        if deep:
            os.environ["CARDWRIGHT_CACHE"] = str(Path.cwd() / "cache")
            _played(rules, Random(seed), found, files)
            found.played = True
        return found


def _checked(path: str, found: Tried) -> Rules:
    """The rules of a file, which has no errors in any configuration."""
    report = Report()
    rules = check_rules(path, (".",), report)
    errors = [one for one in report.diagnostics if one.severity == "error"]
    if errors or rules is None:
        raise Fault(f"refused: {errors[0].code}", render(Report(errors))[:3000])
    found.warnings += len(report.diagnostics)
    return rules


def _assembled(path: str, variants: tuple[str, ...]) -> Assembled:
    report = Report()
    made = assemble(path, variants, (".",), report)
    if made is None:
        raise Fault(f"not loaded again: {report.diagnostics[0].code}", render(report)[:3000])
    return made


def _laid_out(path: str, variants: tuple[str, ...], digest: str) -> Assembled:
    """What `fmt` writes says the same, and is laid out."""
    text = Path(path).read_text(encoding="utf-8")
    kind: FileKind = "variant" if variants else "spec"
    once = format_source(Source(path, text), kind, Report())
    if once is None:
        raise Fault("cannot be laid out")
    twice = format_source(Source(path, once), kind, Report())
    if once != twice:
        raise Fault("laid out otherwise at the second time", f"{once}\n{twice}"[:4000])
    Path(path).write_text(once, encoding="utf-8")
    made = _assembled(GAME, variants)
    if made.digests[0] != digest:
        raise Fault("another digest after it was laid out", once[:3000])
    return made


def _printed(made: Assembled) -> None:
    """What `resolve` prints is loaded again, with the same digest: parts and variants are in it."""
    Path(AGAIN).write_text(to_yaml(made.tree), encoding="utf-8")
    # Where version 1 may have been written in more than 256 ways, some of them are known on either side
    if not {*made.digests} & {*_assembled(AGAIN, ()).digests}:
        raise Fault("resolve prints other rules")
    Path(AGAIN).unlink()


def _brought_along(files: Files, digests: Mapping[tuple[str, ...], str]) -> None:
    """What `migrate` makes of files of version 1 has the same rules, with these variants."""
    for name, tree in of_today(files).items():
        (Path("today") / name).parent.mkdir(parents=True, exist_ok=True)
        (Path("today") / name).write_text(written(tree), encoding="utf-8")
    for variants, digest in digests.items():
        report = Report()
        made = assemble(f"today/{GAME}", [f"today/{one}" for one in variants], ("today",), report)
        if made is None or digest not in made.digests:
            raise Fault("not the same rules after `migrate`", render(report)[:3000])
    shutil.rmtree("today")


def _operations(rules: Rules) -> set[str]:
    """The builtins that types have told apart."""
    found = set()
    for record in records(rules.game):
        if isinstance(record, ir.Apply):
            found.add(f"op {record.op}")
        elif isinstance(record, ir.Fold):
            found.add(f"fold {record.op}")
    return found


def _played(rules: Rules, luck: Random, found: Tried, changed: Files) -> None:
    """Some games in lockstep, and what is written, told, drawn and played again."""
    spec = rules.spec
    try:
        game = configure(rules, players=luck.choice(spec.players))
    except SpecError as error:
        raise Fault("not configured", render(error.report)[:3000]) from None
    one, other = both(game)
    ways: tuple[Chance, ...] = ("sampled", "explicit")
    for chance in ways:
        seed = luck.randrange(2**31)
        first, second = (each.initial_state(seed=seed, chance=chance) for each in (one, other))
        found.ends.append(played(first, second, luck, DECISIONS))
    same_playouts(one, other, luck.randrange(2**31))
    same_batches(one, other, luck, 2, 12)
    number = str(luck.randrange(2**31))
    _said(("rules", GAME))
    _said(("resolve", GAME, "--stage", "program"))
    trace = ("--trace", "game.jsonl", "--events", "--legal")
    _said(("run", GAME, "--seed", number, *trace, "--html", "film.html"))
    _said(("replay", "game.jsonl", "--verify", "--path", "."))
    seat = f"p{luck.choice(range(min(spec.players))) + 1}"
    _said(("picture", GAME, "--seat", seat, "--out", "table.svg"))
    if VARIANT in changed:
        _said(("run", GAME, "--variant", VARIANT, "--seed", number, "--engine", "reference"))


def _said(words: tuple[str, ...]) -> None:
    said = say(words)
    judged(said)
    if said.code not in (FINE, UNENDED) and "[R7" not in said.out + said.err:
        raise Fault(f"{words[0]} exits with {said.code}", (said.out + said.err)[-4000:])


def wrong_with(files: Files, seed: int, *, deep: bool) -> tuple[Tried | None, BaseException | None]:
    """What a spec has shown, or what went wrong."""
    try:
        return tried(files, seed, deep=deep), None
    except KeyboardInterrupt:
        raise
    except (TimeIsUp, MemoryIsUp, Exception) as error:
        return None, error


def smaller(files: Files, fails: Callable[[Files], bool], patience: float = PATIENCE) -> Files:
    """The files without what they need not have for the same fault: keys, elements, lines."""
    end, kept_files = time.monotonic() + patience, deepcopy(dict(files))
    again = True
    while again and time.monotonic() < end:
        again = False
        for name in list(kept_files):
            for path in sorted(_paths(kept_files[name]), key=len):
                if time.monotonic() > end:
                    return kept_files
                less = deepcopy(kept_files)
                if _without(less[name], path) and fails(less):
                    kept_files, again = less, True
    return kept_files


def _paths(node: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Everything that may be left out: a key, an element of a list, a line of a text."""
    pairs = list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
    for key, value in reversed(pairs):
        yield (*here, key)
        yield from _paths(value, (*here, key))
    if isinstance(node, str) and node.count("\n") > 1:
        yield from ((*here, ("line", at)) for at in reversed(range(node.count("\n"))))


def _without(tree: Any, path: tuple[Any, ...]) -> bool:
    """Leave out what lies at a path; False if it does not lie there any more."""
    try:
        line = path[-1][1] if isinstance(path[-1], tuple) else None
        way = path[:-1] if line is None else path[:-2]
        for key in way:
            tree = tree[key]
        if line is None:
            del tree[path[-1]]
            return True
        lines = tree[path[-2]].splitlines()
        indent = len(lines[line]) - len(lines[line].lstrip())
        end = line + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > indent:
            end += 1
        tree[path[-2]] = "\n".join([*lines[:line], *lines[end:]]) + "\n"
        return bool(lines)
    except (KeyError, IndexError, TypeError):
        return False


def shrunk(files: Files, seed: int, *, deep: bool, error: BaseException) -> Files:
    """The smallest files that were found with the same fault."""
    sort = sort_of(error)
    if isinstance(error, TimeIsUp | MemoryIsUp):
        return files

    def fails(some: Files) -> bool:
        _, found = wrong_with(some, seed, deep=deep)
        return found is not None and sort_of(found) == sort

    return smaller(files, fails)


__all__ = ["Files", "Tried", "shrunk", "smaller", "sound_files", "tried", "wrong_with"]
