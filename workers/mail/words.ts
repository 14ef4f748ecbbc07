import type { SecondFactorChange } from '../../core/people/second-factors/mails.ts'

/** Parts of sentences that the values of templates bring along, in one language. */
export interface MailWords {
  /** Follows "You get this email". */
  readonly reasons: Readonly<Record<'direct' | 'everyone' | 'mentioned' | 'followed' | 'channel', string>>
  readonly others: (count: number) => string
  readonly and: (names: readonly string[]) => string
  /** In place of the hidden part of a spoiler. */
  readonly spoiler: (organization: string) => string
  readonly operator: string
  readonly secondFactor: Readonly<Record<SecondFactorChange, string>>
}

const english: MailWords = {
  reasons: {
    direct: 'because you have direct messages',
    everyone: 'because everyone was mentioned',
    mentioned: 'because you were mentioned',
    followed: 'because you follow this topic',
    channel: 'because you get email for this channel',
  },
  others: (count) => `${count} others`,
  and: (names) =>
    names.length <= 2 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`,
  spoiler: (organization) => `Open ${organization} to see what this hides.`,
  operator: 'The operator of the server',
  secondFactor: {
    authenticator_added: 'An authenticator app now makes codes for your account',
    authenticator_removed: 'The authenticator app was removed from your account',
    passkey_added: 'A passkey was added to your account',
    passkey_removed: 'A passkey was removed from your account',
    recovery_codes_renewed: 'Your account has new recovery codes, and the former ones no longer work',
    reset: 'The operator of the server has removed the second factors of your account',
  },
}

const german: MailWords = {
  reasons: {
    direct: 'weil du Direktnachrichten hast',
    everyone: 'weil alle erwähnt wurden',
    mentioned: 'weil du erwähnt wurdest',
    followed: 'weil du diesem Thema folgst',
    channel: 'weil du Mails zu diesem Kanal bekommst',
  },
  others: (count) => `${count} anderen`,
  and: (names) =>
    names.length <= 1 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`,
  spoiler: (organization) => `Öffne ${organization}, um den verborgenen Teil zu sehen.`,
  operator: 'Der Betreiber des Servers',
  secondFactor: {
    authenticator_added: 'Eine Authenticator-App erzeugt jetzt Codes für dein Konto',
    authenticator_removed: 'Die Authenticator-App wurde von deinem Konto entfernt',
    passkey_added: 'Ein Passkey wurde zu deinem Konto hinzugefügt',
    passkey_removed: 'Ein Passkey wurde von deinem Konto entfernt',
    recovery_codes_renewed: 'Dein Konto hat neue Wiederherstellungscodes, die bisherigen gelten nicht mehr',
    reset: 'Der Betreiber des Servers hat die zweiten Faktoren deines Kontos entfernt',
  },
}

const WORDS: Readonly<Record<string, MailWords>> = { en: english, de: german }

/** The words of a language such as `de` or `de-AT`; English for an unknown one, as the templates. */
export const wordsOf = (language: string): MailWords =>
  WORDS[language] ?? WORDS[language.split('-')[0]!] ?? english
