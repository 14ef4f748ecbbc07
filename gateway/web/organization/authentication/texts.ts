import { language } from '../../texts/language.ts'

/** The texts of the page about providers of log-ins in the page's language. */
export const providerTexts =
  language === 'de'
    ? (await import('../../texts/de/log-in-providers.ts')).logInProviders
    : (await import('../../texts/en/log-in-providers.ts')).logInProviders
