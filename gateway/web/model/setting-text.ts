import type { RealmSettingName } from '../../../core/state/settings/settings.ts'
import type { SettingName } from '../../../core/state/users/settings.ts'
import type { REALM_SETTINGS_WITHOUT_PAGE, USER_SETTINGS_WITHOUT_PAGE } from './without-page.ts'

/** How a form shows a setting. */
export interface SettingText {
  readonly name: string
  /** The effect of the setting, where its name leaves it open. */
  readonly text?: string
  /** The names of its values, where it has a list of them. */
  readonly options?: Readonly<Record<string | number, string>>
}

/** The settings of an organization that its pages show. A catalogue without one of them does not compile. */
export type ShownRealmSetting = Exclude<RealmSettingName, keyof typeof REALM_SETTINGS_WITHOUT_PAGE>
export type RealmSettingTexts = Readonly<Record<ShownRealmSetting, SettingText>>

/** The settings of users that pages show. Those that belong to a person alone need no text for a default. */
export type ShownUserSetting = Exclude<SettingName, keyof typeof USER_SETTINGS_WITHOUT_PAGE>
export type UserSettingTexts = Readonly<Partial<Record<ShownUserSetting, SettingText>>>
