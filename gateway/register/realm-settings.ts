import { z } from 'zod'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import type { Setting } from '../../core/state/realm/setting.ts'
import { REALM_SETTING_NAMES, REALM_SETTINGS } from '../../core/state/realm/settings.ts'
import { deprecatedSettings, wireSetting } from '../../core/state/realm/wire-settings.ts'
import { settingsShape } from '../../core/state/wire/realm-setting.ts'
import { type Fields, slice } from './slice.ts'

const deprecatedShape = {
  add_custom_emoji_policy: z.int().describe('Deprecated: a code for `realm_can_add_custom_emoji_group`.'),
  delete_own_message_policy: z.int().describe('Deprecated: a code for `realm_can_delete_own_message_group`.'),
  bot_creation_policy: z.int().describe('Deprecated: a code for `realm_can_create_bots_group`.'),
  create_public_stream_policy: z
    .int()
    .describe('Deprecated: a code for `realm_can_create_public_channel_group`.'),
  create_private_stream_policy: z
    .int()
    .describe('Deprecated: a code for `realm_can_create_private_channel_group`.'),
  create_web_public_stream_policy: z
    .int()
    .describe('Deprecated: a code for `realm_can_create_web_public_channel_group`.'),
  invite_to_stream_policy: z.int().describe('Deprecated: a code for `realm_can_add_subscribers_group`.'),
  invite_to_realm_policy: z.int().describe('Deprecated: a code for `realm_can_invite_users_group`.'),
  move_messages_between_streams_policy: z
    .int()
    .describe('Deprecated: a code for `realm_can_move_messages_between_channels_group`.'),
  wildcard_mention_policy: z.int().describe('Deprecated: a code for `realm_can_mention_many_users_group`.'),
  mandatory_topics: z
    .boolean()
    .describe('Deprecated: whether `realm_topics_policy` is `disable_empty_topic`.'),
  allow_edit_history: z
    .boolean()
    .describe('Deprecated: whether `realm_message_edit_history_visibility_policy` is `all`.'),
}

const shape = { ...settingsShape, ...deprecatedShape }
type Values = z.input<z.ZodObject<typeof shape>>

/** The settings of the organization (spec.md "Organization settings in the register response"). */
export const realmSettings = slice({
  selectedBy: 'realm',
  response: prefixed(shape),
  read: ({ view }) =>
    prefixed({ ...currentValues(view.record), ...deprecatedSettings(view.record) } as Values),
})

/** The value of each setting, under each of its names. */
function currentValues({ settings }: RealmRecord): Fields {
  const entries = REALM_SETTING_NAMES.flatMap((name) => {
    const { twin }: Setting = REALM_SETTINGS[name]
    const value = wireSetting(name, settings)
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
