import { language } from '../../texts/language.ts'

/** The names of the organization's settings in the page's language. */
export const realmSettingTexts =
  language === 'de'
    ? (await import('../../texts/de/realm-settings.ts')).realmSettings
    : (await import('../../texts/en/realm-settings.ts')).realmSettings

/** The names of the settings of users in the page's language. */
export const userSettingTexts =
  language === 'de'
    ? (await import('../../texts/de/user-settings.ts')).userSettings
    : (await import('../../texts/en/user-settings.ts')).userSettings
