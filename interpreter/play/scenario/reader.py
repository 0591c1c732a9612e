"""Reads a file of scenarios from its located tree.

The shape of the tree has already been checked (`language.shape.check`); this stage checks what a schema cannot
express.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...language.spec.nodes import Texts
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, texts_of
from . import nodes as given


def read_scenarios(tree: Mapping, report: Report) -> given.ScenarioFile:
    """Read the records of a tree whose shape is right.

    Reports a scenario that checks nothing (E801), and a position that is nowhere in the play (E802).
    """
    game = tree.get("game")
    listed = tree.get("scenarios")
    assert isinstance(game, Scalar) and isinstance(listed, Mapping)
    return given.ScenarioFile(game, tuple(_scenario(entry, report) for entry in listed.entries), tree.span)


def _scenario(entry: Entry, report: Report) -> given.Scenario:
    name, body = entry.key.text, entry.value
    assert isinstance(body, Mapping)
    path = f"scenarios.{name}"
    rule = body.get("rule")
    scenario = given.Scenario(
        name=name,
        span=entry.key.span,
        path=path,
        rule=rule.text if isinstance(rule, Scalar) else "",
        example=_example(body.get("example")),
        players=_scalar(body.get("players")),
        options=_pairs(body.get("options")),
        variants=texts_of(body.get("variants")),
        preset=_scalar(body.get("preset")),
        given=_given(body.entry("given"), report, path),
        when=tuple(map(_step, _items(body.get("moves")))),
        then=_checks(body.get("then")),
        legal=texts_of(body.get("legal")),
        illegal=_illegal(body.get("illegal")),
        sees=_sees(body.get("sees")),
        end=_scalar(body.get("end")),
        winners=winners if isinstance(winners := body.get("winners"), Sequence) else None,
        returns=texts_of(body.get("returns")),
    )
    ending = scenario.end or scenario.winners is not None or scenario.returns
    looked_at = scenario.then or scenario.legal or scenario.illegal or scenario.sees or ending
    if not looked_at and not any(isinstance(step, given.Check) for step in scenario.when):
        report.add(
            "E801",
            "this scenario checks nothing",
            entry.key.span,
            path=path,
            label="nothing is checked here",
            helps=(
                "say what must hold at the end: `then`, `legal`, `illegal`, `sees`, `end`, `winners` or `returns`",
                "or in between, as a line of `moves`: `- check: EXPRESSION`",
            ),
        )
    return scenario


def _example(node: Node | None) -> given.RulebookExample | None:
    return (
        given.RulebookExample(_texts(node.get("label")), _texts(node.get("text")))
        if isinstance(node, Mapping)
        else None
    )


def _texts(node: Node | None) -> Texts:
    """A text for people by language; one without a language has the key ""."""
    return {"": node.text} if isinstance(node, Scalar) else {key.text: told.text for key, told in _pairs(node)}


def _given(entry: Entry | None, report: Report, path: str) -> given.GivenPosition | None:
    if entry is None:
        return None
    body = entry.value
    assert isinstance(body, Mapping)
    at = body.get("at")
    phase = _scalar(child(at, "phase") or at)
    if phase is None:
        report.add(
            "E802",
            "`given` does not say where the game is",
            entry.key.span,
            path=f"{path}.given",
            label="`at` is missing",
            helps=("name the phase, and whose turn it is: `at: {phase: play, turn: p1}`",),
        )
        return None
    cards, settings, placed = [], [], []
    for inner in body.entries:
        match inner.value:
            case _ if inner.key.text in ("at", "rest"):
                continue
            case Sequence():
                cards.append(given.ZoneContents(inner.key, texts_of(inner.value)))
            case Scalar():
                settings.append(given.VariableValue(inner.key, inner.value))
            case Mapping():
                placed.append(_placed(inner.key, inner.value))
    turn = _scalar(child(at, "turn"))
    return given.GivenPosition(
        phase=phase,
        turn=turn,
        rest=_scalar(body.get("rest")),
        cards=tuple(cards),
        settings=tuple(settings),
        placed=tuple(placed),
    )


def _placed(zone: Scalar, places: Mapping) -> given.Placed:
    """Cards at places of a zone; who knows them."""
    pairs = ((e.key, e.value) for e in places.entries if e.key.text != "known")
    cards = tuple((place, card) for place, card in pairs if isinstance(card, Scalar))
    return given.Placed(zone, cards, texts_of(places.get("known")))


def _step(node: Node) -> given.Step:
    """One line of `moves`: `p1: MOVE`, `chance: OUTCOME` or `check: EXPRESSION`."""
    assert isinstance(node, Mapping)
    ((key, value),) = ((entry.key, entry.value) for entry in node.entries)
    assert isinstance(value, Scalar)
    match key.text:
        case "chance":
            return given.ChanceOutcome(value)
        case "check":
            return given.Check("", value)
        case _:
            return given.PlayerMove(key, value)


def _checks(node: Node | None) -> tuple[given.Check, ...]:
    match node:
        case Scalar():
            return (given.Check("", node),)
        case Mapping():
            return tuple(given.Check(e.key.text, e.value) for e in node.entries if isinstance(e.value, Scalar))
        case Sequence():
            return tuple(given.Check("", item) for item in node.items if isinstance(item, Scalar))
        case None:
            return ()


def _illegal(node: Node | None) -> tuple[given.Illegal, ...]:
    if isinstance(node, Mapping):
        return tuple(given.Illegal(e.key, _scalar(e.value)) for e in node.entries)
    return tuple(given.Illegal(move, None) for move in texts_of(node))


def _sees(node: Node | None) -> tuple[given.ViewCheck, ...]:
    return tuple(
        given.ViewCheck(seat.key, e.key, texts_of(e.value) if isinstance(e.value, Sequence) else None, _scalar(e.value))
        for seat in entries_of(node)
        for e in entries_of(seat.value)
    )


def _pairs(node: Node | None) -> tuple[tuple[Scalar, Scalar], ...]:
    return tuple((e.key, e.value) for e in entries_of(node) if isinstance(e.value, Scalar))


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()
