"""The way by which an expression comes to read something hidden: through functions, and through names for values.

let worst = lowest(p)
choose n in 1..3 where n > worst:        worst -> lowest(p) -> p.hand
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields, is_dataclass

from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from .telling import Names, OwnedZone, Reader, plain

Step = ir.ZoneOf | ir.Variable | ir.Call | ir.Local

Hidden = Callable[[OwnedZone], bool]
"""Whether whoever is told may not see a zone or variable."""

COUNTS = ("zone_size", "zone_empty", "size", "list_empty")
"""What everybody may ask of a zone: how many cards lie there."""


def path_to(name: str, expr: ir.Expr, names: Names, reader: Reader, hidden: Hidden) -> tuple[Step, ...]:
    """How an expression comes to read a zone or variable: calls and names on the way, and the place where it is read.

    Empty if it does not read one that is hidden.
    """
    return _Search(name, reader, hidden).path(expr, names)


@dataclass(slots=True)
class _Search:
    """`called` are the functions that were looked through; each is looked through once, as it may be called often."""

    name: str
    reader: Reader
    hidden: Hidden
    called: set[object] = field(default_factory=set)

    def path(self, expr: ir.Expr, names: Names) -> tuple[Step, ...]:
        """The shortest way where there are several: what is read here comes before what is read elsewhere."""
        parts = list(_read(expr))
        for part in parts:
            if isinstance(part, ir.ZoneOf | ir.Variable) and self._meant(part, names):
                return (part,)
            if isinstance(part, ir.Local) and self._chosen(part, names):
                return (part,)
        for part in parts:
            if isinstance(part, ir.Local | ir.Call) and (way := self._through(part, names)):
                return (part, *way)
        return ()

    def _meant(self, part: ir.ZoneOf | ir.Variable, names: Names) -> bool:
        return part.name == self.name and self.hidden(self._place(part, names))

    def _chosen(self, part: ir.Local, names: Names) -> bool:
        """Whether this was chosen secretly, and is what is looked for; not only computed from it."""
        read = self.reader.read(part, names)
        return plain(self.name) == part.name and any(place[0] == self.name and self.hidden(place) for place in read)

    def _place(self, part: ir.ZoneOf | ir.Variable, names: Names) -> OwnedZone:
        if isinstance(part, ir.ZoneOf):
            return self.reader.place(part, names)
        return (part.name, *self.reader.whose(part.owner, self.reader.variables[part.name], names))

    def _through(self, part: ir.Local | ir.Call, names: Names) -> tuple[Step, ...]:
        if isinstance(part, ir.Local):
            value, there = names.origins.get(part.number, (None, names))
            return () if value is None else self.path(value, there)
        function = self.reader.world.functions.get(part.function)
        if function is None:
            return ()
        inner = self.reader.inside(part.function, part.args, names)
        key = (part.function, *inner.people.items())
        if key in self.called:
            return ()
        self.called.add(key)
        return self.path(function.body, inner)


def _read(value: object) -> Iterator[object]:
    """The parts of an expression, the outer ones first; not those of which only the number is asked."""
    if isinstance(value, Span):
        return
    if isinstance(value, tuple):
        for item in value:
            yield from _read(item)
    elif is_dataclass(value):
        yield value
        if isinstance(value, ir.Apply) and value.op in COUNTS and _whole_zone(value.args[0]):
            return
        for one in fields(value):
            yield from _read(getattr(value, one.name))


def _whole_zone(counted: ir.Expr) -> bool:
    return isinstance(counted, ir.ZoneOf) or (isinstance(counted, ir.Apply) and counted.op == "cards_of")
