"""Checks texts for people: their languages, and that names in braces have a value to show.

The languages of a game are those of its title; without them, all in which it has texts. A language that is none of
these is told once, however many texts are written in it, for it may be misspelt: `fra:` for `fr:`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean, is_language, language_names, meant_language
from ...diagnostics.text import LANGUAGES, nearest
from ...source.text.files import head_of
from ...source.text.tree import Mapping, Node, Scalar
from .nodes import DeckSpec, KindSpec, Spec
from .reader import entries, mapping, scalar
from .texts import BRACES, printed_attributes, texts_of

_WORDS = re.compile(r"[^\W\d_]{3,}")
"""What is rarely the same in two languages; `K` and `{c}` are."""

Met = Sequence[tuple[Mapping, str]]
"""Texts that are given by language, each with its path."""


def check_languages(texts: Met, report: Report) -> None:
    """Compare each text with the others, and its languages with each other.

    W620: texts that are missing in a language of their file (a text without a language is for all). W621: one language
    has a placeholder that another one does not have. W622: a language that is none of the game's, or none at all. The
    texts of parts may have more languages than the game, or fewer.
    """
    texts = [(text, path) for text, path in texts if text.span.source.used is None]
    declared = [language for text, path in texts if path == "title" for language, _ in text if is_language(language)]
    met = list(dict.fromkeys(language for text, _ in texts for language, _ in text))
    known = declared or [language for language in met if is_language(language)]
    for language in met:
        if language not in known:
            _strange(language, known, texts, report)
    home = next((text.span.source for text, path in texts if path == "title"), None)
    spoken = {one: known for one in [home]} | {
        one: spoken_in(one, known) for one in {_file_of(text) for text, _ in texts} - {home}
    }
    wrong = [found.span for found in report.diagnostics if found.code == "E219" and found.span is not None]
    for text, path in texts:
        if not any(_holds(entry.value.span, one) for entry in text.entries for one in wrong):
            _compare(text, path, report)
    sound = [(text, path) for text, path in texts if all(language in known for language, _ in text)]  # others are told
    for language in known:
        _missing(language, [one for one in sound if language in spoken[_file_of(one[0])]], report)


def _file_of(text: Mapping) -> Source:
    """The file that says a text: of one that a variant changes in some languages, the variant."""
    languages = [entry.value.span.source for entry in text.entries if is_language(entry.key.text)]
    return next((one for one in languages if one is not text.span.source), text.span.source)


def spoken_in(source: Source, languages: Sequence[str]) -> Sequence[str]:
    """Those of the languages of a game in which a file has to say all its texts: those of its own title.

    Whoever writes a variant need not speak all languages of the game.
    """
    title = head_of(source, ("title",)).get("title")
    own = [one for one in languages if isinstance(title, Mapping) and title.get(one) is not None]
    return own or languages


def check_spoken(title: Node | None, report: Report) -> None:
    """Tell of languages of a game in which the tool itself says nothing (W626)."""
    keys = [entry.key for entry in title.entries] if isinstance(title, Mapping) else []
    unknown = [key for key in keys if is_language(key.text) and nearest(key.text, LANGUAGES) is None]
    if unknown:
        names = _joined(called(key.text) for key in unknown)
        message = f"what Cardwright itself says is in English beside texts in {names}"
        notes = (f"it has words of its own in {_joined(map(called, LANGUAGES))}",)
        report.add("W626", message, unknown[0].span, notes=notes, path="title")


def called(language: str) -> str:
    """A language by its name in English and in files: `German (de)`; one without a name in English as in files."""
    name = language_names().get(language.partition("-")[0])
    return f"{name} ({language})" if name else f"'{language}'"


def check_plain_texts(told: Sequence[tuple[Node, str]], title: Node | None, report: Report) -> None:
    """Warn of texts without a language in a game whose title has several (W625): all people read the same words."""
    languages = [language for language, _ in title if is_language(language)] if isinstance(title, Mapping) else []
    plain = {
        path: node
        for node, path in told
        if isinstance(node, Scalar) and node.span.source.used is None and _WORDS.search(BRACES.sub("", node.text))
    }
    if len(languages) > 1 and plain:
        each = ", ".join(f"{language}: …" for language in languages)
        what = "this text is" if len(plain) == 1 else f"{len(plain)} texts are"
        message = f"{what} the same in {_joined(languages)}, the languages of the title"
        helps = (f"say it in each of them, even if the words are the same: `{{{each}}}`",)
        path, first = next(iter(plain.items()))
        report.add("W625", message, first.span, helps=helps, path=path, paths=tuple(plain))


def _joined(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _holds(text: Span, part: Span) -> bool:
    return text.source is part.source and text.start <= part.start and part.end <= text.end


def without_echoes(report: Report) -> None:
    """Drop what follows from a mistake in braces: a name that is mistyped in one language is missing there, too."""
    wrong = {found.path for found in report.diagnostics if found.severity == "error"}
    report.diagnostics[:] = [one for one in report.diagnostics if one.code != "W621" or one.path not in wrong]


def check_own_texts(tree: Mapping, languages: Collection[str], report: Report) -> None:
    """Check what a variant says of itself, which is no part of the game: W622, unless the language was told of, and
    W620. `languages` are those of the title of its game, if it is in any.
    """
    texts = [(text, key) for key in ("title", "about") if isinstance(text := tree.get(key), Mapping)]
    spoken = [language for text, path in texts if path == "title" for language, _ in text]
    game = [one for one in languages if one]
    written = dict.fromkeys(language for text, _ in texts for language, _ in text)
    strange = {one for one in written if game and one not in game or not is_language(one)}
    report.diagnostics = [one for one in report.diagnostics if not _is_of(strange, one)]  # it stands first here
    for language in written:
        if language in strange:
            _strange(language, game or [language], texts, report)
        elif language in spoken:
            _missing(language, texts, report)


def _is_of(strange: Collection[str], found: Diagnostic) -> bool:
    """Whether it tells of one of these languages."""
    return found.code == "W622" and found.message.split("'")[1] in strange


def _strange(language: str, known: Sequence[str], texts: Met, report: Report) -> None:
    """Tell once of a language that is not one of the game's, at the first text that is written in it."""
    written = [(text.entry(language), path) for text, path in texts if text.get(language) is not None]
    entry, path = written[0]
    assert entry is not None
    more = (f"{len(written)} texts are written in it",) if len(written) > 1 else ()
    if is_language(language):
        message, label = f"this text is in '{language}', but the title of the game is not", "no language of this game"
        helps: tuple[str, ...] = (f"give the game a title in it: `title: {{{language}: …}}`", "or remove the text")
    else:
        message, label = f"no language is called '{language}'", "not a language"
        more = ("languages have the names of BCP 47: `en`, `de`, `pt-BR`", *more)
        helps = meant_language(language) or did_you_mean(language, (*known, *LANGUAGES))
    report.add("W622", message, entry.key.span, label=label, notes=more, helps=helps, path=path)


