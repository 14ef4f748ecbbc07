import type { help as english } from '../en/help.ts'
import type { Text } from '../en/index.ts'

/** The texts of the help, fetched when it opens. */
export const help: Text<typeof english> = {
  formatting: 'Formatierung',
  formattingHint: 'Schreibe es wie links. Die Knöpfe unter dem Nachrichtenfeld schreiben es für dich.',
  youWrite: 'Du schreibst',
  itBecomes: 'Daraus wird',
  examples: [
    ['**fett** und *kursiv*', 'Fetter und kursiver Text'],
    ['~~gestrichen~~', 'Durchgestrichener Text'],
    ['`Code`', 'Code in einer Zeile; drei Backticks auf eigenen Zeilen umschließen einen Block'],
    ['[Loquat](https://example.com)', 'Ein Link mit Namen'],
    ['- eins', 'Eine Liste; `1.` beginnt eine nummerierte'],
    ['> Worte', 'Ein Zitat'],
    ['@**Name**', 'Eine Erwähnung mit Benachrichtigung; `@_**Name**` benachrichtigt nicht'],
    ['#**Kanal>Thema**', 'Ein Link zu einem Thema'],
    [':tada:', 'Ein Emoji'],
    ['$$e = mc^2$$', 'Mathematik'],
    ['<time:2027-01-31T14:00>', 'Eine Zeit in der Zeitzone aller, die sie lesen'],
    ['/poll Mittag?', 'Eine Umfrage; `/todo` beginnt eine Aufgabenliste'],
  ],
  topics: 'Themen',
  topicTexts: [
    'Jede Nachricht eines Kanals hat ein Thema. Ein Thema ist eine Unterhaltung; so laufen mehrere nebeneinander.',
    'Folge einem Thema, um von jeder Nachricht zu erfahren; schalte eines stumm, um nichts davon zu hören. Das Menü eines Themas steht in jeder Zeile, die es nennt.',
    'Markiere ein Thema als erledigt, wenn die Frage beantwortet ist. Alle sehen das Häkchen, und wer schreibt, öffnet es wieder.',
  ],
  number: 'Die Zahl ungelesener Nachrichten',
  operators: 'Suchoperatoren',
  operatorsHint:
    'Verbinde sie mit Wörtern. Ein Minus vor einem Operator kehrt ihn um; Anführungszeichen halten Wörter zusammen.',
  keys: 'Tasten',
  keysHint: 'Drücke ? irgendwo außerhalb eines Feldes, um alle zu sehen.',
  showKeys: 'Alle Tasten zeigen',
  apps: 'Apps',
  appsHint: 'Was in diesem Browser, auf Telefonen, im Terminal und für Programme geht.',
  showApps: 'Was mit welcher App geht',
  administration: 'Anleitung für Administratoren',
  about: 'Über',
  version: (version) => `Auf diesem Server läuft Loquat, Version ${version}.`,
}
