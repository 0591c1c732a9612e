"""The ranges of builtins, from those of their arguments."""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.layout import Layout
from .ranges import ANYTHING, Range, arithmetic, both, member


def applied(layout: Layout, op: str, args: list[Range]) -> Range:
    """The range of a builtin. Those that are not named here may be anything."""
    match op:
        case "add" | "subtract" | "multiply" | "negate":
            return arithmetic(op, args)
        case "larger":
            return max(args[0][0], args[1][0]), max(args[0][1], args[1][1])
        case "smaller":
            return min(args[0][0], args[1][0]), min(args[0][1], args[1][1])
        case "member":
            return member(args)
        case "zone_size" | "card_place":
            low = 0 if op == "zone_size" else NONE if args[0][0] == NONE else 1
            return low, max((zone.capacity for zone in layout.zones), default=0)
        case "distance" | "next" | "previous":
            return 0, layout.players - 1
        case "players" | "players_from" | "rivals" | "members":
            return 0, layout.players - 1
        case "team":
            return 0, max(layout.teams, default=0)
        case "teams" | "team_rivals":
            return 0, layout.team_count - 1
        case "range":
            return args[0][0], max(args[0][0], args[1][1])
        case "cards_of":
            return 0, len(layout.kind_of) - 1
        case "join":
            return both(*args)
        case "reverse" | "distinct" | "without" | "subsets" | "all_subsets" | "stretches" | "all_stretches":
            return args[0]
        case "alike":
            return args[1]
        case "top" | "bottom" | "only":
            return NONE, len(layout.kind_of) - 1
        case "div" if args[1][0] > 0 and NONE not in args[0]:
            ends = [one // by for one in args[0] for by in args[1]]
            return min(ends), max(ends)
        case "mod":
            low, high = args[1]
            return min(0, low + 1), max(0, high - 1)
        case "item" | "first_of" | "last_of" | "list_only" | "list_top" | "largest" | "smallest":
            return NONE, args[0][1]
        case "equal" | "less" | "less_equal" | "and" | "or" | "not" | "in" | "is_none" | "zone_empty" | "list_empty":
            return 0, 1
        case _:
            return ANYTHING
