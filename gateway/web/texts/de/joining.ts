import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'

/** Die Texte für Menschen ohne Konto. */
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
}
