"""The one table of diagnostic codes: what each means, and what to do about it.

The first letter is the kind: `E` an error of the author, `R` an error of a rule in play, `W` a warning. A code is never
given another meaning, since people search for it, and tests and editors refer to it. The file is longer than others
may be, because it is one table.
"""

from __future__ import annotations

from typing import Literal

from .record import dataclass

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """A row of the table: a title of a few words, and a short explanation (`about`)."""

    severity: Severity
    title: str
    about: str


def _error(title: str, about: str) -> Code:
    return Code("error", title, about)


def _warning(title: str, about: str) -> Code:
    return Code("warning", title, about)


# fmt: off

COMMAND_LINE: dict[str, Code] = {
    "E010": _error("unknown verb",
        "The first word after `cardwright` says what to do. `cardwright --help` lists these words."),
    "E011": _error("unknown flag",
        "This verb has no flag of this name. `cardwright VERB --help` lists its flags."),
    "E012": _error("invalid value for a flag",
        "The flag does not accept the value that it was given, or it needs a number and got something else."),
    "E013": _error("too few or too many arguments",
        "A verb needs certain words after it, and takes no others. `cardwright VERB --help` shows them."),
    "E014": _error("engine not available",
        "The fast engine needs the package wasmtime: `pip install '.[fast]'` in a clone. Without `--engine`, the "
        "fastest engine that is installed plays the game. All engines play exactly alike. Where the system allows a "
        "process little memory (`ulimit -v`), the reference engine needs the least."),
    "E015": _error("unknown kind of player",
        "`--seats` and `--seat` say who plays: one of the kinds of player listed in the help of the verb. "
        "Some can be told how long to think: `search:playouts=2000`, `search:time=50ms`."),
    "E016": _error("wrong number of seats",
        "`--seats` takes one kind of player for each seat, or a single one for all of them."),
    "E017": _error("output cannot be written",
        "A file or device accepts no more, such as a disk that is full, or may not be written. What was there before "
        "is left as it was; of a record that grows, its whole lines are."),
    "E018": _error("games that do not belong together",
        "A study can be resumed, and files of games merged, only if all games were played by the same rules, with the "
        "same options and bots, each seed once. `--resume` needs the flags of the study that was stopped, and goes on "
        "only where no other process writes its file."),
    "E019": _error("file that exists already",
        "`cardwright new` never writes over a file. Choose another name, or remove the file."),
    "E020": _error("game too large to be solved",
        "`solve` goes through each move and each deal, which is possible for a few cards only. `study` plays games of "
        "any size. A variant with fewer cards, shorter turns or fewer players may be small enough. For one player, "
        "`--deals N` tells between what good play is worth, from so many deals."),
    "E021": _error("packages for serving not installed",
        "`cardwright serve` needs the packages of the extra `serve`: `pip install '.[serve]'` in a clone."),
    "E022": _error("address where nothing can be served",
        "This machine does not have the address that `--host` names, or another program already serves its port. "
        "`--port 0` takes a port that is free."),
    "E023": _error("game that cannot go on",
        "The file after `--trace` holds a game by other rules, options or players than those that are asked for, or "
        "one that comes out differently now, or another process is writing it. What is in the file is left as it is."),
    "E024": _error("package for editors not installed",
        "`cardwright lsp` speaks with an editor by pygls, which comes with `pip install '.[lsp]'` in a clone."),
    "E030": _error("PNG that cannot be made here",
        "Pictures in PNG need the package of the extra `png`, `pip install '.[png]'` in a clone, and, since letters "
        "become dots, a font that is installed on this machine. SVG needs neither."),
    "E035": _error("player that cannot be started",
        "`external:COMMAND` runs a program that plays. The command is split into words like a command line, but no "
        "shell reads it."),
    "E036": _error("player that takes too long",
        "A program that plays has ten seconds for each move, or as long as `external:time=2s:COMMAND` says. The first "
        "move includes its start."),
    "E037": _error("player that ended",
        "A program that plays ended before the game did. What it last wrote to its standard error is shown."),
    "E038": _error("answer that is no move",
        "For each line of the type `choose` a program that plays prints a line of JSON with one of the legal moves: "
        "`{\"move\": \"pass\"}`, or its index from 0."),
    "E039": _error("player that gave up",
        "A program that plays answered `{\"error\": …}`, since it cannot play this game or this position."),
    "E040": _error("law of play that is broken",
        "`fuzz` has played a game that breaks a law: a rule fails, the game never ends, what `--always` asks for is "
        "false, or the interpreter contradicts itself. The trace that it has written is as short as could be."),
    "E041": _error("cluster that cannot be used",
        "`--cluster` names the scheduler of a Dask cluster (`pip install '.[cluster]'` in a clone). It must answer, "
        "have a worker, and its workers must have the same version of Cardwright and the same files of the game."),
    "E260": _error("position that no scenario gives",
        "A scenario can give cards, variables, a phase and a turn. Where a position also depends on what came before, "
        "the scenario plays the game from its beginning, unless that takes more than 200 moves and draws."),
    "W645": _warning("variant that cannot be used",
        "A file lies among the variants of a game, but its first keys do not make it a variant of a game that is "
        "known: `variant` or `extends` is missing or misspelt, or the file cannot be read. `cardwright validate` says "
        "which."),
    "E263": _error("reach or picks without a value",
        "`search:reach=6` stops looking six decisions on, and goes by what the spec says a position is worth: "
        "`result: {value: …}`. By that `search:picks=2` takes the better of two moves. Without it, where the game has "
        "`returns` of its own or does not say who wins, and with one side only, there is nothing to go by: `search` "
        "plays on at random to the end, and neither changes that."),
    "W664": _warning("comparison of a game with itself",
        "`compare` plays two games on the same deals. If both have the same rules and options, each pair of games is "
        "the same game twice: perhaps a variant that changes texts only, or an option that has its default."),
    "W648": _warning("rulebook without rules in words",
        "A rulebook is made of what the spec says to people. Without any `text` it has labels, cards and reasons only, "
        "so nobody learns from it how to play."),
    "E090": _error("internal error",
        "This is a bug in Cardwright, not a mistake in the spec. Please report it, with the command and the spec."),
}

