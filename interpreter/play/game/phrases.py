"""What the tool itself says to players, in their language; what a game says is in its spec.

A phrase with `|` has two forms: the first for one thing, the second for several (`n` says how many). French counts none
as one thing. Diagnostics are no phrases: they are English everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...diagnostics.record import dataclass

PHRASES: dict[str, dict[str, str]] = {
    "player": {"en": "player {n}", "fr": "joueur {n}"},
    "team": {"en": "team {n}", "fr": "équipe {n}"},
    "none": {"en": "none", "fr": "aucun"},
    "yes": {"en": "yes", "fr": "oui"},
    "no": {"en": "no", "fr": "non"},
    "hidden": {"en": "a hidden card|{n} hidden cards", "fr": "une carte cachée|{n} cartes cachées"},
    # How a game begins and ends
    "players": {"en": "{n} player|{n} players", "fr": "{n} joueur|{n} joueurs"},
    "seed": {"en": "seed {seed}", "fr": "graine {seed}"},
    "seed_known": {
        "en": "All that chance brings follows from the seed that was given: whoever knows it can work out all cards.",
        "fr": "Tout ce que donne le hasard découle de la graine donnée : qui la connaît retrouve toutes les cartes.",
    },
    "score": {"en": "score", "fr": "score"},
    "return": {"en": "return: {value}", "fr": "gain : {value}"},
    "sum": {"en": "{what}:", "fr": "{what} :"},
    "and": {"en": "and", "fr": "et"},
    "wins": {
        "en": "Player {who} wins.|Players {who} win.",
        "fr": "Le joueur {who} gagne.|Les joueurs {who} gagnent.",
    },
    "shares_victory": {
        "en": "Player {who} shares the victory.|Players {who} share the victory.",
        "fr": "Le joueur {who} partage la victoire.|Les joueurs {who} se partagent la victoire.",
    },
    "nobody_wins": {"en": "Nobody wins.", "fr": "Personne ne gagne."},
    "loop": {
        "en": "The game is going round in circles and ends without a result.",
        "fr": "La partie tourne en rond et s’arrête sans résultat.",
    },
    "limit": {
        "en": "The game is taking too long and ends without a result.",
        "fr": "La partie est trop longue et s’arrête sans résultat.",
    },
    "begins_again": {
        "en": "… ({n} times more, and nothing happens)",
        "fr": "… ({n} fois de plus, sans que rien ne se passe)",
    },
    "not_shown": {
        "en": "… (the game has taken {n} decisions; what follows is not shown)",
        "fr": "… (la partie a déjà duré {n} décisions ; la suite n’est pas affichée)",
    },
    "begins_here": {
        "en": "(what happened before is no longer shown)",
        "fr": "(ce qui précède n’est plus affiché)",
    },
    "endless": {
        "en": "The game never ends: this decision comes again and again, and nobody can decide otherwise."
        "|The game never ends: these {n} decisions come again and again, and nobody can decide otherwise.",
        "fr": "La partie ne finit jamais : cette décision revient sans cesse, sans que personne puisse en changer."
        "|La partie ne finit jamais : ces {n} décisions reviennent sans cesse, sans que personne puisse en changer.",
    },
    "last_decisions": {
        "en": "Its last {n} decisions, the most frequent first:",
        "fr": "Ses {n} dernières décisions, les plus fréquentes d’abord :",
    },
    "others": {"en": "… and {n} other|… and {n} others", "fr": "… et {n} autre|… et {n} autres"},
    "error": {
        "en": "A rule could not be applied; the game ends without a result.",
        "fr": "Une règle n’a pas pu s’appliquer ; la partie s’arrête sans résultat.",
    },
    "not_translated": {
        "en": "(This game has no English texts.)",
        "fr": "(Ce jeu n’a pas de texte en français.)",
    },
    # At the terminal
    "human": {"en": "human", "fr": "humain"},
    "random": {"en": "random", "fr": "au hasard"},
    "shown_to_all": {"en": "{zone}, shown to all", "fr": "{zone}, à la vue de tous"},
    "shown_to": {"en": "{zone}, shown to {who}", "fr": "{zone}, montré à {who}"},
    "things": {"en": "{n} {one}|{n} {many}", "fr": "{n} {one}|{n} {many}"},
    "cards": {"en": "{n} card|{n} cards", "fr": "{n} carte|{n} cartes"},
    "beneath": {"en": "{top} (beneath: {rest})", "fr": "{top} (dessous : {rest})"},
    "left": {"en": "The game ends here.", "fr": "La partie s’arrête ici."},
    "happened": {"en": "What has happened", "fr": "Ce qui s’est passé"},
    "hint": {"en": "{bot} would play {number}) {move}", "fr": "{bot} jouerait {number}) {move}"},
    "no_bot": {"en": "there is no bot '{bot}'; bots: {bots}", "fr": "il n’y a pas de bot « {bot} » ; bots : {bots}"},
    "nothing_yet": {"en": "Nothing has happened yet.", "fr": "Il ne s’est encore rien passé."},
    "saved": {
        "en": "The game is saved. `cardwright play --from {file}` goes on with it.",
        "fr": "La partie est sauvegardée. `cardwright play --from {file}` la reprend.",
    },
    "saved_scenario": {
        "en": "The position is a scenario now. `cardwright test {file}` runs it.",
        "fr": "La position est maintenant un scénario. `cardwright test {file}` le vérifie.",
    },
    "no_scenario": {
        "en": "No scenario leads to this position.",
        "fr": "Aucun scénario ne mène à cette position.",
    },
    "not_saved": {
        "en": "'{file}' cannot be written: {why}",
        "fr": "« {file} » ne peut pas être écrit : {why}",
    },
    "no_record": {
        "en": "A game that begins where a scenario does has no record, so it cannot be saved.",
        "fr": "Une partie qui commence dans la position d’un scénario n’a pas de trace et ne se sauvegarde pas.",
    },
    "exists": {
        "en": "'{file}' is there already; choose another name",
        "fr": "« {file} » existe déjà ; choisissez un autre nom",
    },
    "going_on": {"en": "goes on after line {n} of {file}", "fr": "reprend après la ligne {n} de {file}"},
    "rules_changed": {
        "en": "the rules have changed; the game goes on at the same decision",
        "fr": "les règles ont changé ; la partie continue à la même décision",
    },
    "rules_wrong": {
        "en": "The new rules have mistakes; the game goes on by the old ones.",
        "fr": "Les nouvelles règles contiennent des erreurs ; la partie continue avec les anciennes.",
    },
    "rules_differ": {
        "en": "By the new rules the game would have gone otherwise ({n}: {why}); it goes on by the old ones.",
        "fr": "Avec les nouvelles règles, la partie se serait déroulée autrement ({n} : {why}) ; elle continue avec les"
        " anciennes.",
    },
    "rules_differ_secretly": {
        "en": "By the new rules the game would have gone otherwise; it goes on by the old ones.",
        "fr": "Avec les nouvelles règles, la partie se serait déroulée autrement ; elle continue avec les anciennes.",
    },
    "taken_back": {"en": "Your last move has been taken back.", "fr": "Votre dernier coup est annulé."},
    "nothing_to_take_back": {"en": "There is no move to take back.", "fr": "Il n’y a aucun coup à annuler."},
    "pass_on": {
        "en": "Pass the screen to {who}, who presses Enter. ",
        "fr": "Passez l’écran au {who}, qui appuie sur Entrée. ",
    },
    # Why a move is not allowed
    "allowed": {"en": "{move} is allowed now", "fr": "{move} : c’est permis maintenant"},
    "not_allowed": {"en": "That is not allowed now: {why}.", "fr": "Ce n’est pas permis maintenant : {why}."},
    "refused_condition": {
        "en": "the condition '{name}' does not hold",
        "fr": "la condition « {name} » n’est pas remplie",
    },
    "refused_filter": {"en": "'{name}' must satisfy {rule}", "fr": "« {name} » doit remplir la condition {rule}"},
    "refused_offer": {
        "en": "'{name}' is not on offer here; possible: {possible}",
        "fr": "« {name} » n’est pas proposé ici ; possibles : {possible}",
    },
    "refused_arity": {
        "en": "{name} needs {n} choice, but got {got}|{name} needs {n} choices, but got {got}",
        "fr": "{name} demande {n} choix, et il y en a {got}|{name} demande {n} choix, et il y en a {got}",
    },
    "allowed_now": {"en": "allowed now: {moves}", "fr": "permis maintenant : {moves}"},
    "nothing_to_choose": {"en": "there is nothing to choose", "fr": "il n’y a rien à choisir"},
    "refused_choice_of": {
        "en": "you cannot choose {given} here; possible: {n} of {possible}",
        "fr": "vous ne pouvez pas choisir {given} ici ; possibles : {n} parmi {possible}",
    },
    "refused_choice": {
        "en": "you cannot choose {given} here; possible: {possible}",
        "fr": "vous ne pouvez pas choisir {given} ici ; possibles : {possible}",
    },
    "refused_chance": {"en": "chance decides here", "fr": "ici, c’est le hasard qui décide"},
    "refused_over": {"en": "the game is over", "fr": "la partie est finie"},
    "refused_hidden": {
        "en": "it is not a legal move here, for a reason that you do not see",
        "fr": "ce coup n’est pas possible ici, pour une raison que vous ne voyez pas",
    },
    "refused_unclear": {"en": "it is not a legal move here", "fr": "ce coup n’est pas possible ici"},
    "condition": {"en": "condition: {name} ({path})", "fr": "condition : {name} ({path})"},
    "is_now": {"en": "{what}: {value}", "fr": "{what} : {value}"},
    "not_understood": {
        "en": "'{typed}' is not a move here; type a number from 1 to {most}, a move, or ? for help",
        "fr": "« {typed} » n’est pas un coup possible ; tapez un nombre de 1 à {most}, un coup, ou « ? » pour l’aide",
    },
    "no_card": {"en": "there is no card '{called}'", "fr": "il n’y a pas de carte « {called} »"},
    "meant": {"en": " (did you mean '{near}'?)", "fr": " (vouliez-vous dire « {near} » ?)"},
    "help": {
        "en": """\

  a number      plays the move with that number
  a move        its text plays it too, such as {example}
  why MOVE      why a move is not allowed now, with the values of its conditions
  card NAME     what a card says
  hint          what a bot would play; hint greedy asks this bot
  history       all that has happened; history 10 the last ten lines
  table         draws the table again
  undo          takes back your last move
  save FILE     writes the game to a file, to go on some other time;
                save FILE.yaml makes this position a scenario
  ?             this help
  quit          ends the game
