import { inLanguage } from '../../texts/in-language.ts'

/** The names of the organization's settings in the page's language. */
export const { realmSettings: realmSettingTexts } = await inLanguage<
  typeof import('../../texts/en/realm-settings.ts')
>(import.meta.glob('../../texts/*/realm-settings.ts'))

/** The names of the settings of users in the page's language. */
export const { userSettings: userSettingTexts } = await inLanguage<
  typeof import('../../texts/en/user-settings.ts')
>(import.meta.glob('../../texts/*/user-settings.ts'))
