import type { Guide } from './task.ts'

export const german: Guide = {
  title: 'Anleitung für Administratoren',
  hint: 'Jede Aufgabe sagt, was zu tun ist und wo. Eine Seite, die du nicht ändern darfst, nennt die fehlende Berechtigung und wer sie hat.',
  contents: 'Aufgaben',
  tasks: [
    {
      id: 'invite',
      title: 'Personen einladen',
      steps: [
        {
          text: 'Drücke „Personen einladen“ neben der Liste der Personen. Füge Adressen in beliebiger Form ein, oder erstelle einen Link.',
        },
        { text: 'Wähle Rolle, Kanäle und wie lange die Einladung gilt.' },
        {
          text: 'Sieh nach, wer noch nicht da ist, und sende die Einladung noch einmal oder widerrufe sie.',
          place: ['#organization/invitations', 'Einladungen'],
        },
        {
          text: 'Sag, ob Personen überhaupt eine Einladung brauchen.',
          place: ['#organization/joining', 'Beitreten und Anmelden'],
        },
      ],
    },
    {
      id: 'roles',
      title: 'Jemanden zum Administrator machen',
      steps: [
        { text: 'Wähle die Person.', place: ['#organization/users', 'Personen'] },
        {
          text: 'Ändere „Rolle“ auf der Seite der Person. Nur Eigentümer ernennen Eigentümer, und der einzige Eigentümer behält die Rolle.',
        },
      ],
    },
    {
      id: 'leaves',
      title: 'Jemand verlässt die Firma',
      steps: [
        { text: 'Wähle die Person.', place: ['#organization/users', 'Personen'] },
        {
          text: 'Drücke „Deaktivieren“. Die Person wird überall abgemeldet, Bots und Einladungen enden, und die Nachrichten bleiben.',
        },
        { text: 'Dieselbe Seite bringt das Konto zurück.' },
      ],
    },
    {
      id: 'person-data',
      title: 'Daten einer Person herausgeben oder löschen',
      steps: [
        { text: 'Wähle die Person.', place: ['#organization/users', 'Personen'] },
        {
          text: '„Daten exportieren“ macht ein Archiv, das du dort herunterlädst. Die Person erfährt davon.',
        },
        {
          text: '„Person löschen“ ersetzt Name und Adresse und löscht Dateien, Entwürfe und Einstellungen endgültig. Du wählst, was mit den Nachrichten geschieht.',
        },
      ],
    },
    {
      id: 'permissions',
      title: 'Eine Berechtigung geben',
      steps: [
        {
          text: 'Gib sie Rollen, Gruppen oder einzelnen Personen.',
          place: ['#organization/permissions', 'Rechte'],
        },
        { text: 'Lege für alle mit derselben Aufgabe eine Gruppe an.', place: ['#groups', 'Gruppen'] },
        {
          text: 'Die Berechtigungen eines Kanals stehen in seinen Einstellungen unter „Berechtigungen“.',
          place: ['#channels/all', 'Kanäle'],
        },
      ],
    },
    {
      id: 'channels',
      title: 'Die Kanäle von Neuen wählen',
      steps: [
        {
          text: 'Nenne die Kanäle, die alle bekommen.',
          place: ['#organization/default-channels', 'Standardkanäle'],
        },
        {
          text: 'Lege Kanalgruppen an, aus denen Neue beim Beitreten wählen.',
          place: ['#organization/channel-groups', 'Kanalgruppen'],
        },
      ],
    },
    {
      id: 'close-channel',
      title: 'Einen Kanal schließen',
      steps: [
        {
          text: 'Öffne die Einstellungen des Kanals und drücke „Archivieren“. Die Nachrichten bleiben, und niemand schreibt mehr dort.',
          place: ['#channels/all', 'Kanäle'],
        },
        {
          text: 'Die Liste der archivierten Kanäle bringt ihn zurück.',
          place: ['#channels/archived', 'Archivierte Kanäle'],
        },
      ],
    },
    {
      id: 'reports',
      title: 'Gemeldete Nachrichten behandeln',
      steps: [
        {
          text: 'Nenne den Kanal, der die Meldungen bekommt. Alle melden eine Nachricht über ihr Menü.',
          place: ['#organization/moderation', 'Moderation'],
        },
      ],
    },
    {
      id: 'looks',
      title: 'Emoji und Links für Texte wie #123 hinzufügen',
      steps: [
        { text: 'Lade ein Bild hoch und gib ihm einen Namen.', place: ['#organization/emoji', 'Emoji'] },
        {
          text: 'Schreibe ein Muster und eine Adresse, und probiere sie aus, bevor du speicherst.',
          place: ['#organization/linkifiers', 'Linkregeln'],
        },
      ],
    },
    {
      id: 'usage',
      title: 'Sehen, wie viel die Organisation genutzt wird',
      steps: [
        {
          text: 'Aktive Personen, Nachrichten und Speicher nach Tagen, als Kurven, Tabellen und Dateien.',
          place: ['#organization/usage', 'Nutzung'],
        },
      ],
    },
    {
      id: 'audit',
      title: 'Herausfinden, wer etwas geändert hat',
      steps: [
        {
          text: 'Filtere nach Person, Art und Tagen. Auch Anmeldungen stehen dort. Speichere es als Datei für Tabellenprogramme.',
          place: ['#organization/audit-log', 'Änderungsprotokoll'],
        },
      ],
    },
    {
      id: 'export',
      title: 'Alle Daten mitnehmen',
      steps: [
        {
          text: 'Starte einen Export und lade ihn innerhalb einer Woche herunter.',
          place: ['#organization/exports', 'Exporte'],
        },
      ],
    },
    {
      id: 'close',
      title: 'Die Organisation schließen',
      steps: [
        {
          text: 'Wähle, ob und wann die Daten gelöscht werden, und gib den Namen ein. Alle werden abgemeldet. Der Betreiber des Servers kann sie bis zu diesem Tag zurückholen.',
          place: ['#organization/deactivate', 'Deaktivierung'],
        },
      ],
    },
  ],
}
