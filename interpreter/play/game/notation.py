"""How values are written where people read and type them: kinds by their id, players as p1, p2, teams as t1, t2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...engines.position import ProgramTables, RawMove
from ...engines.program.layout import Layout, side_name
from ...engines.program.nodes import AskBlock, AskChoice, Program
from ...language.ir.types import NONE, Type, kind


def value_text(layout: Layout, type: Type, value: int | Sequence[int], *, whole: bool = False) -> str:
    """The text of a value. The `whole` name of a card or a symbol says what it belongs to, `main.ace`, `colour.red`:
    what is put into words is looked up by it, since cards of several decks, and symbols, may have the same id.

    >>> value_text(None, Type("player"), 0)
    'p1'
    """
    if isinstance(value, Sequence):
        item = type.item or type
        return f"[{', '.join(value_text(layout, item, one, whole=whole) for one in value)}]"
    if value == NONE:
        return "none"
    match type.base:
        case "card" | "kind" as base:
            row = layout.kinds[value if base == "kind" else layout.kind_of[value]]
            return row.full_name if whole else row.id
        case "player" | "team" as base:
            return side_name(base, value)
        case "symbol":
            return f"{type.name}." * whole + layout.enumerations[type.name][value]
        case "boolean":
            return "true" if value else "false"
        case "zone":
            return str(layout.zones[value].full_name)
        case _:
            return str(int(value))


def value_names(layout: Layout, type: Type) -> Sequence[str]:
    """The texts of all values of a type, by number: symbols, kinds, players, teams; none of others."""
    match type.base:
        case "symbol":
            return layout.enumerations[type.name]
        case "kind":
            return [row.id for row in layout.kinds]
        case "player" | "team" as base:
            many = layout.players if base == "player" else layout.team_count
            return [side_name(base, number) for number in range(many)]
        case _:
            return ()


def named_type(type: Type) -> str:
    """What a value is of, and what it belongs to: `integer`, `symbol colour`, `card main`; of a list, its elements."""
    item = type.item or type
    return f"{item.base} {item.name}".rstrip()


def kind_names(code: ProgramTables, _program: Program) -> tuple[str, ...]:
    """What each kind of card is called where nothing tells its deck: its id, or its whole name if others have it."""
    layout = code.layout
    many = Counter(row.id for row in layout.kinds)
    return tuple(row.full_name if many[row.id] > 1 else row.id for row in layout.kinds)


def plain(layout: Layout, type: Type, value: int | Sequence[int]) -> Any:
    """A value as JSON has it: numbers, booleans, null for none, lists, and texts for everything else."""
    if isinstance(value, Sequence):
        return [plain(layout, type.item or type, one) for one in value]
    if value == NONE:
        return None
    if type.base == "boolean":
        return bool(value)
    return int(value) if type.base in ("integer", "nothing") else value_text(layout, type, value)


def attribute_plain(layout: Layout, key: str, value: Any) -> Any:
    """The value of an attribute as JSON has it."""
    type = layout.attribute_types.get(key)
    return plain(layout, type, value) if type else value


def in_events(type: Type) -> Type:
    """The type of a value, or of its elements, as events have it: with the kinds of cards in the place of cards."""
    item = type.item or type
    return kind(item.name) if item.base == "card" else type


def argument_texts(
    layout: Layout, choice: AskChoice, arguments: tuple[Any, ...], *, whole: bool = False
) -> tuple[str, ...]:
    """The texts of a move's arguments; the booleans of a choice inside an effect are yes and no."""
    return tuple(argument_text(layout, choice, place, value, whole=whole) for place, value in enumerate(arguments))


def argument_text(layout: Layout, choice: AskChoice, place: int, value: Any, *, whole: bool = False) -> str:
    """The text of one argument of a move."""
    type = parameter_type(choice, place)
    if choice.style == "pick" and type.base == "boolean" and value != NONE:
        return "yes" if value else "no"
    return value_text(layout, type, value, whole=whole)


def parameter_type(choice: AskChoice, place: int) -> Type:
    """The type of an argument; that of a card says what it is chosen from."""
    return choice.parameters[place].slot.type


class MoveTextCache:
    """The texts of the moves of one decision, each made once: the same moves come up again and again."""

    __slots__ = ("_ask", "_made", "layout")

    def __init__(self, code: ProgramTables, ask: AskBlock) -> None:
        self.layout, self._ask = code.layout, ask
        self._made: dict[RawMove, str] = {}

    def of(self, raw: RawMove) -> str:
        """The text of a move."""
        found = self._made.get(raw)
        if found is None:
            choice = self._ask.choices[raw[0]]
            found = move_text(choice, argument_texts(self.layout, choice, raw[1:]))
            # So many texts of moves are remembered for a decision: more than most have moves, in all positions together
            if len(self._made) >= 4096:
                self._made.clear()
            self._made[raw] = found
        return found


def move_text(choice: AskChoice, arguments: tuple[str, ...]) -> str:
    """The one text of a move: `give(ace, t2)`, `go`, `extend=yes`.

    An optional argument that is none is written only where it comes first: `keep(none)`, but `use(tool, [green])`.
    """
    if choice.style == "pick" and choice.parameters:
        names = [parameter.local.name for parameter in choice.parameters]
        return ", ".join(f"{name}={text}" for name, text in zip(names, arguments, strict=True))
    shown = list(arguments)
    while len(shown) > 1 and shown[-1] == "none" and choice.parameters[len(shown) - 1].how == "optional":
        shown.pop()
    return f"{choice.name}({', '.join(shown)})" if shown else choice.name
