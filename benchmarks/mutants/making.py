"""Makes mutants: of each kind as many, spread over all files, by a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from .edit import Edit, Kind
from .kinds_of_layout import (
    brackets,
    doubled_lines,
    dropped_lines,
    exchanged_items,
    indentation,
    moved_keys,
    quotes,
    removed_items,
    values,
)
from .kinds_of_names import definitions, keys, names, other_kinds, other_names, other_zones, players, types, words
from .kinds_of_rules import arguments, clauses, conditions, numbers, operators, other_words
from .page import Page

KINDS: Mapping[str, Kind] = {
    "misspelt name": names,
    "misspelt type": types,
    "misspelt key": keys,
    "misspelt word of the language": words,
    "misspelt declaration": definitions,
    "missing quotation mark": quotes,
    "missing bracket": brackets,
    "wrong indentation": indentation,
    "key on another level": moved_keys,
    "value of another kind": values,
    "dropped line": dropped_lines,
    "doubled line": doubled_lines,
    "removed item": removed_items,
    "exchanged items": exchanged_items,
    "wrong operator": operators,
    "other word of the language": other_words,
    "number off by one": numbers,
    "exchanged arguments": arguments,
    "dropped clause": clauses,
    "negated condition": conditions,
    "other zone": other_zones,
    "other card or symbol": other_kinds,
    "other player": players,
    "other name": other_names,
}
"""All kinds of mistakes."""

RULE_KINDS = tuple(KINDS)[tuple(KINDS).index("exchanged items") :]
"""Those that mostly make another rule, without a word of the checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A file with one mistake. Its `name` is the same for the same seed and files: `dropped line 7 in specs/…`"""

    name: str
    kind: str
    path: str
    edit: Edit


def mutants(pages: Sequence[Page], many: int, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> list[Mutant]:
    """About so many mutants: as many of each kind, as far as there are, and of larger files more than of small ones."""
    found: list[Mutant] = []
    sites = sorted(((kind, _sites(pages, kind, seed)) for kind in kinds), key=lambda one: len(one[1]))
    for number, (kind, places) in enumerate(sites):
        wanted = (many - len(found)) // (len(sites) - number)
        found += _of_kind(kind, places, wanted, seed)
    return sorted(found, key=lambda one: (one.path, one.edit.start, one.name))


def _sites(pages: Sequence[Page], kind: str, seed: int) -> list[tuple[Page, Edit]]:
    sites = []
    for page in pages:
        luck = Random(f"{seed} {kind} {page.shipped.path}")
        own = [(page, edit) for edit in KINDS[kind](page, luck) if edit.applied(page.text) != page.text]
        sites += own
    return sites


def _of_kind(kind: str, sites: Sequence[tuple[Page, Edit]], wanted: int, seed: int) -> list[Mutant]:
    """Mutants of one kind; each file gets some, in proportion to the root of what there is."""
    luck = Random(f"{seed} {kind}")
    by_page: dict[str, list[Edit]] = {}
    for page, edit in sites:
        by_page.setdefault(page.shipped.path, []).append(edit)
    order: list[tuple[float, str, Edit]] = []
    for path, edits in by_page.items():
        luck.shuffle(edits)
        order += [((number + luck.random()) / sqrt(len(edits)), path, edit) for number, edit in enumerate(edits)]
    order.sort(key=lambda one: one[0])
    return [
        Mutant(name=f"{kind} {number} in {path}", kind=kind, path=path, edit=edit)
        for number, (_, path, edit) in enumerate(order[:wanted])
    ]
