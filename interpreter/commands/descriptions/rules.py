"""`cardwright rules`: a rulebook for players, from what a game says to people."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, assert_never

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import localized
from ...documents.terminal import to_markdown
from ...engines.program.layout import EntityName
from ...language.spec.nodes import Spec
from ...play.game.decider import EVERYTHING
from ...play.game.disclosure import fill_label
from ...play.game.game import Game, State
from ...play.game.loading.load import configure, load_rules
from ...play.game.loading.rules import Rules
from ...play.game.move import key_of
from ...play.game.texts import Wordings
from ...play.scenario.initial_state import GameCache, begin
from ...play.scenario.nodes import GivenPosition, PlayerMove, Scenario, ScenarioFile, Step
from ...play.scenario.runner import Play, read_file, run_scenario
from ...source.merge.catalogue import GameFile, read_game
from ...source.text.tree import Scalar
from ...table.printing.phrases import say
from ...table.printing.rulebook import compared, differences, rulebook, rulebook_document
from ...table.printing.rulebook_entries import EXAMPLE, Rulebook, RulebookEntry
from ...table.printing.rulebook_page import rulebook_body, rulebook_page
from ..flags import GameFlags, file_flag, game_flags_in_formats, language_flag, referenced_game_flags
from ..match_setup import open_rules
from ..outcome import FINE, Outcome, put_json
from ..output_file import form_of, write_whole
from ..transcript import public_event
from .cards import configured, variant_texts

Form = Literal["markdown", "html", "json"]

ENDINGS: dict[str, Form] = {".md": "markdown", ".html": "html", ".htm": "html", ".json": "json"}
"""The format that the name of a file asks for."""


@click.command("rules", epilog="Example: cardwright rules mille-bornes --out rules.html")
@click.option("--against", metavar="GAME+VARIANT", help="Only what differs from the rules of that game.")
@file_flag("--out", about="Write to this file.")
@language_flag
@game_flags_in_formats("markdown", "html", "json", about="Markdown (the default), a page that prints well, or JSON.")
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, form: Form | None, against: str | None, out: str | None) -> int:
    """Write the rules of a game for players.

    It is made of the labels, texts and reasons of the spec, its cards, scoring
    and options. With --against, it tells only what is new or different.
    """
    form = form or form_of(out, ENDINGS, "markdown")
    rules = open_rules(flags, outcome)
    _warn_without_words(rules.spec, outcome)  # of the book that is printed, not of the one it is compared with
    left_out = Report()
    book = _book(rules, flags, outcome, left_out, drawn=form == "html")
    outcome.show_beside(left_out)
    if against is not None:
        base = referenced_game_flags(against, replace(flags, variant=(), preset=None, settings=()))
        book = differences(book, _book(open_rules(base, outcome), base, outcome, Report(), drawn=form == "html"))
    if form == "json" and out is None:
        put_json(asdict(book))
        return FINE
    text = _text(form, book, rules.spec)
    if out is None:
        click.echo(text, nl=False)
        return FINE
    write_whole(out, text)
    outcome.answer({"file": out}, lambda: say(flags.lang, "written", file=out, what=book.title))
    return FINE


def _book(rules: Rules, flags: GameFlags, outcome: Outcome, left_out: Report, *, drawn: bool = False) -> Rulebook:
    """The rulebook of a game, with pictures of tables if it is `drawn`; `left_out` gets why examples are not in it."""
    games = configured(rules, flags, outcome.line.source)
    game, cache = read_game(Path(rules.assembled.base_path)), GameCache(flags.path, engine="reference")
    examples = tuple(worked_examples(game, rules.assembled.variants, flags.lang, cache, left_out, drawn=drawn))
    return rulebook(rules.spec, games, flags.lang, variant_texts(rules), examples, drawn=drawn)


def rules_at_table(game: Game, language: str, own: dict[str, str], paths: Sequence[str]) -> str:
    """The rulebook of a game that is played, as HTML, with all marked that the usual rules say otherwise.

    `own` are games by other paths than the catalogue's. Raises SpecError if there are mistakes in the files now.
    """
    named, spec = own.get(game.name, game.name), game.spec
    rules, usual = (load_rules(named, variants, paths, Report()) for variants in (game.variants, ()))
    if spec is None or rules is None or usual is None:
        return ""
    base_path, cache = Path(rules.assembled.base_path), GameCache(tuple(paths), engine="reference")
    examples = tuple(worked_examples(read_game(base_path), game.variants, language, cache, Report(), drawn=True))
    book = rulebook(spec, [game], language, variant_texts(rules), examples, drawn=True)
    players = game.players if game.players in usual.spec.players else None
    marked = compared(book, rulebook(usual.spec, [configure(usual, players=players)], language, drawn=True))
    if any(entry.change for chapter in marked.chapters for entry in chapter.entries):
        marked = replace(marked, about=(*book.about, say(language, "rules_marked")))
    return rulebook_body(marked, Wordings(spec, language))


def _warn_without_words(spec: Spec, outcome: Outcome) -> None:
    """Warn, beside the rulebook, of a game that says nothing in words (W648)."""
    abouts = [one.about for one in spec.phases.values()] + [one.about for one in spec.actions.values()]
    abouts += [one.about for one in spec.reactions.values()]
    if spec.rulebook or any(one.text for one in abouts) or (spec.result is not None and spec.result.text):
        return
    report = Report()
    message = f"'{spec.name}' has no rules in words: this rulebook names things, and explains none"
    helps = ("say what is done under `text` of phases and actions, and who wins under `text` of `result`",)
    report.add("W648", message, None, helps=helps)
    outcome.show_beside(report)


def _text(form: Form, book: Rulebook, spec: Spec) -> str:
    match form:
        case "markdown":
            return to_markdown(rulebook_document(book))
        case "html":
            return rulebook_page(book, Wordings(spec, book.language))
        case "json":
            return json.dumps(asdict(book), ensure_ascii=False, indent=2) + "\n"
        case _:
            assert_never(form)


# Worked examples: scenarios with `example`, as people read them ---------------------------------
#
# What lies on the table, what is played, what may be played then and what not, and why, and the points that are
# written down: all of it comes from playing the scenario, so that `test` shows when it is true no more.

MOST_DRAWN = 2
"""So many examples show a picture: more of them tire whoever reads."""

_OF_ONE = re.compile(r"\{(\w+)\((\w+)\)\}")
"""A function of one thing that is chosen, in a label: of a number the number itself is shown, as nothing is played."""

_OPEN_VALUES = re.compile(r"\s*\([^()]*…[^()]*\)|\s*…")
"""What stands in a label for a value that a move that cannot be made does not have."""


def worked_examples(
    game: GameFile | None,
    variants: Sequence[str],
    language: str,
    games: GameCache,
    report: Report,
    *,
    drawn: bool = False,
) -> Iterator[RulebookEntry]:
    """The examples of a game by its own rules or those of these variants, in the order of the files.

    A scenario that cannot be played is left out; `report` gets what `test` says about it. Of those that are `drawn`,
    the first show their positions as pictures.
    """
    pictures = MOST_DRAWN if drawn else 0
    for path in game.scenarios if game else ():
        file = read_file(path, report)
        for scenario in file.scenarios if file else ():
            if file and scenario.example and {one.text for one in scenario.variants} == set(variants):
                found = _example_entry(scenario, file, language, games)
                if found is not None:
                    yield found if pictures > 0 else replace(found, table=None)
                    pictures -= 1
                    continue
                note = f"the rulebook leaves out the example '{scenario.name}'"
                wrong = run_scenario(scenario, file, games).report.diagnostics
                report.diagnostics += [replace(one, notes=(*one.notes, note)) for one in wrong]


def _example_entry(scenario: Scenario, file: ScenarioFile, language: str, games: GameCache) -> RulebookEntry | None:
    """A scenario as an entry of the rulebook; None if it cannot be played."""
    assert scenario.example is not None
    report = Report()
    rules = games.load(file.game, scenario.variants, report)
    try:
        state = begin(scenario, rules, games, report) if rules else None
    except SpecError:
        return None
    if rules is None or state is None or state.error is not None:
        return None
    words = Wordings(rules.spec, language)
    play = Play(state, report, scenario.path, lambda state, check: None)
    items = [*_position(scenario.given, words)]
    waiting: list[Step] = []
    table = _table(state, scenario.given, language)
    for step in scenario.when:
        if isinstance(step, PlayerMove):
            if not play.all(tuple(waiting)):
                return None
            waiting.clear()
            items += _moved(step, play.state, words)
        waiting.append(step)
    if not play.all(tuple(waiting)):
        return None
    items += [*_allowed(scenario.legal, play.state, words), *_refused(scenario, play.state, words)]
    return RulebookEntry(
        key=f"{EXAMPLE}{scenario.name}",
        title=localized(scenario.example.label, language),
        text=localized(scenario.example.text, language),
        items=tuple(items),
        rows=_sheet(play.state, words),
        table=table,
    )


def _table(state: State, given: GivenPosition | None, language: str) -> dict[str, Any] | None:
    """The position of an example as it is drawn: with the cards that it names or that lie open; others face down."""
    if given is None or not given.cards:
        return None
    named, table = {one.zone.text for one in given.cards}, state.table(EVERYTHING, language)
    for block in table["blocks"]:
        for zone in block["zones"]:
            zone["cards"] = zone["cards"] if zone["id"] in named or zone["shows"] == "all" else None
        block["zones"] = [zone for zone in block["zones"] if zone["id"] in named or zone["count"]]
    return table


def _position(given: GivenPosition | None, words: Wordings) -> Iterator[str]:
    """What lies on the table, and the values that people are told: an item for each owner."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    spec = words.spec
    for one in given.cards if given else ():
        name = EntityName.of(one.zone.text)
        zone = spec.zones.get(name.name) if spec else None
        cards = _cards(one.cards, zone.holds.text if zone else "", words)
        found[name.owner].append(_sum(words.zone(name.bare), cards, words))
    for setting in given.settings if given else ():
        name, value = EntityName.of(setting.name.text), words.value(setting.value.text)
        if spec and name.name in spec.zones:
            found[name.owner].append(_sum(words.zone(name.bare), value, words))
        elif spec and name.name in spec.variables and spec.variables[name.name].about.label:
            found[name.owner].append(_sum(words.variable(name.bare), value, words))
    for owner, parts in sorted(found.items()):
        whose = _capital(words.value(owner)) if owner else say(words.language, "rules_table")
        yield f"{whose} – {words.say('semicolon').join(parts)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(cards: Sequence[Scalar], deck: str, words: Wordings) -> str:
    """Cards of a deck by their labels; the same ones are counted."""
    counted = Counter(words.short_card(words.key(f"{deck}.{card.text}")) for card in cards)
    return ", ".join(label if many == 1 else f"{many} × {label}" for label, many in counted.items()) or "–"


