"""What the tool itself says to players, in their language; what a game says stands in its spec.

A phrase with `|` has two forms: the first for one thing, the second for several (`n` says how many). French counts none
as one thing. Diagnostics are no phrases: they are English everywhere.
"""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "player": {"en": "player {n}", "fr": "joueur {n}"},
    "team": {"en": "team {n}", "fr": "équipe {n}"},
    "none": {"en": "none", "fr": "aucun"},
    "yes": {"en": "yes", "fr": "oui"},
    "no": {"en": "no", "fr": "non"},
    # How a game begins and ends
    "players": {"en": "{n} player|{n} players", "fr": "{n} joueur|{n} joueurs"},
    "seed": {"en": "seed {seed}", "fr": "graine {seed}"},
    "score": {"en": "score", "fr": "score"},
    "return": {"en": "return: {value}", "fr": "gain : {value}"},
    "sum": {"en": "{what}:", "fr": "{what} :"},
    "and": {"en": "and", "fr": "et"},
    "wins": {"en": "{who} wins.|{who} win.", "fr": "{who} gagne.|{who} gagnent."},
    "shares": {
        "en": "{who} shares the victory.|{who} share the victory.",
        "fr": "{who} partage la victoire.|{who} se partagent la victoire.",
    },
    "nobody": {"en": "No player wins.", "fr": "Aucun joueur ne gagne."},
    "loop": {
        "en": "The game goes in a circle and ends without a result.",
        "fr": "La partie tourne en rond et s’arrête sans résultat.",
    },
    "limit": {
        "en": "The game has too many decisions and ends without a result.",
        "fr": "La partie compte trop de décisions et s’arrête sans résultat.",
    },
    "error": {
        "en": "A rule has gone wrong, and the game ends without a result.",
        "fr": "Une règle a échoué, et la partie s’arrête sans résultat.",
    },
    # At the terminal
    "human": {"en": "human", "fr": "humain"},
    "cards": {"en": "{n} card|{n} cards", "fr": "{n} carte|{n} cartes"},
    "left": {"en": "The game ends here.", "fr": "La partie s’arrête ici."},
    "taken_back": {"en": "Your last move is taken back.", "fr": "Votre dernier coup est annulé."},
    "nothing_to_take_back": {"en": "There is no move to take back.", "fr": "Il n’y a aucun coup à annuler."},
    "pass_on": {"en": "Pass to {who}, who presses Enter. ", "fr": "Passez l’écran : {who} appuie sur Entrée. "},
    "allowed": {"en": "{move} is allowed now", "fr": "{move} est permis maintenant"},
    "not_allowed": {"en": "That is not allowed now: {why}.", "fr": "Ce n’est pas permis maintenant : {why}."},
    "condition": {"en": "condition: {name}  ({path})", "fr": "condition : {name}  ({path})"},
    "is_now": {"en": "{what} is {value}", "fr": "{what} vaut {value}"},
    "not_understood": {
        "en": "'{typed}' is not understood; type a number from 1 to {most}, a move, or ? for help",
        "fr": "« {typed} » n’est pas compris ; tapez un nombre de 1 à {most}, un coup, ou ? pour l’aide",
    },
    "no_card": {"en": "there is no card '{called}'", "fr": "il n’y a pas de carte « {called} »"},
    "meant": {"en": " (did you mean '{near}'?)", "fr": " (vouliez-vous dire « {near} » ?)"},
    "help": {
        "en": """\
  a number      plays that move
  a move        its text does too: give(king, p2)
  why MOVE      why a move is not allowed now, with the values of its conditions
  card NAME     what stands on a card
  undo          takes back your last move
  ?             this help
  quit          ends the game""",
        "fr": """\
  un nombre      joue ce coup
  un coup        son texte aussi : give(king, p2)
  pourquoi COUP  pourquoi un coup n’est pas permis, et ce que valent ses conditions
  carte NOM      ce qui est écrit sur une carte
  annuler        annule votre dernier coup
  ?              cette aide
  quitter        arrête la partie""",
    },
}
"""Each phrase by its name, in each language."""

VALUES = {"none": "none", "true": "yes", "false": "no", "yes": "yes", "no": "no"}
"""How values that every game has are said."""


def phrase(language: str, name: str, /, **parts: object) -> str:
    """A phrase with its parts filled in.

    >>> phrase("en", "cards", n=1), phrase("en", "cards", n=0), phrase("fr", "cards", n=0), phrase("fr", "cards", n=2)
    ('1 card', '0 cards', '0 carte', '2 cartes')
    """
    forms = PHRASES[name].get(language, PHRASES[name]["en"])
    if "|" not in forms:
        return forms.format(**parts)
    one, several = forms.split("|")
    n = parts["n"]
    return (one if n == 1 or (n == 0 and language == "fr") else several).format(**parts)
