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
    "says": {"en": "{what}: {value}.", "fr": "{what} : {value}."},
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
    "connecting": {"en": "Connecting …", "fr": "Connexion…"},
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
    "nothing_to_undo": {"en": "You have no move to take back.", "fr": "Vous n’avez aucun coup à reprendre."},
    "undo": {"en": "Take back your last move", "fr": "Reprendre votre dernier coup"},
    "undo_followed": {
        "en": "The rules have changed since your last move, so it cannot be taken back: "
        "chance would not give the same again.",
        "fr": "Les règles ont changé depuis votre dernier coup, qui ne peut donc plus être repris : "
        "le hasard ne redonnerait pas la même chose.",
    },
    "undo_short": {"en": "Take back", "fr": "Reprendre"},
    "undo_asked": {
        "en": "Somebody is already asking to take a move back.",
        "fr": "Quelqu’un demande déjà à reprendre un coup.",
    },
    "undone": {"en": "{who} has taken a move back.", "fr": "Le {who} a repris un coup."},
    "undo_wish": {"en": "{who} would like to take a move back.", "fr": "Le {who} voudrait reprendre un coup."},
    "undo_waits": {
        "en": "You would like to take your move back; the others are being asked.",
        "fr": "Vous voudriez reprendre votre coup ; les autres sont consultés.",
    },
    "undo_moved": {
        "en": "All have to agree, since others have moved after it.",
        "fr": "Tous doivent être d’accord, puisque d’autres ont joué depuis.",
    },
    "undo_heard": {
        "en": "All have to agree, since the others have heard of it.",
        "fr": "Tous doivent être d’accord, puisque les autres en ont eu connaissance.",
    },
    "agree": {"en": "Agree", "fr": "Accepter"},
    "refuse": {"en": "Refuse", "fr": "Refuser"},
    "withdraw": {"en": "Leave it as it is", "fr": "Y renoncer"},
    "agreed": {
        "en": "You have agreed; others are still being asked.",
        "fr": "Vous avez accepté ; d’autres sont encore consultés.",
    },
    "disagrees": {
        "en": "{who} does not agree: the move stands.",
        "fr": "Le {who} n’est pas d’accord : le coup reste joué.",
    },
    "withdrawn": {"en": "{who} lets the move stand.", "fr": "Le {who} maintient son coup."},
    "not_written": {
        "en": "The host’s disk takes no more ({why}): this was not kept. Try again.",
        "fr": "Le disque de l’hôte n’accepte plus rien ({why}) : ceci n’a pas été enregistré. Essayez encore.",
    },
    "waits_for_room": {
        "en": "The host’s disk takes no more ({why}): the last move was not kept, and the game waits.",
        "fr": "Le disque de l’hôte n’accepte plus rien ({why}) : le dernier coup n’est pas noté, la partie attend.",
    },
    "bot_fails": {
        "en": "A bot cannot go on; the terminal of the server says why.",
        "fr": "Un robot ne peut pas continuer ; le terminal du serveur dit pourquoi.",
    },
    "cannot_go_on": {
        "en": "This game cannot go on; the terminal of the server says why.",
        "fr": "Cette partie ne peut pas continuer ; le terminal du serveur dit pourquoi.",
    },
    "followed": {
        "en": "The rules have changed; the game goes on at the same decision.",
        "fr": "Les règles ont changé ; la partie continue à la même décision.",
    },
    "not_followed": {
        "en": "The rules have changed, but this game cannot follow them, and goes on by the old ones; "
        "the terminal of the server says why.",
        "fr": "Les règles ont changé, mais cette partie ne peut pas les suivre et continue selon les anciennes ; "
        "le terminal du serveur dit pourquoi.",
    },
    "rules_wrong": {
        "en": "The rules cannot be read at the moment: {why}. The game goes on by the old ones.",
        "fr": "Les règles sont illisibles en ce moment : {why}. La partie continue selon les anciennes.",
    },
    "chance_known": {
        "en": "All that chance brings here follows from a number that the host knows: "
        "whoever has it, or works it out, knows all cards.",
        "fr": "Tout ce que donne ici le hasard découle d’un nombre que l’hôte connaît : "
        "qui l’a, ou le retrouve, connaît toutes les cartes.",
    },
    "drop_here": {"en": "Drop here to play", "fr": "Déposez ici pour jouer"},
    "how_to": {
        "en": "Drag a card, click it, or use Tab and Enter.",
        "fr": "Glissez une carte, cliquez dessus, ou utilisez Tab et Entrée.",
    },
    "many_moves": {
        "en": "{n} moves are possible: choose a card first.",
        "fr": "{n} coups sont possibles : choisissez d’abord une carte.",
    },
    "to_moves": {"en": "Go to your moves", "fr": "Aller à vos coups"},
    "choose_player": {"en": "Choose {who}", "fr": "Choisir : {who}"},
    "cancelled": {"en": "Nothing is chosen.", "fr": "Rien n’est choisi."},
    "your_turn": {"en": "It is your turn.", "fr": "C’est à vous de jouer."},
    "host_title": {"en": "Tables", "fr": "Les tables"},
    "host_link": {"en": "Open tables and see all links:", "fr": "Ouvrir des tables et voir tous les liens :"},
    "more_people": {
        "en": "Bots have the other seats; for another person start it with `--seat {n}=human`.",
        "fr": "Des robots occupent les autres places ; pour une autre personne, lancez-le avec `--seat {n}=human`.",
    },
    "new_table": {"en": "A new table", "fr": "Nouvelle table"},
    "tables": {"en": "Open tables", "fr": "Tables ouvertes"},
    "no_tables": {"en": "No table is open yet.", "fr": "Aucune table n’est ouverte."},
    "game": {"en": "Game", "fr": "Jeu"},
    "variants": {"en": "Variants", "fr": "Variantes"},
    "preset": {"en": "Preset", "fr": "Préréglage"},
    "as_usual": {"en": "as usual", "fr": "habituel"},
    "players": {"en": "Players", "fr": "Joueurs"},
    "options": {"en": "Options", "fr": "Options"},
    "seats": {"en": "Seats", "fr": "Places"},
    "seat": {"en": "Seat {n}", "fr": "Place {n}"},
    "language": {"en": "Language of the table", "fr": "Langue de la table"},
    "strength": {"en": "playouts a move", "fr": "parties simulées par coup"},
    "open_table": {"en": "Open the table", "fr": "Ouvrir la table"},
    "shut_table": {"en": "Close", "fr": "Fermer"},
    "shut_sure": {"en": "Close {name} for all?", "fr": "Fermer {name} pour tous ?"},
    "sit_down": {"en": "sit down", "fr": "s’asseoir"},
    "copy": {"en": "copy link", "fr": "copier le lien"},
    "copied": {"en": "The link is copied.", "fr": "Le lien est copié."},
    "here": {"en": "here", "fr": "présent"},
    "away": {"en": "not here yet", "fr": "pas encore là"},
    "human": {"en": "a person", "fr": "une personne"},
    "bot_random": {"en": "bot: at random", "fr": "robot : au hasard"},
    "bot_first": {"en": "bot: always the first move", "fr": "robot : toujours le premier coup"},
    "bot_greedy": {"en": "bot: greedy", "fr": "robot : glouton"},
    "bot_rollout": {"en": "bot: tries each move out", "fr": "robot : essaie chaque coup"},
    "bot_search": {"en": "bot: looks ahead", "fr": "robot : voit plus loin"},
    "opened": {
        "en": "The table is open; send each person their link.",
        "fr": "La table est ouverte ; envoyez à chacun son lien.",
    },
    "cannot_open": {"en": "This cannot be played:", "fr": "Ceci ne peut pas se jouer :"},
    "no_game": {
        "en": "There is no game '{game}' with these variants here.",
        "fr": "Il n’y a pas ici de jeu « {game} » avec ces variantes.",
    },
    "seats_wrong": {
        "en": "The game has {n} players: choose who sits on each seat.",
        "fr": "Le jeu a {n} joueurs : choisissez qui occupe chaque place.",
    },
    "no_bot": {
        "en": "'{kind}' is no bot, or too strong a one.",
        "fr": "« {kind} » n’est pas un robot, ou bien il est trop fort.",
    },
    "nobody_human": {"en": "Give a seat to a person.", "fr": "Donnez une place à une personne."},
    "too_many": {
        "en": "There are {n} tables already; close one first.",
        "fr": "Il y a déjà {n} tables ; fermez-en une d’abord.",
    },
    "not_kept": {
        "en": "The table cannot be kept on disk: {why}.",
        "fr": "La table ne peut pas être enregistrée : {why}.",
    },
    "status_running": {"en": "running, {n} move|running, {n} moves", "fr": "en cours, {n} coup|en cours, {n} coups"},
    "status_finished": {
        "en": "over after {n} move|over after {n} moves",
        "fr": "terminée après {n} coup|terminée après {n} coups",
    },
    "status_limit": {
        "en": "stopped after {n} move|stopped after {n} moves",
        "fr": "arrêtée après {n} coup|arrêtée après {n} coups",
    },
    "status_error": {"en": "stopped by a mistake in the rules", "fr": "arrêtée par une erreur dans les règles"},
    "yes": {"en": "yes", "fr": "oui"},
    "no": {"en": "no", "fr": "non"},
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
