import type { dialogs as english } from '../en/dialogs.ts'
import type { Text } from '../en/index.ts'

/** Die Texte der Dialoge über Nachrichten, der Erinnerungen und des eigenen Status. */
export const dialogs: Text<typeof english> = {
  report: 'Den Moderatoren melden',
  reportHint: 'Die Moderatoren sehen die Nachricht, deinen Namen und was du schreibst.',
  reason: 'Grund',
  reasons: {
    spam: 'Spam',
    harassment: 'Belästigung',
    inappropriate: 'Unangemessener Inhalt',
    norms: 'Gegen die Regeln der Gemeinschaft',
    other: 'Ein anderer Grund',
  },
  explanation: 'Was geschehen ist',
  explanationNeeded: 'Schreib, was geschehen ist: Dieser Grund braucht es.',
  reportNow: 'Melden',
  reported: 'Die Moderatoren haben deine Meldung.',

  deleteTopic: (topic) => `Das Thema ${topic} löschen?`,
  deleteTopicWarning:
    'Alle seine Nachrichten, die du lesen darfst, verschwinden für alle, und niemand kann sie zurückholen.',
  deleteTopicNow: 'Thema löschen',
  deletingTopic: 'Wird gelöscht. Ein langes Thema dauert einige Minuten; du kannst das offen lassen.',
  topicDeleted: 'Das Thema ist gelöscht.',

  remind: 'Erinnere mich',
  changeReminder: 'Erinnerung ändern',
  note: 'Notiz',
  noteHint: 'Die Erinnerung zeigt sie mit der Nachricht. Sie kann leer bleiben.',
  suggested: 'Vorgeschlagene Zeiten',
  inHalfAnHour: 'In einer halben Stunde',
  inThreeHours: 'In drei Stunden',
  otherTime: 'Eine andere Zeit',
  timeNeeded: 'Wähle eine Zeit in der Zukunft.',
  setReminder: 'Dann erinnern',
  reminderSet: (time) => `Du wirst erinnert: ${time}.`,
  remindsAt: (time) => `Erinnert ${time}`,
  remindingFailed: 'Der Server konnte dich nicht erinnern.',
  noReminders: 'Keine Erinnerungen',
  noRemindersHint: 'Wähle „Erinnere mich“ im Menü einer Nachricht. Die Erinnerung wartet hier.',
  editReminder: 'Erinnerung ändern',
  deleteReminder: 'Erinnerung löschen',
  laterLists: 'Was später gesendet wird',

  changeScheduled: 'Geplante Nachricht ändern',
  text: 'Text',
  sendAt: 'Senden um',

  status: 'Dein Status',
  statusOf: (name) => `Status von ${name}`,
  statusText: 'Was du tust',
  statusTextOfOther: 'Was die Person tut',
  statusEmoji: 'Das Emoji deines Status wählen',
  emojiOfStatus: 'Das Emoji des Status wählen',
  noStatusEmoji: 'Kein Emoji',
  suggestedStatuses: 'Vorschläge',
  clearStatus: 'Status entfernen',
  statuses: {
    meeting: 'In einer Besprechung',
    focusing: 'Konzentriert',
    travelling: 'Unterwegs',
    ill: 'Krank',
    holiday: 'Im Urlaub',
    home: 'Arbeitet von zu Hause',
  },

  changeSnippet: 'Textbaustein ändern',
  title: 'Titel',
}