TEXT: dict[str, Code] = {
    "E100": _error("file cannot be read",
        "There is no file at this path, or the system does not allow it to be read. Check the spelling of the path, "
        "and the folder that the command was started in."),
    "E101": _error("folder instead of a file",
        "A file is needed here, but the path leads to a folder. Give the name of the file inside the folder."),
    "E102": _error("not a text file",
        "A file must be text in UTF-8, the usual encoding. Pictures, office documents and text in other encodings "
        "cannot be read. Save the text again as UTF-8."),
    "E103": _error("file too large",
        "A file may be at most 2 MB. Specs are far smaller, so this is probably the wrong file."),
    "E104": _error("empty file",
        "The file is empty, or contains only comments."),
    "E105": _error("invisible character",
        "The text contains a character that cannot be seen on a screen: a null, a control character, a zero-width "
        "space, a mark that changes the direction of writing, a no-break space before a key. It was probably pasted in "
        "by mistake. Delete it."),
    "E106": _error("file of no known kind",
        "Every YAML file in the folder of a game is a game, a variant, scenarios or clauses, which its keys tell. This "
        "file has none of those keys, so nothing would ever look at it. Perhaps a key is misspelt."),
    "E107": _error("text that cannot be laid out",
        "`cardwright fmt` changes blanks, line breaks and quotes, never what a file says. Something in this file, such "
        "as a line break that few programs know, can only be written as it is now. The file is left alone."),
    "E108": _error("file outside the folder",
        "A part, a game or a variant that a file names by its path lies in the folder of that file or below it, in a "
        "folder of `--path`, or in the package; parts and games also right in the folder around it. Nothing else is "
        "read, wherever links lead: a file from somebody else cannot look around on this machine."),
    "E110": _error("invalid YAML",
        "The file does not follow the rules of YAML here: `key: value` lines, lists with `- `, and blocks made by "
        "indentation. The position shown is where reading stopped; the cause may be a line above."),
    "E111": _error("missing colon",
        "Each key of a mapping is followed by a colon and a space: `copies: 3`. A line without a colon has no meaning "
        "among such lines."),
    "E112": _error("missing space after a colon",
        "In YAML a colon ends a key only if a space or the end of the line follows it. Write `copies: 3`, not "
        "`copies:3`."),
    "E113": _error("tab instead of spaces",
        "Blocks are indented with spaces. Tabs are not allowed, because their width varies from editor to editor. "
        "Configure the editor to insert spaces."),
    "E114": _error("inconsistent indentation",
        "Keys that belong together start in the same column. This line starts in a column where no block above it "
        "starts, or is indented below a key that already has a value."),
    "E115": _error("unclosed quote",
        "A text in quotes ends at the next quote of the same kind. Either the closing quote is missing, or there is a "
        "quote inside the text: within single quotes an apostrophe is written twice (`'l''as'`), within double quotes "
        'a quote is written `\\"`.'),
    "E116": _error("unclosed bracket",
        "Each `[` needs its `]`, and each `{` its `}`. The items between them are separated by commas; a text that "
        "itself contains brackets must be put in quotes or written in block form."),
    "E117": _error("colon inside a text",
        "A colon followed by a space ends a key, even in the middle of a text. Put the text in quotes: "
        '`label: "Turn: yours"`.'),
    "E118": _error("character that cannot start a text",
        "A text cannot start with `%`, `@`, a backtick or any other character that YAML reserves. Put the text in "
        "quotes."),
    "E119": _error("misplaced list item",
        "Each item of a list starts with `- ` on a line of its own, all in the same column."),
    "E120": _error("list and mapping mixed",
        "A block is either a list (every line starts with `- `) or a mapping (every line is `key: value`), never "
        "both."),
    "E121": _error("unknown escape",
        "Within double quotes a backslash starts an escape, such as `\\n` for a new line. To get a backslash itself, "
        "write it twice, or put the text in single quotes."),
    "E122": _error("malformed block of text",
        "After `|` or `>` the line must end, apart from `-`, `+`, a digit from 1 to 9, or a comment. The text starts "
        "on the next line, indented."),
    "E130": _error("duplicate key",
        "A key can occur only once in a mapping. If it occurred twice, one of the two would silently win, so that is "
        "refused. Remove or rename one of them."),
    "E131": _error("key that is not a single text",
        "A key is a single word or text before a colon: not empty, not a list or a mapping, and not written with `?`."),
    "E132": _error("YAML tag",
        "A `!` at the start of a text begins a YAML tag, and the text after it would be lost. Tags are not supported. "
        "Put a text that starts with `!` in quotes; in a condition write `not`."),
    "E133": _error("YAML anchor or alias",
        "`&` and `*` at the start of a text are YAML's own way of copying parts of a file. They are not supported: "
        "nothing is ever copied this way. Put a text that starts with such a character in quotes."),
    "E134": _error("YAML merge key",
        "`<<` merges mappings in YAML. It is not supported here. Write the keys out, or use what the language offers "
        "for sharing: a named function or effect, or a variant."),
    "E135": _error("several documents in one file",
        "A line `---` in the middle of a file starts a second YAML document. A file must contain exactly one. Remove "
        "the line, or move what follows to a file of its own."),
    "E136": _error("YAML directive",
        "A line that starts with `%` is a directive to the YAML reader. Directives are not supported. Remove the line, "
        "or put a text that starts with `%` in quotes."),
    "E137": _error("nested too deeply",
        "Lists and mappings may be nested 50 deep. No spec needs more."),
    "E138": _error("no mapping at the top level",
        "The file must consist of `key: value` lines that start in the first column. It contains a list or a single "
        "text instead."),
    "E139": _error("text cut off by a comma",
        "Within `{…}` and `[…]` a comma ends a text, even inside parentheses: `{when: f(me, 3)}` is read as two keys. "
        "Write such a text in block form, on a line of its own, or put it in quotes."),
    "E140": _error("text cut off by a comment",
        "A `#` after a space starts a comment, even in the middle of a text. Put the text in quotes, or move the "
        "comment to a line of its own."),
    "E141": _error("bracket in a text without quotes",
        "A `[` or `{` at the start of a text, or within `[…]` and `{…}`, begins a YAML list or mapping; `?`, and "
        "blocks of text with `|` or `>`, are not possible there either. Put the text in quotes, or write it in block "
        "form, on a line of its own."),
    "W100": _warning("comment may have cut off a text",
        "A `#` after a space starts a comment: `label: Player #1` is read as `Player`. If the `#` belongs to the text, "
        "put the text in quotes."),
    "W511": _warning("warning that is not allowed properly",
        "`# allow W611: REASON` silences a warning on its line, or on the line below. It needs the code of a warning "
        "and a reason; errors cannot be allowed."),
    "W512": _warning("warning that is allowed but does not come",
        "`# allow W611: REASON` is about its own line, or about the line below if it stands alone. There is no such "
        "warning there any more, or the comment is in the wrong place."),
    "W101": _warning("line that only looks like a list item",
        "A line that is indented deeper than the text above it continues that text, even if it starts with `- `. If it "
        "is meant as an item, put it in the same column as the items above, with a space after the `-`; if not, join "
        "the lines."),
    "W102": _warning("file that nothing looks at",
        "In the folder of a game lies a file whose ending is that of no file of a game. If it belongs to the game, "
        "perhaps its name should end in `.yaml`; if not, keep it elsewhere."),
    "W103": _warning("file in the wrong place",
        "Variants are looked for in `variants` in the folder of the game, and clauses in its file `clauses.yaml`. This "
        "file lies elsewhere, so it would not be found by its name."),
    "W104": _warning("link that leads out of the folder",
        "A folder is looked through without following links that lead out of it, so that nothing elsewhere is read or "
        "changed. Name the file itself if it is meant."),
}

