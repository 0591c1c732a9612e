"""With `--format json` each verb prints JSON however it fails: one object with the diagnostics."""

from __future__ import annotations

import json
import shlex

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.verbs import VERBS

OTHERS = {
    "list": "--path nowhere",
    "explain": "E999",
    "schema": "nothing",
    "new": "game Not-A-Name",
    "compare": "nowhere elsewhere",
    "diff": "nowhere elsewhere",
    "find": "nowhere --that 1",
    "sweep": "nowhere --over a=1,2",
    "eval": "nowhere.jsonl 1",
    "console": "nowhere.jsonl",
    "merge": "nowhere.jsonl --out x",
}
"""Arguments with which a verb fails, where a single name that nothing has is not enough."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("verb", VERBS)
def test_a_failure_is_json(
    verb: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(str(tmp_path))
    for words in (OTHERS.get(verb, "nowhere"), "--no-such-flag"):
        assert answer(CommandLine((verb, *shlex.split(words), "--format", "json"))) in (1, 2), words
        told = json.loads(capsys.readouterr().out)
        assert told["errors"] >= 1 and told["diagnostics"][0]["code"], words