def _moved(step: PlayerMove, state: State, words: Wordings) -> Iterator[str]:
    """A move that is played, in words."""
    for move in state.legal_moves:
        if key_of(move.text) == key_of(step.move.text):
            yield _sum(_capital(words.value(step.seat.text)), words.move(move, fill_label(state.machine, move)), words)


def _allowed(legal: Sequence[Scalar], state: State, words: Wordings) -> Iterator[str]:
    """What may be played now."""
    wanted = {key_of(one.text) for one in legal}
    moves = [words.move(one, fill_label(state.machine, one)) for one in state.legal_moves if key_of(one.text) in wanted]
    if moves:
        yield _sum(say(words.language, "rules_allowed"), words.say("semicolon").join(dict.fromkeys(moves)), words)


def _refused(scenario: Scenario, state: State, words: Wordings) -> Iterator[str]:
    """What may not be played now, each with the reason."""
    for one in scenario.illegal:
        refusal = state.why_not(one.move.text, seeing_all=True)
        if refusal is not None:
            why = f" ({words.reason(refusal)})" if refusal.reason == "condition" else ""
            yield _sum(say(words.language, "rules_forbidden"), _in_words(one.move.text, words) + why, words)


def _in_words(move: str, words: Wordings) -> str:
    """A move that cannot be made: `give(ace, t2)` by the label of the action, without what only play tells."""
    name, _, inside = move.removesuffix(")").partition("(")
    spec = words.spec
    action = (spec.actions.get(name) or spec.reactions.get(name)) if spec else None
    arguments = [part.strip() for part in re.split(r",(?![^\[]*\])", inside) if part.strip()]
    names = [one.name.text for one in action.choose] if action else []
    chosen = dict(zip_longest(names, arguments[: len(names)], fillvalue="none"))
    label = words.texts(action.about.label, "") if action else ""
    worked_out = {f"{of}({one})": chosen[one] for of, one in _OF_ONE.findall(label) if chosen.get(one, "").isdecimal()}
    return _OPEN_VALUES.sub("", words.action(name, {**chosen, **worked_out}))


def _sheet(state: State, words: Wordings) -> tuple[tuple[str, ...], ...]:
    """The last score sheet that was written: a row for each category in which somebody has points."""
    events = state.machine.events or []
    for number in range(len(events) - 1, -1, -1):
        seen = public_event(state, number) if events[number].what == "scored" else None
        if seen is not None:
            sides = list(seen.value)
            names = [name for name in seen.value[sides[0]] if any(seen.value[side][name] for side in sides)]
            rows = [(words.category(seen.text, name), *(str(seen.value[s][name]) for s in sides)) for name in names]
            total = (say(words.language, "rules_total"), *(str(sum(seen.value[side].values())) for side in sides))
            return ((say(words.language, "rules_result"), *map(words.value, sides)), *rows, total)
    return ()


def _sum(what: str, text: str, words: Wordings) -> str:
    return f"{words.say('sum', what=what)} {text}"
