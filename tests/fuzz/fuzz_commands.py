"""Random command lines: any verb with any flags and values, files that are not what they seem, readers that go away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

import click

from cardwright.commands.failure import TRACEBACK
from cardwright.commands.outcome import NO_START
from cardwright.commands.verbs import VERBS, load
from tests.fuzz.fuzz_corpus import ROOT
from tests.fuzz.fuzz_said import Said, judged, say
from tests.fuzz.fuzz_trial import Fault, Outcome, Trial

BROKEN_PIPE = 0.02
"""The share of command lines that are run as a process whose output nobody reads to the end."""

ODD = (
    *("", " ", "-", "--", "---", "-1", "0", "00", "1", "2", "3", "010", "1.5", "1e3", "+2", "9" * 30, str(2**63 - 1)),
    *(
        str(2**63),
        "x",
        "é",
        "汉",
        "🂡",
        "\udcff",
        "a\udc80b",
        "\x1b[31m",
        "\n",
        "a\nb",
        "'",
        '"',
        "a b",
        "a=b",
        "=",
        "a=",
    ),
    *(
        "=b",
        "p1",
        "1=human",
        "2=greedy",
        "1=",
        "9=human",
        "human",
        "random",
        "greedy",
        "first",
        "rollout",
        "search:time=1ms",
        "search:playouts=9x",
        ",",
    ),
    *("random,greedy", "random,", "first,first,first", "en", "fr", "json", "text", "github", "fast", "reference"),
    *(".", "..", "~", "/dev/null", "/proc/self/mem", "no/such", "x" * 300, "x" * 5000, "%s", "{}", "$HOME", "\0"),
)
"""Values that somebody may type, by mistake or not."""

NOT_UTF8 = "caf\udce9"
"""The name of a folder whose bytes are no text."""

PLACES = (
    *("game.yaml", "game.yaml", "game.yaml", "kuhn/game.yaml", "kuhn", "variant.yaml", "scenarios.yaml", "game.jsonl"),
    *("empty.yaml", "empty.jsonl", "broken.yaml", "raw.yaml", "list.yaml", "folder", "folder.yaml", "LICENSE", "."),
    *("mille-bornes", "mille-bornes+parker", "game.yaml+variant.yaml", "love-letter", "small", NOT_UTF8),
)
"""What a command is told to read."""

TYPED = (
    *("1", "2", "3", "?", "undo", "quit", "why", "why take", "why (", "card ace", "card", "", " ", "99", "-1", "take"),
    *("é", "\0"),
)
"""What is typed while playing."""

SMALL = """spec: 1
game: small
title: {en: "Small", fr: "Petit"}
players: [2, 3]
options:
  many: {type: integer, range: [1, 3], default: 2, label: "How many"}
  fast: {type: boolean, default: true, label: "Fast"}
