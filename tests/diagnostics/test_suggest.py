"""Which name is offered for a misspelt one."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.diagnostics.suggest import did_you_mean, edit_distance, suggest

ZONES = ["draw_pile", "discard_pile", "hand", "battle", "distance", "safeties"]

CASES = [
    ("distances", ZONES, "distance"),
    ("Hand", ZONES, "hand"),
    ("drawpile", ZONES, "draw_pile"),
    ("draw-pile", ZONES, "draw_pile"),
    ("discardpile", ZONES, "discard_pile"),
    ("discrad_pile", ZONES, "discard_pile"),
    ("hnad", ZONES, "hand"),
    ("and", ZONES, "hand"),
    ("bttle", ZONES, "battle"),
    ("safety", ZONES, None),  # three letters differ: too far for so short a word
    ("deck", ZONES, None),
    ("x", ["y", "me"], None),
    ("km", ["me", "my"], None),
    ("lable", ["label", "table"], "label"),
    ("handsize", ["hand_size", "handsizes"], "hand_size"),
    ("hand", ["hand"], None),
    ("", ["a"], None),
    ("a", [], None),
    ("players", ["player", "plays"], "player"),
    ("Hand", ["hands", "HAND"], "HAND"),
    ("aktive_in", ["active_in", "attributes"], "active_in"),
]


@pytest.mark.parametrize(("word", "names", "expected"), CASES)
def test_suggest(word: str, names: list[str], expected: str | None) -> None:
    assert suggest(word, names) == expected


def test_help_text() -> None:
    assert did_you_mean("hnd", iter(["hand"])) == ("did you mean 'hand'?",)
    assert did_you_mean("zzz", ["hand"]) == ()


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("", "", 0),
        ("", "ab", 2),
        ("ab", "", 2),
        ("abc", "acb", 1),
        ("abc", "abd", 1),
        ("kitten", "sitting", 3),
    ],
)
def test_edits(one: str, other: str, steps: int) -> None:
    assert edit_distance(one, other) == edit_distance(other, one) == steps


def test_a_number_is_not_mistyped_but_wrong() -> None:
    assert suggest("125", ["25", "75"]) is None
    assert suggest("bid(7)", ["bid(3)", "pass"]) is None
    assert suggest("bdi(3)", ["bid(3)", "pass"]) == "bid(3)"


def test_a_short_word_is_rarely_mistyped_at_its_beginning_and_elsewhere() -> None:
    assert suggest("coins", ["points"]) is None
    assert suggest("ahnd", ["hand"]) == "hand"


def test_edits_are_the_fewest_steps() -> None:
    """Also where the beginning or the end is the same; beyond a limit they are only known to be more."""
    luck = Random(3)
    for _ in range(400):
        one, other = ("".join(luck.choices("abc", k=luck.randrange(7))) for _ in range(2))
        fewest = steps(one, other)
        assert edit_distance(one, other) == fewest, (one, other)
        for most in range(4):
            assert min(edit_distance(one, other, most), most + 1) == min(fewest, most + 1), (one, other, most)


def steps(one: str, other: str) -> int:
    """The same by trying all ways: the last letters are changed, added, dropped, or exchanged with their neighbours."""
    if not one or not other:
        return len(one) + len(other)
    ways = [steps(one[:-1], other) + 1, steps(one, other[:-1]) + 1]
    ways.append(steps(one[:-1], other[:-1]) + (one[-1] != other[-1]))
    if one[-2:] == other[-2:][::-1] and len(one) > 1 < len(other):
        ways.append(steps(one[:-2], other[:-2]) + 1)
    return min(ways)
