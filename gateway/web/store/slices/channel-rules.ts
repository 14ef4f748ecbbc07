import { type Rules, rules } from './rules.ts'

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
