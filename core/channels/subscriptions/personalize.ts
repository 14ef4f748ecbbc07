import { notA } from '../../platform/errors.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findVisibleChannel } from '../../state/access/find-channel.ts'
import type { Caller } from '../../state/caller.ts'
import { Subscription } from '../../state/channels/entities.ts'
import type { SubscriptionSettings } from '../../state/channels/subscription-settings.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { invalidColor, notSubscribed } from '../errors.ts'

/** A personal setting of a subscription, as the wire has it. */
export interface SubscriptionChoice {
  readonly channel: ChannelId
  readonly property: SubscriptionProperty
  readonly value: boolean | string | null
}

/** The properties by their names on the wire; null means the user's own settings apply. */
const PROPERTIES = {
  color: { field: 'color', kind: 'color' },
  is_muted: { field: 'isMuted', kind: 'boolean' },
  pin_to_top: { field: 'pinToTop', kind: 'boolean' },
  desktop_notifications: { field: 'desktopNotifications', kind: 'inheritable' },
  audible_notifications: { field: 'audibleNotifications', kind: 'inheritable' },
  push_notifications: { field: 'pushNotifications', kind: 'inheritable' },
  email_notifications: { field: 'emailNotifications', kind: 'inheritable' },
  wildcard_mentions_notify: { field: 'wildcardMentionsNotify', kind: 'inheritable' },
} as const satisfies Record<string, { field: keyof SubscriptionSettings; kind: string }>

type Stored = keyof typeof PROPERTIES
/** `in_home_view` is the former name of `is_muted`, inverted. */
export type SubscriptionProperty = Stored | 'in_home_view'
export const SUBSCRIPTION_PROPERTIES = [
  'in_home_view',
  ...(Object.keys(PROPERTIES) as Stored[]),
] as const satisfies readonly SubscriptionProperty[]

/**
 * Changes personal settings of subscriptions, all or nothing, and emits each to the user's clients. Throws
 * for a channel that the user cannot see or is not subscribed to, and for an invalid value.
 */
export async function personalize(caller: Caller, choices: readonly SubscriptionChoice[]): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const channelIds = [...new Set(choices.map((choice) => choice.channel))]
    const rows = await tx.em.find(Subscription, { userId: actor.id, channelId: { $in: channelIds } })
    const subscriptions = new Map(rows.map((row) => [row.channelId, row]))
    for (const { channel: id, property, value } of choices) {
      const { id: channel } = findVisibleChannel(realm, actor, id)
      const subscription = subscriptions.get(channel)
      if (!subscription?.isActive) throw notSubscribed(id)
      const name = property === 'in_home_view' ? 'is_muted' : property
      const checked = check(property, PROPERTIES[name].kind, value)
      const stored = property === 'in_home_view' ? !checked : checked
      tx.em.assign(subscription, { [PROPERTIES[name].field]: stored })
      const emit = (property: string, value: boolean | string | null) =>
        tx.emit(
          { type: 'subscription', op: 'update', stream_id: channel, property, value },
          toUsers([actor.id]),
        )
      if (name === 'is_muted') emit('in_home_view', !stored)
      emit(name, stored)
    }
  })
}

/**
 * Turns off e-mail that the user's own setting of the channel requests, in the caller's transaction, which
 * has locked the organization. Resolves to whether the setting requested it.
 */
export async function endChannelEmail(tx: Tx, user: UserRecord, channel: ChannelId): Promise<boolean> {
  const requesting = { userId: user.id, channelId: channel, isActive: true, emailNotifications: true }
  const ended = await tx.em.nativeUpdate(Subscription, requesting, { emailNotifications: false })
  if (ended === 0) return false
  const change = { stream_id: channel, property: 'email_notifications', value: false }
  tx.emit({ type: 'subscription', op: 'update', ...change }, toUsers([user.id]))
  return true
}

function check(
  property: SubscriptionProperty,
  kind: 'color' | 'boolean' | 'inheritable',
  value: boolean | string | null,
): boolean | string | null {
  if (kind === 'color') return checkColor(value, property)
  if (value === null && kind === 'inheritable') return null
  if (typeof value !== 'boolean') throw notA(property, 'boolean')
  return value
}

/**
 * Returns a colour of three or six hexadecimal digits, with or without `#`, as `#` and six lower-case digits.
 * Throws for other values.
 */
export function checkColor(value: unknown, name = 'color'): string {
  if (typeof value !== 'string') throw notA(name, 'string')
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]?.toLowerCase()
  if (digits === undefined) throw invalidColor(name)
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
