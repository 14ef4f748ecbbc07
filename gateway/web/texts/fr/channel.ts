import type { channel as english } from '../en/channel.ts'
import type { Text } from '../en/index.ts'
import { number, plural } from './numbers.ts'

/** The texts of a channel's own view, and of the form that creates a channel, fetched with them. */
export const channel: Text<typeof english> = {
  parts: 'Parties du canal',
  general: 'Général',
  personal: 'Personnel',
  subscribers: 'Abonnés',
  openChannel: 'Ouvrir le canal',
  browse: 'Parcourir les canaux',
  notSubscribed: 'Vous n’êtes pas abonné',
  notSubscribedHint: 'Les abonnés choisissent l’apparence du canal et ses notifications.',
  mayNotSubscribe: 'Quelqu’un du canal peut vous y abonner.',
  leaveQuestion: (name) => `Se désabonner de ${name} ?`,
  leaveWarning: 'Le canal est privé : vous ne pourrez revenir que si quelqu’un vous y abonne.',

  name: 'Nom',
  description: 'Description',
  descriptionHint: 'À quoi sert le canal, en Markdown. Ctrl+Entrée enregistre.',
  noDescription: 'Le canal n’a pas de description.',
  privacy: 'Qui peut le lire',
  kinds: {
    webPublic: 'Tout Internet',
    public: 'Tout le monde sauf les invités',
    sharedHistory: 'Les abonnés, tous les messages',
    ownHistory: 'Les abonnés, à partir de leur abonnement',
  },
  privacyFixed: 'Seuls les abonnés changent cela.',
  privacyQuestion: (name) => `Changer qui peut lire ${name} ?`,
  privacyWarning: (kind) => `Désormais : ${kind}. Un avis dans le canal l’annonce.`,
  change: 'Changer',
  about: 'À propos du canal',
  created: (date) => `Créé le ${date}.`,
  createdBy: (name, date) => `Créé par ${name} le ${date}.`,
  traffic: (n) =>
    plural(n, { one: 'Environ un message par semaine.', other: 'Environ # messages par semaine.' }),

  look: 'Apparence',
  color: 'Couleur',
  pin: 'Épingler au-dessus des autres canaux',
  mute: 'Mettre le canal en sourdine',
  muteHint: 'Ses messages ne vous notifient que s’ils vous mentionnent.',
  notifications: 'Notifications des nouveaux messages',
  asSettings: (isOn) => `Comme vos paramètres : ${isOn ? 'activé' : 'désactivé'}`,
  on: 'Activé',
  off: 'Désactivé',
  desktop: 'Bureau',
  sound: 'Son',
  push: 'Mobile',
  mail: 'E-mail',
  wildcards: 'Mentions de tout le monde',

  subscriberCount: (n) => plural(n, { one: '# abonné', other: '# abonnés' }),
  filterPeople: 'Filtrer par nom',
  noSuchPerson: 'Aucun abonné ne porte ce nom',
  addSubscriber: 'Abonner des personnes',
  personName: 'Nom',
  remove: 'Retirer',
  removePerson: (name) => `Retirer ${name}`,
  membersFailed: 'Impossible de charger les abonnés',

  newChannel: 'Nouveau canal',
  create: 'Créer le canal',
  subscribeOthers: 'Abonner d’autres personnes',
  mayNotCreate: 'Vous n’avez pas le droit de créer des canaux ici',

  permissions: 'Autorisations',
  kindHints: {
    webPublic:
      'Tout Internet peut le lire sans compte, et les moteurs de recherche peuvent le trouver. Seules les personnes avec un compte écrivent.',
    public: 'Les invités le lisent une fois abonnés.',
    sharedHistory:
      'Les autres ne voient pas qu’il existe, sauf les administrateurs. Les nouveaux abonnés lisent tout.',
    ownHistory:
      'Les autres ne voient pas qu’il existe, sauf les administrateurs. Les nouveaux abonnés lisent ce qui s’écrit ensuite.',
  },
  nobody: 'personne',
  administeredBy: (names) =>
    `Les administrateurs et ceux qui administrent ce canal peuvent le changer : ${names}.`,
  onlyAdministrators: (names) => `Les administrateurs peuvent changer cela : ${names}.`,
  onlyOwners: (names) => `Les propriétaires peuvent changer cela : ${names}.`,
  mayNotSetTopicsPolicy: (names) =>
    `Il faut l’autorisation « Choisir la règle des sujets d’un canal ». L’ont : ${names}.`,
  mayNotSetDeletePolicy: (names) =>
    `Il faut l’autorisation « Choisir qui supprime les messages d’un canal ». L’ont : ${names}.`,
  mayNotAdd: (names) => `Vous n’avez pas le droit d’abonner d’autres personnes. L’ont : ${names}.`,
  mayNotPost: (names) => `Seuls ceux qui peuvent écrire dans le canal l’obtiennent : ${names}.`,

  permissionGroups: {
    reading: 'Abonnement',
    posting: 'Écriture',
    topics: 'Sujets et déplacements',
    deleting: 'Suppression',
    administering: 'Administration',
  },
  permissionTexts: {
    can_subscribe_group: {
      name: 'S’abonner soi-même',
      text: 'Ils peuvent lire le canal et s’y abonner, même s’il est privé.',
    },
    can_add_subscribers_group: {
      name: 'Abonner d’autres personnes',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation. Ils peuvent aussi lire un canal privé.',
    },
    can_remove_subscribers_group: {
      name: 'Désabonner d’autres personnes',
      text: 'En plus de ceux qui administrent le canal.',
    },
    can_send_message_group: {
      name: 'Écrire des messages',
      text: 'Les bots le peuvent si leur propriétaire le peut.',
    },
    can_resolve_topics_group: {
      name: 'Marquer des sujets comme résolus',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation.',
    },
    can_move_messages_within_channel_group: {
      name: 'Déplacer des messages vers d’autres sujets',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation.',
    },
    can_move_messages_out_of_channel_group: {
      name: 'Déplacer des messages vers d’autres canaux',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation.',
    },
    can_delete_own_message_group: {
      name: 'Supprimer leurs propres messages',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation.',
    },
    can_delete_any_message_group: {
      name: 'Supprimer les messages de tous',
      text: 'En plus de ceux qui le peuvent dans toute l’organisation.',
    },
    can_administer_channel_group: {
      name: 'Administrer le canal',
      text: 'Ils changent ses réglages et ses autorisations. Cela ne leur permet pas de lire un canal privé.',
    },
  },

  folder: 'Dossier',
  folderHint: 'Les canaux d’un dossier sont groupés dans les listes de tous.',
  noFolder: 'Aucun',
  topicsPolicy: 'Sujets',
  topicsPolicies: {
    inherit: 'Comme l’organisation',
    allow_empty_topic: 'Avec ou sans sujet',
    disable_empty_topic: 'Chaque message a un sujet',
    empty_topic_only: 'Sans sujet',
  },
  isDefault: 'Canal par défaut',
  isDefaultHint: 'Les nouvelles personnes y sont abonnées, pas les invités.',
  defaultIsPublic: 'Seuls les canaux non privés peuvent être des canaux par défaut.',
  retention: 'Supprimer les messages après',
  retentionHint: 'Personne ne peut rétablir les messages supprimés.',
  retentionGeneral: (days) =>
    days > 0 ? `Comme l’organisation : ${number(days)} jours` : 'Comme l’organisation : jamais',
  retentionForEver: 'Jamais',
  retentionDays: 'jours',
  retentionUnit: 'Supprimer les messages après : type de limite',
  daysNeeded: 'Saisissez un nombre entier de jours.',
  email: 'Adresse e-mail',
  emailHint:
    'Les e-mails à cette adresse deviennent des messages du canal. Quiconque la connaît peut écrire : gardez-la secrète.',
  showEmail: 'Afficher l’adresse e-mail',
  emailSender: 'Qui publie les e-mails',
  notificationBot: 'Bot de notification',
  copy: 'Copier',
  emailCopied: 'Adresse copiée',
  announce: 'Annoncer le canal',
  announceHint:
    'Un message dans le canal des annonces signale qu’il est nouveau. Les canaux privés ne sont pas annoncés.',
  moreOptions: 'Plus d’options',

  archive: 'Archiver le canal',
  archiveHint: 'Ses messages restent, mais plus personne n’y écrit.',
  archiveNow: 'Archiver',
  archiveQuestion: (name) => `Archiver ${name} ?`,
  archiveWarning:
    'Il quitte les listes de tous, et personne ne peut plus y écrire. Ses messages non lus comptent comme lus, il n’est plus un canal par défaut, et son nom est libre pour un nouveau canal. Ses messages restent, et vous pouvez le désarchiver.',
  unarchive: 'Désarchiver',
  unarchiveChannel: (name) => `Désarchiver ${name}`,
  unarchiveQuestion: (name) => `Désarchiver ${name} ?`,
  unarchiveWarning:
    'Ses abonnés le revoient dans leurs listes, et ceux qui peuvent y écrire le peuvent de nouveau. Ses messages restent lus.',
  unarchived: (name) => `${name} est de retour.`,
  noArchived: 'Aucun canal n’est archivé',
  noArchivedHint: 'Les canaux archivés apparaissent ici.',
  archivedFailed: 'Impossible de charger les canaux archivés',

  order: 'Ordre',
  orders: { name: 'Par nom', activity: 'Par activité', subscribers: 'Par abonnés' },
  weekly: (n) => `${number(n)} par semaine`,

  folders: 'Dossiers',
  foldersHint: 'Les dossiers groupent les canaux dans les listes de tous, dans cet ordre.',
  noFolders: 'Il n’y a pas encore de dossier',
  newFolder: 'Nouveau dossier',
  archivedFolders: 'Dossiers archivés',
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  archiveFolder: (name) => `Archiver ${name}`,
  archiveFolderQuestion: (name) => `Archiver le dossier ${name} ?`,
  archiveFolderWarning:
    'Il ne doit contenir aucun canal. Personne ne pourra le choisir tant qu’il est archivé.',

  subscribedNow: (n) =>
    n === 0
      ? 'Toutes ces personnes sont déjà abonnées.'
      : plural(n, { one: '# personne abonnée.', other: '# personnes abonnées.' }),

  topics: 'Sujets',
  filterTopics: 'Filtrer les sujets',
  topicCount: (n) => plural(n, { one: '# sujet', other: '# sujets' }),
  topicOrders: { newest: 'Plus récents d’abord', name: 'Par nom', unread: 'Plus de non lus d’abord' },
  shownTopics: 'Sujets affichés',
  topicStates: { all: 'Tous les sujets', open: 'Non résolus', resolved: 'Résolus' },
  policyInherited: 'Comme le canal',
  policyFollowed: 'Suivi',
  policyUnmuted: 'Rétabli',
  policyMuted: 'En sourdine',
  policyOf: (topic) => `Notifications de ${topic}`,
  markTopicRead: (topic) => `Marquer ${topic} comme lu`,
  resolveTopic: (topic) => `Marquer ${topic} comme résolu`,
  unresolveTopic: (topic) => `Marquer ${topic} comme non résolu`,
  deleteTopic: (topic) => `Supprimer le sujet ${topic}`,
  mayNotRead: 'Vous n’avez pas le droit de lire ce canal',
  mayNotResolve: (names) =>
    `Il faut l’autorisation « Marquer des sujets comme résolus » et un abonnement. L’ont : ${names}.`,

  defaultGroups: 'Groupes de canaux par défaut',
}
