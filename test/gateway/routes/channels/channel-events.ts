import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { realm, world } from '../stage.ts'

/** Ids of users by name, ascending, as in events. */
export const ids = (...names: string[]) => names.map((name) => world.userId(name)).sort((a, b) => a - b)

/** The events that each of `names` receives at another gateway during `change`, in order and without ids. */
export async function channelEventsDuring(
  names: readonly string[],
  change: () => Promise<unknown>,
): Promise<Record<string, Body[]>> {
  const types = ['stream', 'subscription', 'default_streams']
  const events = await eventsDuring(types, names, change, { notification_settings_null: true })
  await realm.sync()
  return events
}

/**
 * The kinds of events, and the users or channels that they concern, except that a new channel has its first
 * message.
 */
export const summarize = (events: Body[] | undefined) =>
  (events ?? [])
    .filter((event) => event.property !== 'first_message_id')
    .map((event) => {
      if (event.op === 'create') return `create ${event.streams.map((stream: Body) => stream.name)}`
      if (event.op === 'delete') return 'delete'
      if (event.op === 'add' || event.op === 'remove') {
        return `${event.op} ${event.subscriptions.map((subscription: Body) => subscription.name)}`
      }
      if (event.op === 'peer_add' || event.op === 'peer_remove') return `${event.op} ${event.user_ids}`
      return event.type
    })
