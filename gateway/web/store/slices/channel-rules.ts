import type { Registration } from '../../model/wire.ts'
import { type Rules, rules } from './rules.ts'
import { slice } from './slice.ts'

/** The settings of the organization that decide about changes of channels. */
const NAMES = [
  'can_add_subscribers_group',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_web_public_channel_group',
  'enable_spectator_access',
] as const

export type ChannelRules = Rules<(typeof NAMES)[number]>

export const channelRules = rules(NAMES)

/** The values that the permissions of a channel can have, by the name of the permission. */
export type ChannelPermissionRules = Registration['server_supported_permission_settings']['stream']

export const channelPermissionRules = slice<ChannelPermissionRules>({
  from: ({ server_supported_permission_settings }) => server_supported_permission_settings.stream,
  apply: (state) => state,
})
