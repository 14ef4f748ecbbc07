import type { history as english } from '../en/history.ts'
import type { Text } from '../en/index.ts'

/** The texts of the page about the history of an organization, fetched with it. */
export const history: Text<typeof english> = {
  hint: 'Nachrichten, Leute und Dateien eines anderen Produkts oder Servers: ein Export von Zulip, Slack, Mattermost, Rocket.Chat oder Loquat.',
  stays:
    'Der Server liest zuerst alles und zeigt, was er gefunden hat. Nichts wird geschrieben, bevor du es bestätigst.',
  token: 'Token von Slack (freiwillig)',
  tokenHint:
    'Für Archive von Slack: Mit dem Token einer App des Workspace (files:read, emoji:read) holt der Server Dateien, Profilbilder und Emojis. Das Token des Exports (xoxe-…), das in den Adressen seiner Dateien steht, holt Dateien und Profilbilder. Es wird verschlüsselt aufbewahrt und nach der Prüfung gelöscht.',
  choose: 'Archiv auswählen',
  largest: (gib: number) => `Das Archiv darf bis zu ${gib} GiB haben.`,
  uploading: 'Hochladen',
  sent: (sent: string, all: string) => `${sent} von ${all}`,
  stopped: (name: string) =>
    `Das Hochladen von ${name} ist stehen geblieben. Wähle dieselbe Datei noch einmal, dann geht es dort weiter.`,
  otherFile: (name: string, size: string) =>
    `Das ist eine andere Datei. Wähle ${name} mit ${size}, oder brich den Import ab.`,
  waiting: 'Wartet auf den Server',
  reading: 'Liest das Archiv',
  checking: 'Prüft das Archiv',
  importing: 'Importiert',
  left: (duration: string) => `Noch etwa ${duration}`,
  mayClose: 'Du kannst diese Seite schließen. Die Arbeit geht weiter.',
  cancel: 'Import abbrechen',
  cancelQuestion: 'Import abbrechen?',
  cancelWarning: 'Das Archiv und alles, was daraus importiert wurde, wird gelöscht.',
  found: 'Was im Archiv ist',
  columns: ['Art', 'Gefunden', 'Behalten', 'Weggelassen'],
  changed: 'Geändert',
  leftOut: 'Weggelassen',
  example: (text: string) => `etwa ${text}`,
  begin: 'Importieren',
  beginQuestion: (name: string) => `In ${name} importieren?`,
  beginWarning:
    'Was jetzt in dieser Organisation ist, Kanäle und erste Nachrichten, wird ersetzt. Sie behält ihren Namen, ihre Adresse und ihre Wege zum Anmelden. Du wirst zu der Person des Archivs mit deiner E-Mail-Adresse oder zu einem weiteren Eigentümer. Wiederherstellungscodes enden. Danach melden sich alle neu an.',
  failed: 'Der Import ist gescheitert',
  cancelled: 'Der Import wurde abgebrochen.',
  arrived: 'Melde dich neu an',
  arrivedHint:
    'Der Import ist zu Ende, und alle melden sich neu an. Adresse und Passwort sind dieselben wie vorher.',
  done: 'Der Verlauf ist da',
  doneBy: (name: string, file: string, time: string) => `${name} hat ${file} am ${time} importiert.`,
  theOperator: 'Der Betreiber des Servers',
  allHaveCome: 'Alle waren schon da.',
  people: 'Andere sind dieser Organisation beigetreten, sie kann daher keinen Verlauf mehr bekommen.',
  messages: 'In dieser Organisation wurde geschrieben, sie kann daher keinen Verlauf mehr bekommen.',
  operator: 'Wer den Server betreibt, kann ein Archiv als eigene Organisation importieren.',
}
