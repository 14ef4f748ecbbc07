import type { channel as english } from '../en/channel.ts'
import type { Text } from '../en/index.ts'

/** Die Texte der Ansicht eines Kanals und des Formulars, das einen Kanal erstellt. */
export const channel: Text<typeof english> = {
  parts: 'Teile des Kanals',
  general: 'Allgemein',
  personal: 'Persönlich',
  subscribers: 'Abonnenten',
  openChannel: 'Kanal öffnen',
  browse: 'Kanäle entdecken',
  notSubscribed: 'Du hast den Kanal nicht abonniert',
  notSubscribedHint: 'Abonnenten wählen, wie der Kanal aussieht und sie benachrichtigt.',
  mayNotSubscribe: 'Jemand im Kanal kann dich hinzufügen.',
  leaveQuestion: (name) => `${name} abbestellen?`,
  leaveWarning: 'Der Kanal ist privat: Du kommst nur zurück, wenn dich jemand hinzufügt.',

  name: 'Name',
  description: 'Beschreibung',
  descriptionHint: 'Wofür der Kanal da ist, in Markdown. Strg+Enter speichert.',
  noDescription: 'Der Kanal hat keine Beschreibung.',
  privacy: 'Wer ihn lesen kann',
  kinds: {
    webPublic: 'Alle im Internet',
    public: 'Alle außer Gästen',
    sharedHistory: 'Abonnenten, alle Nachrichten',
    ownHistory: 'Abonnenten, ab ihrem Abonnement',
  },
  privacyFixed: 'Das ändern nur Abonnenten.',
  privacyQuestion: (name) => `Ändern, wer ${name} lesen kann?`,
  privacyWarning: (kind) => `Von jetzt an: ${kind}. Ein Hinweis im Kanal sagt es.`,
  change: 'Ändern',
  about: 'Über den Kanal',
  created: (date) => `Erstellt am ${date}.`,
  createdBy: (name, date) => `Erstellt von ${name} am ${date}.`,
  traffic: (n) => (n === 1 ? 'Etwa eine Nachricht pro Woche.' : `Etwa ${n} Nachrichten pro Woche.`),

  look: 'Aussehen',
  color: 'Farbe',
  pin: 'Über den anderen Kanälen anheften',
  mute: 'Kanal stummschalten',
  muteHint: 'Seine Nachrichten benachrichtigen dich nur, wenn sie dich erwähnen.',
  notifications: 'Benachrichtigung über neue Nachrichten',
  asSettings: (isOn) => `Wie sonst: ${isOn ? 'an' : 'aus'}`,
  on: 'An',
  off: 'Aus',
  desktop: 'Desktop',
  sound: 'Ton',
  push: 'Telefon',
  mail: 'E-Mail',
  wildcards: 'Erwähnungen aller',

  subscriberCount: (n) => (n === 1 ? '1 Abonnent' : `${n} Abonnenten`),
  filterPeople: 'Nach Namen filtern',
  noSuchPerson: 'Kein Abonnent heißt so',
  addSubscriber: 'Personen hinzufügen',
  personName: 'Name',
  remove: 'Entfernen',
  removePerson: (name) => `${name} entfernen`,
  membersFailed: 'Die Abonnenten konnten nicht geladen werden',

  newChannel: 'Neuer Kanal',
  create: 'Kanal erstellen',
  subscribeOthers: 'Andere hinzufügen',
  mayNotCreate: 'Du darfst hier keine Kanäle erstellen',

  permissions: 'Rechte',
  kindHints: {
    webPublic:
      'Jeder im Internet kann ihn ohne Konto lesen, und Suchmaschinen können ihn finden. Nur wer ein Konto hat, schreibt.',
    public: 'Gäste lesen ihn, sobald sie ihn abonniert haben.',
    sharedHistory:
      'Andere sehen nicht, dass es ihn gibt, außer Administratoren. Neue Abonnenten lesen alles.',
    ownHistory:
      'Andere sehen nicht, dass es ihn gibt, außer Administratoren. Neue Abonnenten lesen, was von da an geschrieben wird.',
  },
  nobody: 'niemand',
  administeredBy: (names) => `Administratoren und wer diesen Kanal verwaltet können ihn ändern: ${names}.`,
  onlyAdministrators: (names) => `Administratoren können das ändern: ${names}.`,
  onlyOwners: (names) => `Inhaber können das ändern: ${names}.`,
  mayNotSetTopicsPolicy: (names) =>
    `Dafür braucht es das Recht „Die Themenregel eines Kanals wählen“. Wer es hat: ${names}.`,
  mayNotSetDeletePolicy: (names) =>
    `Dafür braucht es das Recht „Wählen, wer Nachrichten eines Kanals löscht“. Wer es hat: ${names}.`,
  mayNotAdd: (names) => `Du darfst andere nicht hinzufügen. Wer es darf: ${names}.`,
  mayNotPost: (names) => `Nur wer im Kanal schreiben darf, bekommt sie: ${names}.`,

  permissionGroups: {
    reading: 'Abonnieren',
    posting: 'Schreiben',
    topics: 'Themen und Verschieben',
    deleting: 'Löschen',
    administering: 'Verwalten',
  },
  permissionTexts: {
    can_subscribe_group: {
      name: 'Von sich aus abonnieren',
      text: 'Sie können den Kanal lesen und abonnieren, auch wenn er privat ist.',
    },
    can_add_subscribers_group: {
      name: 'Andere hinzufügen',
      text: 'Außer denen, die es in der ganzen Organisation dürfen. Sie können auch einen privaten Kanal lesen.',
    },
    can_remove_subscribers_group: {
      name: 'Andere entfernen',
      text: 'Außer denen, die den Kanal verwalten.',
    },
    can_send_message_group: {
      name: 'Nachrichten schreiben',
      text: 'Bots dürfen es, wenn ihr Besitzer es darf.',
    },
    can_resolve_topics_group: {
      name: 'Themen als gelöst markieren',
      text: 'Außer denen, die es in der ganzen Organisation dürfen.',
    },
    can_move_messages_within_channel_group: {
      name: 'Nachrichten in andere Themen verschieben',
      text: 'Außer denen, die es in der ganzen Organisation dürfen.',
    },
    can_move_messages_out_of_channel_group: {
      name: 'Nachrichten in andere Kanäle verschieben',
      text: 'Außer denen, die es in der ganzen Organisation dürfen.',
    },
    can_delete_own_message_group: {
      name: 'Eigene Nachrichten löschen',
      text: 'Außer denen, die es in der ganzen Organisation dürfen.',
    },
    can_delete_any_message_group: {
      name: 'Nachrichten aller löschen',
      text: 'Außer denen, die es in der ganzen Organisation dürfen.',
    },
    can_administer_channel_group: {
      name: 'Den Kanal verwalten',
      text: 'Sie ändern seine Einstellungen und Rechte. Einen privaten Kanal lesen sie dadurch nicht.',
    },
  },

  folder: 'Ordner',
  folderHint: 'Kanäle eines Ordners stehen in Listen zusammen.',
  noFolder: 'Keiner',
  topicsPolicy: 'Themen',
  topicsPolicies: {
    inherit: 'Wie die Organisation es sagt',
    allow_empty_topic: 'Mit oder ohne Thema',
    disable_empty_topic: 'Jede Nachricht hat ein Thema',
    empty_topic_only: 'Keine Themen',
  },
  isDefault: 'Standardkanal',
  isDefaultHint: 'Neue Personen sind darin, Gäste nicht.',
  defaultIsPublic: 'Nur Kanäle, die nicht privat sind, können Standardkanäle sein.',
  retention: 'Nachrichten löschen nach',
  retentionHint: 'Gelöschte Nachrichten kann niemand zurückholen.',
  retentionGeneral: (days) =>
    days > 0 ? `Wie die Organisation es sagt: ${days} Tagen` : 'Wie die Organisation es sagt: nie',
  retentionForEver: 'Nie',
  retentionDays: 'Tagen',
  retentionUnit: 'Nachrichten löschen nach: Art der Frist',
  daysNeeded: 'Gib eine ganze Zahl von Tagen ein.',
  email: 'E-Mail-Adresse',
  emailHint:
    'E-Mails an diese Adresse werden Nachrichten des Kanals. Wer sie kennt, kann schreiben: Halte sie geheim.',
  showEmail: 'E-Mail-Adresse zeigen',
  emailSender: 'Wer die E-Mails schreibt',
  notificationBot: 'Benachrichtigungs-Bot',
  copy: 'Kopieren',
  emailCopied: 'Adresse kopiert',
  announce: 'Den Kanal ankündigen',
  announceHint:
    'Eine Nachricht im Kanal für Ankündigungen sagt, dass er neu ist. Private Kanäle werden nicht angekündigt.',
  moreOptions: 'Weitere Optionen',

  archive: 'Den Kanal archivieren',
  archiveHint: 'Seine Nachrichten bleiben, aber niemand schreibt dort mehr.',
  archiveNow: 'Archivieren',
  archiveQuestion: (name) => `${name} archivieren?`,
  archiveWarning:
    'Er verschwindet aus den Listen aller, und niemand kann darin schreiben. Seine ungelesenen Nachrichten gelten als gelesen, er ist kein Standardkanal mehr, und sein Name ist für einen neuen Kanal frei. Seine Nachrichten bleiben, und du kannst ihn zurückholen.',
  unarchive: 'Zurückholen',
  unarchiveChannel: (name) => `${name} zurückholen`,
  unarchiveQuestion: (name) => `${name} zurückholen?`,
  unarchiveWarning:
    'Seine Abonnenten sehen ihn wieder in ihren Listen, und wer darin schreiben darf, kann es. Seine Nachrichten bleiben gelesen.',
  unarchived: (name) => `${name} ist wieder da.`,
  noArchived: 'Kein Kanal ist archiviert',
  noArchivedHint: 'Archivierte Kanäle erscheinen hier.',
  archivedFailed: 'Archivierte Kanäle konnten nicht geladen werden',

  order: 'Reihenfolge',
  orders: { name: 'Nach Name', activity: 'Nach Aktivität', subscribers: 'Nach Abonnenten' },
  weekly: (n) => `${n} pro Woche`,

  folders: 'Ordner',
  foldersHint: 'Ordner gruppieren Kanäle in den Listen aller, in dieser Reihenfolge.',
  noFolders: 'Es gibt noch keine Ordner',
  newFolder: 'Neuer Ordner',
  archivedFolders: 'Archivierte Ordner',
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  archiveFolder: (name) => `${name} archivieren`,
  archiveFolderQuestion: (name) => `Den Ordner ${name} archivieren?`,
  archiveFolderWarning: 'Er darf keine Kanäle enthalten. Niemand kann ihn wählen, bis er zurückgeholt wird.',

  subscribedNow: (n) =>
    n === 0
      ? 'Alle haben ihn schon abonniert.'
      : n === 1
        ? '1 Person hinzugefügt.'
        : `${n} Personen hinzugefügt.`,

  topics: 'Themen',
  filterTopics: 'Themen filtern',
  topicCount: (n) => (n === 1 ? '1 Thema' : `${n} Themen`),
  topicOrders: { newest: 'Neueste zuerst', name: 'Nach Name', unread: 'Meiste ungelesene zuerst' },
  shownTopics: 'Welche Themen',
  topicStates: { all: 'Alle Themen', open: 'Nicht gelöst', resolved: 'Gelöst' },
  policyInherited: 'Wie der Kanal',
  policyFollowed: 'Verfolgt',
  policyUnmuted: 'Nicht stumm',
  policyMuted: 'Stumm',
  policyOf: (topic) => `Benachrichtigungen von ${topic}`,
  markTopicRead: (topic) => `${topic} als gelesen markieren`,
  resolveTopic: (topic) => `${topic} als gelöst markieren`,
  unresolveTopic: (topic) => `${topic} als ungelöst markieren`,
  deleteTopic: (topic) => `Das Thema ${topic} löschen`,
  mayNotRead: 'Du darfst diesen Kanal nicht lesen',
  mayNotResolve: (names) =>
    `Dafür braucht es das Recht „Themen als gelöst markieren“ und ein Abonnement. Wer es hat: ${names}.`,

  defaultGroups: 'Gruppen von Standardkanälen',
}
