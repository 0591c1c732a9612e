"""A trace is read strictly: whatever no trace can say is reported where it stands."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.engines.program.layout import EntityName
from cardwright.play.game.happenings import Happening, What
from cardwright.play.game.traces.reader import line_of, read_trace
from cardwright.play.game.traces.recorder import Recorder, line_text
from cardwright.play.game.traces.replay import play_under_rules, replay

HEAD = '{"trace": 2, "game": "mille-bornes", "variants": [], "options": {}, "players": 2, "seed": 7, "digest": "0"}'
DRAW = '{"n": 1, "chance": "pile", "outcome": "km_25", "weight": 10, "of": 106}'
MOVE = '{"n": 2, "seat": "p1", "phase": "play", "move": "go", "legal": ["go"]}'
EVENT = '{"n": 3, "event": "moved", "seat": "p1", "card": "go", "source": "a", "target": "b"}'
END = '{"end": "finished", "winners": [["p1"], []], "returns": [1.0, 0], "scores": {"p1": 5, "p2": 4}, "state": "0"}'
WHOLE = [HEAD, DRAW, MOVE, EVENT, END]

CHANGES = [
    # the line, what is replaced, by what; the code, the message, the text that is marked
    (0, '"players": 2', '"players": true', "E872", "'players' needs a whole number", "true"),
    (0, '"players": 2', '"players": 2.0', "E872", "'players' needs a whole number", "2.0"),
    (0, '"players": 2', '"players": 2, "teams": 2', "E872", "a trace has no key 'teams' here", '"teams"'),
    (0, '"players": 2', '"players": 2, "players": 3', "E872", "the key 'players' is given twice", '"players"'),
    (0, '"players": 2', f'"players": {10**30}', "E872", "this number is too large for a trace", str(10**30)),
    (0, '"players": 2', '"players": NaN', "E872", "JSON needs a value here, not 'NaN'", "NaN"),
    (0, "7", "false", "E872", "'seed' needs a whole number from 0 on, or null", "false"),
    (0, "7", "-7", "E872", "'seed' needs a whole number from 0 on, or null", "-7"),
    (0, "7", "1e999", "E872", "this number is too large for a trace", "1e999"),
    (0, '"trace": 2', '"trace": true', "E872", "'trace' needs a whole number", "true"),
    (0, "[]", "[3]", "E872", "'variants' needs a list of texts", "[3]"),
    (0, "{}", '{"target": 1.5}', "E872", "'options' needs an object with", '{"target": 1.5}'),
    (0, "{}", '{"a": {"b": 1}}', "E872", "'options' needs an object with", '{"a": {"b": 1}}'),
    (0, "{}", '{"a": 1, "a": 2}', "E872", "the key 'a' is given twice", '"a"'),
    (1, "10,", "10.0,", "E871", "'weight' needs a whole number", "10.0"),
    (1, '"of"', '"off"', "E871", "a trace has no key 'off' here", '"off"'),
    (1, '"of": 106}', '"of": 106', "E871", "the line ends where JSON needs `,`", "6"),
    (2, '"p1"', '"p0"', "E871", "'seat' needs a seat, such as \"p1\"", '"p0"'),
    (2, '"p1"', "1", "E871", "'seat' needs a seat, such as \"p1\"", "1"),
    (2, '"n": 2', '"n": true', "E871", "'n' needs a whole number", "true"),
    (2, '"go",', '["go"],', "E871", "'move' needs a text", '["go"]'),
    (2, '"go",', '"\\ud800",', "E871", "this text is not valid in JSON", None),
    (2, '"go",', '"go" "go",', "E871", "JSON needs `,` here, not '\"'", '"'),
    (2, '["go"]', "[" * 5000 + "]" * 5000, "E871", "this is nested too deeply for a trace", "["),
    (2, '"move"', '"mvoe"', "E871", "this line has none of the known keys: event, end, chance, move", None),
    (2, "}", "} {}", "E871", "nothing may follow the object", "{}"),
    (2, MOVE, "[1]", "E871", "this line is not a JSON object", "[1]"),
    (3, '"card"', '"crad"', "E871", "a trace has no key 'crad' here", '"crad"'),
    (3, '"event": "moved"', '"event": 3', "E871", "'event' needs a text", "3"),
    (4, "[1.0, 0]", "[true, 0]", "E871", "'returns' needs a list of numbers", "[true, 0]"),
    (4, '[["p1"], []]', '["p1"]', "E871", "'winners' needs a list of sides", '["p1"]'),
    (4, '"p1": 5', '"p1": 5.5', "E871", "'scores' needs an object with a whole number", '{"p1": 5.5, "p2": 4}'),
    (4, "}", '}, "measures": {"a": null}', "E871", "'measures' needs an object with a value", '{"a": null}'),
    (4, END, f"{END}\n{END}", "E871", "the trace goes on after its end", END),
    (4, END, f"{END}\n\n{MOVE}", "E871", "the trace goes on after its end", MOVE),
]


@pytest.mark.parametrize(("number", "old", "new", "code", "message", "marked"), CHANGES)
def test_what_no_trace_can_say(number: int, old: str, new: str, code: str, message: str, marked: str | None) -> None:
    lines = [*WHOLE]
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    report = Report()
    assert read_trace(Source("a.jsonl", "\n".join(lines) + "\n"), report) is None
    (found,) = report.diagnostics
    assert found.code == code and found.message.startswith(message)
    assert found.span is not None and found.span.line >= number + 1
    assert marked is None or found.span.text == marked


def test_what_a_trace_can_say() -> None:
    """Lines end with a line feed, with or without a carriage return; other ends of lines may stand in a text."""
    report = Report()
    lines = [HEAD, DRAW, MOVE.replace("play", "a\u2028b"), EVENT, END]
    for text in ("\n".join(lines), "\r\n".join(lines) + "\r\n", "\n\n".join(lines)):
        source = Source("a.jsonl", text)
        assert read_trace(source, report) == [json.loads(line) for line in lines]
        assert line_of(source, 4).text == EVENT
    assert report.diagnostics == []


def test_all_that_may_happen_can_be_written_and_read() -> None:
    """Each field of a happening that is written to a trace is known to who reads it."""
    told = (("c", "ace", "card"),)
    zones = EntityName("p1", "e"), EntityName("", "f")
    every = [Happening(what, 1, "a", "b", ("c",), "d", *zones, "g", ("h",), told, "i", 2) for what in get_args(What)]
    source = Source("a.jsonl", "\n".join([HEAD, *(line_text(one.to_json()) for one in every)]))
    report = Report()
    assert read_trace(source, report) is not None, report.diagnostics


def test_each_mistake_is_reported() -> None:
    report = Report()
    lines = [HEAD, DRAW.replace("10,", "true,"), MOVE[:-1], EVENT.replace("card", "crad"), END]
    assert read_trace(Source("a.jsonl", "\n".join(lines)), report) is None
    assert [found.span and found.span.line for found in report.diagnostics] == [2, 3, 4]


@pytest.mark.parametrize("where", range(0, len(HEAD), 3))
def test_a_first_line_that_is_cut_is_a_finding(where: int) -> None:
    report = Report()
    assert read_trace(Source("a.jsonl", HEAD[:where]), report) is None
    assert [found.code for found in report.diagnostics] == ["E872"]


def played(*variants: str) -> list[str]:
    """The trace of a short game in which everybody plays the last legal move."""
    state = load_game("mille-bornes", preset="single_hand", variants=variants).initial_state(seed=7)
    recorder = Recorder(state, events=True, legal=True)
    lines = [recorder.first, *recorder.lines(state)]
    while not state.is_terminal:
        recorder.before(state)
        state.apply(state.legal_moves[-1])
        lines += recorder.lines(state)
    return [line_text(line) for line in lines]


@pytest.mark.thorough
def test_a_trace_is_played_onto_other_rules(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    lines = played()
    trace = f"{tmp_path}/a.jsonl"
    with open(trace, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    asked = ("replay", trace, "--format", "json", "--onto")
    assert answer(CommandLine((*asked, "mille-bornes"))) == 0
    same = json.loads(capsys.readouterr().out)
    moves = [json.loads(line) for line in lines[1:]]
    assert same["fails"] is None and same["moves"] == sum("move" in line for line in moves)
    assert same["returns"] == moves[-1]["returns"] and same["winners"] == moves[-1]["winners"]
    assert answer(CommandLine((*asked, "mille-bornes+bsd-mille"))) == 1
    other = json.loads(capsys.readouterr().out)
    fails = other["fails"]
    assert other["variants"] == ["bsd-mille"] and other["moves"] < same["moves"]
    assert json.loads(lines[fails["line"] - 1])["move"] in fails["text"]
    assert answer(CommandLine(("replay", trace, "--onto", "mille-bornes+bsd-mille"))) == 1
    assert "error[E870]: by the rules of mille-bornes+bsd-mille, p" in capsys.readouterr().err
    assert answer(CommandLine((*asked, "mille-bornes,extension=yes"))) in (0, 1)
    assert json.loads(capsys.readouterr().out)["options"]["extension"] is True
    assert answer(CommandLine((*asked, "mille-bornes", "--verify"))) == 2
    assert answer(CommandLine((*asked, "mille-bornes+nothing"))) == 2


@pytest.mark.thorough
def test_the_rules_of_the_trace_need_not_be_there(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither its game, nor its variants, nor its options are needed to play its moves by other rules."""
    first, *rest = played()
    for change, left_out in (
        ({"game": "gone"}, []),
        ({"variants": ["gone"]}, []),
        ({"game": "gone", "options": {**json.loads(first)["options"], "flying": True}}, ["flying"]),
    ):
        trace = f"{tmp_path}/a.jsonl"
        with open(trace, "w", encoding="utf-8") as file:
            file.write("\n".join([line_text({**json.loads(first), **change}), *rest]))
        assert answer(CommandLine(("replay", trace, "--onto", "mille-bornes", "--format", "json"))) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["fails"] is None and not told["rules_of_the_trace"] and told["options_left_out"] == left_out
        assert told["options"] == json.loads(first)["options"]
        assert answer(CommandLine(("replay", trace))) == 2
        capsys.readouterr()


