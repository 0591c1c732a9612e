"""What bears one name is one thing: equal digests are equal games, and other code has another fingerprint.

The specs are changed in small ways: sections are reversed, numbers and words are exchanged. Each change must either
change the digest, or nothing that anybody can see in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from law_games import Case, cases, on_shelf
from trees import changed, mappings, program_of, scalars, tree_of

from cardwright.engines.program.fingerprint import fingerprint
from cardwright.engines.program.nodes import Program
from cardwright.language.merge.digest import digest
from cardwright.language.text.tree import Mapping, Scalar
from cardwright.play.game.game import Game

SPECS = [case for case in cases() if case.how == "usual" and not case.variants]
SPECS = [case for i, case in enumerate(SPECS) if case.path not in {one.path for one in SPECS[:i]}]
SECTIONS = 24
"""How many sections are reversed in a spec, besides those at the top."""

CHANGES = 30
"""How many values are changed in a spec."""

FEW = 8
"""The same in a game of the shelf."""


@pytest.mark.parametrize("case", SPECS, ids=str)
def test_sections_in_another_order(case: Case) -> None:
    tree = tree_of(case.path, ())
    program = program_of(tree, case.players)
    assert program is not None
    usual = transcript(program)
    found = list(reversed_sections(tree))
    inner = [one for one in found if "." in one[0]]
    chosen = Random(case.name).sample(inner, min(FEW if on_shelf(case) else SECTIONS, len(inner)))
    for name, other in [one for one in found if "." not in one[0]] + chosen:
        if digest(other) == digest(tree):
            same = program_of(other, case.players)
            assert same is not None, name
            assert fingerprint(same) == fingerprint(program) or transcript(same) == usual, name


def reversed_sections(tree: Mapping) -> Iterator[tuple[str, Mapping]]:
    """The tree with one section reversed, for each section but texts."""
    for path, name, section in mappings(tree):
        if len(section.entries) > 1 and not name.startswith("words.") and not name.endswith(".label"):
            other = changed(tree, path, lambda one: replace(one, entries=tuple(reversed(one.entries))))
            assert isinstance(other, Mapping)
            yield name, other


def transcript(program: Program) -> list[object]:
    """What can be seen of a game: the moves of each decision, who decides, the views, how it ends."""
    state, luck = Game(program).initial_state(seed=7), Random(7)
    seen: list[object] = []
    while not state.is_terminal and len(seen) < 120:
        seen.append((state.current_seat, [move.text for move in state.legal_moves], state.view(state.current_seat)))
        state.apply(luck.randrange(len(state.legal_moves)))
    return [*seen, state.canonical(), state.returns]


@pytest.mark.parametrize("case", SPECS, ids=str)
def test_other_values(case: Case) -> None:
    """Where a changed value leaves the digest as it is, the program stays the same as well."""
    tree = tree_of(case.path, ())
    program = program_of(tree, case.players)
    assert program is not None
    luck = Random(case.name)
    places = list(scalars(tree))
    for path, name, old in luck.sample(places, min(FEW if on_shelf(case) else CHANGES, len(places))):
        new = luck.choice([str(int(old.text) + 1)] if old.text.isdigit() else [luck.choice(places)[2].text, "none"])
        other = changed(tree, path, lambda one, new=new: with_text(one, new))
        assert isinstance(other, Mapping)
        if digest(other) == digest(tree):
            same = program_of(other, case.players)
            assert same is None or fingerprint(same) == fingerprint(program), f"{name}: {old.text} -> {new}"


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
