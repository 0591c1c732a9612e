"""The heart of the studio: answers requests about the files of a folder, in one thread and without any input or output.

`interpreter/studio/__init__.py` tells how requests and answers look. Several pages may share a session: they have the
same texts, and each a table of its own. A page that begins anew finds the texts that were not saved yet.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, get_args

from lsprotocol import types as lsp

from ..commands.failure import CommandError
from ..commands.selection import KEYS, kind_of_source
from ..commands.sessions.scenario_position import scenario_position
from ..commands.sources.new import check_new, filled, title_of
from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source
from ..diagnostics.text import DEFAULT_LANGUAGE, LANGUAGES, localized
from ..editor.workspace import Analysis, Document, Workspace, game_file
from ..play.game.engines import Engine
from ..play.game.game import Game, State
from ..play.game.loading.load import configure, load_rules, without_command_line
from ..play.game.loading.rules import Rules
from ..source.merge.catalogue import GAME_FILE, find_games, may_be_read, read_game, shipped_folders, texts
from ..source.text.files import head_of, read_source
from ..source.text.tree import Scalar
from ..table.serving.lobby import HUMAN, bots, choices_of, known_bot
from . import documents, scenarios
from .language import LanguageHelp, mistakes, place_of
from .phrases import say, words_of_studio
from .table import NotFollowed, Setup, StudioTable, new_deal

Json = dict[str, Any]

SHIPPED = ":"
"""With this begin the names of files that come with Cardwright."""

_NAME = re.compile(r"(?:\w[\w .+-]*/){0,8}\w[\w .+-]*\.ya?ml")
"""The name of a file that may be written."""

WHERE_NAMES_ARE = "F12 on {} shows what can be changed,\n# Ctrl Space below override lists it"
"""What stands in a new variant, where the command line names a command."""

THINKING = ("rollout", "search")
"""Bots that play thousands of games before each move."""

_KEY = re.compile(r"^[\"']?([a-z_]+)[\"']?:", re.MULTILINE)
"""A key at the margin."""

LONGEST_NAME = 200
"""The most characters of a name."""

LONGEST = 2_000_000
"""The most characters of a text."""

MOST_PAGES = 8
"""So many pages have a table; of more, those that have asked nothing for the longest time lose theirs."""


Part = Literal["first", "all", "further"]
"""How much of a file is checked."""


class Refused(Exception):
    """Raised for what cannot be answered; the text is a sentence for the author."""


@dataclass(slots=True)
class _Page:
    """What belongs to one page: its language, its table, and the texts and the files as it knows them."""

    scenarios: scenarios.ScenarioRunner
    stamp: object
    language: str = DEFAULT_LANGUAGE
    table: StudioTable | None = None
    played: Json = field(default_factory=dict)
    many: documents.ManyGames | None = None
    texts: dict[str, str] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)


class StudioSession:
    """Answers requests about `files`, texts by their names below the folder `root`; to put one there is to save it.

    Below `root` the interpreter finds them, too, and what lies beside them; `paths` are folders with more games.
    `stamp` tells how the files are now: when it changes, somebody else has changed them.

    >>> session = StudioSession({"dice.yaml": "spec: 1\\ngame: dice\\n"})
    >>> session.request({"do": "open", "file": "dice.yaml"})["kind"]
    'spec'
    """

    def __init__(
        self,
        files: MutableMapping[str, str],
        *,
        root: str = ".",
        paths: Sequence[str] = (),
        stamp: Callable[[], object] = lambda: None,
    ) -> None:
        self._files, self._root, self._stamp = files, Path(os.path.realpath(root)), stamp
        self._paths = tuple(dict.fromkeys((str(self._root), *paths)))
        self._desk = Workspace(self._paths)
        self._help = LanguageHelp(self._desk, self._name_of)
        self._saved: dict[str, str] = {}
        self._rows: dict[str, tuple[str, Json]] = {}
        self._before = stamp()
        self._pages: dict[str, _Page] = {}
        self._page = self._turn_to("")

    def request(self, asked: Mapping[str, Any]) -> Json:
        """The answer to a request: what was asked for, or `error`. It never raises.

        `page` in it is a word for the page that asks; a page that says none is one of its own.
        """
        try:
            page, what = asked.get("page", ""), asked.get("do", "")
            self._page = self._turn_to(page if is_text(page) else "")
            answer, keys = REQUESTS.get(what, (None, {}))
            if answer is None:
                raise self._wrongly(what)
            own = {"language": self._page.language} if what != "begin" and "language" in keys else {}
            given = {**{key: one for key, one in keys.items() if not isinstance(one, type)}, **own, **asked}
            given = {key: one for key, one in given.items() if key not in ("do", "page")}
            if given.keys() != keys.keys() or not all(_fits(given[key], one) for key, one in keys.items()):
                raise self._wrongly(f"{what}: {', '.join(keys)}")
            if given.get("language", DEFAULT_LANGUAGE) not in LANGUAGES:
                raise self._wrongly(given["language"])
            return answer(self, given)
        except Refused as why:
            return {"error": str(why)}
        except SpecError as error:
            return {"error": " · ".join(mistakes(without_command_line(error.report))[:5]) or "?"}
        except CommandError as error:
            return {"error": error.message}
        except OSError as error:
            return {"error": f"{error.filename or ''}: {error.strerror or error}"}
        except Exception as error:  # a fault of ours must not end the page
            told = say(self._page.language, "fault", error=error)
            return {"error": told, "internal": "".join(traceback.format_exception(error))}

    def _turn_to(self, name: str) -> _Page:
        page = self._pages.pop(name, None) or _Page(scenarios.ScenarioRunner(self._paths), self._before)
        self._pages[name] = page
        if len(self._pages) > MOST_PAGES:
            del self._pages[next(iter(self._pages))]
        return page

    def _refused(self, phrase: str, **parts: object) -> Refused:
        return Refused(say(self._page.language, phrase, **parts))

    def _wrongly(self, what: object) -> Refused:
        return self._refused("asked_wrongly", what=what)

    # Files

    def path_of(self, name: str) -> Path:
        """The path of a file by its name. Raises Refused for one that lies elsewhere."""
        if name.startswith(SHIPPED):
            part, _, rest = name[1:].partition("/")
            for folder in shipped_folders():
                found = Path(os.path.realpath(folder / rest))
                if folder.name == part and found.is_relative_to(os.path.realpath(folder)) and found.is_file():
                    return found
        elif len(name) <= LONGEST_NAME and _NAME.fullmatch(name) and ".." not in name.split("/"):
            found = self._root / name
            if Path(os.path.realpath(found)).is_relative_to(self._root):
                return found
        raise self._refused("not_here", file=name)

    def _name_of(self, path: Path) -> str:
        real = Path(os.path.realpath(path))
        if real.is_relative_to(self._root):
            return real.relative_to(self._root).as_posix()
        for folder in shipped_folders():
            if real.is_relative_to(os.path.realpath(folder)):
                return f"{SHIPPED}{folder.name}/{real.relative_to(os.path.realpath(folder)).as_posix()}"
        return real.name

    def _text_of(self, name: str) -> str:
        path = self.path_of(name)
        if name.startswith(SHIPPED):
            source = read_source(path, Report())
            text = source.text if source is not None else None
        else:
            text = self._files.get(name)
        if text is None:
            raise self._refused("unreadable", file=name)
        return text

    def _uri(self, name: str) -> str:
        return self.path_of(name).as_uri()

    def _analysis(self, name: str) -> Analysis:
        found = self._desk.analysis(self._document(name).uri)
        assert found is not None
        return found

    def _document(self, name: str) -> Document:
        found = self._desk.documents.get(self._uri(name))
        if found is None:
            raise self._refused("not_open", file=name)
        return found

    def begin(self, asked: Json) -> Json:
        """What the page begins with: the files, the games that come with Cardwright, bots, words in a language."""
        self._page.language = language = asked["language"]
        known = find_games()
        games = [
            {"name": one.name, "title": localized(one.title, language, one.name), "players": one.players}
            | {"file": self._name_of(Path(one.path))}
            for one in known.games
        ]
        opened = [{"name": name, "saved": text == self._saved.get(name)} for name, text in self.texts().items()]
        return {
            "files": self._listed(),
            "open": opened,
            "games": games,
            "bots": [{"name": HUMAN, "text": say(language, "human"), "strength": False}, *bots(language)],
            "languages": {one: say(one, "name") for one in LANGUAGES},
            "words": words_of_studio(language),
        }

    def _listed(self) -> list[Json]:
        """The files with their kinds, by their keys at the margin alone, since there may be many; and their titles."""
        found = []
        for name in sorted(self._files):
            text = self._files.get(name, "")
            if name not in self._rows or self._rows[name][0] != text:
                keys = set(_KEY.findall(text))
                kind = next((kind for key, kind in KEYS.items() if key in keys), "")
                head = head_of(Source(name, text), ("title",)) if kind in ("spec", "variant") else {}
                title = localized(texts(head.get("title")), DEFAULT_LANGUAGE, "")
                self._rows[name] = (text, {"name": name, "kind": kind, "title": title})
            found.append(self._rows[name][1])
        return found

    def open(self, asked: Json) -> Json:
        """Open a file: its text, its kind, whether it can be saved; what was not saved yet is still there."""
        name = asked["file"]
        uri = self._uri(name)
        if uri not in self._desk.documents:
            self._saved[name] = text = self._text_of(name)
            self._desk.open(uri, text, 1)
        self._page.texts[name] = text = self._desk.documents[uri].text
        kind = kind_of_source(Source(name, text))
        saved = text == self._saved[name]
        return {"file": name, "text": text, "kind": kind, "fixed": name.startswith(SHIPPED), "saved": saved}

    def change(self, asked: Json) -> Json:
        """Take the whole text of an open file as it is now; `version` grows with each change."""
        name, text = asked["file"], asked["text"]
        uri, document = self._uri(name), self._document(name)
        if len(text) > LONGEST:
            raise self._refused("long_text", file=name, most=LONGEST)
        self._page.texts[name] = text
        version = (document.version or 0) + 1
        self._desk.change(uri, [self._help.change(uri, text)], version)
        source = read_source(document.path, Report())  # named as it will be checked, so that it is read once
        if source is None or kind_of_source(source) not in ("scenarios", "clauses"):
            self._forget_scenarios()
        return {"version": version, "saved": text == self._saved.get(name)}

    def save(self, asked: Json) -> Json:
        """Write the text of an open file to where it came from.

        What somebody else has written there since is not written over at the first time: the author is told of it.
        """
        name = asked["file"]
        document = self._desk.documents.get(self._uri(name))
        if name.startswith(SHIPPED) or document is None:
            raise self._refused("fixed", file=name)
        there = self._files.get(name, "")
        if there not in (self._saved[name], document.text):
            self._saved[name] = there
            raise self._refused("conflict", file=name)
        self._files[name] = document.text
        self._saved[name] = document.text
        self._written()
        return {"saved": True}

    def create(self, asked: Json) -> Json:
        """Write a new file and open it. One that is there already is left alone."""
        name = asked["file"]
        path = self.path_of(name)
        if name in self._files or path.exists():
            raise self._refused("exists", file=name)
        self._files[name] = asked["text"]
        self._written()
        return {**self.open({"file": name}), "files": self._listed()}

    def remove(self, asked: Json) -> Json:
        """Remove a file for good."""
        self._take_away(asked["file"])
        self._written()
        return {"files": self._listed()}

    def move(self, asked: Json) -> Json:
        """Give a file another name (`to`) and open it; what was not saved yet goes with it."""
        name, to = asked["file"], asked["to"]
        if to in self._files or self.path_of(to).exists():
            raise self._refused("exists", file=to)
        document = self._desk.documents.get(self._uri(name))
        self._files[to] = self._text_of(name)
        self._take_away(name)
        self._written()
        answer = self.open({"file": to})
        if document is not None:
            answer |= {"text": document.text, "saved": self.change({"file": to, "text": document.text})["saved"]}
        for page in self._pages.values():
            if page.played.get("file") == name:
                page.played["file"] = to
        return {**answer, "files": self._listed()}

    def _take_away(self, name: str) -> None:
        self._text_of(name)
        if name.startswith(SHIPPED):
            raise self._refused("fixed", file=name)
        uri = self._uri(name)
        del self._files[name]
        self._desk.close(uri)
        self._saved.pop(name, None)
        self._page.texts.pop(name, None)

    def _written(self) -> None:
        """What has changed on the disk was done here, unless somebody else was there, too."""
        self._before = self._stamp()
        self._read_again()

    def new(self, asked: Json) -> Json:
        """Write a small game (`what` is `game`), or a variant of the game in a file (`variant`), and open it."""
        what, name = asked["what"], asked["name"]
        if what not in ("game", "variant"):
            raise self._wrongly(what)
        check_new(what, name, asked["file"] or None if what == "variant" else None, None)
        if what == "game":
            self.create({**asked, "file": f"{name}/scenarios/{name}.yaml", "text": filled("first_scenario", NAME=name)})
            text = filled("game", NAME=name, TITLE=title_of(name))
            return self.create({**asked, "file": f"{name}/game.yaml", "text": text})
        path = self._game_file(asked["file"])
        home, game = path.parent, getattr(read_game(path), "name", "")
        near = home / "variants" if path.name == GAME_FILE else home
        folder = near if Path(os.path.realpath(home)).is_relative_to(self._root) else self._root
        here = {"What can be changed, by name: cardwright resolve GAME": WHERE_NAMES_ARE.format(game)}
        text = plain = filled("variant", NAME=name, GAME=game, TITLE=title_of(name), **here)
        file, document = asked["file"], self._desk.documents.get(self._uri(asked["file"]))
        if file.startswith(SHIPPED) and document is not None and path.samefile(document.path):
            text = documents.with_changes(plain, self._saved[file], document.text)
        answer = self.create({**asked, "file": self._name_of(folder / f"{name}.yaml"), "text": text})
        if text != plain:
            self.change({"file": file, "text": self._saved[file]})
        return {**answer, "taken": text != plain}

    def _game_file(self, name: str) -> Path:
        uri = self._uri(name)
        analysis = self._desk.analysis(uri) or self._desk.look_at(str(self.path_of(name)))
        found = game_file(analysis)
        if found is None:
            raise self._refused("no_game_here")
        return Path(found)

    def outside(self, asked: Json) -> Json:
        """What somebody else, or another page, has changed since: texts that are open, and the list of files.

        One with changes that were not saved keeps them, and is in `conflicts`; what is not there any more is in `gone`.
        """
        now, page = self._stamp(), self._page
        if now != self._before:
            self._before = now
            self._read_again()
        texts = {name: self._desk.documents.get(self._uri(name)) for name in page.texts}
        gone = [name for name, document in texts.items() if document is None]
        changed = [
            {"file": name, "text": document.text, "saved": document.text == self._saved[name]}
            for name, document in texts.items()
            if document is not None and document.text != page.texts[name]
        ]
        page.texts = {name: document.text for name, document in texts.items() if document is not None}
        files = {"files": self._listed()} if page.stamp != now or gone else {}
        answer = {"changed": changed, "conflicts": page.conflicts, "gone": gone, **files}
        page.stamp, page.conflicts = now, []
        return answer

    def _read_again(self) -> None:
        """Take up what was written to the files by somebody else."""
        self._forget()
        for name, saved in list(self._saved.items()):
            text = None if name.startswith(SHIPPED) else self._files.get(name)
            if text is None or text == saved:
                continue
            self._saved[name] = text
            uri = self._uri(name)
            if self._desk.documents[uri].text == saved:
                self._desk.open(uri, text, (self._desk.documents[uri].version or 0) + 1)
            elif self._desk.documents[uri].text != text:
                for page in self._pages.values():
                    page.conflicts.append(name)

    def _forget(self) -> None:
        self._desk.forget()
        self._forget_scenarios()

    def _forget_scenarios(self) -> None:
        for page in self._pages.values():
            page.scenarios.forget()

    # The language

    def diagnose(self, asked: Json) -> Json:
        """What is wrong with a file; `part` is `first`, `all` or `further` (`language.py`)."""
        if asked["part"] not in get_args(Part):
            raise self._wrongly(asked["part"])
        document = self._document(asked["file"])
        return {"version": document.version, **self._help.diagnose(document.uri, asked["part"])}

    def _at(self, asked: Json) -> tuple[str, lsp.Position, Analysis]:
        at = place_of(asked["at"])
        if at is None:
            raise self._wrongly(asked["at"])
        return self._uri(asked["file"]), at, self._analysis(asked["file"])

    # Play

    def rules_of(self, asked: Json) -> Rules:
        """The rules of the game that a file is about, with more variants. Raises SpecError and Refused."""
        analysis = self._analysis(asked["file"])
        variants = tuple(map(str, asked["variants"]))
        if not variants and analysis.kind in ("spec", "variant"):
            if analysis.rules is None:
                raise SpecError(analysis.report)
            return analysis.rules
        path = analysis.path if analysis.kind in ("spec", "variant") else self._game_of(analysis)
        if path is None:
            raise self._refused("no_game_here")
        report = Report()
        rules = load_rules(path, variants, self._paths, report, keep=False)
        if rules is None:
            raise SpecError(report)
        return rules

    def _game_of(self, analysis: Analysis) -> str | None:
        """The path of the game that a file is about: the one beside it, or the one that scenarios name."""
        named = analysis.tree.get("game") if analysis.kind == "scenarios" and analysis.tree is not None else None
        found = game_file(analysis)
        if found is not None or not isinstance(named, Scalar):
            return found
        beside = Path(analysis.path).parent / named.text
        if beside.is_file() and may_be_read(beside, "game", named.span, self._paths, Report()):
            return str(beside)
        return next((one.path for one in find_games(self._paths).games_called(named.text)), None)

    def game_of(self, asked: Json, engine: Engine | None = "reference") -> tuple[Rules, Game]:
        """The same, with players, preset and options. Raises SpecError and Refused."""
        rules = self.rules_of(asked)
        options = {str(key): str(value) for key, value in asked["options"].items()}
        players, preset = asked["players"] or None, asked["preset"] or None
        return rules, configure(rules, players=players, options=options, preset=preset, engine=engine)

    def choices(self, asked: Json) -> Json:
        """What can be chosen for the game of a file: variants, presets, options, numbers of players."""
        rules, game = self.game_of(asked)
        own = {patch.name for patch in rules.assembled.patches} - set(asked["variants"])
        near = str(Path(rules.assembled.base_path).parent)
        known = find_games(self._paths).variants_of(rules.spec.name)
        found = {one.name: one for one in sorted(known, key=lambda one: one.path.startswith(near))}.values()
        variants = [
            {"name": one.name, "title": localized(one.title, asked["language"], one.name)}
            | {"text": localized(one.about, asked["language"])}
            for one in found
            if one.name not in own
        ]
        title = game.words(asked["language"]).title()
        return {"title": title, "now": game.players, "variants": variants, **choices_of(rules, game, asked["language"])}

    def play(self, asked: Json) -> Json:
        """Begin a game at the table, or go on from where a `scenario` in the file begins.

        Bots take the seats that `seats` leaves open; `deal` 0 is another deal.
        """
        language = asked["language"]
        start = self._beginning(asked)
        players = start.game.players
        named = [str(one) for one in asked["seats"]][:players]
        kinds = (*named, *((HUMAN, *["random"] * players)[len(named) : players]))
        if any(kind != HUMAN and not known_bot(kind) for kind in kinds):
            raise self._refused("no_bot", kind=", ".join(kinds))
        deal = asked["deal"] or new_deal()
        setup = Setup(kinds=kinds, language=language, deal=deal)
        self._page.table = StudioTable(start, setup)
        self._page.played = {key: asked[key] for key in (*_SETUP, "scenario", "seats")}
        return {"page": self._page.table.page(), "deal": deal, "seats": list(kinds), **self._standing()}

    def _beginning(self, asked: Json) -> State:
        """The first position of the game that is played: that of a scenario, if one is named.

        The reference engine is ready at once, which counts while somebody types; but no bot can think by it.
        """
        if asked["scenario"]:
            return scenario_position(f"{self.path_of(asked['file'])}@{asked['scenario']}", 0, self._paths)
        thinks = any(str(kind).partition(":")[0] in THINKING for kind in asked["seats"])
        _, game = self.game_of(asked, None if thinks else "reference")
        return game.initial_state(seed=0, chance="explicit")

    def _at_table(self) -> StudioTable:
        if self._page.table is None:
            raise self._refused("no_table")
        return self._page.table

    def _standing(self) -> Json:
        table = self._at_table()
        words = table.session.words
        names = [words.player(seat) for seat in range(table.session.game.players)]
        return {"title": words.title(), "viewer": table.seat, "names": names, **table.standing()}

    def table(self, asked: Json) -> Json:
        """Give the table a message of its page; what the page is told."""
        return {"messages": self._at_table().hear(asked["message"]), **self._standing()}

    def bot(self, asked: Json) -> Json:
        """Have a bot make its move, if one decides."""
        return {"messages": self._at_table().play_bot(), **self._standing()}

    def sit(self, asked: Json) -> Json:
        """Look at the table from another seat that somebody plays."""
        self._at_table().sit(asked["seat"])
        return {"page": self._at_table().page(), **self._standing()}

    def follow(self, asked: Json) -> Json:
        """Have the table go on by the rules as they are written now.

        `kept` says whether it does; `why` not otherwise, and whether the rules are `sound`. A `page` is there if it has
        to be shown anew.
        """
        table, played = self._at_table(), self._page.played
        try:
            changed = table.follow(self._beginning(played))
        except SpecError as error:
            why = (mistakes(error.report) or ["?"])[0]
            return {"kept": False, "sound": False, "why": why, **self._standing()}
        except NotFollowed as why:
            told = say(played["language"], "not_followed_here", why=why)
            return {"kept": False, "sound": True, "why": told, **self._standing()}
        return {"kept": True, **({"page": table.page()} if changed else {}), **self._standing()}

    def wrong(self, asked: Json) -> Json:
        """A scenario of the position at the table: the name of a new file, and its text."""
        table = self._at_table()
        played, state = self._page.played, table.session.state
        rules = self.rules_of({**played, "variants": state.game.variants} if played["scenario"] else played)
        near = Path(rules.assembled.base_path).parent
        folder = near if Path(os.path.realpath(near)).is_relative_to(self._root) else self._root
        number = 1
        while (target := folder / "scenarios" / f"case-{number}.yaml").exists() or self._name_of(target) in self._files:
            number += 1
        return {
            "file": self._name_of(target),
            "text": scenarios.scenario_text(target, rules, state, self._paths, from_start=not played["scenario"]),
        }

    # Documents

    def run_scenarios(self, asked: Json) -> Json:
        """Run the scenarios of the game that a file is about, from number `next` on, for a moment."""
        analysis = self._analysis(asked["file"])
        path = self._game_of(analysis)
        found = read_game(Path(path)) if path is not None else None
        own = [self.path_of(one["name"]) for one in self._listed() if one["kind"] == "scenarios"]
        near = [Path(one) for one in found.scenarios] if found is not None else []
        files = [analysis.path] if analysis.kind == "scenarios" else [str(one) for one in (*near, *own)]
        variant = analysis.path if analysis.kind == "variant" else ""
        return self._page.scenarios.run(files, found.name if found else "", variant, asked["next"], self._name_of)

    def rulebook(self, asked: Json) -> Json:
        """The rulebook of the game as a page; what a variant changes is marked."""
        rules, game = self.game_of(asked)
        return {"page": documents.rulebook_of(rules, game, asked["language"], self._paths)}

    def compare(self, asked: Json) -> Json:
        """What a variant changes for players of the game that it extends, a sentence each."""
        return {"sentences": documents.differences_of(self.rules_of(asked), asked["language"], self._paths)}

    def simulate(self, asked: Json) -> Json:
        """Play some of so many games between bots: how many were played, and at the end their study as a page.

        With `against` the game is compared with the one that its variants change, on the same deals.
        """
        page = self._page
        if asked["next"] == 0 or page.many is None:
            rules, game = self.game_of(asked, None)
            kinds = tuple(str(one) for one in asked["seats"])[: game.players] or ("random",)
            if not all(known_bot(kind) for kind in kinds):
                raise self._refused("no_bot", kind=", ".join(kinds))
            games = max(1, min(asked["games"], documents.MOST_GAMES))
            base = documents.base_of(rules, game, self._paths) if asked["against"] else None
            if base is not None and (base.players, base.layout.teams) == (game.players, game.layout.teams):
                page.many = documents.RunningComparison((base, game), kinds, games)
            else:
                page.many = documents.RunningStudy(game, kinds, games)
        return page.many.go_on(asked["language"], ends=asked["ends"])

    def texts(self) -> dict[str, str]:
        """The texts of the open files by their names."""
        return {self._name_of(Path(one.path)): one.text for one in self._desk.documents.values()}


def _fits(value: object, key: object) -> bool:
    """Whether a value is of the type of a key, within reason, and can be sent back."""
    if type(value) is not (key if isinstance(key, type) else type(key)):
        return False
    match value:
        case str():
            return is_text(value)
        case int():
            return 0 <= value < 2**31
        case list():
            return all(type(one) is int or is_text(one) for one in value)
        case _:
            return True


def is_text(value: object) -> bool:
    """Whether this is a text that can be written; half a character is none."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


