import type { Body } from '../../harness/client.ts'
import { EventReader } from '../../harness/event-reader.ts'
import { as, ok, realm, world } from './stage.ts'

/** Ids of users by name, ascending, as in events. */
export const ids = (...names: string[]) => names.map((name) => world.userId(name)).sort((a, b) => a - b)

let opened: ReturnType<typeof world.gateway> | undefined

/** A gateway other than the one that handles the changes. */
export const otherGateway = () => (opened ??= world.gateway())

/** The events that each of `names` receives at another gateway during `change`, in order and without ids. */
export async function channelEventsDuring(
  names: readonly string[],
  change: () => Promise<unknown>,
): Promise<Record<string, Body[]>> {
  const second = (await otherGateway()).url
  const readers = await Promise.all(
    names.map((name) =>
      EventReader.start(world.client(second, name), {
        event_types: ['stream', 'subscription', 'default_streams', 'message'],
        client_capabilities: { notification_settings_null: true },
      }),
    ),
  )
  await change()
  // The last event is the reader's own, and marks the end of the others.
  const { id: last } = await ok(
    as('iago').post('/messages', {
      type: 'direct',
      to: names.map((name) => world.userId(name)),
      content: 'That was it.',
    }),
  )
  await Promise.all(readers.map((reader) => reader.waitFor((event) => event.message?.id === last)))
  await Promise.all(readers.map((reader) => reader.stop()))
  await realm.sync()
  return Object.fromEntries(
    readers.map((reader, i) => [
      names[i]!,
      reader.events.filter((event) => event.type !== 'message').map(({ id: _, ...event }) => event),
    ]),
  )
}

/** The kinds of events, and the users or channels that they concern. */
export const summarize = (events: Body[] | undefined) =>
  (events ?? []).map((event) => {
    if (event.op === 'create') return `create ${event.streams.map((stream: Body) => stream.name)}`
    if (event.op === 'delete') return 'delete'
    if (event.op === 'add' || event.op === 'remove') {
      return `${event.op} ${event.subscriptions.map((subscription: Body) => subscription.name)}`
    }
    if (event.op === 'peer_add' || event.op === 'peer_remove') return `${event.op} ${event.user_ids}`
    return event.type
  })
