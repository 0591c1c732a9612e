"""How a report is shown to an author."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.diagnostics.diagnostic import Diagnostic, Label, Report
from cardwright.diagnostics.render import render, render_one, report_to_json, summary, to_github
from cardwright.diagnostics.span import Source, Span
from cardwright.diagnostics.text import display_width

GAME = Source(
    "games/race.yaml",
    """\
zones:
  hand: {of: player}
actions:
  advance:
    when: |
      x > 1
      and total(km) + card.km <= "1000"
    do: move chosen to distances
    label: {en: "猫 runs", fr: "Écran: plein"}
\tkey: 1
""",
)


def place(words: str, source: Source = GAME) -> Span:
    """The position of the first occurrence of some words in a text."""
    start = source.text.index(words)
    return Span(source, start, start + len(words))


SHOWN = [
    (
        Diagnostic(
            "E111",
            "unknown zone 'distances'",
            place("distances"),
            label="no zone with this name",
            notes=("zones of this game: hand, distance",),
            helps=("did you mean 'distance'?",),
        ),
        """\
error[E111]: unknown zone 'distances'
 --> games/race.yaml:8:24
  |
8 |     do: move chosen to distances
  |                        ^^^^^^^^^ no zone with this name
  |
  = note: zones of this game: hand, distance
  = help: did you mean 'distance'?
""",
    ),
    (  # two places in one line, the second first
        Diagnostic(
            "E111",
            "'<=' cannot compare a number with a text",
            place('"1000"'),
            label="this is a text",
            others=(Label(place("total(km) + card.km"), "this is a number"),),
        ),
        """\
error[E111]: '<=' cannot compare a number with a text
 --> games/race.yaml:7:34
  |
7 |       and total(km) + card.km <= "1000"
  |           ------------------- this is a number
  |                                  ^^^^^^ this is a text
""",
    ),
    (  # places near to each other, with the line between
        Diagnostic("W100", "x", place("do"), others=(Label(place("x > 1"), "here"),)),
        """\
warning[W100]: x
 --> games/race.yaml:8:5
  |
6 |       x > 1
  |       ----- here
7 |       and total(km) + card.km <= "1000"
8 |     do: move chosen to distances
  |     ^^
""",
    ),
    (  # a place far away, and one in another file
        Diagnostic(
            "E111",
            "set twice",
            place("do"),
            others=(
                Label(place("hand"), "far"),
                Label(place("b", Source("variant.yaml", "\n" * 98 + "a: b")), "other file"),
            ),
        ),
        """\
error[E111]: set twice
  --> games/race.yaml:8:5
   |
 8 |     do: move chosen to distances
   |     ^^
   |
  ::: games/race.yaml:2:3
   |
 2 |   hand: {of: player}
   |   ---- far
   |
  ::: variant.yaml:99:4
   |
99 | a: b
   |    - other file
""",
    ),
    (  # wide characters take two cells; columns count characters
        Diagnostic("E111", "a colon", place(": plein"), label="here"),
        """\
error[E111]: a colon
 --> games/race.yaml:9:37
  |
9 |     label: {en: "猫 runs", fr: "Écran: plein"}
  |                                      ^^^^^^^ here
""",
    ),
    (  # a tab is four cells wide
        Diagnostic("E113", "a tab", place("\t"), label="tab"),
        """\
error[E113]: a tab
  --> games/race.yaml:10:1
   |
10 |     key: 1
   | ^^^^ tab
""",
    ),
    (  # a place over several lines is marked in the first
        Diagnostic("E111", "two lines", place("x > 1\n      and"), label="starts here"),
        """\
error[E111]: two lines
 --> games/race.yaml:6:7
  |
6 |       x > 1
  |       ^^^^^ starts here
""",
    ),
    (  # the end of the text is a place too
        Diagnostic("E111", "more is needed", Span(Source("a.yaml", "a:"), 2, 2), label="a value"),
        """\
error[E111]: more is needed
 --> a.yaml:1:3
  |
1 | a:
  |   ^ a value
""",
    ),
    (  # a file that has no text to be shown
        Diagnostic("E100", "there is no file 'a.yaml'", Span(Source("a.yaml", ""), 0, 0), helps=("look",)),
        """\
error[E100]: there is no file 'a.yaml'
 --> a.yaml
  = help: look
""",
    ),
    (  # no place at all; a help of two lines
        Diagnostic("E100", "nothing to do", None, helps=("name a game:\ncardwright list",)),
        """\
error[E100]: nothing to do
  = help: name a game:
          cardwright list