SHAPE: dict[str, Code] = {
    "E160": _error("unknown key",
        "The language has no such key in this place. The message lists the keys that are allowed here; you can use a "
        "name of your own only where the language reference says so."),
    "E161": _error("missing key",
        "A required key is missing. Add the key with its value."),
    "E162": _error("wrong kind of value",
        "A value is a single text, a mapping (`key: value` lines, or `{key: value}`) or a list (`- item` lines, or "
        "`[item, item]`). A different kind is needed in this place."),
    "E163": _error("word that is not allowed here",
        "Only certain words are allowed in this place, and this is not one of them."),
    "E164": _error("whole number needed",
        "Only a whole number, written with digits, is allowed in this place: `3`, `-1`, `0`."),
    "E165": _error("missing value",
        "A key must be followed by its value. To leave something out, leave out its key as well."),
    "W105": _warning("`null` as a name",
        "To YAML, `null` without quotes is no value. Where a list of names has it, as `contract: [grand, null]`, it is "
        "taken for a name, there and in the rest of the file. Put it in quotes everywhere: `\"null\"`."),
    "E166": _error("text in the wrong format",
        "The text must have a certain format here, such as a name of lowercase letters and hyphens. The message shows "
        "an example."),
    "E167": _error("too few or too many items",
        "A list or a mapping in this place must have a certain number of items."),
    "E168": _error("keys that do not go together",
        "Some keys exclude each other, and some have a meaning only together with another one."),
    "E169": _error("insertion without a position",
        "A variant inserts a thing before or after something that has a name, or at one end: `insert: "
        "{phases.play.offer: {pass: {after: draw}}}`, `{before: draw}`, `{at: start}`, `{at: end}`."),
    "E192": _error("condition with reasons but without a name",
        "A condition that gives players a reason needs a name, because it is reported by that name: `when: {some_name: "
        "{that: …, en: …, fr: …}}`."),
}

VARIANTS: dict[str, Code] = {
    "E400": _error("unknown game",
        "No game of this name comes with the package or is in a folder given by `--path`, and there is no file or "
        "folder at this path. `cardwright list` shows the games that are available."),
    "E401": _error("unknown variant",
        "The game has no variant of this name, and there is no file at this path. Variants live in the folder "
        "`variants` next to `game.yaml`, or in a folder given by `--path`."),
    "E245": _error("removed, but still used",
        "A variant removes something that other rules of the game use. Change these rules in the same variant, or "
        "remove what needs it, too."),
    "E246": _error("file of another kind",
        "A game or a variant is needed, but the file holds scenarios, clauses, a part or the record of a game. Each "
        "kind of file has verbs of its own."),
    "E402": _error("nothing to override",
        "`override` gives another value to something that already exists. The path leads nowhere. Check the names; to "
        "introduce something new, put it under `add`."),
    "E403": _error("already exists",
        "`add` introduces something new, but there is already something at this path. To change it, put it under "
        "`override`."),
    "E404": _error("nothing to remove",
        "`remove` takes away something that exists. The path leads nowhere. Check the names."),
    "E405": _error("conflicting variants",
        "Two variants give different values to the same thing, or one of them replaces what the other one changes. Say "
        "which one wins: add `after: [the other one]` to that variant."),
    "E406": _error("no such position to insert at",
        "`insert` puts a name into a list, or moves a key within a mapping, next to a name that is already there. "
        "Either there is no list or mapping at this path, or the neighbour is not in it."),
    "E407": _error("variants that wait for each other",
        "By `extends` and `after`, each of these variants comes after the next one, in a cycle, so none of them can "
        "come first. Remove one of the links."),
    "E408": _error("variant of another game",
        "A variant changes the game that it `extends`; it cannot be used with another one."),
    "E409": _error("replacement of the wrong kind",
        "A single text cannot replace a mapping here, nor a list a text: the language does not allow it in this place. "
        "Write the whole path, down to the value that is meant."),
    "E410": _error("both removed and changed",
        "The same thing is removed and changed. Do one or the other; if two variants do it, one must come `after` the "
        "other."),
    "E411": _error("unknown base",
        "`extends` names the game, or the variant, that this file changes. There is none of this name."),
    "E412": _error("unknown variant in `after`",
        "`after` lists variants of the same game, by name. There is none of this name."),
    "E413": _error("two files with the same name",
        "Two games, or two variants of a game, have the same name, so it is not clear which one is meant. Rename one "
        "of them."),
    "E414": _error("cannot be changed by a variant",
        "A variant changes the rules of a game and its texts, but neither the version of the language nor the name of "
        "the game."),
    "E415": _error("list changed in the wrong way",
        "`override` replaces a list as a whole; single items are added with `insert` and taken out with `remove`, each "
        "by its name."),
    "E416": _error("nothing to add to",
        "`add` puts something new into a mapping that exists. The path leads through a name that does not exist, or "
        "into a single text. Check the names."),
    "E417": _error("removal of a required key",
        "The language requires this key, so a variant cannot remove it alone. Override its value, or remove the whole "
        "thing that it belongs to."),
    "E418": _error("no such text",
        "`still_true` lists texts for people that hold although the variant changes what they describe. There is no "
        "text at this path."),
    "E420": _error("unknown part",
        "`uses` names a part by the name of its file, which lies beside the game, in a folder `parts` there, on the "
        "path, or in the package; or it gives the path of the file."),
    "E421": _error("not a part",
        "The file that `uses` leads to is no part, or calls itself something else than its file. A part begins with "
        "`part: NAME`, and its file is called NAME.yaml."),
    "E422": _error("unknown parameter",
        "The part has no parameter of this name, so the argument would do nothing. Parts declare theirs under "
        "`parameters`."),
    "E423": _error("missing argument",
        "The part has a parameter without a default, so whoever uses the part must say what it stands for."),
    "E424": _error("wrong argument",
        "A parameter says what its argument must be: a number, an expression, one of a few words, or the name of "
        "something that the game, or one of its parts, has. A name by default must exist, too."),
    "E425": _error("name that a part brings already",
        "What a game writes itself stands beside what its parts bring, and never silently replaces it. What a part "
        "brings is changed under `override`, `add`, `remove` and `insert`; two parts that bring the same name are "
        "kept apart by `as`."),
    "E426": _error("name that is also a parameter",
        "In the rules of a part each parameter is replaced by its argument, so nothing else in it can have the same "
        "name, and no word of the language can be a parameter."),
    "E427": _error("part that uses itself",
        "A part may use others, but no part may in the end use itself."),
    "E428": _error("changes without parts",
        "In a spec, `override`, `add`, `remove` and `insert` change what its parts bring. This spec uses none."),
    "E429": _error("wrong other name",
        "`as` gives other names to what a part brings. It brings nothing of this name, or two things would get one "
        "name."),
    "E430": _error("too many uses of parts",
        "A game brings in at most 100 parts, counting those that parts use, each as often as it is used. Where parts "
        "use parts twice, the number doubles at each step."),
    "E431": _error("parts too long",
        "Written out, with their arguments and names, the parts of a game have at most 2000000 characters, as many as "
        "a file. Long arguments that stand in many places, or are passed on doubled, make more of it than one "
        "writes."),
    "E432": _error("too many changes",
        "All variants of a game together, or a game and what it changes of its parts, make at most 1000 changes: each "
        "is compared with all others, so that none undoes another unseen."),
    "W420": _warning("unused parameter",
        "No rule of the part mentions the parameter and no case depends on it, so an argument does nothing."),
    "W410": _warning("variant that changes nothing",
        "There is nothing under `override`, `add`, `remove` and `insert`, so the game is played as if the variant were "
        "not there."),
    "W411": _warning("text that may be false now",
        "The variant changes a rule and keeps the text that describes it to people; or it changes what is chosen, and "
        "keeps the label of the action or the words of the choice. Read the text again: give it another one under "
        "`override`, or, if it still holds, list it under `still_true`."),
    "W663": _warning("override without effect",
        "`override` gives something the value that it has already, or nothing at all (`{}`), so this changes nothing. "
        "Perhaps the base has been changed in the meantime, or another path was meant. Remove it."),
    "W412": _warning("text that was not in doubt",
        "`still_true` lists texts whose rules the variant changes. It changes nothing that this text describes, so the "
        "text needs no mention, or the path is not the one that was meant."),
}

