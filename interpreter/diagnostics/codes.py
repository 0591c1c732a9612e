"""The one table of diagnostic codes: what each means, and how to go on."""

from __future__ import annotations

from .code import Code
from .codes_rules import RULES

CODES: dict[str, Code] = {
    **RULES,
    "E010": Code(
        "error",
        "unknown verb",
        "The first word after `cardwright` says what to do. `cardwright --help` lists these words.",
    ),
    "E011": Code(
        "error", "unknown flag", "This verb has no flag of this name. `cardwright VERB --help` lists its flags."
    ),
    "E012": Code(
        "error",
        "value that a flag does not take",
        "What was given to this flag on the command line is not among the values it takes, or is not a number "
        "where a number is needed.",
    ),
    "E013": Code(
        "error",
        "something missing or too much on the command line",
        "A verb needs certain words after it, and takes no others. `cardwright VERB --help` shows them.",
    ),
    "E014": Code(
        "error",
        "engine that is not there",
        "The fast engine needs the package wasmtime: `pip install cardwright[fast]`. Leave `--engine` out, and "
        "the fastest engine that is there plays the game. All engines play alike.",
    ),
    "E015": Code(
        "error",
        "unknown kind of player",
        "`--seats` and `--seat` name who plays: one of the kinds of player that the help of the verb lists.",
    ),
    "E016": Code(
        "error", "wrong number of seats", "`--seats` names a kind of player for each seat, or one kind for all of them."
    ),
    "E017": Code(
        "error",
        "answer that cannot be written",
        "The answer was sent to a file or a device that takes no more, such as a disk that is full.",
    ),
    "E090": Code(
        "error",
        "internal error",
        "Cardwright itself has made a mistake; nothing is wrong with the spec because of it. Please report it "
        "with the command and the spec.",
    ),
    "E100": Code(
        "error",
        "file cannot be read",
        "No file stands at this path, or the system does not let it be read. Check the spelling of the "
        "path, and the folder that the command was started in.",
    ),
    "E101": Code(
        "error",
        "folder instead of a file",
        "A file is needed here, but the path leads to a folder. Name the file inside the folder.",
    ),
    "E102": Code(
        "error",
        "not a text file",
        "A file must be text in UTF-8, the usual encoding. Pictures, office documents and texts in another "
        "encoding cannot be read. Save the text again as UTF-8.",
    ),
    "E103": Code(
        "error",
        "file too large",
        "A file may hold 2 MB at most. Specs are far smaller; this is probably not the file that was meant.",
    ),
    "E104": Code("error", "empty file", "The file holds nothing, or comments only."),
    "E105": Code(
        "error",
        "character that cannot be shown",
        "The text contains a character that nobody sees on a screen: a null, a control character, a space "
        "without a width, a mark that turns the direction of a text, a no-break space before a key. It was "
        "probably pasted in by mistake. Delete it.",
    ),
    "E110": Code(
        "error",
        "YAML that cannot be read",
        "The file does not follow the rules of YAML here: `key: value` lines, lists with `- `, and blocks "
        "by indentation. The place shown is where reading stopped; the cause may stand a line above.",
    ),
    "E111": Code(
        "error",
        "missing colon",
        "Each key of a mapping is followed by a colon and a space: `copies: 3`. A line without a colon has "
        "no meaning among such lines.",
    ),
    "E112": Code(
        "error",
        "missing space after a colon",
        "YAML takes a colon as the end of a key only if a space or the end of the line follows. Write "
        "`copies: 3`, not `copies:3`.",
    ),
    "E113": Code(
        "error",
        "tab instead of spaces",
        "Blocks are made by indentation with spaces. Tabs are not allowed, because they are not equally "
        "wide everywhere. Set the editor to write spaces.",
    ),
    "E114": Code(
        "error",
        "indentation that fits nothing",
        "Keys that belong together start in the same column. A line starts in a column in which no block "
        "above it starts, or is indented below a key that already has a value.",
    ),
    "E115": Code(
        "error",
        "quote that is not closed",
        "A text in quotes ends at the next quote of the same kind. Either the second quote is missing, or a "
        "quote stands inside the text: within single quotes an apostrophe is written twice (`'l''as'`), "
        'within double quotes a quote is written `\\"`.',
    ),
    "E116": Code(
        "error",
        "bracket that is not closed",
        "Each `[` needs its `]`, and each `{` its `}`. What stands between them is separated by commas; a "
        "text that itself contains brackets must be put in quotes or written in block form.",
    ),
    "E117": Code(
        "error",
        "colon inside a text",
        "A colon followed by a space ends a key, also in the middle of a text. Put the text in quotes: "
        '`label: "Turn: yours"`.',
    ),
    "E118": Code(
        "error",
        "character that cannot start a text",
        "A text cannot start with `%`, `@`, a backtick or another sign that YAML keeps for itself. Put the "
        "text in quotes.",
    ),
    "E119": Code(
        "error",
        "list item out of line",
        "The items of a list start with `- `, each on a line of its own, all in the same column.",
    ),
    "E120": Code(
        "error",
        "list and mapping mixed",
        "A block is either a list (every line starts with `- `) or a mapping (every line is `key: value`), never both.",
    ),
    "E121": Code(
        "error",
        "backslash that means nothing",
        "Within double quotes a backslash starts an escape, such as `\\n` for a new line. A backslash "
        "itself is written twice there, or the text is put in single quotes.",
    ),
    "E122": Code(
        "error",
        "wrong start of a block of text",
        "After `|` or `>` the line ends, except for `-`, `+`, a digit from 1 to 9, or a comment. The text "
        "starts on the next line, indented.",
    ),
    "E130": Code(
        "error",
        "key written twice",
        "Within one mapping every key stands once. Of two equal keys one would silently win, so that is "
        "refused. Remove or rename one of them.",
    ),
    "E131": Code(
        "error",
        "key that is not a single text",
        "A key is a single word or text before a colon: not empty, not a list or a mapping, and not written with `?`.",
    ),
    "E132": Code(
        "error",
        "YAML tag",
        "`!` at the start of a text begins a YAML tag, one of YAML's own marks, and the text after it would "
        "be lost. Tags are not used. Put a text that starts with `!` in quotes; in a condition write `not`.",
    ),
    "E133": Code(
        "error",
        "YAML anchor or alias",
        "`&` and `*` at the start of a text begin YAML's own marks for copying parts of a file. They are "
        "not used: nothing is ever copied this way. Put a text that starts with such a sign in quotes.",
    ),
    "E134": Code(
        "error",
        "YAML merge key",
        "`<<` merges mappings in YAML. It is not used here. Write the keys out, or use what the language "
        "offers for sharing: a named function or effect, or a variant.",
    ),
    "E135": Code(
        "error",
        "several documents in one file",
        "A line `---` in the middle of a file starts a second YAML document. Each file holds one. Remove "
        "the line, or move what follows to a file of its own.",
    ),
    "E136": Code(
        "error",
        "YAML directive",
        "A line that starts with `%` is a directive to the YAML reader. Directives are not used. Remove the "
        "line, or put a text that starts with `%` in quotes.",
    ),
    "E137": Code("error", "nested too deeply", "Lists and mappings may be nested 50 deep. No spec needs more."),
    "E138": Code(
        "error",
        "mapping needed at the top",
        "The file must consist of `key: value` lines, starting in the first column. It holds a list or a "
        "single text instead.",
    ),
    "E139": Code(
        "error",
        "text cut off by a comma",
        "Within `{…}` and `[…]` a comma ends a text, also inside parentheses: `{when: f(me, 3)}` is read as "
        "two keys. Write such a text in block form, on a line of its own, or put it in quotes.",
    ),
    "E140": Code(
        "error",
        "text cut off by a comment",
        "A `#` after a space starts a comment, which ends a text in the middle. Put the text in quotes, or "
        "move the comment to a line of its own.",
    ),
    "E141": Code(
        "error",
        "bracket where a text must be in quotes",
        "A `[` or `{` at the start of a text, or within `[…]` and `{…}`, begins a list or a mapping of YAML; there a "
        "`?` and a block of text with `|` or `>` are not possible either. Put the text in quotes, or write "
        "it in block form, on a line of its own.",
    ),
    "E160": Code(
        "error",
        "unknown key",
        "The language has no such key in this place. The message lists the keys that may stand here; a name of "
        "your own may stand only where the language reference says so.",
    ),
    "E161": Code("error", "missing key", "Something that is needed is not there. Add the key with its value."),
    "E162": Code(
        "error",
        "value of another kind",
        "A value is a single text, a mapping (`key: value` lines, or `{key: value}`) or a list (`- item` lines, "
        "or `[item, item]`). Another kind is needed in this place.",
    ),
    "E163": Code(
        "error", "word that cannot stand here", "Only a few words are possible in this place, and this is none of them."
    ),
    "E164": Code(
        "error",
        "whole number needed",
        "Only a whole number, written with digits, can stand in this place: `3`, `-1`, `0`.",
    ),
    "E165": Code(
        "error",
        "value missing",
        "A key must be followed by its value. What is not wanted is left out together with its key.",
    ),
    "E166": Code(
        "error",
        "text of another form",
        "The text that stands here must look in a certain way, such as a name of small letters and hyphens. "
        "The message shows an example.",
    ),
    "E167": Code(
        "error", "too few or too many items", "A list or a mapping in this place holds a certain number of items."
    ),
    "E168": Code(
        "error",
        "keys that do not go together",
        "Some keys exclude each other, and some have a meaning only beside another one.",
    ),
    "E169": Code(
        "error",
        "place of an insertion missing",
        "What a variant inserts is put before or after something that has a name, or at an end: "
        "`insert: {phases.play.offer: {pass: {after: draw}}}`, `{before: draw}`, `{at: start}`, `{at: end}`.",
    ),
    "E400": Code(
        "error",
        "unknown game",
        "No game of this name comes with the package or stands in a folder given by `--path`, and no file or "
        "folder has this path. `cardwright list` shows the games at hand.",
    ),
    "E401": Code(
        "error",
        "unknown variant",
        "No variant of this name belongs to the game, and no file has this path. Variants stand in the folder "
        "`variants` beside `game.yaml`, or in a folder given by `--path`.",
    ),
    "E402": Code(
        "error",
        "nothing to override",
        "`override` gives another value to something that exists already. The path leads to nothing. Check the "
        "names; to introduce something new, put it under `add`.",
    ),
    "E403": Code(
        "error",
        "exists already",
        "`add` introduces something new, but this path is taken. To change what is there, put it under `override`.",
    ),
    "E404": Code(
        "error",
        "nothing to remove",
        "`remove` takes away something that exists. The path leads to nothing. Check the names.",
    ),
    "E405": Code(
        "error",
        "two variants set the same",
        "Two variants give different values to the same thing, or one of them replaces what the other one "
        "changes. Which one holds must be said: add `after: [the other one]` to the variant that wins.",
    ),
    "E406": Code(
        "error",
        "no place to insert",
        "`insert` puts a name into a list, or moves a key within a mapping, beside a name that stands there. "
        "Either there is no list or mapping at this path, or the neighbour is not in it.",
    ),
    "E407": Code(
        "error",
        "variants that wait for each other",
        "By `extends` and `after` each of these variants comes after the next one, round in a circle, so none "
        "can come first. Remove one of the links.",
    ),
    "E408": Code(
        "error",
        "variant of another game",
        "A variant changes the game that it `extends`; it cannot be used with another one.",
    ),
    "E409": Code(
        "error",
        "replacement of another kind",
        "A single text cannot replace a mapping here, nor a list a text: the language has no place for it. "
        "Write the path down to the value that is meant.",
    ),
    "E410": Code(
        "error",
        "removed and changed",
        "The same thing is removed and changed. Do one of the two; of two variants, one must come `after` the other.",
    ),
    "E411": Code(
        "error",
        "unknown base",
        "`extends` names the game, or the variant, that this file changes. There is none of this name.",
    ),
    "E412": Code(
        "error",
        "unknown variant in `after`",
        "`after` lists variants of the same game, by name. There is none of this name.",
    ),
    "E413": Code(
        "error",
        "two files with the same name",
        "Two games, or two variants of a game, have the same name, so it is not clear which one is meant. "
        "Rename one of them.",
    ),
    "E414": Code(
        "error",
        "not for a variant to change",
        "A variant changes the rules of a game and its texts, but neither the version of the language nor the "
        "name of the game.",
    ),
    "E415": Code(
        "error",
        "list changed in the wrong way",
        "A list is replaced as a whole under `override`; its items are put in by `insert` and taken out by "
        "`remove`, each by its name.",
    ),
    "E416": Code(
        "error",
        "nothing to add to",
        "`add` puts something new into a mapping that exists. The path leads through a name that does not exist, or "
        "into a single text. Check the names.",
    ),
    "E871": Code(
        "error",
        "line of a trace that cannot be read",
        "A trace is a file with one JSON object a line. This line is something else; perhaps the file was cut off.",
    ),
    "E872": Code(
        "error",
        "not a trace",
        "The first line of a trace says what was played: `trace`, `game`, `variants`, `options`, `players`, `digest`.",
    ),
    "R700": Code(
        "error",
        "rule that never ends",
        "Between two decisions only so many steps may be taken (`limits: {steps: …}`): turns of loops, calls, "
        "elements of lists. This rule took more; probably a loop or a phase goes round and round.",
    ),
    "R701": Code(
        "error",
        "variable outside its range",
        "A variable takes only the values of its declared range. The rule shown would have given it another.",
    ),
    "R702": Code(
        "error",
        "number too large",
        "Numbers are 64-bit integers. A sum, a difference or a product in this rule is larger than that.",
    ),
    "R703": Code(
        "error",
        "zone too full",
        "A zone holds as many cards as its `capacity` says. The rule shown would have put one more there.",
    ),
    "R704": Code(
        "error",
        "no legal move",
        "A player must decide, none of the moves on offer is legal, and the rules do not say what happens then. "
        "Add `otherwise:` to the phase, an `else:` to the choice, or a move that is always legal.",
    ),
    "R705": Code(
        "error",
        "too many ways to choose",
        "One decision may offer 4096 sub-lists of cards at most. Ask for fewer cards, or for one after the other.",
    ),
    "R706": Code(
        "error",
        "place in an unknown order",
        "A card cannot be put between cards whose order nobody knows: it has no certain place there. Put it on top "
        "or at the bottom.",
    ),
    "R707": Code(
        "error",
        "list too long",
        "A list that outlives a decision has a capacity that is worked out when the spec is loaded. The rule shown "
        "has made a longer one.",
    ),
    "R708": Code(
        "error",
        "too many triggers",
        "More triggers wait at a time than there is room for. Probably a trigger sets off itself.",
    ),
    "R720": Code(
        "error",
        "games that did not end",
        "Of the games that were played, some did not end by the rules: they met the limit of decisions "
        "(`limits: {decisions: …}`), went round in a loop, or a rule went wrong. They are counted in the "
        "result, by status.",
    ),
    "W100": Code(
        "warning",
        "comment may have cut a text off",
        "A `#` after a space starts a comment: `label: Player #1` is read as `Player`. If the sign belongs "
        "to the text, put the text in quotes.",
    ),
    "W101": Code(
        "warning",
        "line that only looks like a list item",
        "A line that is indented deeper than the text above it goes on with that text, even if it starts "
        "with `- `. If it is meant as an item, put it in the same column as the items above, with a space "
        "after the `-`; if not, join the lines.",
    ),
    "E417": Code(
        "error",
        "removed, but needed",
        "The language needs this key, so a variant cannot remove it alone. Override its value, or remove the whole "
        "that it belongs to.",
    ),
    "E192": Code(
        "error",
        "condition with reasons but without a name",
        "A condition that tells its reason to people needs a name, because it is reported by it: "
        "`when: {some_name: {that: …, en: …, fr: …}}`.",
    ),
    "E300": Code(
        "error",
        "as in another language",
        "A sign or a word of another language stands in an effect or a condition. The help names what is "
        "written here: `and`, `or`, `not`, `==`, `none`, `a if b else c`, `elif`, `let`. There are no texts "
        "in quotes.",
    ),
    "E301": Code(
        "error",
        "not understood",
        "The effect or condition cannot be read here. Effects begin with a word such as `move` or `draw`, "
        "name a variable that is set (`total += 3`) or a named effect that is run (`advance(me, 3)`).",
    ),
    "E302": Code(
        "error",
        "number that cannot be read",
        "Numbers are whole, consist of digits only, and are smaller than 2 to the power of 63.",
    ),
    "E303": Code(
        "error",
        "comparison that cannot be read",
        "`==` compares and `=` sets a variable. Comparisons are not chained: `1 < x and x < 3`. Whether "
        "something is none is asked with `is none` and `is not none`.",
    ),
    "E304": Code(
        "error", "not a name", "A name consists of small letters (a to z), digits and `_`, and starts with a letter."
    ),
    "E305": Code(
        "error",
        "word of the language as a name",
        "The words `and or not if else for in is none true false div mod may by` have a meaning of their own "
        "and cannot be names.",
    ),
    "E306": Code(
        "error",
        "head or type that cannot be read",
        "The head of a function or a named effect is a name, and in brackets a type and a name for each "
        "thing it takes: `safe(team t, colour k)`. A type is `integer`, `team or none`, `list of colour`.",
    ),
    "E307": Code(
        "error",
        "block that cannot be read",
        "The head of a block (`if`, `elif`, `else`, `for`, `repeat`, `choose`, `together`) ends with `:`. The "
        "lines that belong to it follow, all in the same column, further in than the head, with spaces.",
    ),
    "E308": Code(
        "error",
        "value and effect confused",
        "An effect changes something (`move c to discard`, `total += 3`); a value or condition changes "
        "nothing (`count(me.hand) > 3`). Each has its place, and neither can stand for the other.",
    ),
    "E309": Code(
        "error",
        "something is missing",
        "A value, a name, a word such as `to` or `in`, a comma or a bracket is missing here.",
    ),
    "E290": Code(
        "error",
        "same name twice",
        "Within a list of symbols, among functions, among effects and among the parameters of one of them, "
        "each name stands once.",
    ),
    "E219": Code(
        "error",
        "label that names nothing",
        "In the braces of a card's label or text stands an attribute of its deck that is a number or a symbol; in "
        "those of an action's label and its reasons, what is chosen for it; in those of `words`, what is chosen "
        "together with that name. Other labels name nothing.",
    ),
    "E500": Code(
        "error", "unknown option", "No option of the game has this name. Options are declared under `options`."
    ),
    "E501": Code(
        "error",
        "option out of range",
        "The value of an option of type integer must lie within its range, its ends included.",
    ),
    "E502": Code(
        "error",
        "value that an option cannot have",
        "An integer option takes a whole number, a boolean one `true` or `false`, and one with a list of "
        "symbols takes one of these symbols.",
    ),
    "E503": Code(
        "error",
        "option between two steps",
        "An option with a `step` takes the smallest value of its range, and every value a number of whole "
        "steps above it.",
    ),
    "E504": Code(
        "error",
        "no value for a number of players",
        "What depends on the number of players needs a value for each number the game is for. Add the "
        "missing one, or `else` for all others.",
    ),
    "E505": Code(
        "error",
        "option that is declared wrongly",
        "The type of an option is `integer`, `boolean` or a list of symbols. An integer has a range "
        "`[smallest, largest]` and may have a step; the others have neither.",
    ),
    "E506": Code(
        "error", "unknown preset", "No preset of the game has this name. Presets are declared under `presets`."
    ),
    "E507": Code(
        "error",
        "requirement of an option",
        "An option may require something of the others (`requires`). That is looked at while the option is not "
        "at its neutral value (false, 0, the first symbol). With these options it does not hold.",
    ),
    "E508": Code(
        "error",
        "option that excludes itself",
        "`excludes` names other options that cannot be used together with this one.",
    ),
    "E509": Code(
        "error",
        "options that exclude each other",
        "These options cannot be used together (`excludes`): only one may differ from its neutral value (false, "
        "0, the first symbol).",
    ),
    "E510": Code(
        "error",
        "number of players that is not allowed",
        "The game is not for this number of players; `players` in its spec says for which it is.",
    ),
    "E511": Code(
        "error",
        "numbers of players that make no sense",
        "`players` is a number, a range `2..7` or a list `[2, 3, 4]`, each from 1 to 12 and each once.",
    ),
    "E512": Code(
        "error",
        "teams that do not come out even",
        "Players are dealt to the teams in turn, and all teams must have equally many. Change the number of "
        "teams for this number of players.",
    ),
    "E513": Code(
        "error",
        "preset for another number of players",
        "This preset is meant for one number of players only. Choose that number, or another preset.",
    ),
    "E514": Code(
        "error",
        "game without teams",
        "Something belongs to a team, but the game has none. Declare `teams`, or let it belong to a player.",
    ),
    "E600": Code(
        "error",
        "two kinds of card with one name",
        "Each kind of card of a deck has a name of its own. Those that `each` makes are called by their "
        "values, joined by `_`.",
    ),
    "E601": Code(
        "error",
        "wrong value in `each`",
        "`each` runs attributes of the deck through values: a range `1..10`, a list, or the name of an "
        "enumeration, which stands for all its symbols.",
    ),
    "E602": Code(
        "error", "too many kinds of card", "`each` makes a kind for each combination of its values, 2000 at most."
    ),
    "E603": Code(
        "error",
        "attribute with a name that is taken",
        "`label`, `copies`, `when` and the other keys of a kind of card have a meaning of their own and "
        "cannot be attributes.",
    ),
    "E604": Code(
        "error",
        "wrong table of an attribute",
        "An attribute may depend on another attribute of the same deck: `by` names that one, `values` gives "
        "the value for each of its symbols or numbers. It then has no default.",
    ),
    "E605": Code(
        "error",
        "deck without one place to start",
        "All cards of a deck lie in one zone when the game begins: the one that says `start: shuffled` or "
        "`start: listed`.",
    ),
    "E606": Code(
        "error",
        "wrong `shows`",
        "`shows` is `all`, `owner`, `count` or `none`, or says by who sees it which of these, or which "
        "attribute on the back of the cards, is seen. `owner` needs an owner.",
    ),
    "E607": Code(
        "error",
        "kind of card whose name is no name",
        "`each` calls a kind by its values, joined by `_`, as `blue_1`. The name must begin with a letter, so "
        "the first attribute of `each` must be one with symbols.",
    ),
    "E609": Code("error", "nothing to choose from", "An enumeration needs a symbol, and a deck a kind of card."),
    "E623": Code(
        "error",
        "type that a variable cannot have",
        "A variable is an integer, a boolean, a symbol, a player, a team or a kind of card; all but an integer "
        "may be none. Lists of cards lie in zones.",
    ),
    "E710": Code(
        "error",
        "wrong number of things to choose",
        "In `choose`, `2 of X` and `0..3 of X` give the smallest and the largest number of cards, the smaller "
        "first, neither below zero, and at least one at most.",
    ),
    "W621": Code(
        "warning",
        "texts that do not agree",
        "A name in braces such as `{c}` stands in the text of one language but not of another. People of one "
        "language would be told less.",
    ),
    "E620": Code(
        "error",
        "variable that cannot start at random",
        "`start: random` picks any value of the type, so an integer needs a range, and a type with `or none` "
        "cannot. `distinct random` gives each owner another value, so there must be owners.",
    ),
    "E621": Code(
        "error",
        "wrong range of a variable",
        "Only a variable of type integer has a range, `[smallest, largest]`. Its start lies in it.",
    ),
    "E622": Code(
        "error",
        "variable of a card with another owner",
        "A variable of a deck belongs to a card; `of` is for variables of players and teams.",
    ),
    "E700": Code(
        "error",
        "phase or score sheet without one body",
        "A phase has exactly one of `do`, `offer` and `steps`, and something in it. A score sheet has categories.",
    ),
    "E701": Code(
        "error",
        "keys of a phase that do not fit",
        "`by`, `together` and `otherwise` are about what is offered, so they need `offer`. A phase has "
        "`times` or `repeat`, and `by` or `together`, not both.",
    ),
    "E570": Code(
        "error",
        "teams that do not come out even",
        "Every team has the same number of players. With this number of players and teams that is not "
        "possible. Give `teams.number` by number of players, or leave this number of players out.",
    ),
    "E571": Code(
        "error",
        "number that cannot be worked out",
        "Numbers of copies, attributes, ranges, capacities and limits are worked out before the game from "
        "options and the number of players. With these options that fails, because a number becomes too large.",
    ),
    "E572": Code(
        "error",
        "impossible number of copies",
        "With these options the number of copies of a card is below zero, or the deck becomes far too large.",
    ),
    "E573": Code(
        "error",
        "empty range",
        "With these options the least value of a variable is larger than its greatest, so it could have none.",
    ),
    "E770": Code(
        "error",
        "end of something that is not running",
        "`end` leaves a phase, the turn or the game, and only while that is running. Here the effect is run "
        "from a place where it is not.",
    ),
    "E771": Code(
        "error",
        "rules that become far too long",
        "A named effect in which somebody decides is written out wherever it is run. Effects that run each "
        "other many times over, several deep, become too long that way. Use a loop instead.",
    ),
    "W410": Code(
        "warning",
        "variant that changes nothing",
        "Nothing stands under `override`, `add`, `remove` and `insert`, so the game is played as if the variant"
        " were not there.",
    ),
    "W510": Code(
        "warning",
        "value for a number of players that never play",
        "The game is not for this number of players, so the value is never used. Remove it, or add the "
        "number to `players`.",
    ),
    "W620": Code(
        "warning",
        "text that is missing in a language",
        "Other texts of this spec are given in a language in which this one is not. People who play in that "
        "language will see it in another one.",
    ),
    "E801": Code(
        "error",
        "scenario that checks nothing",
        "A scenario says what must hold in the end: `then`, `legal`, `illegal`, `end` or `returns`. One that "
        "says nothing of the kind always passes, and so is worth nothing.",
    ),
    "E802": Code(
        "error",
        "position without a place in the play",
        "`given` builds a position, and play must go on from somewhere: `at: {phase: play, turn: p1}`.",
    ),
    "E803": Code(
        "error",
        "neither cards nor a value",
        "Within `given` a zone has a list of cards, `p1.hand: [ace, king]`, and a variable a value, `p1.total: 40`.",
    ),
    "E804": Code(
        "error",
        "line of `when` that cannot be read",
        "Each line of `when` is a mapping with one key: a player and his move, `p1: go`; `chance` and what it "
        "brings; or `check` and an expression.",
    ),
    "E805": Code("error", "unknown phase", "`at` names a phase of the game, and this is none."),
    "E814": Code(
        "error",
        "unknown action",
        "A move begins with the name of an action or a reaction of the game. One that does not exist would be "
        "illegal anywhere, which says nothing.",
    ),
    "E806": Code(
        "error",
        "unknown zone or variable",
        "Within `given`, zones and variables of the game are named. Those of a player are written `p1.hand`, "
        "those of a team `t1.total`, those of the table `pile`.",
    ),
    "E807": Code("error", "unknown card", "Cards are named by the id of their kind in the spec."),
    "E808": Code(
        "error", "more copies than there are", "A position cannot hold more cards of a kind than the game has."
    ),
    "E809": Code(
        "error",
        "cards with nowhere to lie",
        "Zones that are named hold exactly what is listed. All other cards lie in the start zone of their deck; "
        "where that one is named too, `rest: ZONE` says where they lie.",
    ),
    "E810": Code(
        "error",
        "value that does not fit a variable",
        "The value is of another type than the variable, or out of its range.",
    ),
    "E811": Code("error", "unknown player", "Players are called p1, p2 and so on, as many as the scenario has."),
    "E812": Code(
        "error",
        "move of somebody who is not to decide",
        "A line of `when` gives the move of the player whose decision it is. Somebody else is to decide here, or "
        "the game has ended.",
    ),
    "E813": Code(
        "error",
        "outcome that chance cannot bring",
        "`chance: OUTCOME` says what chance brings next. Here it has nothing to decide, or this is not among "
        "what it can bring.",
    ),
    "E820": Code(
        "error",
        "citation of an unknown clause",
        "A scenario's `rule` cites a clause by its source and id, which must stand in the game's `clauses.yaml`.",
    ),
    "E821": Code(
        "error",
        "list of clauses of another shape",
        "`clauses.yaml` has `game:` and `clauses:`; under that the sources, and under each its clauses by id, "
        "in a few words.",
    ),
    "E850": Code(
        "error",
        "expectation that does not hold",
        "An expression of `then` or `check` is false in the position that the scenario leads to. The values of its "
        "parts are shown.",
    ),
    "E851": Code(
        "error",
        "move that is not legal",
        "A scenario plays this move, or says that it is legal, but it is not on offer in this position.",
    ),
    "E852": Code(
        "error", "move that is legal", "A scenario says that this move is illegal, but it is on offer in this position."
    ),
    "E853": Code(
        "error",
        "illegal for another reason",
        "The move is illegal as the scenario says, but the condition that it names holds, or is not a condition "
        "of this move.",
    ),
    "E854": Code(
        "error",
        "game that ended otherwise",
        "A scenario says how the game ends; it goes on, or has ended in another way or with other returns.",
    ),
    "E855": Code(
        "error",
        "player who sees something else",
        "`sees` says what a player is shown of a zone or a variable: the cards of a zone, with `back` or "
        "`back(red)` for one of "
        "which only the back is seen; a number where only that is seen; the value of a variable; `nothing` "
        "where it is not seen.",
    ),
    "E870": Code(
        "error",
        "trace that differs",
        "Played again, the game does not go as the trace says: a move is not legal, chance brings something that "
        "it cannot bring, or the end is another. The spec may have changed since, or the file.",
    ),
}

COULD_NOT_START = frozenset(("E100", "E101", "E102", "E103", "E400", "E401", "E408", "E413"))
"""Codes that say that what was asked for on the command line is not there: the command ends with 2."""
