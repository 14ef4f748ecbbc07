import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'

/** Die Texte für Menschen ohne Konto und die des Rundgangs beim ersten Besuch. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: 'Kanäle, die alle lesen können',
    line: 'Du liest ohne Konto.',
    logIn: 'Anmelden, um mitzureden',
    signUp: 'Registrieren',
    accountNeeded: 'Konto nötig',
    notForVisitors: 'Dafür brauchst du ein Konto',
    notForVisitorsHint: 'Melde dich an, dann kommst du hierher zurück.',
    reactions: (n, emoji) => `${n} × ${emoji}`,
  },
  otherOrganizations: 'Andere Organisationen',
  forgetOrganization: (name) => `${name} aus dieser Liste nehmen`,
  tour: {
    title: 'Erste Schritte',
    number: (n, all) => `${n} von ${all}`,
    next: 'Weiter',
    done: 'Fertig',
    skip: 'Alle überspringen',
    inbox: {
      title: 'Beginne beim Eingang',
      text: 'Hier wartet jede Unterhaltung mit Ungelesenem und geht, sobald du sie gelesen hast.',
    },
    channels: {
      title: 'Kanäle enthalten Themen',
      text: 'Ein Kanal ist für ein Team oder ein Gebiet. Darin hat jede Unterhaltung ihr Thema, und du liest nur, was dich angeht.',
    },
    recent: {
      title: 'Mach weiter, wo du warst',
      text: 'Deine Unterhaltungen, die neueste zuerst, gelesen oder nicht.',
    },
    search: {
      title: 'Komm überall hin',
      text: 'Finde Nachrichten, Personen und Kanäle. Strg K öffnet die Suche von überall, und ? zeigt alle Tasten.',
    },
    topic: {
      title: 'Folgen oder stummschalten',
      text: 'Im Menü eines Themas oder Kanals bestimmst du, wie viel du davon hörst.',
    },
  },
}
