import type { security as english } from '../en/security.ts'

/** Die Texte der Seite über die eigene Anmeldung. */
export const security: typeof english = {
  password: 'Passwort',
  confirmTitle: 'Bestätige, wer du bist',
  confirmHint: 'Deine Anmeldung ist eine Weile her, und diese Änderung betrifft, wie du dich anmeldest.',
  orCode: 'Oder ein Code deiner App oder ein Notfallcode',
  confirm: 'Bestätigen',
  usePasskey: 'Passkey verwenden',
  notConfirmed: 'Du hast nicht bestätigt, wer du bist. Nichts wurde geändert.',

  secondFactor: 'Zweiter Faktor',
  secondFactorHint: 'Mit einem zweiten Faktor genügt das Passwort allein nicht, um sich anzumelden.',
  requiredFrom: (day) => `Deine Organisation verlangt ab ${day} einen zweiten Faktor.`,
  requiredNow: 'Deine Organisation verlangt einen zweiten Faktor. Ohne ihn geht nichts mehr.',
  setFactorUp: 'Jetzt einrichten',
  notNow: 'Später',
  app: 'Authentifizierungs-App',
  appAdded: (day) => `Hinzugefügt am ${day}.`,
  appNone: 'Eine App auf deinem Telefon zeigt sechs Ziffern, die alle 30 Sekunden wechseln.',
  addApp: 'App einrichten',
  replaceApp: 'Andere App einrichten',
  removeApp: 'App entfernen',
  removeAppQuestion: 'Authentifizierungs-App entfernen?',
  removeAppWarning: 'Ihre Codes gelten nicht mehr. Ohne Passkey genügt dann das Passwort allein.',
  scan: 'Scanne diesen Code mit der App und gib die Ziffern ein, die sie dann zeigt.',
  qrCode: 'QR-Code für die Authentifizierungs-App',
  secret: 'Gib ohne Kamera diesen Schlüssel ein',
  code: 'Code',
  goOn: 'Weiter',

  codes: 'Notfallcodes',
  codesLeft: (count) => (count === 1 ? 'Du hast noch einen Code.' : `Du hast noch ${count} Codes.`),
  codesNone: 'Du bekommst sie mit dem ersten zweiten Faktor.',
  newCodes: 'Neue Codes erzeugen',
  newCodesQuestion: 'Neue Notfallcodes erzeugen?',
  newCodesWarning: 'Die bisherigen gelten dann nicht mehr.',
  codesTitle: 'Bewahre deine Notfallcodes auf',
  codesHint:
    'Jeder ersetzt einmal den zweiten Faktor. Bewahre sie dort auf, wo du sie ohne dieses Gerät findest. Sie werden nur jetzt gezeigt.',
  download: 'Herunterladen',
  done: 'Ich habe sie aufbewahrt',

  passkeys: 'Passkeys',
  passkeysHint:
    'Melde dich mit Finger, Gesicht, PIN oder einem Sicherheitsschlüssel an, statt mit dem Passwort.',
  addPasskey: 'Passkey hinzufügen',
  passkeyFailed: 'Der Browser hat keinen Passkey erzeugt.',
  passkeyTimes: (added, used) =>
    used === undefined
      ? `Hinzugefügt am ${added}, noch nicht verwendet`
      : `Hinzugefügt am ${added}, zuletzt verwendet ${used}`,
  rename: 'Umbenennen',
  renamePasskey: (name) => `Umbenennen: ${name}`,
  passkeyName: 'Name des Passkeys',
  save: 'Speichern',
  remove: 'Löschen',
  removePasskey: (name) => `Löschen: ${name}`,
  removePasskeyQuestion: (name) => `Passkey ${name} löschen?`,
  removePasskeyWarning: 'Niemand kann sich mehr damit anmelden. Entferne ihn auch von deinem Gerät.',

  sessions: 'Sitzungen und Geräte',
  sessionsHint:
    'Die Browser, in denen du angemeldet bist. Apps haben den API-Schlüssel: ein neuer Schlüssel meldet sie ab.',
  thisDevice: 'Dieses Gerät',
  sessionTimes: (started, used) =>
    started === undefined ? `Zuletzt verwendet ${used}` : `Seit ${started}, zuletzt verwendet ${used}`,
  logOut: 'Abmelden',
  logOutDevice: (device) => `Abmelden: ${device}`,
  logOutOthers: 'Alle anderen abmelden',
  logOutOthersQuestion: 'Auf allen anderen Geräten abmelden?',
  logOutOthersWarning: 'Jedes Gerät in dieser Liste außer diesem muss sich neu anmelden.',
  notLoaded: 'Das konnte nicht geladen werden.',
}
