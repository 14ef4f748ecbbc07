import { language } from '../../texts/language.ts'

/** The names of the organization's settings in the page's language. */
export const realmSettingTexts =
  language === 'de'
    ? (await import('../../texts/de/realm-settings.ts')).realmSettings
    : (await import('../../texts/en/realm-settings.ts')).realmSettings
