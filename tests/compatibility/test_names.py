"""No name that others have written down disappears: there may be more of them."""

from __future__ import annotations

import json

import pytest

from tests.compatibility.editions import EDITIONS, Unpacked
from tests.compatibility.names import SMALL, keys, names

FROZEN = {name: json.loads((path / "names.json").read_text("utf-8")) for name, path in EDITIONS.items()}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["verbs", "python", "codes"])
def test_names_stay(edition: str, kind: str) -> None:
    """Verbs and flags, what is in `cardwright` and what it has, codes of messages."""
    now = names()[kind]
    gone = {name: sorted(set(then) - set(now.get(name, ()))) for name, then in FROZEN[edition][kind].items()}
    assert FROZEN[edition][kind].keys() <= now.keys() and not any(gone.values()), gone


@pytest.mark.sampled(10)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(len(SMALL)), ids=[" ".join(words[:2]) for words in SMALL])
def test_keys_stay(edition: str, number: int, unpacked: Unpacked, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a verb answers with `--format json` has all keys that it had."""
    monkeypatch.chdir(unpacked(edition))
    words = SMALL[number]
    assert set(FROZEN[edition]["json"][" ".join(words)]) <= set(keys(words))