SYNTAX: dict[str, Code] = {
    "E300": _error("syntax of another language",
        "A sign or a word of another language is used in an effect or a condition. The help says what to write "
        "instead: `and`, `or`, `not`, `==`, `none`, `a if b else c`, `elif`, `let`. Rules contain no quoted strings."),
    "E301": _error("syntax error",
        "The effect or condition cannot be read here. Effects begin with a word such as `move` or `draw`, with a "
        "variable that is set (`total += 3`), or with a named effect that is run (`advance(me, 3)`)."),
    "E302": _error("invalid number",
        "Numbers are whole, consist only of digits, and are smaller than 2 to the power of 63."),
    "E303": _error("invalid comparison",
        "`==` compares and `=` sets a variable. Comparisons cannot be chained: write `1 < x and x < 3`. To test "
        "whether something is none, write `is none` or `is not none`."),
    "E304": _error("not a name",
        "A name consists of lowercase letters (a to z), digits and `_`, and starts with a letter."),
    "E305": _error("reserved word as a name",
        "The words `and or not if else for in is none true false div mod may by` have a meaning of their own and "
        "cannot be names."),
    "E306": _error("invalid head or type",
        "The head of a function or a named effect is its name, followed in parentheses by a type and a name for each "
        "parameter: `safe(team t, colour k)`. A type is, for example, `integer`, `team or none` or `list of colour`."),
    "E307": _error("invalid block",
        "The head of a block (`if`, `elif`, `else`, `for`, `repeat`, `choose`, `together`) ends with `:`. The lines of "
        "the block follow, all in the same column, indented with spaces."),
    "E308": _error("value and effect confused",
        "An effect changes something (`move c to discard`, `total += 3`); a value or condition changes nothing "
        "(`count(me.hand) > 3`). Neither can be used in place of the other."),
    "E309": _error("something is missing",
        "A value, a name, a word such as `to` or `in`, a comma or a bracket is missing here."),
}

