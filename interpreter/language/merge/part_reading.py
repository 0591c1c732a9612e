"""Works out what each use of a part brings, before anything gets the name that it has in the game.

A part may use others, and a use can give other names only to what is known to be brought. So the parts are gone through
twice: here from the outside to the inside, where each use is read, its arguments settled and its case chosen; and in
`parts.py`, where arguments and names are put into all of that. Either way each use is worked out once, and how many
there are, and how long what they bring is, has a bound: parts that use parts could otherwise double it at each step.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ..shape.check import check_part
from ..text.tree import Mapping
from .part_arguments import Argument, Parameter, Use, parameters_of, settle, uses_of
from .part_files import PartFiles
from .part_tree import (
    Rename,
    as_it_is,
    check_own_names,
    everything_put,
    for_the_case,
    names_in_sections,
    put_into_use,
    renames_of,
)
from .part_words import Room, Thing

MOST_USES = 100
"""A game brings in no more parts, counting those that parts use; one that is used twice counts twice."""

MOST_TEXT = 2_000_000
"""The characters of all parts of a game, written out: with the arguments and names of each use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What one use of a part brings: sections with the words of the part, and what the parts bring that it uses.

    `part` is its whole file. `own` are the names of all that, before this use calls them otherwise, which is what
    `chosen` does. `uses` are the uses of the part as they are written in it, and `inner` what each of them brings.
    """

    use: Use
    part: Mapping
    parameters: dict[str, Parameter]
    arguments: dict[str, Argument]
    tree: Mapping
    uses: tuple[Use, ...]
    inner: tuple[Brought, ...]
    own: dict[str, Thing]
    chosen: Rename


class PartReader:
    """Reads the parts of one game."""

    def __init__(self, files: PartFiles, report: Report) -> None:
        self.files, self.report = files, report
        self.room, self.left = Room(MOST_TEXT), MOST_USES

    def read(self, use: Use, within: tuple[str, ...] = ()) -> Brought | None:
        """What one use brings; None if that cannot be told, which is reported (E420 to E431).

        `within` are the files of the parts around it.
        """
        if self.left < 0 or self.room.full or not self._counted(use):
            return None
        part, before = self.files.read(use, self.report), self.report.errors
        if part is None or self._in_a_circle(use, part, within):
            return None
        check_part(part, self.report)
        if self.report.errors > before:
            return None
        parameters = parameters_of(part)
        arguments = settle(use, parameters, self.report)
        tree = for_the_case(part, arguments, self.report)
        check_own_names(parameters, tree, self.report)
        self.room.take(len(part.span.source.text))
        if self.report.errors > before or not self.has_room(use):
            return None
        uses = tuple(uses_of(part))
        put = everything_put(arguments, {}, as_it_is, self.room)
        found = [self.read(put_into_use(one, put), (*within, part.span.source.file)) for one in uses]
        inner = tuple(one for one in found if one is not None)
        if not self.has_room(use) or len(inner) < len(uses):
            return None
        own = names_in_sections(tree)
        for one in inner:
            own |= {one.chosen(name): thing for name, thing in one.own.items()}
        return Brought(
            use=use,
            part=part,
            parameters=parameters,
            arguments=arguments,
            tree=tree,
            uses=uses,
            inner=inner,
            own=own,
            chosen=renames_of(use, own, self.report),
        )

    def _counted(self, use: Use) -> bool:
        """Whether one more part may be brought in; the first one too many is reported (E430)."""
        self.left -= 1
        if self.left == -1:
            self.report.add(
                "E430",
                f"the parts of this game are used more than {MOST_USES} times, counting those that parts use",
                use.part.span,
                label="one too many",
                helps=("what is always used together can be one part",),
                path=f"uses.{use.name.text}",
            )
        return self.left >= 0

    def has_room(self, use: Use) -> bool:
        """Whether what was brought so far is not too long; what makes it so is reported once (E431)."""
        if self.room.left < 0 and not self.room.told:
            self.room.told = True
            self.report.add(
                "E431",
                f"the parts of this game, written out, have more than {MOST_TEXT} characters",
                use.part.span,
                label="from here on it is too much",
                helps=("what stands in many places can be an effect or a function, whose name is short",),
                path=f"uses.{use.name.text}",
            )
        return not self.room.full

    def _in_a_circle(self, use: Use, part: Mapping, within: tuple[str, ...]) -> bool:
        """Report a part that uses itself, directly or through others (E427)."""
        if part.span.source.file not in within:
            return False
        self.report.add(
            "E427",
            f"part '{use.part.text}' uses itself" + (", through another part" if len(within) > 1 else ""),
            use.part.span,
            label="this would never end",
            helps=("take this use out, or move what both need to a part of its own",),
            path=f"uses.{use.name.text}",
        )
        return True
