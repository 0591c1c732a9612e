"""What goes wrong with a player that is a program of somebody else."""

from __future__ import annotations

from typing import Literal

Fault = Literal["missing", "slow", "ended", "nonsense", "gave up"]


class ExternalFault(Exception):
    """Raised where a program does not play on: what is wrong (`fault`), the command, a message, what it told last."""

    def __init__(self, fault: Fault, command: str, message: str, told: str = "") -> None:
        super().__init__(fault, command, message, told)
        self.fault, self.command, self.message, self.told = fault, command, message, told