SPEC: dict[str, Code] = {
    "E219": _error("unknown placeholder in a text",
        "In braces, a card's label or text may name an attribute of its deck that is a number or a symbol, and `kind`; "
        "the labels of moves, reasons, and `words` for choices may name values as in a rule, and texts about rules "
        "(`text`) may name options. Others have no placeholders."),
    "E290": _error("duplicate name",
        "A name can occur only once in a list of symbols, among functions, among effects and among the parameters of "
        "one of them."),
    "E500": _error("unknown option",
        "No option of the game has this name. Options are declared under `options`."),
    "E501": _error("option out of range",
        "The value of an integer option must lie within its range, including both ends."),
    "E502": _error("invalid value for an option",
        "An integer option takes a whole number, a boolean one `true` or `false`, and one with a list of symbols takes "
        "one of these symbols."),
    "E503": _error("option between two steps",
        "An option with a `step` takes the smallest value of its range, or a value that is a whole number of steps "
        "above it."),
    "E504": _error("no value for a number of players",
        "A value that depends on the number of players must be given for every number that the game allows. Add the "
        "missing one, or `else` for all others."),
    "E505": _error("invalid declaration of an option",
        "The type of an option is `integer`, `boolean` or a list of symbols. An integer has a range `[smallest, "
        "largest]` and may have a step; the others have neither."),
    "E506": _error("unknown preset",
        "No preset of the game has this name. Presets are declared under `presets`."),
    "E507": _error("unmet requirement of an option",
        "An option may require something of the others (`requires`). This is checked unless the option is at its "
        "neutral value (false, 0, the first symbol). With these options the requirement is not met."),
    "E508": _error("option that excludes itself",
        "`excludes` names other options that cannot be used together with this one."),
    "E509": _error("options that exclude each other",
        "These options cannot be used together (`excludes`): at most one of them may differ from its neutral value "
        "(false, 0, the first symbol)."),
    "E510": _error("number of players not allowed",
        "The game cannot be played by this number of players; `players` in its spec lists the numbers it is for."),
    "E511": _error("invalid numbers of players",
        "`players` is a number, a range `2..7` or a list `[2, 3, 4]`. Each number is from 1 to 12 and occurs once."),
    "E512": _error("teams of different sizes",
        "Players are dealt to the teams in turn, and all teams must be of the same size. Change the number of teams "
        "for this number of players."),
    "E513": _error("preset for another number of players",
        "This preset is for one number of players only. Choose that number, or another preset."),
    "E514": _error("game without teams",
        "Something belongs to a team, but the game has none. Declare `teams`, or let it belong to a player."),
    "E571": _error("number that cannot be computed",
        "Numbers of copies, attributes, ranges, capacities and limits are computed before the game from options and "
        "the number of players. With these options that fails, because a number becomes too large."),
    "E572": _error("impossible number of copies",
        "With these options the number of copies of a card is below zero, or the deck becomes far too large."),
    "E573": _error("empty range",
        "With these options the smallest value of a variable is greater than its largest, so it cannot have any."),
    "E574": _error("limit that limits nothing",
        "A game takes at least one decision and an effect at least one step; with a limit below 1 no game could be "
        "played, and with one beyond ten million none would be stopped. Likewise a zone has a capacity of at least one "
        "card and at most 10000, which is the largest number of cards of a game; without a limit, leave it out."),
    "E575": _error("position too large",
        "A position may take a million numbers. Each zone needs one for every card of its deck, for each of its "
        "owners, and each variable of a card one for every card. Use fewer cards, zones or variables."),
    "E578": _error("impossible room of a list",
        "A variable that holds a list has room for one element at least, and for 4096 at most. With these options it "
        "would have another room. Cards are kept in zones, which need no room."),
    "E576": _error("no such member of a family",
        "With these options a rule names a number that a family does not have, such as `row[5]` of four rows. A rule "
        "about members that exist with some options only needs a condition: `if rows >= 5:`."),
    "E577": _error("family too large",
        "With these options a zone or a variable has more members than a game has room for."),
    "E600": _error("two kinds of card with the same name",
        "Each kind of card of a deck has a name of its own. The kinds generated by `each` are named by their values, "
        "joined by `_`."),
    "E601": _error("invalid value in `each`",
        "`each` runs attributes of the deck through values: a range `1..10`, a list, or the name of an enumeration, "
        "which means all its symbols."),
    "E602": _error("too many kinds of card",
        "`each` generates one kind for each combination of its values, at most 2000."),
    "E603": _error("reserved name for an attribute",
        "`label`, `copies`, `when` and the other keys of a kind of card have a meaning of their own and cannot be "
        "attributes."),
    "E604": _error("invalid table of an attribute",
        "An attribute may depend on another attribute of the same deck: `by` names that one, `values` gives the value "
        "for each of its symbols or numbers. It then has no default."),
    "E605": _error("deck without exactly one start zone",
        "All cards of a deck lie in one zone when the game begins: the one that says `start: shuffled` or `start: "
        "listed`."),
    "E606": _error("invalid `shows`",
        "`shows` is `all`, `owner`, `count` or `none`, or says for each viewer which of these, or which attribute on "
        "the back of the cards, they see. `owner` needs an owner."),
    "E607": _error("generated name that is not a name",
        "`each` names a kind by its values, joined by `_`, as `hearts_1`. The name must begin with a letter, so the "
        "first attribute of `each` must be one with symbols."),
    "E608": _error("unknown part of a card in `source`",
        "`source` says where the values of the cards come from: of all of them, by attribute or key of a card, or by "
        "value of an attribute. It can name only what the cards of this deck have."),
    "E609": _error("empty enumeration or deck",
        "An enumeration needs at least one symbol, and a deck at least one kind of card."),
    "E620": _error("variable that cannot start at random",
        "`start: random` picks any value of the type, so an integer needs a range, and a type with `or none` is not "
        "allowed. `distinct random` gives each owner a different value, so there must be owners."),
    "E621": _error("invalid range of a variable",
        "Only numbers have a range, `[smallest, largest]`: an integer, or each element of a list of integers. What it "
        "starts with must lie within it."),
    "E622": _error("variable of a card with another owner",
        "A variable of a deck belongs to a card; `of` is for variables of players and teams."),
    "E623": _error("type not allowed for a variable",
        "A variable of a card is an integer, a boolean, a symbol, a player, a team or a kind of card, which may be "
        "none. Lists are kept in variables of the table, of players and of teams, and cards in zones."),
    "E624": _error("measure that is not a variable for all to see",
        "`measures` names variables that are reported when the game is over: of the table, of players or of teams, and "
        "shown to everybody."),
    "E625": _error("invalid family",
        "`of` says who or what has one each: player, team, an enumeration, a range such as `1..4`, or a pair of these, "
        "`[player, 1..5]`. The smaller number comes first, and so does the player or team that owns it."),
    "E345": _error("list without a room, or room without a list",
        "A variable that holds a list says how many elements it may have: `{type: list of integer, room: 12}`. Other "
        "variables hold one value, and need no room."),
    "E346": _error("list that starts too long",
        "A list cannot start with more elements than it has room for."),
    "E700": _error("phase or score sheet without exactly one body",
        "A phase has exactly one of `do`, `offer` and `steps`, and it must not be empty. A score sheet has "
        "categories."),
    "E701": _error("conflicting keys of a phase",
        "`by`, `together` and `otherwise` are about the actions on offer, so they need `offer`. A phase has `times` or "
        "`repeat`, `by` or `together`, and `until` or `ends_when`, not both. `repeat: {until: …}` and "
        "`turns: {until: …}` are looked at when the body has been played, `until` and `ends_when` after each step."),
    "W702": _warning("`until` between steps",
        "`until` on a phase of several steps ends it between the steps as well, and makes the steps repeat; both are "
        "easily overlooked. `repeat: {until: …}` looks only when all steps have been played; `ends_when: …` looks "
        "after each step and repeats nothing, unless the phase also has `repeat: true`."),
    "E710": _error("invalid number of choices",
        "In `choose`, `2 of X` and `0..3 of X` give the smallest and the largest number of cards. The smaller comes "
        "first, neither is below zero, and the larger is at least one."),
    "W510": _warning("value for an impossible number of players",
        "The game does not allow this number of players, so the value is never used. Remove it, or add the number to "
        "`players`."),
    "W620": _warning("text missing in a language",
        "Other texts of this spec are given in a language in which this one is missing. People who play in that "
        "language will see it in another one."),
    "W621": _warning("texts that do not agree",
        "A name in braces such as `{c}` occurs in the text of one language but not of another. People who play in that "
        "language would see less."),
    "W622": _warning("language that is not the game's",
        "Games are shown in the languages of their title, as far as `--lang` has them. A text in another one is never "
        "shown, or shown among texts in another language. The name of the language may be misspelt."),
    "W623": _warning("no label in a game of several languages",
        "What has no label is called by its name in the file. In a game whose title is in several languages, people "
        "read this word whatever their language is."),
    "W624": _warning("two things with the same label",
        "People know things by their labels. Two zones, variables or options side by side, two symbols of an "
        "enumeration, two cards on which the same stands, or two actions offered together, one of them always, cannot "
        "be told apart if they are called the same; nor can the moves of an action whose label does not say in braces "
        "what is chosen."),
    "W625": _warning("text without a language in a game of several",
        "The title of the game is in several languages, and this text is not, so people read it as it is in all of "
        "them. Say it in each language. What is the same everywhere, such as a name, is written in each, too; numbers, "
        "single letters and values in braces need no language."),
    "W649": _warning("bracket in a text that is never closed",
        "In a text for people a bracket is opened and not closed, or closed and not opened, so a part of it may be "
        "missing. Values stand in braces: `Stow {c}`."),
    "W646": _warning("quotation marks that are part of a text",
        "For YAML, curly quotation marks are letters like any other, so people read them. Texts stand in straight "
        "ones; within these, curly ones are fine."),
    "W647": _warning("deck without cards",
        "Each kind of card in the deck has 0 copies, with any options and number of players, so all its rules are "
        "idle. Without `copies` there is one of each."),
}

