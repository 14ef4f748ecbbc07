import type { RealmSettingTexts, UserSettingTexts } from '../../model/setting-text.ts'
import { inLanguage } from '../../texts/in-language.ts'

const { realmSettings } = await inLanguage<typeof import('../../texts/en/realm-settings.ts')>(
  import.meta.glob('../../texts/*/realm-settings.ts'),
)
const { userSettings } = await inLanguage<typeof import('../../texts/en/user-settings.ts')>(
  import.meta.glob('../../texts/*/user-settings.ts'),
)

/** The names of the organization's settings in the page's language. */
export const realmSettingTexts: RealmSettingTexts = realmSettings

/** The names of the settings of users in the page's language. */
export const userSettingTexts: UserSettingTexts = userSettings