@pytest.mark.thorough
def test_an_option_that_the_other_rules_do_not_take_is_shown_in_the_trace(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = played()
    options = {**json.loads(first)["options"], "target": 5}
    trace = f"{tmp_path}/a.jsonl"
    with open(trace, "w", encoding="utf-8") as file:
        file.write("\n".join([line_text({**json.loads(first), "options": options}), *rest]))
    assert answer(CommandLine(("replay", trace, "--onto", "mille-bornes"))) == 1
    assert f"{trace}:1:" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_seed_of_a_trace_deals_what_the_trace_says() -> None:
    game = load_game("mille-bornes", preset="single_hand")
    lines = [json.loads(line) for line in played()]
    assert replay(lines, game).differences == ()
    ((number, text),) = replay([{**lines[0], "seed": 8}, *lines[1:]], game).differences
    assert "chance" in lines[number - 1] and text.startswith("by the seed 8, chance gives ")
    assert replay([{**lines[0], "seed": None}, *lines[1:]], game).differences == ()


@pytest.mark.thorough
def test_a_trace_of_the_first_version_is_played_as_its_lines_say() -> None:
    """Its seed dealt other cards than today's, so nothing is asked of it."""
    first, *rest = played()
    old = line_text({**json.loads(first), "trace": 1, "seed": 8})
    lines = read_trace(Source("old.jsonl", "\n".join((old, *rest))), Report())
    assert lines is not None and lines[0]["seed"] is None
    assert replay(lines, load_game("mille-bornes", preset="single_hand")).differences == ()


def test_the_first_move_that_fails_is_told() -> None:
    game = load_game("mille-bornes", preset="single_hand")
    lines = [json.loads(line) for line in played()]
    number = next(n for n, line in enumerate(lines) if "move" in line)
    mover = lines[number]["seat"]
    other = {"p1": "p2", "p2": "p1"}[mover]
    for change, why in [
        ({"seat": other}, f"{other} plays"),
        ({"move": "advance(km_9)"}, f"{mover} may not play"),
        ({"move": "]["}, f"{mover} may not play"),
    ]:
        moved = play_under_rules([*lines[:number], {**lines[number], **change}, *lines[number + 1 :]], game)
        assert moved.fails is not None and moved.moves == 0
        assert moved.fails[0] == number + 1 and moved.fails[1].startswith(why)
