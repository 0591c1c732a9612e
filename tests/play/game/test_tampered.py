"""Traces with one change: what `replay` finds, and in which line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cardwright import Game, load_game
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.diagnostics.span import Source
from cardwright.play.game.traces.reader import read_trace
from cardwright.play.game.traces.recorder import Recorder, line_text
from cardwright.play.game.traces.replay import game_of, replay

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("mille-bornes", preset="single_hand")


@pytest.fixture(scope="module")
def whole(game: Game) -> str:
    """The trace of a short game, with all events and legal moves."""
    state = game.initial_state(seed=3)
    recorder = Recorder(state, legal=True, events=True)
    lines = [recorder.first, *recorder.lines(state)]
    while not state.is_terminal:
        recorder.before(state)
        state.apply(0)
        lines += recorder.lines(state)
    return "\n".join(map(line_text, lines))


def first(lines: Lines, key: str, value: object = None) -> int:
    """The index of the first line with this key (and this value)."""
    return next(i for i, line in enumerate(lines) if key in line and value in (None, line[key]))


def set_first(key: str, at: str, value: object) -> Callable[[Lines], int]:
    def change(lines: Lines) -> int:
        place = first(lines, at)
        lines[place][key] = value
        return place + 1

    return change


def drop_event(lines: Lines) -> int:
    place = first(lines, "event", "shuffled")
    del lines[place]
    for number, line in enumerate(lines[1:-1], start=1):
        line["n"] = number
    return place + 1


def double_event(lines: Lines) -> int:
    place = first(lines, "event", "shuffled")
    lines.insert(place, lines[place])
    for number, line in enumerate(lines[1:-1], start=1):
        lines[number] = {**line, "n": number}
    return place + 2


def lose_an_option(lines: Lines) -> int:
    del lines[0]["options"]["capot"]
    return 1


CHANGES = [
    (lose_an_option, '`capot` is "each", but the trace says null'),
    (set_first("n", "move", 7000), "`n` is "),
    (set_first("seat", "move", "p9"), "`seat` is "),
    (set_first("legal", "move", ["go"]), "`legal` is "),
    (set_first("why", "move", "luck"), '`why` is null, but the trace says "luck"'),
    (set_first("weight", "chance", 99), "`weight` is "),
    (set_first("chance", "chance", "sky"), "`chance` is "),
    (set_first("why", "chance", "luck"), '`why` is null, but the trace says "luck"'),
    (set_first("target", "event", "sky"), "what happens here is "),
    (set_first("returns", "end", [0.5, 0.5]), "`returns` is "),
    (set_first("end", "end", "limit"), "`end` is "),
    (drop_event, "the trace lacks |what happens here is "),
    (double_event, "what happens here is "),
]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_a_change_is_found(game: Game, whole: str, change: Callable[[Lines], int], message: str) -> None:
    """It is found with and without `verify`, for the rules are those of the trace."""
    lines = [json.loads(line) for line in whole.split("\n")]
    number = change(lines)
    for verify in (True, False):
        found = replay(lines, game, verify=verify).differences
        assert [(n, any(part in text for part in message.split("|"))) for n, text in found] == [(number, True)]


def test_a_trace_that_stops_early_is_only_not_whole(game: Game, whole: str) -> None:
    lines = [json.loads(line) for line in whole.split("\n")][:60]
    assert replay(lines, game, verify=False).differences == ()
    assert replay(lines, game).differences == ((60, "the trace stops before the end of the game"),)


def test_where_the_rules_have_changed_only_the_moves_must_be_possible_each_for_its_seat(game: Game, whole: str) -> None:
    lines = [json.loads(line) for line in whole.split("\n")]
    lines[0]["digest"] = "0"
    lines[-1]["end"] = "limit"
    done = replay(lines, game, verify=False)
    assert (done.differences, done.same_rules, done.state.status) == ((), False, "finished")
    assert [number for number, _ in replay(lines, game).differences] == [1, len(lines)]
    at = first(lines, "move")
    lines[at]["seat"] = {"p1": "p2", "p2": "p1"}[lines[at]["seat"]]
    ((number, why),) = replay(lines, game, verify=False).differences
    assert number == at + 1 and "in the trace, but here" in why


@pytest.mark.thorough
def test_an_unchanged_trace_has_no_differences(whole: str) -> None:
    assert replay([json.loads(line) for line in whole.split("\n")]).differences == ()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "E872", "the file is empty, and says nothing of what is played"),
        ("variant: quick\nextends: race\n", "E872", "this is not a trace: its first line is not a JSON object"),
        ("[" * 100000, "E872", "this is not a trace: its first line is not a JSON object"),
        ('{"n": 1}\n', "E872", "the first line does not say what is played"),
        (
            '{"trace": 3, "game": "race"}\n',
            "E872",
            "this is a trace of version 3, but only versions up to 2 can be read",
        ),
    ],
)
def test_a_file_that_is_not_a_trace_is_reported_once(text: str, code: str, message: str) -> None:
    report = Report()
    assert read_trace(Source("a.jsonl", text), report) is None
    assert [(found.code, found.message) for found in report.diagnostics] == [(code, message)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("old", "new", "code", "shown"),
    [
        ('"mille-bornes"', '"race"', "E400", "race"),
        ('"players": 2', '"players": 9', "E510", "9"),
        ('"variants": []', '"variants": ["quick"]', "E401", "quick"),
        ('"target": 700', '"target": 701', "E503", "701"),
    ],
)
def test_an_error_in_the_game_is_reported_in_the_trace(whole: str, old: str, new: str, code: str, shown: str) -> None:
    source = Source("a.jsonl", whole.replace(old, new, 1))
    lines = read_trace(source, Report())
    assert lines is not None
    with pytest.raises(SpecError) as raised:
        game_of(lines, source=source)
    (found,) = raised.value.report.diagnostics
    assert found.span is not None
    assert (found.code, found.span.source, found.span.text) == (code, source, shown)