""",
        "fr": """\

  un nombre      joue le coup de ce numéro
  un coup        son texte le joue aussi, comme {example}
  pourquoi COUP  pourquoi un coup n’est pas permis, et où en sont ses conditions
  carte NOM      ce que dit une carte
  conseil        ce que jouerait un bot ; conseil greedy demande à celui-ci
  historique     tout ce qui s’est passé ; historique 10 les dix dernières lignes
  table          montre encore la table
  annuler        annule votre dernier coup
  sauver FICHIER écrit la partie dans un fichier, pour la reprendre plus tard ;
                 sauver FICHIER.yaml fait de cette position un scénario
  ?              cette aide
  quitter        arrête la partie
""",
    },
    # What there is to play: `list`, `options`, `placeholders`
    "range": {"en": "{low} to {high}", "fr": "{low} à {high}"},
    "preset": {"en": "preset", "fr": "préréglage"},
    "variant": {"en": "variant", "fr": "variante"},
    "no_games": {"en": "no games were found", "fr": "aucun jeu n’a été trouvé"},
    "no_options": {"en": "{game} has no options", "fr": "{game} n’a pas d’options"},
    "head_option": {"en": "option", "fr": "option"},
    "head_values": {"en": "values", "fr": "valeurs"},
    "head_default": {"en": "default", "fr": "par défaut"},
    "head_meaning": {"en": "what it does", "fr": "ce qu’elle change"},
    "steps": {"en": "{low} to {high}, in steps of {step}", "fr": "{low} à {high}, par pas de {step}"},
    "needs": {"en": "needs {what}", "fr": "demande {what}"},
    "not_with": {"en": "not with {what}", "fr": "pas avec {what}"},
    "no_placeholders": {
        "en": "{game} has no placeholders: every value comes from a source",
        "fr": "{game} n’a pas de valeurs inventées : chacune vient d’une source",
    },
    "placeholders": {
        "en": "{n} of {all} kinds of card has placeholder values|{n} of {all} kinds of card have placeholder values",
        "fr": "{n} sorte de carte sur {all} a des valeurs inventées|{n} sortes sur {all} ont des valeurs inventées",
    },
    # What many games came to: `simulate`
    "games": {"en": "{n} game|{n} games", "fr": "{n} partie|{n} parties"},
    "no_game_played": {"en": "{game}: no game was played", "fr": "{game} : aucune partie n’a été jouée"},
    "status_finished": {"en": "finished", "fr": "terminées"},
    "status_loop": {"en": "loop", "fr": "en boucle"},
    "status_limit": {"en": "limit", "fr": "trop longues"},
    "status_error": {"en": "error", "fr": "en erreur"},
    "head_seat": {"en": "seat", "fr": "place"},
    "head_player": {"en": "player", "fr": "joueur"},
    "head_wins": {"en": "wins", "fr": "victoires"},
    "head_ties": {"en": "ties", "fr": "partagées"},
    "head_losses": {"en": "losses", "fr": "défaites"},
    "head_return": {"en": "mean return", "fr": "gain moyen"},
    "speed": {
        "en": "{seconds:.1f} s: {games:.1f} games and {decisions:.0f} decisions a second",
        "fr": "{seconds:.1f} s : {games:.1f} parties et {decisions:.0f} décisions par seconde",
    },
    # What happens on the table
    "takes": {"en": "takes {cards}", "fr": "prend {cards}"},
    "moved_cards": {"en": "{cards}: {source} → {target}", "fr": "{cards} : {source} → {target}"},
    "was_shuffled": {"en": "{zone}: shuffled", "fr": "{zone} : mélange"},
    "was_shown": {"en": "{zone}: {cards} shown", "fr": "{zone} : on montre {cards}"},
    "has_chosen": {"en": "{who}: has chosen in secret", "fr": "{who} : choix fait en secret"},
    "chosen_hidden": {"en": "has chosen, not shown yet", "fr": "choix fait, pas encore montré"},
    "chosen_own": {"en": "chosen, not shown yet: {what}", "fr": "choisi, pas encore montré : {what}"},
    "out_of_sight": {"en": "out of sight", "fr": "hors de vue"},
    "game_over": {"en": "The game is over.", "fr": "La partie est finie."},
    "in_the_middle": {"en": "Table", "fr": "Table"},
    "you": {"en": "you", "fr": "vous"},
    "semicolon": {"en": "; ", "fr": " ; "},
    # What a variant changes: `diff`
    "lines_before": {"en": "before", "fr": "avant"},
    "lines_now": {"en": "now", "fr": "maintenant"},
    "compatible": {
        "en": "Nothing is gone that scenarios and recorded games name.",
        "fr": "Rien de ce que nomment les scénarios et les parties enregistrées n’a disparu.",
    },
    "breaking": {
        "en": "Scenarios and recorded games that name this no longer fit: {names}.",
        "fr": "Les scénarios et les parties enregistrées qui nomment ceci ne conviennent plus : {names}.",
    },
    "words_only": {
        "en": "Only texts differ: recorded games are played as before.",
        "fr": "Seuls des textes changent : les parties enregistrées se jouent comme avant.",
    },
    "same_rules": {"en": "the rules are the same", "fr": "les règles sont les mêmes"},
    "quoted": {"en": "“{text}”", "fr": "« {text} »"},
    "before": {"en": "{now}; before: {then}", "fr": "{now} ; avant : {then}"},
    "added": {"en": "New {kind} {what}.", "fr": "Ajout : {kind} {what}."},
    "added_text": {"en": "New {kind} {what}: {text}", "fr": "Ajout : {kind} {what} : {text}"},
    "removed": {"en": "Removed: {kind} {what}.", "fr": "Suppression : {kind} {what}."},
    "changed": {"en": "{what}: {now}.", "fr": "{what} : {now}."},
    "gone": {"en": "{what}: removed; before: {then}.", "fr": "{what} : supprimé ; avant : {then}."},
    "gone_empty": {"en": "Removed: {what}.", "fr": "Suppression : {what}."},
    "there_now": {"en": "New: {what}.", "fr": "Ajout : {what}."},
    "kind_card": {"en": "card", "fr": "carte"},
    "kind_option": {"en": "option", "fr": "option"},
    "kind_preset": {"en": "preset", "fr": "préréglage"},
    "kind_action": {"en": "action", "fr": "action"},
    "kind_reaction": {"en": "reaction", "fr": "réaction"},
    "kind_trigger": {"en": "trigger", "fr": "déclencheur"},
    "kind_phase": {"en": "phase", "fr": "phase"},
    "kind_zone": {"en": "zone", "fr": "zone"},
    "kind_variable": {"en": "variable", "fr": "variable"},
    "kind_function": {"en": "function", "fr": "fonction"},
    "kind_effect": {"en": "effect", "fr": "effet"},
    "kind_category": {"en": "score category", "fr": "catégorie de points"},
    "default": {"en": "Option {what}: {now}.", "fr": "Option {what} : {now}."},
    "default_for": {"en": "Option {what} with {players}: {now}.", "fr": "Option {what} à {players} : {now}."},
    "default_as_others": {"en": "as with other numbers of players", "fr": "comme pour les autres nombres de joueurs"},
    "value_for": {"en": "{value} with {players}", "fr": "{value} à {players}"},
    "value_else": {"en": "otherwise {value}", "fr": "sinon {value}"},
    "copies": {
        "en": "Card {what}: {n} copy instead of {then}.|Card {what}: {n} copies instead of {then}.",
        "fr": "Carte {what} : {n} exemplaire au lieu de {then}.|Carte {what} : {n} exemplaires au lieu de {then}.",
    },
    "worth": {"en": "{what} scores {now}.", "fr": "{what} rapporte {now}."},
    "worth_nothing": {"en": "{what} no longer scores.", "fr": "{what} ne rapporte plus rien."},
    "means": {"en": "{what} now means {now}.", "fr": "{what} vaut désormais {now}."},
    "true": {"en": "true", "fr": "vrai"},
    "false": {"en": "false", "fr": "faux"},
    "effect_changed": {"en": "The effect `{what}` has changed.", "fr": "L’effet `{what}` a changé."},
    "other_lines": {"en": "{what} has changed ({key}).", "fr": "{what} a changé ({key})."},
    "no_lines": {"en": "{what} no longer has lines ({key}).", "fr": "{what} n’a plus de lignes ({key})."},
    "possible_if": {
        "en": "{what} is possible only if{which}: {now}.",
        "fr": "{what} n’est possible que si{which} : {now}.",
    },
    "possible_anyway": {
        "en": "{what} no longer needs{which}: {then}.",
        "fr": "{what} ne demande plus{which} : {then}.",
    },
    "otherwise": {"en": " Otherwise: {text}.", "fr": " Sinon : {text}."},
    "which": {"en": " ({part})", "fr": " ({part})"},
    "says_until": {"en": "{what} ends when{which}: {now}.", "fr": "{what} se termine quand{which} : {now}."},
    "says_when": {"en": "{what} is played only if{which}: {now}.", "fr": "{what} n’a lieu que si{which} : {now}."},
    "says_skip": {"en": "{what} skips a player if{which}: {now}.", "fr": "{what} saute un joueur si{which} : {now}."},
    "says_from": {"en": "{what} begins with{which}: {now}.", "fr": "{what} commence par{which} : {now}."},
    "says_times": {"en": "{what}, number of times{which}: {now}.", "fr": "{what}, nombre de fois{which} : {now}."},
    "says_offer": {"en": "{what} offers{which}: {now}.", "fr": "{what} propose{which} : {now}."},
    "says_steps": {"en": "{what} has the steps{which}: {now}.", "fr": "{what} a pour étapes{which} : {now}."},
    "says_asks": {"en": "{what} is asked of{which}: {now}.", "fr": "{what} est proposée à{which} : {now}."},
    "says_automatic": {
        "en": "{what} happens by itself if{which}: {now}.",
        "fr": "{what} est automatique si{which} : {now}.",
    },
    "says_refill": {"en": "{what} is refilled{which}: {now}.", "fr": "{what} se remplit de nouveau{which} : {now}."},
    "no_longer": {"en": "No longer: {sentence}", "fr": "Ne vaut plus : {sentence}"},
    "called": {"en": "{what} is now called {now}.", "fr": "{what} s’appelle désormais {now}."},
    "text_of": {"en": "{what}, in words: {now}", "fr": "{what}, en clair : {now}"},
    "text_before": {"en": "{what}, in words: {now} Before: {then}", "fr": "{what}, en clair : {now} Avant : {then}"},
    "no_text": {"en": "nothing.", "fr": "rien."},
}
"""Each phrase by its name, in each language."""

VALUES = {"none": "none", "true": "yes", "false": "no", "yes": "yes", "no": "no"}
"""The phrases for values that every game has."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Some phrases by name, each in each language."""

    phrases: Mapping[str, dict[str, str]]

    @classmethod
    def bound(cls, *tables: Mapping[str, dict[str, str]]) -> Phrasebook:
        """One book of several tables, of which no two may give a phrase the same name.

        >>> Phrasebook.bound({"one": {"en": "1"}}, {"one": {"en": "eins"}})
        Traceback (most recent call last):
        ValueError: a phrase in several tables: one
        """
        phrases: dict[str, dict[str, str]] = {}
        for table in tables:
            if twice := phrases.keys() & table.keys():
                raise ValueError(f"a phrase in several tables: {', '.join(sorted(twice))}")
            phrases.update(table)
        return cls(phrases)

    def say(self, language: str, name: str, /, **parts: object) -> str:
        """A phrase with its parts filled in.

        >>> [phrase("en", "cards", n=n) for n in (0, 1)], [phrase("fr", "cards", n=n) for n in (0, 2)]
        (['0 cards', '1 card'], ['0 carte', '2 cartes'])
        """
        return _filled(self.phrases[name], language, **parts)


phrase = Phrasebook(PHRASES).say
"""One of the phrases above, with its parts filled in."""


def _filled(forms_by_language: dict[str, str], language: str, /, **parts: object) -> str:
    """One phrase, given in each language, with its parts filled in."""
    forms = forms_by_language.get(language, forms_by_language["en"])
    if "|" not in forms:
        return forms.format(**parts)
    one, several = forms.split("|")
    n = parts["n"]
    return (one if n == 1 or (n == 0 and language == "fr") else several).format(**parts)
