"""Errors in scenarios point at the right words: names, values, moves, and what does not hold."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest

from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.play.scenario.initial_state import GameCache
from cardwright.play.scenario.runner import check_scenario, read_file, run_file

SHELF = GameCache()
HEAD = """\
game: mille-bornes
scenarios:
  "A case":
    players: 2
"""
GIVEN = "    given: {at: {phase: play, turn: p1}, p1.hand: [accident, km_25], t2.battle: [go]}\n"


def run(tmp_path: Path, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The code of each diagnostic, the words it points at, and the labels with values."""
    found = diagnosed(tmp_path, text)
    assert all(d.span is not None for d in found)
    return [(d.code, d.span.text, tuple(f"{o.span.text} {o.text}" for o in d.others)) for d in found if d.span]


def diagnosed(tmp_path: Path, text: str) -> list[Diagnostic]:
    """All that is found in scenarios, and when they are run."""
    path = tmp_path / "cases.yaml"
    path.write_text(text)
    report = Report()
    file = read_file(path, report)
    found = list(report.diagnostics)
    for result in run_file(file, SHELF) if file else ():
        found += result.report.diagnostics
    return found


GOOD = [
    GIVEN + "    then: count(p1.hand) == 2 and t2.battle.top == go",
    GIVEN
    + "    when: [{p1: discard(km_25)}]\n    then: discard.top == km_25 and turn.player == p2 and count(p2.hand) == 1",
    GIVEN + "    when:\n      - p1: 'attack( accident,t2 )'\n      - chance: km_50\n"
    "      - check: count(p2.hand) == 1\n    legal: [discard(km_50)]",
    GIVEN + "    illegal: [advance(km_25), discard(km_50)]",
    GIVEN + "    illegal: {advance(km_25): rolling}",
    "    then: count(pile) == 88",
    "    given: {at: {phase: play, turn: p2}, p2.hand: [go]}\n    legal: [go]",
    "    given: {at: {phase: play}, pile: [], rest: discard, p1.hand: [go]}\n    then: count(discard) == 100",
    "    given: {at: {phase: play}, t1.total: 40, starter: p2, goal: 1000}\n    then: {a: t1.total == 40, b: "
    "starter == p2, c: goal == 1000}",
    GIVEN
    + "    sees: {p1: {p1.hand: [km_25, accident], p2.hand: 0, pile: 98, t2.battle: [go], goal: 700, caller: none}}",
    GIVEN + "    when: [{p1: discard(km_25)}]\n"
    "    sees: {p1: {p2.hand: 1, p1.hand: [accident]}, p2: {p1.hand: [back], discard: [km_25]}}",
    "    given: {at: {phase: play}}\n    then: {start: goal == 700, starter: starter == p1, none: caller is none}",
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", GOOD)
def test_passes(tmp_path: Path, text: str) -> None:
    assert run(tmp_path, HEAD + text + "\n") == []


TRAIL = """\
game: on-the-trail
scenarios:
  "A case":
    players: 2
    given: {at: {phase: run, turn: p1}, %s}
    then: {a: true}
"""


@pytest.mark.thorough
def test_variables_of_cards_are_given_by_card(tmp_path: Path) -> None:
    assert run(tmp_path, TRAIL % "up_the_pace.used: true") == []
    assert run(tmp_path, TRAIL % "up_the_pace.used: 3") == [("E810", "3", ())]
    assert run(tmp_path, TRAIL % "up_the_pice.used: true") == [("E806", "up_the_pice.used", ())]
    assert run(tmp_path, TRAIL % "used: true") == [("E806", "used", ())]


LISTS = """\
game: president
scenarios:
  "A case":
    given: {at: {phase: taking}, %s}
    then: out == [p2, p3, p1]
    sees: {p1: {out: [p2, p3, p1]}}
"""


@pytest.mark.thorough
def test_lists_are_given_and_seen_as_lists(tmp_path: Path) -> None:
    assert run(tmp_path, LISTS % "out: [p2, p3, p1]") == []
    assert run(tmp_path, LISTS % "out: []") == [("E850", "out == [p2, p3, p1]", ("out is []",)), ("E855", "p2", ())]
    assert run(tmp_path, LISTS % "out: p2") == [("E810", "p2", ())]
    assert run(tmp_path, LISTS % "out: [p2, p4]") == [("E810", "p4", ())]
    assert run(tmp_path, LISTS % "out: [p2, p3, p1, p2]") == [("E810", "p2", ())]
    assert run(tmp_path, LISTS % "played: [3]") == [("E810", "played", ())]
    assert run(tmp_path, LISTS % "p1.out: [p2]") == [("E806", "p1.out", ())]


BAD = [
    ("    options: {targt: 700}\n    then: true", [("E500", "targt", ())]),
    ("    options: {target: 33}\n    then: true", [("E503", "33", ("25..2000 range declared here",))]),
    ("    preset: single\n    then: true", [("E506", "single", ())]),
    ("    variants: [nothing]\n    then: true", [("E401", "nothing", ())]),
    ("    given: {at: {phase: plya}}\n    then: true", [("E805", "plya", ())]),
    ("    given: {at: {phase: play, turn: p3}}\n    then: true", [("E811", "p3", ())]),
    ("    given: {at: {phase: play}, p3.hand: [go]}\n    then: true", [("E811", "p3.hand", ())]),
    ("    given: {at: {phase: play}, hand: [go]}\n    then: true", [("E806", "hand", ())]),
    ("    given: {at: {phase: play}, p1.pile: [go]}\n    then: true", [("E806", "p1.pile", ())]),
    ("    given: {at: {phase: play}, p1.hnad: [go]}\n    then: true", [("E806", "p1.hnad", ())]),
    ("    given: {at: {phase: play}, gaol: 3}\n    then: true", [("E806", "gaol", ())]),
    ("    given: {at: {phase: play}, p1.hand: [goo]}\n    then: true", [("E807", "goo", ())]),
    (
        "    given: {at: {phase: play}, p1.hand: [driving_ace, go, driving_ace]}\n    then: true",
        [("E808", "driving_ace", ())],
    ),
    ("    given: {at: {phase: play}, pile: []}\n    then: true", [("E809", "pile", ())]),
    ("    given: {at: {phase: play}, goal: 5}\n    then: true", [("E810", "5", ())]),
    ("    given: {at: {phase: play}, starter: none}\n    then: true", [("E810", "none", ())]),
    (GIVEN + "    when: [{p2: discard(go)}]\n    then: true", [("E812", "p1", ("p2 p1 decides here, not p2",))]),
    (GIVEN + "    when: [{p1: discard(go)}]\n    then: true", [("E851", "discard(go)", ())]),
    (GIVEN + "    when: [{chance: go}]\n    then: true", [("E813", "go", ())]),
    (GIVEN + "    when: [{p1: discard(km_25)}, {chance: goo}]\n    then: true", [("E813", "goo", ())]),
    (GIVEN + "    illegal: [atack(accident)]", [("E814", "atack(accident)", ())]),
    (GIVEN + "    legal: [discrad(go)]", [("E814", "discrad(go)", ())]),
    (GIVEN + "    when: [{p1: discrad(go)}]\n    then: true", [("E814", "discrad(go)", ())]),
    (GIVEN + "    illegal: [discard]", [("E815", "discard", ())]),
    (GIVEN + '    illegal: ["go(km_25)"]', [("E815", '"go(km_25)"', ())]),
    (GIVEN + "    illegal: [extnd=yes]", [("E815", "extnd=yes", ())]),
    (GIVEN + "    illegal: [discard(accidnt)]", [("E816", "discard(accidnt)", ())]),
    (GIVEN + '    illegal: ["attack(accident, t3)"]', [("E816", '"attack(accident, t3)"', ())]),
    (GIVEN + '    when: [{p1: "attack(go, p2)"}]\n    then: true', [("E816", '"attack(go, p2)"', ())]),
    (GIVEN + '    legal: ["discard([go])"]', [("E816", '"discard([go])"', ())]),
    (GIVEN + "    illegal: [extend=perhaps]", [("E816", "extend=perhaps", ())]),
    (GIVEN + "    illegal: [discard(km_25)]", [("E852", "discard(km_25)", ())]),
    (GIVEN + "    illegal: {advance(km_25): within_the_limit}", [("E853", "within_the_limit", ())]),
    (GIVEN + "    legal: [discard(go)]", [("E851", "discard(go)", ())]),
    (GIVEN + "    sees: {p3: {pile: 98}}", [("E811", "p3", ())]),
    (GIVEN + "    sees: {p1: {p2.hnad: 0}}", [("E806", "p2.hnad", ())]),
    (GIVEN + "    sees: {p1: {pile: 97}}", [("E855", "97", ())]),
    (GIVEN + "    sees: {p1: {p1.hand: 2}}", [("E855", "2", ())]),
    (GIVEN + "    sees: {p2: {p1.hand: [accident, km_25]}}", [("E855", "accident", ())]),
    (GIVEN + "    sees: {p1: {p1.hand: [accident, back]}}", [("E855", "accident", ())]),
    (GIVEN + "    sees: {p1: {p1.hand: nothing}}", [("E855", "nothing", ())]),
    (GIVEN + "    sees: {p1: {goal: 800}}", [("E855", "800", ())]),
    (GIVEN + "    end: finished", [("E854", "finished", ())]),
    (GIVEN + "    winners: [p1]", [("E854", "[p1]", ())]),
    (GIVEN + "    winners: []", [("E854", "[]", ())]),
    (GIVEN + "    winners: [p1, p3]", [("E811", "p3", ())]),
    (GIVEN + "    then: count(p1.hand) == 3", [("E850", "count(p1.hand) == 3", ("count(p1.hand) is 2",))]),
    (
        GIVEN + "    then: goal == 700 and t2.battle.top == accident",
        [("E850", "goal == 700 and t2.battle.top == accident", ("t2.battle.top is go",))],
    ),
    (GIVEN + "    then: count(p1.hnad) == 3", [("E202", "hnad", ())]),
    (GIVEN + "    then: count(p1.hand)", [("E310", "count(p1.hand)", ())]),
]


BONUS = """\
spec: 2
game: bonus
title: "Bonus"
players: 2
cards: {main: {list: {ace: {copies: 9}}}}
zones: {pile: {holds: main, start: shuffled, shows: count}, hand: {of: player, holds: main, shows: owner}}
variables: {asked: {type: player or none}, taken: {type: integer, each: play}}
begin: match
phases:
  match: {steps: [play, ask, rest]}
  play: {turns: {once: true}, offer: [take]}
  ask: {do: "asked = players[1]"}
  rest: {steps: [bonus], repeat: {until: pile.empty}}
  bonus: {when: asked is not none, by: asked, offer: [take]}
actions: {take: {do: "draw 1 from pile to me.hand\\ntaken += 1"}}
result: {winners: players}
"""
BEGUN: list[tuple[str, list[tuple[str, str, tuple[str, ...]]]]] = [
    # `moves: []` says that nothing is played
    ("given: {at: {phase: bonus}, asked: p2}\n    moves: []\n    then: count(p1.hand) == 0", []),
    # the phase is not played, and so nothing goes on from there; the rule that comes round for that reason is not told
    (
        "given: {at: {phase: bonus}}\n    moves: [p1: take]\n    then: count(p1.hand) == 1",
        [("E818", "bonus", ("asked is not none must hold",))],
    ),
    # that the move comes too late follows from the rule that comes round
    (
        "given: {at: {phase: rest}}\n    moves: [p1: take]\n    then: count(p1.hand) == 1",
        [("R700", "bonus", ("rest where the scenario begins; nothing before it has happened",))],
    ),
    (
        "given: {at: {phase: rest}}\n    moves: [p1: take]\n    end: error",
        [("R700", "bonus", ("rest where the scenario begins; nothing before it has happened",))],
    ),
    ("given: {at: {phase: rest}}\n    end: error", []),
    # a variable has lost its value at the beginning of something
    (
        "given: {at: {phase: play}, taken: 5}\n    moves: [p1: take]\n    then: taken == 2",
        [("E850", "taken == 2", ("taken is 6", "play 'taken' starts again with each `play`"))],
    ),
]


@pytest.mark.parametrize(("text", "found"), BEGUN)
def test_where_a_scenario_begins(text: str, found: list[tuple[str, str, tuple[str, ...]]], tmp_path: Path) -> None:
    (tmp_path / "bonus.yaml").write_text(BONUS)
    assert run(tmp_path, f"game: ./bonus.yaml\nscenarios:\n  a case:\n    {text}\n") == found


def test_a_team_is_no_player(tmp_path: Path) -> None:
    found = diagnosed(tmp_path, HEAD + "    given: {at: {phase: play, turn: t1}}\n    then: true\n")
    assert [one.message for one in found] == ["'t1' is a team, not a player"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("text", "found"), BAD)
def test_what_is_wrong(tmp_path: Path, text: str, found: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert run(tmp_path, HEAD + text + "\n") == found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moves", ["illegal: [atack(go)]", "legal: [atack(go)]", "when: [{p1: atack(go)}]"])
def test_an_unknown_action_is_found_without_playing(tmp_path: Path, moves: str) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(HEAD + GIVEN + f"    {moves}\n    then: true\n")
    file = read_file(path, Report())
    assert file is not None
    (found,) = check_scenario(file.scenarios[0], file, GameCache()).diagnostics
    assert (found.code, found.message) == ("E814", "unknown action 'atack'")


def test_an_unknown_game(tmp_path: Path) -> None:
    assert run(tmp_path, HEAD.replace("mille-bornes", "mile-bornes") + "    then: true\n") == [
        ("E400", "mile-bornes", ())
    ]


STUCK = """\
game: hearts
scenarios:
  "Nobody holds a card":
    given: {at: {phase: trick, turn: p3}}
"""
EXAMPLES = Path(__file__).parents[3] / "examples"


WHERE_A_KIND_LIES = """\
spec: 2
game: kinds
title: "Kinds"
players: 2
cards: {main: {list: {a: {copies: 3}, b: {}}}}
zones: {pile: {holds: main, order: row, start: listed, shows: all}}
functions:
  first_of(list of main cs): count(c for c in cs if place(c) == 1) > 0
  both(list of main cs): first_of(cs) and first_of(cs)
begin: play
phases: {play: {turns: {}, repeat: {until: round.number > 2}, offer: [wait]}}
actions: {wait: {when: both(pile)}}
result: {winners: players}
"""


def test_what_is_wrong_in_a_function_is_wrong_in_each_check(tmp_path: Path) -> None:
    """Nothing is worked out of what one check before has shown to be wrong."""
    (tmp_path / "kinds.yaml").write_text(WHERE_A_KIND_LIES)
    checks = 'one: "both([a, a])", two: "both([a, b])", three: "first_of([b])", four: "both(pile)"'
    head = "game: kinds.yaml\nscenarios:\n  Checks:\n    given: {at: {phase: play, turn: p1}}\n"
    text = f"{head}    then: {{{checks}}}\n"
    assert {one.code for one in diagnosed(tmp_path, text)} == {"E316"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("    legal: [play(clubs_two)]", ["R704", "E851"]),
        ("    when: [{p3: play(clubs_two)}]\n    then: broken", ["R704"]),
        ("    when: [{check: not broken}]\n    end: error", []),
        ("    then: not broken", []),
    ],
)
def test_an_error_of_the_rules_is_reported(tmp_path: Path, text: str, codes: list[str]) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(STUCK + text + "\n")
    file = read_file(path, Report())
    assert file is not None
    found = [d for result in run_file(file, GameCache((str(EXAMPLES),))) for d in result.report.diagnostics]
    assert [d.code for d in found] == codes
    wrong = [d for d in found if d.code == "R704"]
    assert all("p3" in d.message and d.span is not None and d.span.text == "trick" for d in wrong)
    ungiven = "p3.hand, p3.passed are empty because the scenario does not give them: `p3.hand: […], p3.passed: […]`"
    assert all(d.helps == (ungiven,) for d in wrong)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("p1.hand: [driving_ace, driving_ace]", "there is only 1 card 'driving_ace', but the scenario places more"),
        ("p1.hand: [go], pile: [], rest: pile", "100 other cards would lie in 'pile', which must hold exactly what"),
        ("pile: []", "name a zone that is not listed for all other cards: `rest: discard`"),
        ("pile: [], discard: []", "name a zone that is not listed for all other cards: `rest: p1.hand`"),
    ],
)
def test_cards_with_no_place(given: str, told: str, tmp_path: Path) -> None:
    found = diagnosed(tmp_path, f"{HEAD}    given: {{at: {{phase: play}}, {given}}}\n    then: true\n")
    assert any(told in one.message or told in one.helps for one in found)


