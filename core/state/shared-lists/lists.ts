import {
  MAX_CHANNEL_LIST_BYTES,
  MAX_GROUP_LIST_BYTES,
  MAX_LIST_ADDITIONS_PER_DAY,
  MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS,
  MAX_NEW_CHANNELS_PER_DAY,
  MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS,
  MAX_OTHER_LIST_BYTES,
} from '../../../config/limits.ts'

interface Bounds {
  /** As messages to people call the entries. */
  readonly name: string
  /** Entries that one person adds in a day. */
  readonly perDay: number
  readonly perDayOfAdministrators: number
  /** Bytes of the whole list, as `sizeOf` counts them. */
  readonly bytes: number
}

const bounds = (name: string, bytes = MAX_OTHER_LIST_BYTES): Bounds => ({
  name,
  bytes,
  perDay: MAX_LIST_ADDITIONS_PER_DAY,
  perDayOfAdministrators: MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS,
})

/**
 * The lists of an organization that people make longer and that everybody's register response contains. The
 * maximum of entries of a list is beside the code that adds one.
 */
export const SHARED_LISTS = {
  channels: {
    ...bounds('channels', MAX_CHANNEL_LIST_BYTES),
    perDay: MAX_NEW_CHANNELS_PER_DAY,
    perDayOfAdministrators: MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS,
  },
  userGroups: bounds('user groups', MAX_GROUP_LIST_BYTES),
  customEmoji: bounds('custom emoji'),
  bots: bounds('bots', Number.POSITIVE_INFINITY),
  channelFolders: bounds('channel folders'),
  defaultChannelGroups: bounds('default channel groups'),
  linkifiers: bounds('linkifiers'),
  playgrounds: bounds('code playgrounds'),
  profileFields: bounds('custom profile fields'),
  domains: bounds('domains'),
  // Administrators list all invitations. Those by mail have limits of their own (`checkDailyLimit`).
  invitations: {
    name: 'invitations',
    bytes: Number.POSITIVE_INFINITY,
    perDay: Number.POSITIVE_INFINITY,
    perDayOfAdministrators: Number.POSITIVE_INFINITY,
  },
  invitationLinks: bounds('invitation links', Number.POSITIVE_INFINITY),
} as const satisfies Readonly<Record<string, Bounds>>

export type SharedList = keyof typeof SHARED_LISTS