presets: {quick: {title: "Quick", set: {many: 1}}}
cards: {main: {list: {ace: {copies: 6}, king: {copies: 3}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables: {taken: {of: player, type: integer, range: [0, 20], start: 0}}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take, pass]}
actions:
  take: {do: "draw many from pile to me.hand\\nme.taken += 1"}
  pass: {when: me.taken > 0 and fast, do: me.taken -= 1}
result: {winners: best(p for p in players by p.taken)}
"""
VARIANT = 'variant: other\nextends: small\ntitle: "Other"\noverride: {players: 2}\n'
SCENARIOS = 'game: small\nscenarios:\n  "Somebody takes":\n    when: [{p1: take}]\n    then: p1.taken == 1\n'


@cache
def _files() -> dict[str, bytes]:
    """The files of every trial: sound ones, and some that only look so."""
    first = {"trace": 2, "game": "small", "variants": [], "options": {"many": 2}, "players": 2, "seed": 1, "digest": ""}
    return {
        "game.yaml": SMALL.encode(),
        "variant.yaml": VARIANT.encode(),
        "scenarios.yaml": SCENARIOS.encode(),
        "kuhn/game.yaml": (ROOT / "tests/laws/specs/deal.yaml").read_bytes(),
        "love-letter/game.yaml": (ROOT / "examples/love-letter/game.yaml").read_bytes(),
        "game.jsonl": json.dumps(first).encode() + b"\n",
        "empty.yaml": b"",
        "empty.jsonl": b"",
        "broken.yaml": b"spec: [1\ngame: ???\n",
        "raw.yaml": bytes(range(256)),
        "list.yaml": b"- 1\n- 2\n",
        "folder.yaml/x": b"",
        "folder/clauses.yaml": b"clauses: {}\n",
        "LICENSE": b"free\n",
        f"{NOT_UTF8}/game.yaml": SMALL.replace("game: small", "game: other").encode(),
        f"{NOT_UTF8}/wrong.yaml": SMALL.replace("begin: play", "begin: plya").encode(),
    }


ENDING = [verb for verb in VERBS if verb not in ("serve", "studio")]
"""The verbs that come to an end by themselves; the others go on until Ctrl-C."""


class Commands:
    """Random command lines."""

    def make(self, luck: Random) -> Trial:
        """A verb with some arguments and flags, and what is typed if it asks."""
        verb = luck.choice(ENDING)
        words = [verb, *_arguments(verb, luck)]
        if luck.random() < 0.1:
            words.insert(luck.randrange(len(words) + 1), luck.choice((*ODD, *ENDING, "--help", "--version", "-h")))
        typed = "\n".join(luck.choice(TYPED) for _ in range(luck.randrange(30)))
        pipe = luck.random() < BROKEN_PIPE and not any("\0" in word for word in words)
        return Trial(kind="commands", files=_files(), words=tuple(words), more={"typed": typed, "pipe": pipe})

    def run(self, trial: Trial) -> Outcome:
        """Say the words, here or as a process of its own."""
        if trial.more["pipe"]:
            return _unread(trial.words)
        before = os.getcwd()
        outcome = judged(say(trial.words, trial.more["typed"]))
        if os.getcwd() != before:
            raise Fault("commands: another working folder")
        return outcome


def _arguments(verb: str, luck: Random) -> list[str]:
    """Arguments and flags of a verb: mostly sound, sometimes not."""
    words: list[str] = []
    for parameter in load(verb).params:
        if parameter.name == "watch":  # it never ends
            continue
        if isinstance(parameter, click.Argument):
            many = 1 if parameter.nargs == 1 else luck.choice((1, 1, 2, 0))
            words += [luck.choice(PLACES) if luck.random() < 0.9 else luck.choice(ODD) for _ in range(many)]
        elif isinstance(parameter, click.Option) and luck.random() < 0.22:
            flag = luck.choice(parameter.opts)
            value = [] if parameter.is_flag else [_value(parameter, luck)]
            words += [f"{flag}={value[0]}"] if value and luck.random() < 0.2 else [flag, *value]
    if verb in ("simulate", "study", "compare", "sweep") and not {"--games", "-n"} & {*words}:
        words += ["--games", luck.choice(("1", "2", "5"))]
    if verb == "solve" and "--most" not in words:
        words += ["--most", luck.choice(("50", "2000"))]
    return words


def _value(parameter: click.Option, luck: Random) -> str:
    """A value for a flag."""
    if luck.random() < 0.2:
        return luck.choice(
            [one for one in ODD if not (parameter.name in ("games", "jobs", "most") and one.strip("+").isdigit())]
        )
    usual: dict[str, tuple[str, ...]] = {
        "games": ("1", "2", "3"),
        "jobs": ("1", "1", "1", "2"),
        "most": ("1", "50", "2000"),
        "players": ("1", "2", "3"),
        "seed": ("0", "1", "7"),
        "seats": ("random", "first", "greedy", "first,random", "random,greedy"),
        "seat": ("1=human", "2=greedy", "1=random"),
        "variant": ("variant.yaml", "other", "parker"),
        "preset": ("quick", "single_hand"),
        "settings": ("many=1", "fast=off", "many=9", "fast=perhaps"),
        "trace": ("new.jsonl", "folder", "game.yaml/x"),
        "onto": ("game.yaml", "game.yaml+variant.yaml", "small,many=3", "mille-bornes"),
        "path": (".", "folder", "nowhere", "LICENSE"),
        "only": ("Somebody", "nobody", ""),
        "over": ("many=1..3:1", "fast=off,on", "many=9", "fast"),
        "want": ("length<=100", "fair", "p1<=52%", "fairly"),
        "smallest": ("20%", "1%", "0%"),
        "out": ("out.csv", "out.jsonl", "out.csv.gz", "folder", "game.yaml/x"),
        "html": ("out.html", "folder", "game.yaml/x"),
        "shard": ("1/2", "2/2", "3/2"),
        "game": ("game.yaml", "small", "kuhn"),
    }
    if isinstance(parameter.type, click.Choice):
        return luck.choice([str(one) for one in parameter.type.choices])
    return luck.choice(usual.get(str(parameter.name), ODD))


def _unread(words: tuple[str, ...]) -> Outcome:
    """Run a process whose output is closed at once; it exits as if everything had been read. A full disk is told."""
    line = (sys.executable, str(ROOT / "cli.py"), *words)
    env = {**os.environ, "PYTHONIOENCODING": "utf-8:strict", TRACEBACK: "1"}
    kept: dict[str, Any] = {"stdin": subprocess.DEVNULL, "timeout": 200, "env": env}
    read = subprocess.run(line, **kept, capture_output=True)
    out, its_end = os.pipe()
    os.close(out)
    closed = subprocess.run(line, **kept, stdout=its_end, stderr=subprocess.PIPE)
    os.close(its_end)
    with open("/dev/full", "wb") as full:
        filled = subprocess.run(line, **kept, stdout=full, stderr=subprocess.PIPE)
    for done in (read, closed, filled):
        said = done.stderr.decode("utf-8", "replace")
        outcome = judged(Said(words=words, code=done.returncode, out="unread", err=said))
    if closed.returncode != read.returncode and words[0] != "play":
        raise Fault("commands: another exit code where nobody reads", f"{read.returncode} and {closed.returncode}")
    if read.stdout and filled.returncode != NO_START:
        raise Fault("commands: a full disk is not told", f"{read.returncode} and {filled.returncode}")
    return f"unread, {outcome}"
