"""How the study of a file that was stopped differs from the one that should go on with it, in its author's flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Started = dict[str, Any]
"""What is played, as the first line of a file has it."""


def it_is_another(what: str, found: Any, wanted: Started) -> str:
    """Say that a file belongs to another study (or sweep), and what that one has: `4000 games, no --details`."""
    before = found.get("study") if isinstance(found, dict) else None
    if not isinstance(before, dict) or before.keys() != wanted.keys():
        return f"it is not the file of a {what} of this version"
    if before == wanted:
        return "its first line was changed"
    other = {key for key, value in wanted.items() if before[key] != value}
    return f"it belongs to another {what}, which has {', '.join(_differences(before, wanted, other))}"


def _differences(before: Started, wanted: Started, other: set[str]) -> Iterator[str]:
    if "rules" in other:
        games = [{str(rules).rpartition(":")[0] for rules in _list(one["rules"])} for one in (before, wanted)]
        yield "other rules or options" if games[0] == games[1] else f"the game {' '.join(sorted(games[0]))}"
    if "engine" in other:
        yield f"--engine {before['engine']}"
    if "seats" in other:
        yield f"--seats {','.join(map(str, _list(before['seats'])))}"
    elif "watched" in other:
        yield "--details" if before["watched"] else "no --details"
    if "rotate" in other:
        yield "no --fixed-seats" if before["rotate"] else "--fixed-seats"
    if "first" in other:
        yield f"games from seed {before['first']}"
    if "games" in other:
        yield f"{before['games']} games"
    if "wishes" in other:
        yield " ".join(f"--want '{wish}'" for wish in _list(before["wishes"])) or "no --want"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
