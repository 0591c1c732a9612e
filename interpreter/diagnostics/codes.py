"""The one table of diagnostic codes: what each is called, and what it means.

The first letter is the kind: `E` an error of the author, `R` an error of a rule in play, `W` a warning. A code is never
given another meaning, since people search for it, and tests and editors refer to it. What a code means, and what to do
about it, is a paragraph in `explanations.json`; the wrong and the right way to write it are in `examples`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal

from .record import dataclass

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """A code with its title of a few words."""

    code: str
    title: str

    @property
    def severity(self) -> Severity:
        """Whether what it stands for is an error or a warning."""
        return "warning" if self.code.startswith("W") else "error"

    @property
    def about(self) -> str:
        """A short explanation."""
        return _explanations()[self.code]


@cache
def _explanations() -> dict[str, str]:
    # Read only where somebody asks: every command loads this module, and hardly any explains a code.
    found: dict[str, str] = json.loads(Path(__file__).with_name("explanations.json").read_text(encoding="utf-8"))
    return found


COMMAND_LINE = {
    "E010": "unknown verb",
    "E011": "unknown flag",
    "E012": "invalid value for a flag",
    "E013": "too few or too many arguments",
    "E014": "engine not available",
    "E015": "unknown kind of player",
    "E016": "wrong number of seats",
    "E017": "output cannot be written",
    "E018": "games that do not belong together",
    "E019": "file that exists already",
    "E020": "game too large to be solved",
    "E021": "packages for serving not installed",
    "E022": "address where nothing can be served",
    "E023": "game that cannot go on",
    "E024": "package for editors not installed",
    "E030": "PNG that cannot be made here",
    "E035": "player that cannot be started",
    "E036": "player that takes too long",
    "E037": "player that ended",
    "E038": "answer that is no move",
    "E039": "player that gave up",
    "E040": "law of play that is broken",
    "E041": "cluster or executor that cannot be used",
    "E260": "position that no scenario gives",
    "W645": "variant that cannot be used",
    "E263": "reach or picks without a value",
    "W664": "comparison of a game with itself",
    "W648": "rulebook without rules in words",
    "E090": "internal error",
}

TEXT = {
    "E100": "file cannot be read",
    "E101": "folder instead of a file",
    "E102": "not a text file",
    "E103": "file too large",
    "E104": "empty file",
    "E105": "invisible character",
    "E106": "file of no known kind",
    "E107": "text that cannot be laid out",
    "E108": "file outside the folder",
    "E110": "invalid YAML",
    "E111": "missing colon",
    "E112": "missing space after a colon",
    "E113": "tab instead of spaces",
    "E114": "inconsistent indentation",
    "E115": "unclosed quote",
    "E116": "unclosed bracket",
    "E117": "colon inside a text",
    "E118": "character that cannot start a text",
    "E119": "misplaced list item",
    "E120": "list and mapping mixed",
    "E121": "unknown escape",
    "E122": "malformed block of text",
    "E130": "duplicate key",
    "E131": "key that is not a single text",
    "E132": "YAML tag",
    "E133": "YAML anchor or alias",
    "E134": "YAML merge key",
    "E135": "several documents in one file",
    "E136": "YAML directive",
    "E137": "nested too deeply",
    "E138": "no mapping at the top level",
    "E139": "text cut off by a comma",
    "E140": "text cut off by a comment",
    "E141": "bracket in a text without quotes",
    "W100": "comment may have cut off a text",
    "W511": "warning that is not allowed properly",
    "W512": "warning that is allowed but does not come",
    "W101": "line that only looks like a list item",
    "W102": "file that nothing looks at",
    "W103": "file in the wrong place",
    "W104": "link that leads out of the folder",
}

SHAPE = {
    "E160": "unknown key",
    "E161": "missing key",
    "E162": "wrong kind of value",
    "E163": "word that is not allowed here",
    "E164": "whole number needed",
    "E165": "missing value",
    "W105": "`null` as a name",
    "E166": "text in the wrong format",
    "E167": "too few or too many items",
    "E168": "keys that do not go together",
    "E169": "insertion without a position",
    "E192": "condition with reasons but without a name",
}

VARIANTS = {
    "E400": "unknown game",
    "E401": "unknown variant",
    "E245": "removed, but still used",
    "E246": "file of another kind",
    "E402": "nothing to override",
    "E403": "already exists",
    "E404": "nothing to remove",
    "E405": "conflicting variants",
    "E406": "no such position to insert at",
    "E407": "variants that wait for each other",
    "E408": "variant of another game",
    "E409": "replacement of the wrong kind",
    "E410": "both removed and changed",
    "E411": "unknown base",
    "E412": "unknown variant in `after`",
    "E413": "two files with the same name",
    "E414": "cannot be changed by a variant",
    "E415": "list changed in the wrong way",
    "E416": "nothing to add to",
    "E417": "removal of a required key",
    "E418": "no such text",
    "E420": "unknown part",
    "E421": "not a part",
    "E422": "unknown parameter",
    "E423": "missing argument",
    "E424": "wrong argument",
    "E425": "name that a part brings already",
    "E426": "name that is also a parameter",
    "E427": "part that uses itself",
    "E428": "changes without parts",
    "E429": "wrong other name",
    "E430": "too many uses of parts",
    "E431": "parts too long",
    "E432": "too many changes",
    "W420": "unused parameter",
    "W410": "variant that changes nothing",
    "W411": "text that may be false now",
    "W663": "override without effect",
    "W412": "text that was not in doubt",
}

SYNTAX = {
    "E300": "syntax of another language",
    "E301": "syntax error",
    "E302": "invalid number",
    "E303": "invalid comparison",
    "E304": "not a name",
    "E305": "reserved word as a name",
    "E306": "invalid head or type",
    "E307": "invalid block",
    "E308": "value and effect confused",
    "E309": "something is missing",
}

SPEC = {
    "E219": "unknown placeholder in a text",
    "E290": "duplicate name",
    "E500": "unknown option",
    "E501": "option out of range",
    "E502": "invalid value for an option",
    "E503": "option between two steps",
    "E504": "no value for a number of players",
    "E505": "invalid declaration of an option",
    "E506": "unknown preset",
    "E507": "unmet requirement of an option",
    "E508": "option that excludes itself",
    "E509": "options that exclude each other",
    "E510": "number of players not allowed",
    "E511": "invalid numbers of players",
    "E512": "teams of different sizes",
    "E513": "preset for another number of players",
    "E514": "game without teams",
    "E571": "number that cannot be computed",
    "E572": "impossible number of copies",
    "E573": "empty range",
    "E574": "limit that limits nothing",
    "E575": "position too large",
    "E578": "impossible room of a list",
    "E576": "no such member of a family",
    "E577": "family too large",
    "E600": "two kinds of card with the same name",
    "E601": "invalid value in `each`",
    "E602": "too many kinds of card",
    "E603": "reserved name for an attribute",
    "E604": "invalid table of an attribute",
    "E605": "deck without exactly one start zone",
    "E606": "invalid `shows`",
    "E607": "generated name that is not a name",
    "E608": "unknown part of a card in `source`",
    "E609": "empty enumeration or deck",
    "E620": "variable that cannot start at random",
    "E621": "invalid range of a variable",
    "E622": "variable of a card with another owner",
    "E623": "type not allowed for a variable",
    "E624": "measure that is not a variable for all to see",
    "E625": "invalid family",
    "E345": "list without a room, or room without a list",
    "E346": "list that starts too long",
    "E700": "phase or score sheet without exactly one body",
    "E701": "conflicting keys of a phase",
    "W702": "`until` between steps",
    "E710": "invalid number of choices",
    "W510": "value for an impossible number of players",
    "W620": "text missing in a language",
    "W621": "texts that do not agree",
    "W622": "language that is not the game's",
    "W623": "no label in a game of several languages",
    "W624": "two things with the same label",
    "W625": "text without a language in a game of several",
    "W649": "bracket in a text that is never closed",
    "W646": "quotation marks that are part of a text",
    "W647": "deck without cards",
}

TYPING = {
    "E201": "unknown name",
    "E202": "unknown name after a dot",
    "E203": "unknown function or effect",
    "E204": "wrong number of arguments",
    "E205": "unknown permission",
    "E206": "unknown type",
    "E207": "rule about something undeclared",
    "E208": "unknown phase",
    "E209": "unknown deck",
    "E210": "missing owner",
    "E211": "ambiguous name",
    "E212": "no teams",
    "E213": "unknown action",
    "E214": "unknown score sheet",
    "E215": "nowhere to add the points",
    "E217": "unknown event",
    "E218": "word for something unknown",
    "E220": "name used twice",
    "E222": "card without a value",
    "E310": "wrong type",
    "E311": "values that cannot be compared",
    "E312": "different types",
    "E313": "value that may be none",
    "E314": "possible division by zero",
    "E315": "value that is never none",
    "E316": "arguments of the wrong types",
    "E317": "list of zones",
    "E318": "nothing to compare by",
    "E320": "`me` or `it` without a meaning",
    "E321": "circular definition",
    "E322": "name that hides another",
    "E324": "rules nested too deeply",
    "E261": "negative number of times",
    "E262": "count of truth values",
    "W665": "`by` that is the same for all",
    "W662": "deck in a text",
    "E325": "empty range of numbers",
    "E326": "list of lists",
    "E330": "effect where a value is needed",
    "E331": "line that does nothing",
    "E332": "cannot be changed",
    "E333": "known only during play",
    "W334": "`else` that is never used",
    "W335": "comparison that never changes",
    "W336": "element that no list has",
    "W337": "`each` of a phase that begins once",
    "W338": "`me` beside the name of who chooses",
    "W339": "more cards than there are",
    "E630": "rule that depends on an unknown order",
    "E631": "rules that never apply",
    "E632": "no order",
    "E633": "wrong cards",
    "E634": "invalid refill",
    "E635": "choice among hidden cards",
    "E636": "asked because of hidden information",
    "E637": "text that tells a secret",
    "E721": "unreachable phase",
    "E722": "phase that never ends",
    "E723": "`end` outside of what it ends",
    "E724": "phase within itself",
    "E725": "trigger after a list",
    "E726": "invalid use of `together`",
    "E727": "reaction with a choice that nobody makes",
    "E728": "nothing to say",
    "W635": "condition that tells what is hidden",
    "E650": "unknown name on the table",
    "E651": "value that cannot be shown",
    "E652": "zone that cannot stand in this group",
    "E653": "shown value that tells hidden things",
    "W640": "shuffled cards that everybody sees",
    "W610": "action that is never offered",
    "W611": "unused",
}

PROGRAM = {
    "E771": "rules that become far too long",
    "W772": "combinations that were not checked",
    "W780": "rule that fails in play",
    "W781": "game without an end",
    "W660": "game that has not ended on trial",
    "W661": "nobody can win",
    "W782": "what never came to pass",
    "W413": "games left out",
    "W773": "mistakes without suggestions",
}

SCENARIOS = {
    "E801": "scenario that checks nothing",
    "E802": "position without a point in the play",
    "E805": "unknown phase",
    "E806": "unknown zone or variable",
    "E807": "unknown card",
    "E808": "more copies than there are",
    "E809": "cards with nowhere to lie",
    "E810": "invalid value for a variable",
    "E579": "card that cannot lie at this place",
    "E811": "unknown player",
    "E812": "move of the wrong player",
    "E813": "impossible outcome of chance",
    "E814": "unknown action",
    "E815": "move in another form",
    "E816": "argument that names nothing",
    "E817": "order that is not settled",
    "E820": "citation of an unknown clause",
    "E821": "invalid list of clauses",
    "E850": "expectation that does not hold",
    "E851": "move that is not legal",
    "E852": "move that is legal",
    "E853": "illegal for another reason",
    "E854": "different ending",
    "E855": "player who sees something else",
    "E856": "value that a player may not know",
    "E870": "trace that differs",
    "E871": "invalid line of a trace",
    "E872": "not a trace",
}

PLAY = {
    "R700": "rule that never ends",
    "R701": "variable out of range",
    "R702": "number too large",
    "R703": "zone too full",
    "R704": "no legal move",
    "R705": "too many ways to choose",
    "R707": "list too long",
    "R708": "too many triggers",
    "R709": "no such member of a family",
    "R730": "no room in a list",
    "R720": "games that did not end",
    "R721": "games that could not be played",
}

CODES = {
    code: Code(code, title)
    for stage in (COMMAND_LINE, TEXT, SHAPE, VARIANTS, SYNTAX, SPEC, TYPING, PROGRAM, SCENARIOS, PLAY)
    for code, title in stage.items()
}
"""All codes, stage by stage."""

COULD_NOT_START = frozenset(("E017", "E100", "E101", "E102", "E103", "E246", "E400", "E401", "E408", "E413"))
"""Codes that say that what was asked for on the command line does not exist: the command exits with 2."""
