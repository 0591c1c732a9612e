"""What bears one name is one thing: equal digests are equal games, and other code has another fingerprint.

The specs are changed in small ways: sections are reversed, numbers and words are exchanged. Each change must either
change the digest, or nothing that anybody can see in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest

from cardwright.engines.program.fingerprint import fingerprint
from cardwright.engines.program.nodes import Program
from cardwright.play.game.game import Game
from cardwright.source.merge.assembly import digests
from cardwright.source.text.tree import Mapping, Scalar
from tests.laws.law_games import Case, cases, on_shelf
from tests.laws.trees import Path, changed, mappings, program_of, scalars, tree_of

SPECS = [case for case in cases() if case.how == "usual" and not case.variants]
SPECS = [case for i, case in enumerate(SPECS) if case.path not in {one.path for one in SPECS[:i]}]
CHANGES = 15
"""How many values are changed in a spec."""

FEW = 8
"""The same in a game of the shelf."""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", SPECS, ids=str)
def test_sections_in_another_order(case: Case) -> None:
    """All sections whose order is said not to count are reversed together, those inside after those around them."""
    tree, program = tree_of(case.path, ()), usual(case)
    other, turned, name_of_all = tree, [], digests(tree)[0]
    for path, name in reversed([(path, name) for path, name, _ in sections(tree)]):
        one = changed(other, path, turned_round)
        assert isinstance(one, Mapping)
        if digests(one)[0] == name_of_all:
            other = one
            turned.append(name)
    same = program_of(other, case.players)
    assert same is not None, turned
    assert fingerprint(same) == fingerprint(program) or transcript(same) == usual_transcript(case), turned


@cache
def usual(case: Case) -> Program:
    """The program of a spec as it is."""
    program = program_of(tree_of(case.path, ()), case.players)
    assert program is not None
    return program


def sections(tree: Mapping) -> Iterator[tuple[Path, str, Mapping]]:
    """Each section of more than one entry, but for texts."""
    for path, name, section in mappings(tree):
        if len(section.entries) > 1 and not name.startswith("words.") and not name.endswith(".label"):
            yield path, name, section


def turned_round(section: Mapping) -> Mapping:
    """The section from its last entry to its first."""
    return replace(section, entries=tuple(reversed(section.entries)))


def transcript(program: Program) -> list[object]:
    """What can be seen of a game: the moves of each decision, who decides, the views, how it ends."""
    state, luck = Game(program).initial_state(seed=7), Random(7)
    seen: list[object] = []
    while not state.is_terminal and len(seen) < 120:
        seen.append((state.current_seat, [move.text for move in state.legal_moves], state.view(state.current_seat)))
        state.apply(luck.randrange(len(state.legal_moves)))
    return [*seen, state.canonical(), state.returns]


@cache
def usual_transcript(case: Case) -> list[object]:
    """The same of a spec as it is."""
    return transcript(usual(case))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", SPECS, ids=str)
def test_other_values(case: Case) -> None:
    """Where a changed value leaves the digest as it is, the program stays the same as well, but for what texts name."""
    tree, program = tree_of(case.path, ()), usual(case)
    luck = Random(case.name)
    places, name_of_all = list(scalars(tree)), digests(tree)[0]
    for path, name, old in luck.sample(places, min(FEW if on_shelf(case) else CHANGES, len(places))):
        new = luck.choice([str(int(old.text) + 1)] if old.text.isdigit() else [luck.choice(places)[2].text, "none"])
        other = changed(tree, path, partial(with_text, text=new))
        assert isinstance(other, Mapping)
        if digests(other)[0] == name_of_all:
            same = program_of(other, case.players)
            if same is not None and fingerprint(same) != fingerprint(program):
                assert transcript(same) == usual_transcript(case), f"{name}: {old.text} -> {new}"


def with_text(node: Scalar, text: str) -> Scalar:
    """The same place in a file, with another text."""
    return replace(node, text=text, offsets=(node.span.start,) * (len(text) + 1))


def test_programs_with_one_fingerprint_are_equal() -> None:
    """Among all games and settings of the laws no two different programs share a fingerprint."""
    found: dict[str, Program] = {}
    for case in cases():
        program = case.game.program
        twin = found.setdefault(fingerprint(program), program)
        assert (twin.layout, twin.options, twin.blocks) == (program.layout, program.options, program.blocks)