# Cards at certain places among others in unknown order ------------------------------------

LAWS = Path(__file__).parents[2] / "laws" / "specs"


def places(tmp_path: Path, game: str, given: str, rest: str = "then: true") -> list[tuple[str, str]]:
    """The code of each diagnostic, and the words it points at."""
    folder = tmp_path / "game" / "scenarios"
    folder.mkdir(parents=True)
    copyfile(LAWS / f"{game}.yaml", folder.parent / "game.yaml")
    text = f"game: {game}\nscenarios:\n  a case:\n    given: {{at: {{phase: play, turn: p1}}, {given}}}\n    {rest}\n"
    return [(code, words) for code, words, _ in run(folder, text)]


def test_they_lie_there_for_certain(tmp_path: Path) -> None:
    moves = "[{p1: take}, {p2: take}]"
    then = "{first: p1.hand.only == ace, others: count(pile) == 3}"
    sees = "{p2: {pile: [king, back, back]}, p1: {pile: 3}}"
    given = "pile: {1: ace, 3: king, known: p2}"
    assert places(tmp_path, "places", given, f"when: {moves}\n    then: {then}\n    sees: {sees}") == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("given", "then"),
    [
        ("rest: pile", "pile.top == ace"),
        ("rest: pile", "pile.top != king"),
        ("rest: pile", "first(pile) == ten or joker in pile[2..3]"),
        ("rest: pile", "pile[2] == ten or sum(place(c) for c in pile if c == king) == 3"),
        ("pile: {1: king}", "pile.top == king and pile[2] == ten"),
    ],
)
def test_an_order_that_is_not_settled_answers_nothing(given: str, then: str, tmp_path: Path) -> None:
    """Whether it would hold by accident or fail by accident."""
    found = places(tmp_path, "places", given, f"then: {then}")
    assert found == [("E817", then)]


@pytest.mark.parametrize(
    "then",
    ["pile.top == king", "sum(c.worth for c in pile) == 25", "pile.top == king or pile[2] == ten", "pile[9] is none"],
)
def test_what_holds_in_any_order_is_answered(then: str, tmp_path: Path) -> None:
    assert places(tmp_path, "places", "pile: {1: king}", f"then: {then}") == []


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ("pile: {1: joker, 2: joker}", "E579", "joker"),
        ("pile: {6: ace}", "E579", "6"),
        ("p1.hand: {1: ace}", "E579", "p1.hand"),
        ("rest: other, pile: {1: ace}", "E579", "1"),
        ("pile: {1: aec}", "E807", "aec"),
        ("pile: {1: ace, known: p9}", "E811", "p9"),
        ("noted: {1: ace}", "E806", "noted"),
    ],
)
def test_what_cannot_be(tmp_path: Path, given: str, code: str, words: str) -> None:
    assert places(tmp_path, "places", given) == [(code, words)]


def test_only_rules_that_put_cards_there_leave_some_between_others(tmp_path: Path) -> None:
    assert places(tmp_path, "remembered", "stock: {2: ruby}") == [("E579", "stock")]
