"""What the page of a table says to people, in their language; written like `play.game.phrases`."""

from __future__ import annotations

from ..game.phrases import Phrasebook, phrase

PHRASES: dict[str, dict[str, str]] = {
    "empty": {"en": "empty", "fr": "vide"},
    "beneath": {"en": "{n} beneath", "fr": "{n} dessous"},
    "hidden": {"en": "a hidden card|{n} hidden cards", "fr": "une carte cachée|{n} cartes cachées"},
    "decides": {"en": "to move", "fr": "à jouer"},
    "chosen": {"en": "chosen in secret", "fr": "choix secret"},
    "secret": {"en": "hidden", "fr": "caché"},
    "log": {"en": "What has happened", "fr": "Déroulement"},
    "steps": {"en": "Steps of the game", "fr": "Étapes de la partie"},
    "slider": {"en": "Step of the game", "fr": "Étape de la partie"},
    "step": {"en": "step {now} of {last}", "fr": "étape {now} sur {last}"},
    "go_to": {"en": "Go to step", "fr": "Aller à l’étape"},
    "back": {"en": "One step back (left arrow)", "fr": "Une étape en arrière (flèche gauche)"},
    "forward": {"en": "One step on (right arrow)", "fr": "Une étape en avant (flèche droite)"},
    "run": {"en": "Play the steps one after the other", "fr": "Faire défiler les étapes"},
    "seen_by": {"en": "as seen by {who}", "fr": "du point de vue du {who}"},
    "from_above": {"en": "all cards in sight", "fr": "toutes les cartes visibles"},
    "moves": {"en": "Your moves", "fr": "Vos coups"},
    "all_moves": {"en": "Show all moves", "fr": "Tous les coups"},
    "again": {"en": "{move}: click again to play", "fr": "{move} : cliquez encore pour jouer"},
    "choose": {"en": "Choose a move, or another card.", "fr": "Choisissez un coup, ou une autre carte."},
    "to_now": {"en": "Back to the present", "fr": "Revenir au présent"},
    "waiting": {"en": "Others are to move.", "fr": "Aux autres de jouer."},
    "gone_on": {
        "en": "The game has gone on in the meantime.",
        "fr": "La partie a continué entre-temps.",
    },
    "not_yours": {"en": "It is not your turn.", "fr": "Ce n’est pas à vous de jouer."},
    "lost": {"en": "The connection is lost; trying again …", "fr": "Connexion perdue ; nouvel essai…"},
    "refused": {"en": "The server has closed the connection.", "fr": "Le serveur a fermé la connexion."},
    "no_table": {
        "en": "There is no table here. Use the link that was given to you.",
        "fr": "Il n’y a pas de table ici. Utilisez le lien que l’on vous a donné.",
    },
    "rules": {"en": "Rules", "fr": "Règles"},
    "apart": {
        "en": "The first decision that differs is at step {n}.",
        "fr": "La première décision différente est à l’étape {n}.",
    },
    "never_apart": {"en": "All decisions are the same.", "fr": "Toutes les décisions sont les mêmes."},
    "show_apart": {"en": "Show it", "fr": "La montrer"},
    "over_at": {"en": "Over since step {n}.", "fr": "Fini depuis l’étape {n}."},
    "no_further": {
        "en": "By these rules the recorded game cannot go on.",
        "fr": "Avec ces règles, la partie enregistrée ne peut pas continuer.",
    },
    "needs_script": {
        "en": "This page needs JavaScript to draw the table.",
        "fr": "Cette page a besoin de JavaScript pour dessiner la table.",
    },
    "written": {"en": "{file}: {n} step|{file}: {n} steps", "fr": "{file} : {n} étape|{file} : {n} étapes"},
}
"""Each phrase by its name, in each language."""


say = Phrasebook(PHRASES).say
"""A phrase with its parts filled in: `say("fr", "step", now=2, last=9)` is `étape 2 sur 9`."""


def words_of_page(language: str) -> dict[str, str]:
    """All phrases in one language as they are written, with their braces, for the scripts of the page."""
    return {name: forms[language] for name, forms in PHRASES.items()} | {"you": phrase(language, "you")}
