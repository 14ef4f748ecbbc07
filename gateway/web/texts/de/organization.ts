import type { Text } from '../en/index.ts'
import type { organization as english } from '../en/organization.ts'

/** Die Texte der Seiten, auf denen die Organisation verwaltet wird. */
export const organization: Text<typeof english> = {
  sections: 'Seiten der Organisation',
  groups: {
    organization: 'Organisation',
    people: 'Personen',
  },
  titles: {
    profile: 'Profil',
    settings: 'Einstellungen',
    permissions: 'Rechte',
    joining: 'Beitreten und Anmelden',
    announcements: 'Ankündigungen',
    moderation: 'Moderation',
    deactivate: 'Organisation deaktivieren',
    defaults: 'Vorgaben für neue Personen',
  },
  settingGroups: {
    about: 'Über die Organisation',
    messages: 'Nachrichten',
    notifications: 'Benachrichtigungen',
    people: 'Personen',
    other: 'Weiteres',
    joining: 'Beitreten',
    logIn: 'Anmelden',
    channels: 'Kanäle',
    otherPermissions: 'Weiteres',
    welcome: 'Willkommen',
    reports: 'Meldungen',
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

  roles: {
    'role:internet': 'Alle im Internet',
    'role:everyone': 'Alle, auch Gäste',
    'role:members': 'Mitglieder',
    'role:fullmembers': 'Vollmitglieder',
    'role:moderators': 'Moderatoren',
    'role:administrators': 'Administratoren',
    'role:owners': 'Eigentümer',
    'role:nobody': 'Niemand',
  },
  addToPermission: 'Rolle, Gruppe oder Person hinzufügen',
  addTo: (permission) => `${permission}: hinzufügen`,
  removeFrom: (name, permission) => `${permission}: ${name} entfernen`,
  role: 'Rolle',
  group: 'Gruppe',
  unknownGroup: 'Eine unbekannte Gruppe',

  noChannel: 'Keiner',
  chooseChannel: 'Kanal wählen',
  chooseChannelFor: (setting) => `${setting}: Kanal wählen`,
  clearChannel: (setting) => `${setting}: keiner`,
  unknownChannel: 'Ein Kanal, den du nicht siehst',

  defaultsHint:
    'Neue Konten beginnen mit diesen Einstellungen. Die der Personen, die schon hier sind, ändern sich nicht.',
  defaultGroups: {
    display: 'Darstellung',
    writing: 'Schreiben',
    reading: 'Lesen',
    notifications: 'Benachrichtigungen',
    mails: 'Mails',
    privacy: 'Privatsphäre',
    other: 'Weiteres',
  },

  pictures: 'Bilder und Adresse',
  address: 'Adresse',
  icon: 'Symbol',
  iconHint: (mib) => `Quadratisch, höchstens ${mib} MiB. Es steht in Browser-Tabs und Listen.`,
  logo: 'Logo auf hellem Grund',
  nightLogo: 'Logo auf dunklem Grund',
  logoHint: (mib) => `Breit, höchstens ${mib} MiB.`,
  upload: 'Bild wählen',
  uploadOf: (what) => `${what}: Bild wählen`,
  remove: 'Entfernen',
  removeOf: (what) => `${what}: entfernen`,

  tryWelcome: 'An dich selbst senden',
  welcomeSent: 'Der Willkommens-Bot hat ihn dir gesendet.',
  openConversation: 'Gespräch öffnen',

  deactivateHint:
    'Alle werden abgemeldet, und niemand kann sich anmelden. Alle Daten bleiben auf dem Server, wo ein Betreiber die Organisation zurückholen kann.',
  deactivateNow: 'Deaktivieren',
  deactivateQuestion: (name) => `${name} deaktivieren?`,
  deactivateWarning:
    'Alle verlieren sofort den Zugang, auch du. Nur ein Betreiber des Servers kann das rückgängig machen.',
  typeName: (name) => `Gib „${name}“ ein, um zu bestätigen`,
}
