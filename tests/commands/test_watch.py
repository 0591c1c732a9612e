"""`--watch`: an answer after each save, and the same game each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine, Outcome
from cardwright.commands.watch import repeat_on_change, stamps

GAME = """spec: 1
game: race
title: Race
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take]}}
actions: {take: {do: draw 1 from pile to me.hand}}
"""


def test_a_save_is_answered_also_while_the_last_one_is(tmp_path: Path) -> None:
    file = tmp_path / "race.yaml"
    file.write_text(GAME, encoding="utf-8")
    seen: list[str] = []

    def act() -> None:
        seen.append(file.read_text(encoding="utf-8"))
        if len(seen) == 3:
            raise KeyboardInterrupt
        file.write_text(GAME + f"# {len(seen)}\n", encoding="utf-8")

    with pytest.raises(KeyboardInterrupt):
        repeat_on_change(act, [str(tmp_path)], Outcome(CommandLine(())))
    assert seen == [GAME, GAME + "# 1\n", GAME + "# 2\n"]


def test_hidden_folders_and_other_files_are_not_looked_at(tmp_path: Path) -> None:
    for name in ("a.yaml", "notes.txt", ".git/b.yaml", "variants/c.yml", "x/d.svg", "e.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert {Path(name).name for name in stamps([str(tmp_path)])} == {"a.yaml", "c.yml", "d.svg", "e.png"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("validate", "race.yaml"), ["no errors so far", "1 spec: no errors\n", "no such property", "Ctrl-C"]),
        (("run", "race.yaml", "--seats", "first"), ["take", "no such property"]),
    ],
    ids=["validate", "run"],
)
def test_mistakes_do_not_end_it(
    words: tuple[str, ...],
    said: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.yaml").write_text(GAME, encoding="utf-8")
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 1:
            raise KeyboardInterrupt
        Path("race.yaml").write_text(GAME.replace("me.hand", "me.hnad"), encoding="utf-8")

    monkeypatch.setattr("cardwright.commands.watch.time.sleep", sleep)
    assert answer(CommandLine.of((*words, "--watch"))) == 130
    shown = "".join(capsys.readouterr())
    for text in said:
        assert text in shown
