"""Why a move is not legal: the reason in English, and its parts, from which other languages say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ...diagnostics.record import dataclass

Reason = Literal["condition", "filter", "offer", "arity", "choice", "chance", "over", "hidden", "unclear"]
"""Which rule of play stands against a move.

| reason | the move is not legal because |
|---|---|
| `condition` | named conditions of the action do not hold |
| `filter` | something chosen inside an effect is not what its `where` asks for |
| `offer` | no such action is on offer |
| `arity` | it names too much or too little |
| `choice` | something it names cannot be chosen |
| `chance` | chance decides here, and nobody else |
| `over` | the game is over |
| `hidden` | one of several rules does not hold, and the player does not see which |
| `unclear` | none of these, or the rules themselves fail |
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a move is not legal.

    | field | |
    |---|---|
    | `move` | the move as it was given |
    | `message`, `reason` | the reason in English, with the ids of things; what kind of reason it is |
    | `conditions` | the names of all conditions that fail |
    | `path`, `rule` | where the first of them is in the spec, and its source text |
    | `values` | what the parts of the rule evaluate to now, as (source text, value) |
    | `arguments` | the texts of the arguments by name, where all were understood |
    | `told` | what else the reason names in braces, as (what stands there, text, type) |
    | `name`, `given` | the form of the action, or the argument that is wrong; what was given for it |
    | `possible` | what could be given instead; of `hidden` the names of the rules |
    | `least`, `most` | how many of `possible` make a list that could be given; 0 if each could be given by itself |
    | `needs`, `got` | how many arguments |
    | `suggestion` | what was probably meant, or "" |
    """

    move: str
    message: str
    reason: Reason
    conditions: tuple[str, ...] = ()
    path: str = ""
    rule: str = ""
    values: tuple[tuple[str, str], ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    told: tuple[tuple[str, str, str], ...] = ()
    name: str = ""
    given: str = ""
    possible: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    needs: int = 0
    got: int = 0
    suggestion: str = ""

    @property
    def condition(self) -> str:
        """The name of the first condition that fails; "" where the reason is another."""
        return self.conditions[0] if self.conditions else ""

    @property
    def helps(self) -> tuple[str, ...]:
        """What was probably meant, as the help of a diagnostic."""
        return (f"did you mean `{self.suggestion}`?",) if self.suggestion else ()

    def __str__(self) -> str:
        return " ".join((f"{self.move}: {self.message}", *(f"({text})" for text in self.helps)))