""",
    ),
]


@pytest.mark.parametrize(("found", "expected"), SHOWN, ids=[d.message for d, _ in SHOWN])
def test_one(found: Diagnostic, expected: str) -> None:
    assert render_one(found) == expected


def test_long_lines_are_cut_around_the_place() -> None:
    source = Source("a.yaml", "label: " + "left " * 40 + "HERE " + "right " * 40)
    shown = render_one(Diagnostic("E111", "x", place("HERE", source), label="this"), width=50).splitlines()
    assert shown[1] == " --> a.yaml:1:208"
    line, marks = shown[3], shown[4]
    assert line.startswith("1 | …") and line.endswith("…") and len(line) <= 50
    assert line.index("HERE") == marks.index("^^^^")
    assert marks.endswith("^^^^ this")


def test_a_label_that_does_not_fit_goes_below() -> None:
    source = Source("a.yaml", "a: " + "x" * 60 + " HERE")
    shown = render_one(Diagnostic("E111", "x", place("HERE", source), label="much to say about this"), width=70)
    rows = shown.splitlines()
    assert rows[4].endswith("^^^^") and rows[5].endswith("much to say about this")
    assert len(rows[5]) <= 70


TEXTS = st.text("ab \t猫é\u0301\x00", min_size=1, max_size=200)


@pytest.mark.thorough
@settings(max_examples=200, deadline=None)
@given(text=TEXTS, data=st.data(), width=st.integers(30, 120))
def test_marks_are_below_what_they_mark(text: str, data: st.DataObject, width: int) -> None:
    """The law: no line is wider than the screen, and the first caret is below the first character."""
    start = data.draw(st.integers(0, len(text) - 1))
    found = Diagnostic("E111", "x", Span(Source("a", text), start, start + 1))
    _, _, _, line, marks = render_one(found, width=width).splitlines()
    assert display_width(line) <= width
    assert display_width(marks) <= width + 3
    before = marks.index("^")
    column = 0
    for i, char in enumerate(line):
        if column == before and char == text[start]:
            break
        column += display_width(char)
        if column > before:
            assert text[start] in " \t\x00\u0301" or i >= len(line) - 1
            break


REPORT = Report()
REPORT.add("W100", "third", Span(GAME, 40, 42))
REPORT.add("E111", "second", Span(GAME, 7, 11), helps=("100%, or: nothing",), path="zones", label="here")
REPORT.add("E111", "first", None)
REPORT.add("E111", "in another file", Span(Source("a.yaml", "a"), 0, 1), others=(Label(place("hand"), "this"),))


def test_the_order_is_that_of_the_files() -> None:
    """Errors come first; the file that was complained about first comes first, and in each file what stands above."""
    shown = render(REPORT)
    messages = [line.partition(": ")[2] for line in shown.splitlines() if line.startswith(("error", "warning"))]
    assert messages == ["first", "second", "in another file", "third"]
    assert shown.endswith("\n\n3 errors, 1 warning\n")


def test_counts() -> None:
    assert summary(Report()) == "no errors"
    assert render(Report()) == ""
    one = Report()
    one.add("W100", "x", None)
    assert summary(one) == "1 warning"
    one.add("E111", "x", None)
    assert summary(one) == "1 error, 1 warning"


def test_colour_changes_nothing_else() -> None:
    plain, coloured = render(REPORT), render(REPORT, colour=True)
    assert "\x1b" not in plain and "\x1b[1;31merror" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain


def test_control_characters_of_a_file_are_not_printed() -> None:
    source = Source("a.yaml", "a: \x1b[31m")
    assert "\x1b" not in render_one(Diagnostic("E111", "x", Span(source, 3, 4)))


def test_json() -> None:
    found = report_to_json(REPORT)
    assert (found["errors"], found["warnings"]) == (3, 1)
    assert [d["message"] for d in found["diagnostics"]] == ["first", "second", "third", "in another file"]
    assert found["diagnostics"][1] == {
        "code": "E111",
        "severity": "error",
        "message": "second",
        "file": "games/race.yaml",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 5,
        "path": "zones",
        "helps": ["100%, or: nothing"],
        "label": "here",
        "notes": [],
        "paths": [],
        "others": [],
    }
    assert found["diagnostics"][0]["file"] is None
    assert found["diagnostics"][3]["others"] == [
        {"file": "games/race.yaml", "line": 2, "column": 3, "end_line": 2, "end_column": 7, "text": "this"}
    ]


def test_github() -> None:
    lines = to_github(REPORT).splitlines()
    assert lines[0] == "::error title=E111::first"
    assert lines[1] == (
        "::error file=games/race.yaml,line=2,col=1,endLine=2,endColumn=5,title=E111::second — 100%25, or: nothing"
    )


def test_remarks_keep_to_the_width() -> None:
    """Notes and helps are broken between words; what stands in backquotes stays on one line where it fits."""
    report = Report()
    names = ", ".join(f"name_{n}" for n in range(12))
    report.add(
        "E201",
        "unknown name",
        None,
        notes=(f"names: {names}",),
        helps=("write it down: `first(c for c in ZONE if c == KIND)` or leave it out",),
    )
    lines = render(report, width=50).splitlines()
    assert all(len(line) <= 50 for line in lines)
    assert "          `first(c for c in ZONE if c == KIND)` or" in lines
    assert " ".join(" ".join(lines[1:4]).split()).startswith(f"= note: names: {names[:40]}")
