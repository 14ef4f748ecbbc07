import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => {
  if (isAll) return 'Dieses Thema wurde'
  return count === 1 ? 'Eine Nachricht wurde' : `${count} Nachrichten wurden`
}

/** The messages that the server writes, in German. */
export const GERMAN: NoticeTexts = {
  topics: {
    channelEvents: 'Kanalereignisse',
    newChannels: 'Neue Kanäle',
    signups: 'Neu dabei',
    reportsOf: (name) => `Meldungen über ${name}`,
  },
  firstChannels: [
    { name: 'Allgemein', description: 'Für alles, was alle in der Organisation angeht.' },
    { name: 'Spielwiese', description: 'Ein Ort, um etwas auszuprobieren.' },
  ],
  privacy: {
    webPublic: 'im Internet lesbar',
    public: 'öffentlich',
    sharedHistory: 'privat, mit früheren Nachrichten',
    protectedHistory: 'privat, ohne frühere Nachrichten',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? 'Dieser Kanal ist neu' : `${by} hat diesen Kanal erstellt`} (**${privacy}**). **Beschreibung:**`,
  noDescription: '*Keine Beschreibung.*',
  renamed: (by, before, after) => `${by} hat diesen Kanal von **${before}** in **${after}** umbenannt.`,
  described: (by) => `${by} hat die Beschreibung dieses Kanals geändert.`,
  before: 'Vorher',
  now: 'Jetzt',
  none: '*(keine)*',
  privacyChanged: (by, is, was) =>
    `${by} hat geändert, wer diesen Kanal liest: **${is}**, vorher **${was}**.`,
  retentionChanged: (by, is, was) =>
    `${by} hat geändert, wie lange Nachrichten dieses Kanals bleiben: ${is}, vorher ${was}.`,
  forEver: '**für immer**',
  forDays: (days) => `**${days} ${days === 1 ? 'Tag' : 'Tage'}**`,
  permissionChanged: (by, may, is, was) => `${by} hat geändert, wer ${may}: ${is}, vorher ${was}.`,
  may: {
    canAddSubscribersGroup: 'andere in diesen Kanal aufnehmen darf',
    canRemoveSubscribersGroup: 'andere aus diesem Kanal entfernen darf',
    canAdministerChannelGroup: 'diesen Kanal verwalten darf',
    canDeleteAnyMessageGroup: 'alle Nachrichten dieses Kanals löschen darf',
    canDeleteOwnMessageGroup: 'eigene Nachrichten dieses Kanals löschen darf',
    canMoveMessagesOutOfChannelGroup: 'Nachrichten aus diesem Kanal verschieben darf',
    canMoveMessagesWithinChannelGroup: 'Nachrichten innerhalb dieses Kanals verschieben darf',
    canSendMessageGroup: 'in diesem Kanal schreiben darf',
    canSubscribeGroup: 'diesen Kanal abonnieren darf',
    canResolveTopicsGroup: 'Themen dieses Kanals erledigen darf',
  },
  nobody: '**niemand**',
  archived: (by) => `${by} hat diesen Kanal archiviert.`,
  unarchived: (by) => `${by} hat diesen Kanal aus dem Archiv geholt.`,
  subscribed: (by, channel) => `${by} hat dich in ${channel} aufgenommen.`,
  subscribedTo: (by) => `${by} hat dich in diese Kanäle aufgenommen:`,
  channelsCreated: (by, count) => `${by} hat ${count === 1 ? 'einen Kanal' : 'Kanäle'} erstellt:`,
  addedToGroup: (by, group) => `${by} hat dich in die Gruppe ${group} aufgenommen.`,
  removedFromGroup: (by, group) => `${by} hat dich aus der Gruppe ${group} entfernt.`,
  joined: (who) => `${who} ist jetzt dabei.`,
  invitationAccepted: (who) => `${who} hat deine Einladung angenommen!`,
  greeting: (organization) => `Hallo und willkommen bei ${organization}! :wave: Ich bin der Begrüßungsbot.

* Nachrichten stehen in **Kanälen**, und jede hat ein **Thema**: Antworte im Thema, auf das du antwortest, und beginne \
für Neues ein anderes.
* Mit einer **Direktnachricht** sprichst du mit einer Person oder mit wenigen.
* **Erwähne** jemanden mit \`@\` und dem Namen, dann wird die Person benachrichtigt.
* Lade ein Bild von dir hoch und sag in den **Einstellungen**, worüber du benachrichtigt werden möchtest.

Was du hier antwortest, liest niemand: Probiere alles aus.`,
  fromAdministrators: (organization) => `Eine Nachricht der Administration von ${organization}:`,
  resolved: (by) => `${by} hat dieses Thema als erledigt markiert.`,
  unresolved: (by) => `${by} hat dieses Thema wieder geöffnet.`,
  movedHere: (moved, from, by) => `${amount(moved)} von ${by} aus ${from} hierher verschoben.`,
  movedAway: (moved, to, by) =>
    `${amount(moved)} von ${by} ${moved.isAll ? '' : 'aus diesem Thema '}nach ${to} verschoben.`,
  privateChannel: 'einem privaten Kanal',
  reported: (by, message, sender) => `${by} hat eine Nachricht von ${sender} gemeldet: ${message}.`,
  reason: 'Grund',
  notes: 'Anmerkungen',
  reasons: {
    spam: 'Spam',
    harassment: 'Belästigung',
    inappropriate: 'Unangemessener Inhalt',
    norms: 'Verstoß gegen die Regeln der Gemeinschaft',
    other: 'Anderer Grund',
  },
  directMessage: (url) => `[Direktnachricht](${url})`,
  reminder: (message) => `Du wolltest an diese Nachricht erinnert werden: ${message}.`,
  note: 'Notiz:',
  said: (author, url) => (author === undefined ? `Du [schriebst](${url}):` : `${author} [schrieb](${url}):`),
  sentPoll: (author, url) =>
    author === undefined
      ? `Du [hast](${url}) eine Umfrage gesendet.`
      : `${author} [hat](${url}) eine Umfrage gesendet.`,
  sentList: (author, url) =>
    author === undefined
      ? `Du [hast](${url}) eine To-do-Liste gesendet.`
      : `${author} [hat](${url}) eine To-do-Liste gesendet.`,
  reminderUnreadable: 'Du wolltest an eine Nachricht erinnert werden, die du nicht mehr lesen kannst.',
  notSent: (channel) =>
    `Der Server konnte ${channel === undefined ? 'eine Nachricht' : `eine Nachricht an **${channel}**`}, die du geplant hast, wegen dieses Fehlers nicht senden:`,
  scheduledMessages: 'Geplante Nachrichten zeigen',
  exported: (url) => `Dein Export ist fertig. [Exporte ansehen und herunterladen](${url}).`,
  yourDataExported: (by) => `${by} hat deine Daten exportiert.`,
  dataExported: (person, url) => `Die Daten von ${person} sind exportiert. [Herunterladen](${url}).`,
  botNotAnswered: (bot, message) =>
    `Eine Nachricht an deinen Bot ${bot} (Nummer ${message}) wurde nicht beantwortet.`,
  answerNotSent: (reason) => `Seine Antwort konnte nicht gesendet werden: ${reason}`,
  historyArrived: (url) =>
    `Dein Verlauf ist da. [Lies den Bericht](${url}) und bitte die Leute darin zu kommen.`,
}
