"""Cribbage counts every show that there is: at most 29, and never 19, 25, 26 or 27, as players have long known.

What a show is worth depends on the ranks of the hand and of the starter, on whether the hand is of one suit, with the
starter or without, and on whether it has the jack of the starter's suit. For each way in which that can be, one hand is
counted by the rules of the example, in the language.
"""

from __future__ import annotations

from math import comb
from pathlib import Path

import yaml

from cardwright import load_game

HERE = Path(__file__).parent
COUNTED = ("pips", "fifteens", "pairs", "sequences", "one_suit", "flush", "nobs", "show")
"""The functions of the example that count a show."""


def test_every_show(tmp_path: Path) -> None:
    spec = yaml.safe_load((HERE / "all_shows.yaml").read_text(encoding="utf-8"))
    example = yaml.safe_load((HERE.parents[1] / "examples" / "cribbage" / "game.yaml").read_text(encoding="utf-8"))
    spec["uses"] = {"deck": example["uses"]["deck"]}
    for head, body in example["functions"].items():
        if head.partition("(")[0] in COUNTED:
            spec["functions"][head] = body
    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump(spec, sort_keys=False), encoding="utf-8")

    state = load_game(path).initial_state()
    while not state.is_terminal:
        state.apply(0)
    assert state.status == "finished", state.error
    found = state.view(0)["variables"]
    assert set(found["points"]) == set(range(30)) - {19, 25, 26, 27}
    # Four ranks of thirteen with repetition for each starter, but for four of its own; then the same with a jack of
    # its suit, in one suit without it, and in one suit with it.
    plain = 13 * comb(16, 4) - 13
    jacks = 12 * (comb(16, 4) - comb(15, 4))
    assert found["shows"] == plain + jacks + 13 * comb(13, 4) + 13 * comb(12, 4)
