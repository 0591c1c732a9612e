"""What is told where a program that plays does not play on."""

from __future__ import annotations

from typing import assert_never

from ..play.players.fault import ExternalFault, Fault
from .failure import CommandError


def fault_of_player(fault: ExternalFault) -> CommandError:
    """The diagnostic for a program that does not play on."""
    code, *helps = _advice(fault.fault)
    told = [f"it said: {line}" for line in fault.told.splitlines()]
    return CommandError(code, fault.message, fault.command, *told, *helps)


def _advice(fault: Fault) -> tuple[str, ...]:
    match fault:
        case "missing":
            return ("E035", "the first word is a program on the path, or a file that may be run")
        case "slow":
            return ("E036", "`external:time=2s:COMMAND` sets another limit")
        case "ended":
            return ("E037", "it has to read lines until its input ends")
        case "nonsense":
            return ("E038", 'an answer is a line such as `{"move": "pass"}`, and nothing else may be printed')
        case "gave up":
            return ("E039", 'it said so itself, by `{"error": …}`')
        case _:
            assert_never(fault)