_SETUP: Json = {"file": str, "variants": [], "preset": "", "options": {}, "players": 0, "language": DEFAULT_LANGUAGE}
"""What is played: the game that a file is about, with variants, a preset, options."""

_MANY: Json = {"seats": [], "games": 1000, "against": False, "next": 0, "ends": False}
"""How many games are played, and by whom."""

_PLACE: Json = {"file": str, "at": list}

_FILE: Json = {"file": str}


def _asks(name: str) -> Callable[[StudioSession, Json], Json]:
    """Answers what the language functions say about a place."""
    return lambda session, asked: getattr(session._help, name)(*session._at(asked))


def _tells(name: str) -> Callable[[StudioSession, Json], Json]:
    """Answers what they say of a whole file."""
    return lambda session, asked: getattr(session._help, name)(
        session._uri(asked["file"]), session._analysis(asked["file"])
    )


REQUESTS: dict[str, tuple[Callable[[StudioSession, Json], Json], Json]] = {
    "begin": (StudioSession.begin, {"language": DEFAULT_LANGUAGE}),
    "open": (StudioSession.open, _FILE),
    "change": (StudioSession.change, {**_FILE, "text": str}),
    "save": (StudioSession.save, {**_FILE, "language": DEFAULT_LANGUAGE}),
    "create": (StudioSession.create, {**_FILE, "text": str, "language": DEFAULT_LANGUAGE}),
    "remove": (StudioSession.remove, _FILE),
    "move": (StudioSession.move, {**_FILE, "to": str}),
    "new": (StudioSession.new, {"what": str, "name": str, "file": "", "language": DEFAULT_LANGUAGE}),
    "outside": (StudioSession.outside, {}),
    "diagnose": (StudioSession.diagnose, {**_FILE, "part": "all"}),
    "complete": (_asks("complete"), _PLACE),
    "hover": (_asks("hover"), _PLACE),
    "define": (_asks("define"), _PLACE),
    "uses": (_asks("uses"), _PLACE),
    "signature": (_asks("signature"), _PLACE),
    "rename": (
        lambda session, asked: session._help.give_name(*session._at(asked), asked["name"]),
        {**_PLACE, "name": str},
    ),
    "format": (_tells("format"), _FILE),
    "colours": (_tells("colours"), _FILE),
    "outline": (_tells("outline"), _FILE),
    "choices": (StudioSession.choices, _SETUP),
    "play": (StudioSession.play, {**_SETUP, "scenario": "", "seats": [], "deal": 0}),
    "table": (StudioSession.table, {"message": dict}),
    "bot": (StudioSession.bot, {}),
    "sit": (StudioSession.sit, {"seat": int}),
    "follow": (StudioSession.follow, {}),
    "wrong": (StudioSession.wrong, {}),
    "scenarios": (StudioSession.run_scenarios, {**_FILE, "next": 0}),
    "rulebook": (StudioSession.rulebook, _SETUP),
    "compare": (StudioSession.compare, _SETUP),
    "simulate": (StudioSession.simulate, {**_SETUP, **_MANY}),
}
"""What can be asked, by what, with its keys: a type, or the value that is taken where the key is left out."""
