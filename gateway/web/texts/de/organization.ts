import type { Text } from '../en/index.ts'
import type { organization as english } from '../en/organization.ts'

/** Die Texte der Seiten, auf denen die Organisation verwaltet wird. */
export const organization: Text<typeof english> = {
  sections: 'Seiten der Organisation',
  groups: {
    organization: 'Organisation',
  },
  titles: {
    profile: 'Profil',
    settings: 'Einstellungen',
    joining: 'Beitreten und Anmelden',
  },
  settingGroups: {
    about: 'Über die Organisation',
    messages: 'Nachrichten',
    notifications: 'Benachrichtigungen',
    people: 'Personen',
    other: 'Weiteres',
    joining: 'Beitreten',
    logIn: 'Anmelden',
  },
  backToList: 'Alle Seiten der Organisation',

  onlyAdministrators: (names) => `Administratoren können dies ändern: ${names}.`,
  onlyOwners: (names) => `Eigentümer können dies ändern: ${names}.`,
  andOthers: (names, n) => `${names} und ${n} weitere`,

  noLimit: 'Unbegrenzt',
  seconds: 'Sekunden',
  minutes: 'Minuten',
  hours: 'Stunden',
  days: 'Tage',
  unitOf: (name) => `${name}: Einheit`,
  numberNeeded: 'Gib eine ganze Zahl ein.',
  numberBetween: (least, most) => `Gib eine ganze Zahl von ${least} bis ${most} ein.`,
}
