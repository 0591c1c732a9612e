"""The two readers of the YAML library say the same of each text that is given to the faster one.

Pieces of real files are changed where readers differ: marks, brackets, quotes, blocks, blanks. A longer search, which
goes on for so many seconds from a seed: `python -m tests.source.text.test_readers 60 7`.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import pytest

from cardwright.source.text.events import MalformedYaml, fast_events, slow_events

ROOT = Path(__file__).parents[3]

PIECES = (
    *":-?#,[]{}&*!|>'\"%@` \n\t\r~=<",
    *("\x85", "\u2028", "\u2029", "\ufeff", "\xa0", "\x00", "\x7f", "\x80", "\ufffe", "\ud800", "\U0010ffff", "é"),
    *(": ", "- ", "\n  ", "\n\n", ": \n", "? ", "# c", " #", "''", '""', "\\n", "\\x41", "\\\n", "\r\n", "\\u00e9"),
    *("|\n", "|-\n", ">+\n", ">2\n", "|1-\n", ">#", "|  # c\n", "> \n", "|0\n", "|10\n", "- |\n  a\n   b\n\n c"),
    *("---\n", "...\n", "%YAML 1.1\n", "<<: ", "!!str ", "!x ", "&a ", "*a ", "::", "a:b", ":a", "-a", "a\n b\n c"),
    *("{a: 1}", "{a,b}", "{a:1}", "{a: }", "[a: b]", "{?a: 1}", '{"a":1}', '["a":1]', "{a,}", "[,]", "{:}", "[: a]"),
    *("a: [b\n]", "\n]", "\n}", "\n- ", "- a: 1\n  b: 2\n", '"a\n  b"', "'a\n\n  b'", '"a"b', "a: b: c", "a:\n- b"),
)


def texts() -> list[str]:
    """Real files, and all the files with mistakes of the corpora."""
    found = [*ROOT.glob("specs/**/*.yaml"), *ROOT.glob("tests/language/**/*.yaml"), *ROOT.glob("tests/**/files/*.yaml")]
    return [path.read_bytes().decode("utf-8", errors="replace") for path in sorted(found)]


def changed(text: str, by: random.Random) -> str:
    """A few lines of a text, with a few changes."""
    lines = text.split("\n")
    first = by.randrange(len(lines))
    text = "\n".join(lines[first : first + by.randint(1, 12)])
    for _ in range(by.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        at, until = by.randrange(len(text) + 1), by.randint(0, 4)
        text = text[:at] + (by.choice(PIECES) if by.random() < 0.75 else "") + text[at + until * (by.random() < 0.5) :]
    return text


def differs(text: str) -> bool:
    """Whether the fast reader takes a text for something else than the other one."""
    usual = fast_events(text)
    try:
        return usual is not None and usual != [*slow_events(text)]
    except MalformedYaml:
        return True


@pytest.mark.thorough
def test_files() -> None:
    """Every third file: all of them take seconds, and change with the shelf."""
    assert not [text for text in texts()[::3] if differs(text)]


def test_specs_are_read_fast() -> None:
    """A machine without the C reader would notice nothing else."""
    pytest.importorskip("yaml._yaml")
    usual = [fast_events(path.read_text(encoding="utf-8")) for path in ROOT.glob("specs/*/game.yaml")]
    assert usual and None not in usual


@pytest.mark.parametrize("hostile", ["[", "{a: ", "- ", '"a": [', "[[]]"])
def test_deep(hostile: str) -> None:
    assert fast_events(hostile * 40_000) is None


@pytest.mark.thorough
def test_changed_texts() -> None:
    by, found = random.Random(7), texts()
    assert not [text for text in (changed(by.choice(found), by) for _ in range(2500)) if differs(text)]


if __name__ == "__main__":
    seconds, seed = float(sys.argv[1]), int(sys.argv[2])
    chance, files, tried = random.Random(seed), texts(), 0
    while time.process_time() < seconds:
        tried += 1
        if differs(one := changed(chance.choice(files), chance)):
            print(repr(one))
    print(tried, "texts tried")