TYPING: dict[str, Code] = {
    "E201": _error("unknown name",
        "Nothing in this spec has this name, and no local name does here. Names are those of zones, variables, "
        "functions, options, symbols, kinds of card and decks, and those given by `for`, `let`, `choose` and "
        "parameters."),
    "E202": _error("unknown name after a dot",
        "What is before the dot has nothing of this name. A player and a team have their zones, variables and "
        "quantities, a card its attributes, a zone `top`, `bottom`, `only`, `empty`."),
    "E203": _error("unknown function or effect",
        "There is no function or effect of this name. Functions return a value and are used in expressions; effects "
        "change the game and are written on lines of their own."),
    "E204": _error("wrong number of arguments",
        "A function or an effect takes exactly as many arguments as it declares."),
    "E205": _error("unknown permission",
        "`may` is followed by a permission declared under `permissions:`, `may me.pairing(red)`, or by an action of a "
        "player, `may me.play`."),
    "E206": _error("unknown type",
        "A type is `integer`, `boolean`, `player`, `team`, an enumeration or a deck, possibly with `list of` before it "
        "or `or none` after it."),
    "E207": _error("rule about something undeclared",
        "A number that a card changes (`always: me.draws - 1`) is declared under `quantities:`, and what it forbids or "
        "allows under `permissions:`."),
    "E208": _error("unknown phase",
        "The spec has no phase of this name; phases are declared under `phases:`."),
    "E209": _error("unknown deck",
        "The spec has no deck of this name; decks are declared under `cards:`."),
    "E210": _error("missing owner",
        "Each player or team has their own, so the rule must say whose is meant: `me.hand`, `t.total`. Of a family it "
        "must say which: `row[2]`, `me.slot[k]`."),
    "E211": _error("ambiguous name",
        "The name is a symbol of several enumerations, or also a kind of card, and nothing here says which is meant."),
    "E212": _error("no teams",
        "The rule refers to teams, but the game declares none."),
    "E213": _error("unknown action",
        "Only actions declared under `actions:` can be offered."),
    "E214": _error("unknown score sheet",
        "`score(NAME)` names a score sheet under `scoring:`."),
    "E215": _error("nowhere to add the points",
        "`into` names an integer variable that each owner of the sheet has."),
    "E217": _error("unknown event",
        "A reaction, a replacement or a trigger names an action or a named effect."),
    "E218": _error("word for something unknown",
        "`words:` says what symbols of enumerations, and names chosen in effects, are called. Nothing of the kind has "
        "this name."),
    "E220": _error("name used twice",
        "A name has one meaning only, and some names already have one in the language itself."),
    "E222": _error("card without a value",
        "Every card of a deck needs a value for each attribute: on the card itself, in the table, or by default."),
    "E310": _error("wrong type",
        "The value has a different type from the one needed here."),
    "E311": _error("values that cannot be compared",
        "Only values of the same type can be equal; a card may also be compared with a kind of card."),
    "E312": _error("different types",
        "Both parts of `… if … else …`, and all elements of a list, must have the same type."),
    "E313": _error("value that may be none",
        "The value may be none, but one is needed here. Test for it first (`is not none`), or say what to use instead "
        "(`else`)."),
    "E314": _error("possible division by zero",
        "It must be evident that the second operand of `div` and `mod` is not zero: a number, or `max(1, …)`."),
    "E315": _error("value that is never none",
        "A list and a zone are never none: they may be empty. A zone is `.empty`, and a list has a `count`."),
    "E316": _error("arguments of the wrong types",
        "This function of the language takes arguments of other types."),
    "E317": _error("list of zones",
        "A list can hold cards, players, numbers or symbols, but not zones."),
    "E318": _error("nothing to compare by",
        "`best` and `sort` need something to compare by: `best(p for p in players by p.total)`. Chance needs a range "
        "to pick a number from."),
    "E320": _error("`me` or `it` without a meaning",
        "`me` is the player who decides, the player whose turn it is, or the owner of a card's zone; functions and "
        "named effects have no `me`, so the player must be passed. `it` is the owner in `start`, `scoring` and "
        "`result`."),
    "E321": _error("circular definition",
        "Functions, effects, quantities and permissions cannot depend on themselves, directly or indirectly."),
    "E322": _error("name that hides another",
        "A local name must not be one that already has a meaning here."),
    "E324": _error("rules nested too deeply",
        "Rules may be nested 150 levels deep, counting what they call: each expression inside another one, each block, "
        "each `elif`, each `let` of a function and each call is a level. A loop says the same in a few of them."),
    "E261": _error("negative number of times",
        "What is drawn or repeated a negative number of times is never done at all. A number that is computed in play "
        "may be negative; one that is written is a mistake."),
    "E262": _error("count of truth values",
        "`count` counts how many elements there are, true or not: `count(c.red for c in hand)` is the number of cards. "
        "A condition stands after `if`: `count(c for c in hand if c.red)`."),
    "W665": _warning("`by` that is the same for all",
        "`best(p for p in players by tricks)` compares the players by `tricks`. If that is no number of `p`, it is "
        "the same for all, and all are the best. What stands after `by` belongs to the element: `by p.tricks`."),
    "W662": _warning("deck in a text",
        "In the braces of a text the name of a deck stands for all kinds of its cards, and all of them are told. Name "
        "the card that is chosen (`{c}`, from `choose: {c: me.hand}`), or one that lies somewhere (`{pile.top}`)."),
    "E325": _error("empty range of numbers",
        "`2..5` contains the numbers from 2 to 5. In `5..2` the larger one comes first, so it contains none, and there "
        "is nothing to choose from or to go through."),
    "E326": _error("list of lists",
        "`subsets`, `runs` and `[p.rivals for p in players]` give lists of lists. A rule can name one and go through "
        "it, but nobody chooses among lists, lists of lists are not compared, and a position holds none: not while "
        "somebody decides."),
    "E330": _error("effect where a value is needed",
        "Conditions and values change nothing. Effects are written on lines of their own."),
    "E331": _error("line that does nothing",
        "A line of an effect changes something: a value alone has no effect."),
    "E332": _error("cannot be changed",
        "Only variables, and names that `let` gives in an effect, can be given another value; names of lists cannot."),
    "E333": _error("known only during play",
        "Numbers of copies, values on cards, ranges, capacities, limits and what options require are computed before "
        "the game: from options, the number of players, and what is printed on the card."),
    "W334": _warning("`else` that is never used",
        "This is never none, so the `else`, or the test for none, does nothing and can go. A variable whose type is "
        "not `or none` always has a value; so has what was tested before (`when: x is not none`), until something "
        "changes it. `players`, `teams`, an enumeration and `1..4` are never empty, so what is taken from them (`max`, "
        "`first`, `top`, `random` …) is never none. `cardwright fix` takes an `else` away."),
    "W335": _warning("comparison that never changes",
        "The comparison is always true, or always false: both sides are the same, or a variable or an option never has "
        "such a value by the range that it declares. One side is hardly what was meant. To switch a rule off for a "
        "while, write `false`."),
    "W336": _warning("element that no list has",
        "Places are counted from 1: `players[1]` is the first, `players[count(players)]` the last one. Outside a list "
        "there is none."),
    "W337": _warning("`each` of a phase that begins once",
        "`each: bout` starts the variable anew whenever the phase `bout` begins. A phase that repeats its steps begins "
        "once: `repeat`, `times` and `until` play the steps again, and the phase goes on. What is to be new each time "
        "belongs to a phase that is one of its steps."),
    "W338": _warning("`me` beside the name of who chooses",
        "In `choose … by p:` and `together p in …:` `me` is the player who chooses, as `p` is. Where a rule names "
        "both, `me` may be meant for the player outside. Write the name of who chooses, and give the player outside a "
        "name of their own before: `let giver = me`."),
    "W339": _warning("more cards than there are",
        "The deck has fewer cards than are dealt or chosen here, with any options and number of players. Who draws too "
        "many gets what there is, so somebody would get less than the rule says; who has too few cards to choose has "
        "no move. For all that lie somewhere write `move pile to …`."),
    "E630": _error("rule that depends on an unknown order",
        "The order of a zone that is shuffled is unknown until a card is taken out or looked at, so no rule can depend "
        "on which card lies where. Counting over the whole zone is allowed."),
    "E631": _error("rules that never apply",
        "The rules on a card apply while it lies in a zone that its deck lists under `active_in`."),
    "E632": _error("no order",
        "The cards of this zone lie in no order, so none is on top."),
    "E633": _error("wrong cards",
        "A zone holds the cards of one deck, and only cards can be moved, shown or swapped."),
    "E634": _error("invalid refill",
        "A zone is refilled from another one with cards of the same deck, on the table or of the same owner."),
    "E635": _error("choice among hidden cards",
        "Players must see the cards they choose from, because the list of their moves names them. So they must be "
        "shown the zone (`shows`), or an effect must have shown them the whole zone just before (`show ZONE to me`). "
        "Among hidden cards chance picks: `random c in ZONE`."),
    "E636": _error("asked because of hidden information",
        "Whether a player is asked to react (`asks`) must follow from what everyone sees, so that being asked reveals "
        "nothing. Which of them can react is said under `when`; declining looks the same as being unable."),
    "E637": _error("text that tells a secret",
        "What a text names in braces is told to everybody who reads it: the label of a move and what is said to the "
        "table to all players, the reason why a move is not legal to its player. They must see what it is computed "
        "from. Cards that are chosen for a move may be named: who does not know them is told so."),
    "E721": _error("unreachable phase",
        "A phase is played only if the phase named by `begin` contains it, directly or indirectly."),
    "E722": _error("phase that never ends",
        "A phase that is repeated needs an `until`, or an effect in it that ends it."),
    "E723": _error("`end` outside of what it ends",
        "`end NAME` leaves a phase that is running at that moment, `end turn` a turn."),
    "E724": _error("phase within itself",
        "The steps of a phase cannot lead back to it. To repeat a phase, use `repeat` or `until`."),
    "E725": _error("trigger after a list",
        "A trigger that waits can remember single values, but not lists."),
    "E726": _error("invalid use of `together`",
        "`together` contains one `choose` or `offer`: what everyone chooses secretly."),
    "E727": _error("reaction with a choice that nobody makes",
        "A reaction with `choose` asks a player, so it cannot be `automatic`."),
    "E728": _error("nothing to say",
        "`say(NAME)` tells the table a text that stands under `words`, in each language of the game."),
    "W635": _warning("condition that tells what is hidden",
        "Whether a move is legal shows in the list of moves, and so does what there is to choose from. Who is skipped, "
        "who begins and who decides, which phases are played, how often and when they end: all this shows in play. So "
        "a condition that reads cards, variables or secret choices which its player may not see tells them something "
        "of these. A condition may read what its player holds, what lies open and what has been announced. Test the "
        "rest in the effect, or show it first. A condition of the course of the game that has a text of its own says "
        "openly what it tells."),
    "E650": _error("unknown name on the table",
        "`table` names zones and variables that are kept off the table, zones that stand together, decks and cards "
        "that have a face, and symbols that have a look. This name is none of them."),
    "E651": _error("value that cannot be shown",
        "A shown value is a number, a symbol, yes or no, a player, a team or a kind of card, or a list of these."),
    "E652": _error("zone that cannot stand in this group",
        "The zones of a group lie side by side, so they all belong to the table, to each player or to each team, and a "
        "zone stands in one group only."),
    "E653": _error("shown value that tells hidden things",
        "Whoever sees a value of the table must be allowed to know what it is computed from: open cards, numbers of "
        "cards, open variables; with `shows: owner` also what the owner sees."),
    "W640": _warning("shuffled cards that everybody sees",
        "A zone that does not say who sees its cards (`shows`) is open to all. Of a pile that is shuffled, people "
        "mostly see only how many cards there are: `shows: count`. Where all may see which cards are in it, and only "
        "their order is unknown, write `shows: all`."),
    "W610": _warning("action that is never offered",
        "No player can ever take this action: no phase and no effect offers it."),
    "W611": _warning("unused",
        "Nothing refers to it. Remove it, or check whether its name is misspelt where it should be used."),
}