def _missing(language: str, texts: Met, report: Report) -> None:
    """Tell once of all texts that are missing in a language."""
    missing = {path: text for text, path in texts if text.get(language) is None}
    if missing:
        path, first = next(iter(missing.items()))
        what = "this text is" if len(missing) == 1 else f"{len(missing)} texts are"
        said = [one.key.span for one in first.entries if is_language(one.key.text)]
        span = first.span if len(said) == len(first.entries) else said[0]
        has = [one for text, _ in texts if (one := text.entry(language)) is not None]
        alone = has[0].key.span if len(has) == 1 < len(missing) else None
        message = f"{what} not in {called(language)}, but {'this one is' if alone else 'other texts are'}"
        others = (Label(span, "the first of them"),) if alone else ()
        report.add("W620", message, alone or span, others=others, path=path, paths=tuple(missing))


def _compare(text: Mapping, path: str, report: Report) -> None:
    by_language = {
        entry.key.text: set(map(str.strip, BRACES.findall(scalar(entry.value).text))) for entry in text.entries
    }
    all_names = sorted(set().union(*by_language.values()))
    for entry in text.entries:
        missing = [f"{{{name}}}" for name in all_names if name not in by_language[entry.key.text]]
        if missing:
            message = f"the {entry.key.text} text lacks {_joined(missing)}, which another language has"
            report.add("W621", message, entry.value.span, path=path)


# Checks that names in braces, in texts for people, have a value to show.

FIXED = re.compile(r"-?\d+|[a-z_]\w*|\[(-?\d+|[a-z_]\w*)(, (-?\d+|[a-z_]\w*))*\]")
"""What can be shown in a label: a number, a symbol, or a list of these."""

ALONE = re.compile(r"\[?\{([^{}]*)\}\]?")
"""One value in braces, which may be left out."""

TELLING = re.compile(
    r"cards\..*|words\..*|table\.faces\..*"
    r"|actions\.[^.]+\.(label|when\..*)|reactions\.[^.]+\.(label|decline|when\..*)"
    r"|table\..*|options\.[^.]+\.when\..*"
)
"""The paths of texts that may have placeholders, or are checked elsewhere."""


