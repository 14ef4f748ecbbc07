import { type ChannelGroupName, type ChannelGroups, ruleOf } from '../channels/group-settings.ts'
import type { RealmView } from '../realm/view.ts'
import { checkGroupSetting } from './permission-setting.ts'

/** The normalized settings of a new channel. Throws for an unknown, deactivated or forbidden group. */
export function checkChannelGroups(
  realm: RealmView,
  given: Partial<ChannelGroups> = {},
): Partial<ChannelGroups> {
  const names = Object.keys(given) as ChannelGroupName[]
  return Object.fromEntries(names.map((name) => [name, checkGroupSetting(realm, ruleOf(name), given[name]!)]))
}