PROGRAM: dict[str, Code] = {
    "E771": _error("rules that become far too long",
        "A named effect in which a player decides is expanded wherever it is run, and a phase wherever it is a step. "
        "Effects that run each other many times over, or phases that play each other many times over, several deep, "
        "become too long that way. Use a loop instead."),
    "W772": _warning("combinations that were not checked",
        "`validate` makes the game for each number of players with each pair of values of options. Where there are "
        "very many, it stops after some hundred and says how many it has left out; there may be mistakes in those. "
        "`cardwright run GAME --set OPTION=VALUE` makes the game for values of your choice."),
    "W780": _warning("rule that fails in play",
        "`validate` plays each spec at random for a moment. In such a game this rule failed, so the game ended with an "
        "error: a variable left its range, nobody had a legal move, a loop did not end. The command given shows the "
        "first of these games."),
    "W781": _warning("game without an end",
        "`validate` plays each spec at random for a moment. One of these games had no end: it came to the same "
        "position again with no other way to go, it went on for thousands of decisions through positions that it had "
        "been in before, or it reached the limit of decisions. Add a rule that ends it, or limit its rounds."),
    "W660": _warning("game that has not ended on trial",
        "Of the games that were played at random none came to its end, and the first took thousands of decisions; or "
        "one was stopped that had taken twenty times as long as the others. Perhaps games are that long. More often "
        "what should end them never comes true."),
    "W661": _warning("nobody can win",
        "A game of several players has no `result`, or one without winners, returns and score, so nobody wins it, "
        "whatever happens. Say who does: `result: {winners: best(p for p in players by p.points)}`."),
    "W782": _warning("what never came to pass",
        "`validate` plays each spec at random for a moment. In hundreds of these games this never happened, though it "
        "was possible that it would: an action that was on offer was never legal, a phase was never played, a line of "
        "an effect was never reached. It may be a mistake in a condition, or it is rare."),
    "W413": _warning("games left out",
        "`validate` plays each spec at random for a moment. How much it plays is counted, so that it finds the same "
        "everywhere; here the rules took so long that games were left out. What was found holds, but more might be "
        "found on a faster machine, or with `--play SECONDS`."),
    "W773": _warning("mistakes without suggestions",
        "Looking for the name that was meant takes time. With thousands of mistakes only the first ones get a "
        "suggestion; the others come when these are mended."),
}

