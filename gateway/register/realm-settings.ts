import { z } from 'zod'
import { type Accounts, withoutMembers } from '../../core/state/groups/setting.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { isOwnSetting } from '../../core/state/settings/own-settings.ts'
import type { Setting } from '../../core/state/settings/setting.ts'
import { REALM_SETTING_NAMES, REALM_SETTINGS } from '../../core/state/settings/settings.ts'
import {
  deprecatedSettings,
  describePolicy,
  type PolicyName,
  wireSetting,
} from '../../core/state/settings/wire-settings.ts'
import { registeredSettingsShape } from '../../core/state/wire/realm-setting.ts'
import { type Fields, sharedSlice } from './slice.ts'

const policy = (name: PolicyName) => z.int().describe(describePolicy(name))

const deprecatedShape = {
  add_custom_emoji_policy: policy('add_custom_emoji_policy'),
  delete_own_message_policy: policy('delete_own_message_policy'),
  bot_creation_policy: z
    .int()
    .describe(
      'Deprecated: see `realm_can_create_bots_group` and `realm_can_create_write_only_bots_group`. 1 not only administrators create bots, 2 only administrators create bots that can read, 3 only administrators create bots.',
    ),
  create_public_stream_policy: policy('create_public_stream_policy'),
  create_private_stream_policy: policy('create_private_stream_policy'),
  create_web_public_stream_policy: policy('create_web_public_stream_policy'),
  invite_to_stream_policy: policy('invite_to_stream_policy'),
  invite_to_realm_policy: policy('invite_to_realm_policy'),
  move_messages_between_streams_policy: policy('move_messages_between_streams_policy'),
  wildcard_mention_policy: policy('wildcard_mention_policy'),
  mandatory_topics: z
    .boolean()
    .describe('Deprecated: whether `realm_topics_policy` is `disable_empty_topic`.'),
  allow_edit_history: z
    .boolean()
    .describe('Deprecated: whether `realm_message_edit_history_visibility_policy` is not `none`.'),
}

const shape = { ...registeredSettingsShape, ...deprecatedShape }
type Values = z.input<z.ZodObject<typeof shape>>

/** The settings of the organization (spec.md "Organization settings in the register response"). */
export const realmSettings = sharedSlice({
  selectedBy: 'realm',
  response: prefixed(shape),
  readShared: ({ record, users }) =>
    prefixed({ ...currentValues(users, record), ...deprecatedSettings(record) } as Values),
  readForSpectators: ({ record, users }) => {
    const values = { ...withoutMembers(currentValues(users, record)), ...FOR_NEWCOMERS }
    return prefixed({ ...values, ...deprecatedSettings(record) } as Values)
  },
})

/** Settings about people with an account, as spectators get them: no channel, and no text. */
const FOR_NEWCOMERS: Fields = {
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  zulip_update_announcements_stream_id: -1,
  service_update_announcements_stream_id: -1,
  moderation_request_channel_id: -1,
  welcome_message_custom_text: '',
}

/** The value of each setting, under each of its names. */
function currentValues(users: Accounts, { settings }: RealmRecord): Fields {
  const entries = REALM_SETTING_NAMES.filter((name) => !isOwnSetting(name)).flatMap((name) => {
    const { twin }: Setting = REALM_SETTINGS[name]
    const value = wireSetting(users, name, settings)
    return twin === undefined
      ? [[name, value]]
      : [
          [name, value],
          [twin, value],
        ]
  })
  return Object.fromEntries(entries)
}

type Prefixed<T> = { readonly [Name in keyof T & string as `realm_${Name}`]: T[Name] }

function prefixed<T extends object>(fields: T): Prefixed<T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]),
  ) as Prefixed<T>
}
