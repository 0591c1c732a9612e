"""Checking a file takes work in the size of the file, whatever there are many of: comments, names, rules, mistakes.

The work is counted in lines of our code that are run, which is the same on every machine: twice as many of a thing may
take little more than twice as many lines. What people are shown is bounded; as JSON all of it is told.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source, Span
from cardwright.diagnostics.suppression import check_suppressions, without_suppressed

SPEC = """\
spec: 1
game: g
title: "G"
players: 2
{top}
cards:
  main: {{list: {{ace: {{copies: 6}}{kinds}}}{main}}}
zones:
  pile: {{holds: main, start: shuffled, shows: count}}
  hand: {{of: player, holds: main, shows: all}}
{zones}
begin: play
phases:
  play: {{turns: {{}}, until: pile.empty, offer: [take{offer}]}}
{phases}
actions:
  take: {{do: draw 1 from pile to me.hand}}
{actions}
{end}
"""
PLACES = ("top", "kinds", "main", "zones", "offer", "phases", "actions", "end")


def spec(**added: str) -> dict[str, str]:
    return {"game.yaml": SPEC.format(**{place: added.get(place, "") for place in PLACES})}


def lines(n: int, line: str, head: str = "") -> str:
    return head + "\n".join(line.replace("#", str(number)) for number in range(n))


def row(n: int, item: str) -> str:
    return ", ".join(item.replace("#", str(number)) for number in range(n))


def scenarios(text: str) -> dict[str, str]:
    return {**spec(), "scenarios/s.yaml": f"game: g\nscenarios:\n{text}"}


TRACE = '{"trace": 1, "game": "g", "variants": [], "options": {}, "players": 2, "seed": 1, "digest": "0"}\n'
VARIABLE = "  v#: {type: integer, range: [0, 5], start: 0}"
DRAW = "draw 1 from pile to me.hand"

MANY: dict[str, Callable[[int], dict[str, str]]] = {
    "comments": lambda n: spec(top=lines(n, "% comment #").replace("%", "#")),
    "allowances": lambda n: spec(top=lines(n, "% allow W611: why").replace("%", "#")),
    "allowed lines": lambda n: spec(end=lines(n, '  f#: "1"  % allow W611: why', "functions:\n").replace("%", "#")),
    "unknown keys": lambda n: spec(end=lines(n, "unknown#: 1")),
    "unknown keys of a zone": lambda n: spec(zones=f"  z: {{holds: main, {row(n, 'k#: 1')}}}"),
    "variables": lambda n: spec(top=lines(n, VARIABLE, "variables:\n")),
    "zones": lambda n: spec(zones=lines(n, "  z#: {holds: main, shows: all}")),
    "kinds": lambda n: spec(kinds=", " + row(n, "c#: {}")),
    "attributes": lambda n: spec(main=f", attributes: {{{row(n, 'a#: {type: integer, default: 0}')}}}"),
    "symbols": lambda n: spec(top=f"types: {{colour: [{row(n, 's#')}]}}"),
    "types": lambda n: spec(top=lines(n, "  t#: [s#, u#]", "types:\n")),
    "options": lambda n: spec(top=lines(n, '  o#: {type: boolean, default: true, label: "O#"}', "options:\n")),
    "actions": lambda n: spec(actions=lines(n, f"  a#: {{do: {DRAW}}}"), offer=", " + row(n, "a#")),
    "actions that nothing offers": lambda n: spec(actions=lines(n, f"  a#: {{do: {DRAW}}}")),
    "actions of which half are offered": lambda n: spec(
        actions=lines(n, f"  a#: {{do: {DRAW}}}\n  b#: {{do: {DRAW}}}"), offer=", " + row(n, "a#")
    ),
    "zones in which a deck may begin": lambda n: spec(
        kinds="}}, other: {list: {x: {}", zones=lines(n, "  z#: {holds: other, shows: all}")
    ),
    "names that are like no other": lambda n: spec(actions=lines(n, "  a#: {do: draw 1 from q#x to w#y}")),
    "what a variant breaks": lambda n: {
        **spec(
            top=lines(n, "  v#: {type: integer, shows: all}", "variables:\n"),
            actions=lines(n, "  a#: {do: v# += 1}"),
            offer=", " + row(n, "a#"),
        ),
        "variants/v.yaml": lines(n, "  variables.v#.type: player", "variant: v\nextends: g\ntitle: V\noverride:\n"),
    },
    "what no player has": lambda n: spec(
        top="variables: {total: {type: integer}}", actions=lines(n, "  a#: {do: me.total += #}")
    ),
    "draws for each player": lambda n: spec(
        actions="  b:\n    do: |\n" + lines(n, "      for p in players:\n        draw 1 from pile to p.hand")
    ),
    "languages that a variant alone speaks": lambda n: {
        **spec(),
        "variants/v.yaml": f"variant: v\nextends: g\ntitle: {{{row(n, 'q#: x')}}}\nabout: {{{row(n, 'q#: x')}}}\n",
    },
    "nested phases": lambda n: spec(
        top="variables: {out: {of: player, type: boolean}}",
        phases=lines(
            n,
            "  r#: {repeat: {times: 2}, steps: [s#]}\n  s#: {steps: [t#]}\n"
            "  t#: {turns: {skip: me.out}, until: pile.empty, offer: [take]}",
        ),
        actions="  leave: {do: me.out = true}",
    ),
    "functions": lambda n: spec(end=lines(n, '  f#: "# + 1"', "functions:\n")),
    "phases": lambda n: spec(phases=lines(n, "  ph#: {turns: {}, until: pile.empty, offer: [take]}")),
    "phases in steps": lambda n: spec(
        phases=f"  x: {{steps: [{row(n, 'ph#')}]}}\n" + lines(n, "  ph#: {turns: {}, until: pile.empty, offer: [take]}")
    ),
    "lines of a text": lambda n: spec(top=lines(n, "  line # of it", "about: |\n")),
    "lines of effects": lambda n: spec(actions="  b:\n    do: |\n" + lines(n, f"      {DRAW}"), offer=", b"),
    "misspelt zones": lambda n: spec(actions="  b:\n    do: |\n" + lines(n, "      draw 1 from pille to me.hand")),
    "misspelt variables": lambda n: spec(
        top=lines(n, VARIABLE.replace("v#", "value#"), "variables:\n"), actions=lines(n, "  a#: {do: valeu# = 1}")
    ),
    "conditions": lambda n: spec(
        actions="  b:\n    when:\n" + lines(n, "      w#: not pile.empty") + f"\n    do: {DRAW}", offer=", b"
    ),
    "terms": lambda n: spec(end="functions:\n  f: " + " + ".join("1" * n)),
    "elements": lambda n: spec(end=f'functions:\n  f: "[{row(n, "#")}][0]"'),
    "parentheses": lambda n: spec(end=f'functions:\n  f: "{"(" * n}1{")" * n}"'),
    "brackets": lambda n: spec(end=f"x: {'[' * n}{']' * n}"),
    "open brackets": lambda n: spec(end=f"x: {'[' * n}"),
    "duplicate keys": lambda n: spec(end=lines(n, 'title: "x"')),
    "tags": lambda n: spec(end=lines(n, "k#: !t x")),
    "unknown parts": lambda n: spec(top=lines(n, "  d#: dicee#", "uses:\n")),
    "scenarios": lambda n: scenarios(lines(n, '  "s#": {when: [p1: take], then: {t: pile.size == 5}}')),
    "moves": lambda n: scenarios("  s:\n    then: {t: pile.empty}\n    when:\n" + lines(n, "      - p1: take")),
    "statements": lambda n: scenarios("  s:\n    when: [p1: take]\n    then:\n" + lines(n, "      t#: pile.size == 5")),
    "unknown moves": lambda n: scenarios(f"  s:\n    legal: [{row(n, 'x#')}]"),
    "lines of a trace": lambda n: {**spec(), "t.jsonl": TRACE + lines(n, '{"n": 1, "move": "take"}') + "\n"},
    "options of a trace": lambda n: {
        **spec(),
        "t.jsonl": TRACE.replace('"options": {}', f'"options": {{{row(n, chr(34) + "v#" + chr(34) + ": 1")}}}'),
    },
}

# What is compared pair by pair is few: at most 1,000 changes of a variant (E432), 100 uses of parts (E430).

MOST = 2.7
"""So many times the lines may be run for twice as many; if it grew with the square, it would be near to four."""


def lines_run(act: Callable[[], object]) -> int:
    """How many lines of our own code are run."""
    counted = 0
    package = str(Path(sys.modules["cardwright"].__file__ or "").parent)

    def local(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal counted
        counted += event == "line"
        return local

    def enter(frame: FrameType, event: str, _: Any) -> Any:
        return local if frame.f_code.co_filename.startswith(package) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        act()
    finally:
        sys.settrace(before)
    return counted


def checked(files: dict[str, str], folder: Path, *words: str) -> int:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return answer(CommandLine(("validate", "--play", "0", *words, str(folder))))


@pytest.mark.sampled(24)
@pytest.mark.parametrize("what", MANY)
def test_work_in_the_size_of_the_file(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    checked(MANY[what](150), tmp_path / "first")
    run = [lines_run(lambda n=n: checked(MANY[what](n), tmp_path / str(n))) for n in (400, 800)]  # type: ignore[misc]
    assert run[1] <= MOST * run[0], run
    shown = capsys.readouterr()
    assert "E090" not in shown.err and len(shown.err) < 250_000


def test_allowances_are_looked_at_once() -> None:
    """Each comment and each warning is one step, and not a walk through all the others."""

    def found(n: int) -> int:
        source = Source("a.yaml", "# allow W611: because\n" * n + "a: 1  # allow W611: why\n" * n)
        spans = [Span(source, one, one + 1) for one in source.line_starts[n:-1]]
        report = Report()
        for number, span in enumerate(spans):
            report.add("W611", f"{number} is never used", span)

        def judge() -> None:
            without_suppressed(report)
            check_suppressions([source], report)

        return lines_run(judge)

    assert found(800) <= 2.3 * found(400)


def test_people_are_shown_so_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """20,000 mistakes are a page, errors first, and their number; JSON has them all."""
    files = spec(end=lines(3000, "unknown#: 1"), top=lines(300, VARIABLE, "variables:\n"))
    assert checked(files, tmp_path) == 1
    shown = capsys.readouterr().err
    assert len(shown) < 60_000 and shown.count("error[E160]") == 100
    assert "3000 errors; 2900 of them are not shown here: `--format json` lists all" in shown
    assert checked(files, tmp_path, "--format", "json") == 1
    assert len(json.loads(capsys.readouterr().out)["diagnostics"]) >= 3000