def check_labels(tree: Mapping, spec: Spec, report: Report) -> None:
    """Report placeholders without a value (E219).

    In the label or text of a card they are attributes that are not computed, or `kind`. What labels of moves, reasons
    and `words` name are values, which are typed like rules.
    """
    for entry in entries(tree, "cards"):
        for key in ("label", "text"):
            _check_deck(mapping(entry.value), spec.decks[entry.key.text], key, report)


def check_silent(told: Sequence[tuple[Node, str]], spec: Spec, report: Report) -> None:
    """Report placeholders in texts that have none, such as the label of a zone or the title of the game (E219).

    The rules in words may name options, whose values a rulebook fills in.
    """
    for node, path in told:
        if not TELLING.fullmatch(path):
            names = [*spec.options] if path.endswith((".text", ".steps")) else ()
            for text in texts_of(node):
                _check(text, names, path, "options" if names else "placeholders here", report)


def _check_deck(tree: Mapping, deck: DeckSpec, key: str, report: Report) -> None:
    names = [*(attribute.name.text for attribute in deck.attributes), "kind"]
    own = {entry.key.text: text for entry in entries(tree, "list") if (text := mapping(entry.value).get(key))}
    for text in texts_of(tree.get(key)):
        _check(text, names, f"{deck.path}.{key}", "attributes", report)
    for kind in deck.kinds:
        of_kind = own.get(kind.id.text)
        for text in texts_of(of_kind):
            _check(text, names, f"{kind.path}.{key}", "attributes", report)
        for text in texts_of(of_kind or tree.get(key)):
            _check_fixed(text, names, deck, kind, report)


def check_face(node: Node, deck: DeckSpec, kinds: Sequence[KindSpec], path: str, report: Report) -> None:
    """Check what the faces of cards of a deck say: besides their attributes they may name their label."""
    names = ["label", *(attribute.name.text for attribute in deck.attributes), "kind"]
    parts = node.entries if isinstance(node, Mapping) else ()
    below = [one.value for one in parts if isinstance(one.value, Mapping)]
    plain = [one.name.text for one in deck.attributes if one.type and one.type.word.text in ("integer", "boolean")]
    for one in parts if kinds else ():
        if one.key.text in ("icon", "colour") and BRACES.search(written := scalar(one.value).text):
            alone = ALONE.fullmatch(written)
            if alone is None or alone[1].strip() in ("label", "kind", *plain):
                message = f"'{one.key.text}' is drawn from one symbol"
                helps = (f'for example `{one.key.text}: "{{colour}}"`, with an attribute whose values are symbols',)
                report.add("E219", message, one.value.span, helps=helps, path=path)
    for text in chain(*map(texts_of, [node, *below])) if kinds else ():
        _check(text, names, path, "attributes", report)
        for kind in kinds:
            _check_fixed(text, names[1:], deck, kind, report)


def check_plain(tree: Node, path: str, report: Report) -> None:
    """Check that no label in a part of the table, nor in its rows, has a placeholder."""
    for text in texts_of(mapping(tree).get("label")):
        _check(text, (), f"{path}.label", "placeholders here", report)
    for row in entries(mapping(tree), "rows"):
        check_plain(row.value, f"{path}.rows.{row.key.text}", report)


def _check_fixed(text: Scalar, names: Sequence[str], deck: DeckSpec, kind: KindSpec, report: Report) -> None:
    """Check that what a label says of a card is the same in every game, since it shows what is written on the card."""
    shown = dict.fromkeys(map(str.strip, BRACES.findall(text.text)))
    values = printed_attributes(deck, kind) if shown else {}  # most texts show nothing, and there are many
    for name in shown:
        if name in names and " " not in kind.id.text and not FIXED.fullmatch(values.get(name, "none")):
            message = f"this text shows the {name} of '{kind.id.text}', which is computed: `{values[name]}`"
            helps = (f"give '{kind.id.text}' a text of its own, without {{{name}}}",)
            report.add(
                "E219", message, text.span, label="only a number or a symbol can be shown", helps=helps, path=kind.path
            )


def _check(text: Scalar, names: Sequence[str], path: str, known: str, report: Report) -> None:
    for match in BRACES.finditer(text.text):
        if (name := match[1].strip()) not in names:
            notes = (f"{known}: {', '.join(names) if names else 'none'}",)
            helps = did_you_mean(name, names)
            message = f"unknown placeholder {{{name}}} in this text"
            report.add("E219", message, text.at(*match.span(1)), notes=notes, helps=helps, path=path)
