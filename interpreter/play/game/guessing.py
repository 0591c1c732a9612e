"""What guesses the cards that a seat does not see, loaded when somebody guesses for the first time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ...engines.reference.executor import Executor
from ...engines.reference.machine import Machine
from .history import History

if TYPE_CHECKING:
    from .determinisation.determinise import Determinisation


@cache
def determiniser() -> Callable[[History, Machine, Executor, int, int], Determinisation]:
    """`determinise`. To import it at each guess would take longer than to look what it is here."""
    from .determinisation.determinise import determinise

    return determinise
