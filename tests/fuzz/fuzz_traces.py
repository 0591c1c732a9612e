"""Tampered traces: whatever `replay` takes says the same as the trace that was written.

A trace may say of its options what makes no difference to its game; without `--verify` it may also stop early, and all
that is asked of one that names other rules is that its moves are possible.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from cardwright.play.game.traces.reader import OLD_VERSION
from cardwright.play.game.traces.recorder import Line, Recorder, line_text
from tests.fuzz.fuzz_corpus import ROOT
from tests.fuzz.fuzz_games import SETTINGS, pair
from tests.fuzz.fuzz_said import judged, say
from tests.fuzz.fuzz_texts import mutated
from tests.fuzz.fuzz_trial import Fault, Outcome, Trial

TRACE, GAMES, SOUND = "game.jsonl", "games", "sound.jsonl"

SHORT = tuple(i for i, one in enumerate(SETTINGS) if not one.path.startswith("specs/course"))
LEFT_OUT = ("n", "legal", "winners", "trace")
"""Keys that may be missing: older traces do not have them, or they were not asked for."""

ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2**70, 1.5, 1.0, True, False, None, float("nan"), float("inf"), "1", [1, 0], "finished", "limit"),
    *("error", "move", "", "p1", "p9", "x", "none", [], {}, ["p1"], [["p1"]], {"a": 1}, "\ud800", "é"),
)
"""Values that may stand anywhere in a trace."""


@cache
def _recorded(number: int, seed: int) -> tuple[Line, ...]:
    """A sound trace of a random game; some traces hold legal moves, some hold events."""
    game = pair(number)[1]
    state, luck = game.initial_state(seed=seed), Random(seed)
    recorder = Recorder(state, legal=seed % 2 == 1, events=seed > 1)
    lines = [recorder.first, *recorder.lines(state)]
    while not state.is_terminal:
        recorder.before(state)
        state.apply(luck.randrange(len(state.legal_moves)))
        lines += recorder.lines(state)
    return tuple(lines)


class Traces:
    """Tampered traces."""

    def make(self, luck: Random) -> Trial:
        """The trace of a game with a few changes, and a verb that reads it."""
        number = luck.choice(SHORT)
        sound = _recorded(number, luck.randrange(4))
        lines = [json.loads(line_text(line)) for line in sound]
        if luck.random() < 0.25:
            text = mutated("\n".join(map(line_text, lines)) + "\n", luck)
        else:
            for _ in range(luck.choice((1, 1, 1, 2))):
                lines = _tampered(lines, luck)
            text = ("\n".join(json.dumps(line) for line in lines) + "\n").encode()
        spec = SETTINGS[number].path
        path = () if spec.startswith("specs/") else ("--path", GAMES)
        words = luck.choices(
            (
                ("replay", TRACE, "--verify"),
                ("replay", TRACE),
                ("validate", TRACE),
                ("replay", TRACE, "--onto", str(sound[0]["game"])),
            ),
            (6, 2, 2, 1),
        )[0]
        json_too = luck.choice((("--format", "json"), ("--format", "json"), ()))
        return Trial(
            kind="traces",
            files={TRACE: text, SOUND: "".join(line_text(line) + "\n" for line in sound).encode(), **_game(number)},
            words=(*words, *path, *json_too),
            shrinks="",
            more={},
        )

    def run(self, trial: Trial) -> Outcome:
        """Replay it; raises `Fault` where it is verified although it says something else."""
        said = say(trial.words)
        outcome = judged(said)
        whole = "--verify" in trial.words or trial.words[0] == "validate"
        if said.code == 0 and "--onto" not in trial.words:
            different = _different(trial.files[SOUND], trial.files[TRACE], whole=whole)
            if different:
                raise Fault(f"traces: taken, although {different[0]} differs", different[1])
        return outcome


def _game(number: int) -> dict[str, bytes]:
    """The spec of a game that does not come with the package, where `--path` finds it."""
    path = ROOT / SETTINGS[number].path
    if SETTINGS[number].path.startswith("specs/"):
        return {}
    name = path.parent.name if path.name == "game.yaml" else path.stem
    return {f"{GAMES}/{name}/game.yaml": path.read_bytes()}


def _different(sound: bytes, tampered: bytes, *, whole: bool) -> tuple[str, str] | None:
    """The first key in which two traces differ that nothing excuses: its name, and both lines."""
    ones, others = ([json.loads(line) for line in text.split(b"\n") if line.strip()] for text in (sound, tampered))
    if not whole and ones[0]["digest"] != others[0]["digest"]:
        return None
    if not any("event" in line for line in others):
        ones = [line for line in ones if "event" not in line]
        for line in (*ones, *others):
            line.pop("n", None)
    if not whole:
        ones = ones[: len(others)]
    if len(ones) != len(others):
        return "the number of lines", f"{len(ones)} and {len(others)}"
    for a, b in zip(ones, others, strict=True):
        for key in dict.fromkeys((*a, *b)):
            excused = key == "seed" or (key in LEFT_OUT and key not in b) or key == "move"
            excused |= key == "trace" and b.get(key) == OLD_VERSION
            if key == "options" and a.keys() == b.keys() and list(a[key]) == list(b[key]):
                continue
            if not excused and json.dumps(a.get(key), sort_keys=True) != json.dumps(b.get(key), sort_keys=True):
                return f"`{key}`", f"{json.dumps(a)}\n{json.dumps(b)}"
    return None


def _tampered(lines: list[Line], luck: Random) -> list[Line]:
    """One change of lines or of what is in them."""
    at, to = luck.randrange(len(lines)), luck.randrange(len(lines))
    at = luck.choice((at, at, 0, len(lines) - 1))
    line = dict(lines[at])
    match luck.randrange(10):
        case 0:
            return [*lines[:at], *lines[at + 1 :]] or lines
        case 1:
            return [*lines[:at], lines[to], *lines[at:]]
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
            return lines
        case 3:
            return lines[: at + 1]
        case 4 if line:
            del line[luck.choice(list(line))]
        case 5:
            line[luck.choice(("n", "event", "x", "move", "seat", "chance", "end", "legal"))] = luck.choice(ODD)
        case 6 if line:
            other = lines[to]
            key = luck.choice(list(line))
            line[key] = other.get(key, luck.choice(list(other.values()) or [0]))
        case _ if line:
            key = luck.choice(list(line))
            line[key] = _inside(line[key], luck)
        case _:
            pass
    return [*lines[:at], line, *lines[at + 1 :]]


def _inside(value: Any, luck: Random) -> Any:
    """A value with a change somewhere inside."""
    if luck.random() < 0.3:
        return luck.choice(ODD)
    match value:
        case bool():
            return not value
        case int() | float():
            return luck.choice((value + 1, value - 1, float(value), str(value), -value))
        case str():
            return luck.choice((value + "x", value[:-1], value.upper(), value + " ", ""))
        case list() if value:
            at = luck.randrange(len(value))
            return luck.choice(
                ([*value[:at], *value[at + 1 :]], [*value, value[at]], [*value[:at], _inside(value[at], luck)])
            )
        case dict() if value:
            key = luck.choice(list(value))
            return luck.choice(
                ({**value, key: _inside(value[key], luck)}, {k: v for k, v in value.items() if k != key})
            )
        case _:
            return luck.choice(ODD)
