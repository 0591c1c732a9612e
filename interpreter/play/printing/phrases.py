"""What lists and sheets of cards say to people, in their language; written like `play.game.phrases`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..game.phrases import Phrasebook, phrase

PHRASES: dict[str, dict[str, str]] = {
    "cards": {"en": "cards", "fr": "cartes"},
    "head_card": {"en": "card", "fr": "carte"},
    "head_copies": {"en": "copies", "fr": "exemplaires"},
    "head_change": {"en": "change", "fr": "changement"},
    "head_short": {"en": "on the card", "fr": "sur la carte"},
    "head_attributes": {"en": "attributes", "fr": "attributs"},
    "head_text": {"en": "text", "fr": "texte"},
    "new": {"en": "new", "fr": "nouvelle"},
    "changed": {"en": "changed", "fr": "modifiée"},
    "more": {"en": "{n} more", "fr": "{n} de plus"},
    "fewer": {"en": "{n} fewer", "fr": "{n} de moins"},
    "gone": {"en": "gone", "fr": "retirée"},
    "deck": {
        "en": "{deck}: {n} card of {kinds}|{deck}: {n} cards of {kinds}",
        "fr": "{deck} : {n} carte de {kinds}|{deck} : {n} cartes de {kinds}",
    },
    "kinds": {"en": "{n} kind|{n} kinds", "fr": "{n} sorte|{n} sortes"},
    "no_cards": {"en": "This game has no cards.", "fr": "Ce jeu n’a pas de cartes."},
    "no_changes": {
        "en": "No card is new or changed.",
        "fr": "Aucune carte n’est nouvelle ni modifiée.",
    },
    "nothing_to_print": {"en": "There is no card to print.", "fr": "Il n’y a aucune carte à imprimer."},
    "sheets": {
        "en": "{cards} on {n} sheet|{cards} on {n} sheets",
        "fr": "{cards} sur {n} feuille|{cards} sur {n} feuilles",
    },
    "how_to_print": {
        "en": "Print at actual size (100%), without margins or headers, on {paper}. Cut along the marks: each card"
        " measures 63 × 88 mm.",
        "fr": "Imprimez à la taille réelle (100 %), sans marges ni en-têtes, sur papier {paper}. Coupez le long des"
        " repères : chaque carte mesure 63 × 88 mm.",
    },
    "rules_cards": {"en": "The cards", "fr": "Les cartes"},
    "rules_course": {"en": "Course of the game", "fr": "Déroulement"},
    "rules_actions": {"en": "What players may do", "fr": "Ce que l’on peut faire"},
    "rules_reactions": {"en": "Reactions, and what happens by itself", "fr": "Réactions et effets automatiques"},
    "rules_scoring": {"en": "Scoring", "fr": "Décompte des points"},
    "rules_options": {"en": "What to agree on before the game", "fr": "À convenir avant la partie"},
    "rules_gone": {"en": "What there is no longer", "fr": "Ce qui n’existe plus"},
    "rules_against": {
        "en": "Only what differs from {title}.",
        "fr": "Seulement ce qui change par rapport à : {title}.",
    },
    "rules_players": {
        "en": "For {numbers} player.|For {numbers} players.",
        "fr": "Pour {numbers} joueur.|Pour {numbers} joueurs.",
    },
    "rules_a_card": {"en": "a card", "fr": "une carte"},
    "rules_a_cards": {"en": "cards", "fr": "des cartes"},
    "rules_a_player": {"en": "a player", "fr": "un joueur"},
    "rules_a_team": {"en": "a team", "fr": "une équipe"},
    "rules_bare_card": {"en": "card", "fr": "carte"},
    "rules_bare_cards": {"en": "cards", "fr": "cartes"},
    "rules_bare_player": {"en": "player", "fr": "joueur"},
    "rules_bare_team": {"en": "team", "fr": "équipe"},
    "rules_or": {"en": "{most} or {last}", "fr": "{most} ou {last}"},
    "rules_the_card": {"en": "the card", "fr": "la carte"},
    "rules_the_cards": {"en": "the cards", "fr": "les cartes"},
    "rules_the_player": {"en": "the player", "fr": "le joueur"},
    "rules_the_team": {"en": "the team", "fr": "l’équipe"},
    "rules_winning": {"en": "Who wins", "fr": "Qui gagne"},
    "rules_most_wins": {
        "en": "Whoever has most of this wins: {what}. If several have equally many, they share the victory.",
        "fr": "Gagne qui en a le plus : {what}. En cas d’égalité, la victoire est partagée.",
    },
    "rules_least_wins": {
        "en": "Whoever has least of this wins: {what}. If several have equally few, they share the victory.",
        "fr": "Gagne qui en a le moins : {what}. En cas d’égalité, la victoire est partagée.",
    },
    "rules_zones": {"en": "Where the cards lie", "fr": "Où sont les cartes"},
    "rules_of_player": {"en": "In front of each player.", "fr": "Devant chaque joueur."},
    "rules_of_team": {"en": "In front of each team.", "fr": "Devant chaque équipe."},
    "rules_of_table": {"en": "In the middle of the table.", "fr": "Au milieu de la table."},
    "rules_members": {"en": "Separately for each: {names}.", "fr": "Séparément pour chacun : {names}."},
    "rules_numbers": {"en": "Numbers {low} to {high}.", "fr": "Numéros {low} à {high}."},
    "rules_all_see": {"en": "Everybody sees the cards.", "fr": "Tout le monde voit les cartes."},
    "rules_owner_sees": {"en": "Nobody else sees the cards.", "fr": "Les autres ne voient pas les cartes."},
    "rules_teams": {
        "en": "With {players} players there are {teams} teams, seated in turn: {seats}.",
        "fr": "À {players} joueurs, on forme {teams} équipes, assises en alternance : {seats}.",
    },
    "rules_face_down": {"en": "The cards lie face down.", "fr": "Les cartes sont face cachée."},
    "rules_points": {"en": "{n} point.|{n} points.", "fr": "{n} point.|{n} points."},
    "rules_range": {"en": "from {low} to {high}", "fr": "de {low} à {high}"},
    "rules_by_an_option": {"en": "only with another option", "fr": "seulement avec une autre option"},
    "rules_not": {"en": "Not allowed: {why}.", "fr": "Interdit : {why}."},
    "rules_only_if": {"en": "Only if this is true: {rule}", "fr": "Seulement si ceci est vrai : {rule}"},
    "rules_value": {"en": "In these rules: {value}", "fr": "Dans ces règles : {value}"},
    "rules_possible": {"en": "Possible: {others}", "fr": "Possible : {others}"},
    "rules_steps_of": {"en": "in steps of {step}", "fr": "de {step} en {step}"},
    "rules_with_players": {
        "en": "with {numbers} player: {value}|with {numbers} players: {value}",
        "fr": "à {numbers} joueur : {value}|à {numbers} joueurs : {value}",
    },
    "rules_setup": {"en": "Setting up", "fr": "Mise en place"},
    "rules_special": {"en": "Special cases", "fr": "Cas particuliers"},
    "rules_examples": {"en": "Examples", "fr": "Exemples"},
    "rules_glossary": {"en": "Glossary", "fr": "Lexique"},
    "rules_others_see": {
        "en": "All but their owner see the cards.",
        "fr": "Tout le monde voit les cartes, sauf celui à qui elles sont.",
    },
    "rules_back": {
        "en": "Of the cards nothing is seen but this, which is on their backs: {what}.",
        "fr": "On ne voit des cartes que ce qui est au dos : {what}.",
    },
    "rules_owner_sees_back": {
        "en": "The other players see nothing of the cards but this, which is on their backs: {what}.",
        "fr": "Les autres ne voient des cartes que ce qui est au dos : {what}.",
    },
    "rules_refilled": {
        "en": "When it has run out, these are shuffled and put here: {zone}.",
        "fr": "Quand il n’y en a plus, on mélange et l’on remet ici : {zone}.",
    },
    "rules_one_of_each": {"en": "One card of each combination", "fr": "Une carte de chaque combinaison"},
    "rules_of_each_combination": {"en": "Of each combination, {count}", "fr": "De chaque combinaison, {count}"},
    "rules_of_each": {"en": "Of each, {count}", "fr": "De chacune, {count}"},
    "rules_for_each": {"en": "for each player", "fr": "pour chaque joueur"},
    "rules_table": {"en": "On the table", "fr": "Sur la table"},
    "rules_allowed": {"en": "Allowed now", "fr": "Permis maintenant"},
    "rules_forbidden": {"en": "Not allowed now", "fr": "Interdit maintenant"},
    "rules_total": {"en": "in all", "fr": "en tout"},
    "rules_result": {"en": "Points", "fr": "Points"},
    "written": {"en": "{file}: {what}", "fr": "{file} : {what}"},
}


say = Phrasebook(PHRASES).say
"""A phrase with its parts filled in: `say("fr", "more", n=2)` is `2 de plus`."""


def any_number(numbers: Collection[int], language: str) -> str:
    """Numbers of which any one is meant.

    >>> any_number([2, 3, 4, 5], "en"), any_number([2, 3, 6], "fr"), any_number([2, 3], "en")
    ('2 to 5', '2, 3 ou 6', '2 or 3')
    """
    low, high = min(numbers), max(numbers)
    if high - low == len(numbers) - 1 > 1:
        return phrase(language, "range", low=low, high=high)
    return any_of(map(str, numbers), language)


def any_of(words: Iterable[str], language: str) -> str:
    """Words of which any one is meant.

    >>> any_of(["2", "3", "6"], "en")
    '2, 3 or 6'
    """
    *most, last = words
    return say(language, "rules_or", most=", ".join(most), last=last) if most else last
