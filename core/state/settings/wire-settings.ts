import { type Accounts, type GroupSetting, shownSetting } from '../groups/setting.ts'
import type { SystemGroup, SystemGroupIds } from '../groups/system.ts'
import type { Setting } from './setting.ts'
import { REALM_SETTINGS, type RealmSettingName, type RealmSettings } from './settings.ts'

/** A way to log in, as register and events describe it. */
export interface WireMethod {
  readonly enabled: boolean
  readonly available: boolean
}

/** The value of a setting in register and in events. */
export function wireSetting(users: Accounts, name: RealmSettingName, settings: RealmSettings): unknown {
  const { shape }: Setting = REALM_SETTINGS[name]
  if (shape.kind === 'methods') return wireMethods(settings.authentication_methods)
  return shape.kind === 'group' ? shownSetting(users, settings[name] as GroupSetting) : settings[name]
}

const wireMethods = (methods: Readonly<Record<string, boolean>>): Record<string, WireMethod> =>
  Object.fromEntries(Object.entries(methods).map(([name, enabled]) => [name, { enabled, available: true }]))

/** The former name and form of `topics_policy`. */
export const deprecatedTopics = ({ topics_policy }: RealmSettings) => ({
  mandatory_topics: topics_policy === 'disable_empty_topic',
})

/** Codes of a former policy by the group that the code stood for, the widest group last. */
type Codes = Readonly<Partial<Record<SystemGroup, number>>>

const COMMON: Codes = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:fullmembers': 3,
  'role:members': 1,
}
const WITH_NOBODY: Codes = { 'role:nobody': 6, ...COMMON }

/** spec.md "Organization settings in the register response": the policies that groups have replaced. */
const POLICIES = {
  add_custom_emoji_policy: ['can_add_custom_emoji_group', COMMON],
  delete_own_message_policy: ['can_delete_own_message_group', { ...COMMON, 'role:everyone': 5 }],
  create_public_stream_policy: ['can_create_public_channel_group', COMMON],
  create_private_stream_policy: ['can_create_private_channel_group', COMMON],
  create_web_public_stream_policy: [
    'can_create_web_public_channel_group',
    { 'role:nobody': 6, 'role:owners': 7, 'role:administrators': 2, 'role:moderators': 4 },
  ],
  invite_to_stream_policy: ['can_add_subscribers_group', COMMON],
  invite_to_realm_policy: ['can_invite_users_group', WITH_NOBODY],
  move_messages_between_streams_policy: ['can_move_messages_between_channels_group', WITH_NOBODY],
  wildcard_mention_policy: [
    'can_mention_many_users_group',
    {
      'role:nobody': 6,
      'role:administrators': 5,
      'role:moderators': 7,
      'role:fullmembers': 3,
      'role:members': 2,
      'role:everyone': 1,
    },
  ],
} as const satisfies Readonly<Record<string, readonly [RealmSettingName, Codes]>>

export type PolicyName = keyof typeof POLICIES

const GROUP_WORDS: Readonly<Partial<Record<SystemGroup, string>>> = {
  'role:nobody': 'nobody',
  'role:owners': 'owners',
  'role:administrators': 'administrators',
  'role:moderators': 'moderators',
  'role:fullmembers': 'full members',
  'role:members': 'members',
  'role:everyone': 'everyone',
}

/** The meaning of the codes of a policy, for the API reference. */
export function describePolicy(policy: PolicyName): string {
  const [setting, codes] = POLICIES[policy]
  const meanings = Object.entries(codes)
    .sort(([, a], [, b]) => a - b)
    .map(([group, code]) => `${code} ${GROUP_WORDS[group as SystemGroup]}`)
  return `Deprecated: see \`realm_${setting}\`. ${meanings.join(', ')}; for other groups the next larger one.`
}

/** From the fewest people to the most. */
const BY_WIDTH: readonly SystemGroup[] = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
]

/** An organization's settings and the groups that they name. */
interface Organization {
  readonly settings: RealmSettings
  readonly systemGroups: SystemGroupIds
}

/** Settings as older clients know them, derived from those that replaced them. */
export function deprecatedSettings(record: Organization): Record<string, boolean | number> {
  const { settings } = record
  const policies = Object.entries(POLICIES).map(([policy, [name, codes]]) => [
    policy,
    policyOf(record, settings[name] as GroupSetting, codes),
  ])
  return {
    ...Object.fromEntries(policies),
    ...deprecatedTopics(settings),
    bot_creation_policy: botCreationPolicy(record),
    allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
  }
}

/**
 * The narrowest policy that includes everybody with the permission; the widest for the organization's own
 * groups.
 */
export function policyOf(record: Organization, setting: GroupSetting, codes: Codes): number {
  const width = widthOf(record, setting)
  const found = BY_WIDTH.slice(width).find((group) => group in codes)
  return codes[found ?? BY_WIDTH.findLast((group) => group in codes)!]!
}

function widthOf({ systemGroups }: Organization, setting: GroupSetting): number {
  const width = BY_WIDTH.findIndex((group) => systemGroups[group] === setting)
  return width < 0 ? BY_WIDTH.length : width
}

/** 1 everyone, 2 only administrators may create bots that read, 3 only administrators create bots. */
function botCreationPolicy(record: Organization): number {
  const isForMany = (setting: GroupSetting) =>
    widthOf(record, setting) > BY_WIDTH.indexOf('role:administrators')
  if (isForMany(record.settings.can_create_bots_group)) return 1
  return isForMany(record.settings.can_create_write_only_bots_group) ? 2 : 3
}
