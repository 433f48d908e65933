// The page's own words in both languages. Not for what the bot says: it speaks the reader's language itself.

const WORDS = {
  en: {
    skip: "Skip to the command box",
    channels: "Channels",
    direct: "Direct messages",
    you: "You are",
    switchTo: "Switch to {name}",
    theme: "Colours",
    light: "Light",
    dark: "Dark",
    system: "System",
    language: "Language",
    menu: "Channels and people",
    starting: "Kontor is starting…",
    away: "No connection; trying again…",
    unread: "{count} unread",
    only: "Only you can see this",
    dismiss: "Dismiss",
    thinking: "Kontor is thinking…",
    edited: "edited",
    used: "{name} used {command}",
    toThread: "Open the thread",
    threads: "Games",
    enlarge: "Enlarge: {what}",
    close: "Close",
    picture: "picture",
    film: "film",
    silent: "Kontor did not answer. Try again in a moment.",
    write: "Type / for commands, or a message to the others",
    say: "Send",
    run: "Run",
    cancel: "Cancel (Esc)",
    submit: "Submit",
    optional: "optional",
    add: "Add {name}",
    remove: "Leave out {name}",
    yes: "Yes",
    no: "No",
    nothingFound: "Nothing fits.",
    choose: "Choose…",
    confirm: "Confirm",
    required: "“{name}” is missing.",
    refused: "That did not work.",
    older: "Show older messages",
    noCommand: "There is no such command.",
    welcome: "Welcome to Kontor",
    lead: "Hanseatic board games at your own table. Start a game with one click; two computers sit down with you at once.",
    against: "against {count} computers",
    againstOne: "against a computer",
    startNow: "Start",
    startingGame: "Setting the table…",
    steps: [
      ["Play", "Press Play under the board: it leads you through everything you may do."],
      ["Type", "Or type / in the box below: every command completes itself to what is legal now."],
      ["Look", "Your own cards come as a direct message and under My hand. Nobody else sees them."],
      ["Together", "Several people at one screen? Switch person at the bottom of the list of channels."],
    ],
    emptyDirect: "Your cards and your turns arrive here.",
    today: "Today at {time}",
  },
  fr: {
    skip: "Aller à la zone de commande",
    channels: "Salons",
    direct: "Messages privés",
    you: "Vous êtes",
    switchTo: "Passer à {name}",
    theme: "Couleurs",
    light: "Clair",
    dark: "Sombre",
    system: "Système",
    language: "Langue",
    menu: "Salons et personnes",
    starting: "Kontor démarre…",
    away: "Connexion perdue ; nouvel essai…",
    unread: "{count} non lus",
    only: "Vous seul·e voyez ce message",
    dismiss: "Masquer",
    thinking: "Kontor réfléchit…",
    edited: "modifié",
    used: "{name} a utilisé {command}",
    toThread: "Ouvrir le fil",
    threads: "Parties",
    enlarge: "Agrandir : {what}",
    close: "Fermer",
    picture: "image",
    film: "film",
    silent: "Kontor n’a pas répondu. Réessayez dans un instant.",
    write: "Tapez / pour les commandes, ou un message aux autres",
    say: "Envoyer",
    run: "Lancer",
    cancel: "Annuler (Échap)",
    submit: "Valider",
    optional: "facultatif",
    add: "Ajouter {name}",
    remove: "Retirer {name}",
    yes: "Oui",
    no: "Non",
    nothingFound: "Rien ne correspond.",
    choose: "Choisir…",
    confirm: "Confirmer",
    required: "« {name} » manque.",
    refused: "Cela n’a pas marché.",
    older: "Voir les messages plus anciens",
    noCommand: "Cette commande n’existe pas.",
    welcome: "Bienvenue chez Kontor",
    lead: "Des jeux de la Hanse à votre table. Lancez une partie en un clic ; deux ordinateurs prennent place avec vous.",
    against: "contre {count} ordinateurs",
    againstOne: "contre un ordinateur",
    startNow: "Commencer",
    startingGame: "On dresse la table…",
    steps: [
      ["Jouer", "Appuyez sur Jouer sous le plateau : tout ce qui est permis vous est proposé pas à pas."],
      ["Écrire", "Ou tapez / dans la zone du bas : chaque commande se complète avec les coups permis."],
      ["Regarder", "Vos cartes arrivent en message privé et sous Ma main. Personne d’autre ne les voit."],
      ["Ensemble", "Plusieurs devant le même écran ? Changez de personne en bas de la liste des salons."],
    ],
    emptyDirect: "Vos cartes et vos tours arrivent ici.",
    today: "Aujourd’hui à {time}",
  },
};

export const LANGUAGES = { en: "English", fr: "Français" };
export const LOCALES = { en: "en-US", fr: "fr" };

let current = "en";

export function speak(language) {
  current = language in WORDS ? language : "en";
  document.documentElement.lang = current;
}

export function language() {
  return current;
}

export function say(key, fields = {}) {
  const text = WORDS[current][key];
  return typeof text === "string" ? text.replace(/\{(\w+)\}/g, (_, name) => fields[name]) : text;
}

// The bot localises its names; a locale may be listed with or without its country.
export function localised(thing, field) {
  const known = thing[`${field}_localizations`] || {};
  return known[LOCALES[current]] || known[current] || thing[field];
}