SCENARIOS: dict[str, Code] = {
    "E801": _error("scenario that checks nothing",
        "A scenario says what must hold in the end (`then`, `legal`, `illegal`, `sees`, `end` or `returns`) or in "
        "between (`check` in a line of `when`). One that says none of these always passes, and so proves nothing."),
    "E802": _error("position without a point in the play",
        "`given` builds a position, and play must continue from somewhere: `at: {phase: play, turn: p1}`."),
    "E805": _error("unknown phase",
        "`at` must name a phase of the game."),
    "E806": _error("unknown zone or variable",
        "`given` uses the names of the game's zones and variables. Those of a player are written `p1.hand`, those of a "
        "team `t1.total`, those of the table `pile`."),
    "E807": _error("unknown card",
        "Cards are named by the id of their kind in the spec."),
    "E808": _error("more copies than there are",
        "A position cannot have more cards of a kind than the game has."),
    "E809": _error("cards with nowhere to lie",
        "A zone that is named holds exactly the cards listed. All other cards lie in the start zone of their deck; if "
        "that one is named too, `rest: ZONE` says where they lie."),
    "E810": _error("invalid value for a variable",
        "The value has a different type from the variable, or is out of its range. A list is written as one, `bids: "
        "[2, 3]`, and has no more elements than the variable has room for."),
    "E579": _error("card that cannot lie at this place",
        "`pile: {3: ace}` says which card lies where in a zone whose other cards lie in an unknown order: a stack or a "
        "row to which all cards belong that the scenario does not list. The place must be there, and the card must be "
        "left."),
    "E811": _error("unknown player",
        "Players are called p1, p2 and so on, as many as the scenario has."),
    "E812": _error("move of the wrong player",
        "A line of `when` gives the move of the player whose decision it is. Here another player is to decide, or the "
        "game has ended."),
    "E813": _error("impossible outcome of chance",
        "`chance: OUTCOME` says how chance decides next. Here chance has nothing to decide, or this is not one of its "
        "possible outcomes."),
    "E814": _error("unknown action",
        "A move begins with the name of an action or a reaction of the game. One that does not exist would be illegal "
        "anywhere, which proves nothing."),
    "E815": _error("move in another form",
        "The action takes another number of arguments, or no choice of the game has these names. A move that cannot be "
        "written like this would be illegal anywhere, which proves nothing."),
    "E816": _error("argument that names nothing",
        "Something that a move names is no card, player, symbol or number of the sort that it takes there. Such a move "
        "would be illegal anywhere, which proves nothing."),
    "E817": _error("order that is not settled",
        "The value hangs on which card lies where in a shuffled zone. Chance decides about that only when a card is "
        "drawn or looked at, so a check of it would hold or fail by luck."),
    "E820": _error("citation of an unknown clause",
        "A scenario's `rule` cites a clause by its source and id, which must be listed in the game's `clauses.yaml`."),
    "E821": _error("invalid list of clauses",
        "`clauses.yaml` has `game:` and `clauses:`; the latter contains the sources, and each source its clauses by "
        "id, in a few words."),
    "E850": _error("expectation that does not hold",
        "An expression of `then` or `check` is false in the position that the scenario leads to. The values of its "
        "parts are shown."),
    "E851": _error("move that is not legal",
        "A scenario plays this move, or says that it is legal, but it is not on offer in this position."),
    "E852": _error("move that is legal",
        "A scenario says that this move is illegal, but it is on offer in this position."),
    "E853": _error("illegal for another reason",
        "The move is illegal, as the scenario says, but the condition that it names holds, or is not a condition of "
        "this move."),
    "E854": _error("different ending",
        "A scenario says how the game ends; the game goes on, or has ended in another way, "
        "with other winners or other returns."),
    "E855": _error("player who sees something else",
        "`sees` says what a player is shown of a zone or a variable: the cards of a zone, with `back` or `back(red)` "
        "for one of which only the back is seen; a number if only the number of cards is seen; the value of a "
        "variable; `nothing` if it is not seen at all."),
    "E856": _error("value that a player may not know",
        "`cardwright eval --seat` answers only what follows from what this player sees. Without `--seat` the whole "
        "position is seen."),
    "E870": _error("trace that differs",
        "When replayed, the game does not go as the trace says: a move is not legal, an outcome of chance is "
        "impossible, or the end differs. The spec may have changed since, or the file; or the trace was played "
        "by other rules, with `--onto`."),
    "E871": _error("invalid line of a trace",
        "A trace is a file with one JSON object a line: a move, what chance gave, an event, or the end. This line is "
        "something else, or says something that no trace can say; perhaps the file was cut off or changed by hand."),
    "E872": _error("not a trace",
        "The first line of a trace says what was played: `trace`, `game`, `variants`, `options`, `players`, `digest`."),
}

PLAY: dict[str, Code] = {
    "R700": _error("rule that never ends",
        "The number of steps between two decisions is limited (`limits: {steps: …}`); turns of loops, calls and "
        "elements of lists all count. This rule took more; probably a loop or a phase never ends."),
    "R701": _error("variable out of range",
        "A variable can only have values in its declared range, and so can each element of a list. The rule shown "
        "would have given it another one."),
    "R702": _error("number too large",
        "Numbers are 64-bit integers. A sum, a difference or a product in this rule is larger than that."),
    "R703": _error("zone too full",
        "A zone can hold as many cards as its `capacity` says. The rule shown would have put one more there."),
    "R704": _error("no legal move",
        "A player must decide, none of the moves on offer is legal, and the rules do not say what happens then. Add "
        "`otherwise:` to the phase, an `else:` to the choice, or a move that is always legal. In a scenario, a zone "
        "that `given` does not name is empty: give the next player cards too, as `p2.hand: […]`."),
    "R705": _error("too many ways to choose",
        "One decision may offer 4096 selections of cards at most. Ask for fewer cards, or for one after the other."),
    "R707": _error("list too long",
        "A list that outlives a decision has a capacity, which is computed when the spec is loaded. The rule shown has "
        "built a longer one."),
    "R708": _error("too many triggers",
        "More triggers are waiting than there is room for. Probably a trigger sets itself off."),
    "R709": _error("no such member of a family",
        "A zone or a variable that there is one of for each number, such as `row[n]`, was asked for with a number "
        "outside the range that its `of` declares."),
    "R730": _error("no room in a list",
        "A variable that holds a list has as many elements as its `room` says, at most. The rule shown would have "
        "given it more. Give it more room, or keep only the last ones: `bids = bids[2..9] + [n]`."),
    "R720": _error("games that did not end",
        "Some of the games played did not end by the rules: they reached the limit of decisions (`limits: {decisions: "
        "…}`), ran into an endless loop, or a rule failed. They are counted in the result, by status."),
    "R721": _error("games that could not be played",
        "The process that played these games was killed, and killed again when each was played alone. They are "
        "counted nowhere in the result; their seeds are in it, under `lost`."),
}

# fmt: on

CODES: dict[str, Code] = {
    **COMMAND_LINE,
    **TEXT,
    **SHAPE,
    **VARIANTS,
    **SYNTAX,
    **SPEC,
    **TYPING,
    **PROGRAM,
    **SCENARIOS,
    **PLAY,
}
"""All codes, stage by stage."""

COULD_NOT_START = frozenset(("E017", "E100", "E101", "E102", "E103", "E246", "E400", "E401", "E408", "E413"))
"""Codes that say that what was asked for on the command line does not exist: the command exits with 2."""
