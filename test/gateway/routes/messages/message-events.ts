import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, ok, otherGateway, realm, world } from '../stage.ts'

/** Events about messages, as clients receive them. */
const TYPES = ['update_message', 'delete_message', 'reaction', 'submessage', 'stream', 'update_message_flags']

/**
 * The message events that each of `names` receives at another gateway during `change`, in order; with ids
 * when `withIds`.
 */
export async function messageEventsDuring(
  names: readonly string[],
  change: () => Promise<unknown>,
  parameters: Parameters = {},
  withIds = false,
): Promise<Record<string, Body[]>> {
  const second = (await otherGateway()).url
  const readers = await Promise.all(
    names.map((name) =>
      EventReader.start(world.client(second, name), { event_types: [...TYPES, 'message'], ...parameters }),
    ),
  )
  await change()
  // The last event is the reader's own, and marks the end of the others.
  const to = names.map((name) => world.userId(name))
  const { id: last } = await ok(as('iago').post('/messages', { type: 'direct', to, content: 'That was it.' }))
  await Promise.all(readers.map((reader) => reader.waitFor((event) => event.message?.id === last)))
  await Promise.all(readers.map((reader) => reader.stop()))
  await realm.sync()
  return Object.fromEntries(
    readers.map((reader, i) => [
      names[i]!,
      reader.events
        .filter((event) => event.type !== 'message')
        .map(({ id, ...event }) => (withIds ? { id, ...event } : event)),
    ]),
  )
}

/** Sends to a channel; resolves to the id. */
export async function send(name: string, channel: string, topic = 'play', content = 'words') {
  const { id } = await ok(as(name).post('/messages', { type: 'channel', to: channel, topic, content }))
  return id as number
}

/** Sends a direct message; resolves to the id. */
export async function write(name: string, to: readonly string[], content = 'psst') {
  const ids = to.map((person) => world.userId(person))
  const { id } = await ok(as(name).post('/messages', { type: 'direct', to: ids, content }))
  return id as number
}

/** A message as a user reads it. */
export async function messageOf(name: string, id: number, parameters: Parameters = {}): Promise<Body> {
  return (await ok(as(name).get(`/messages/${id}`, parameters))).message
}

/** Messages of a narrow, as a user reads them. */
export async function messagesOf(name: string, narrow: unknown[] = []): Promise<Body[]> {
  const range = { anchor: 'newest', num_before: 1000, num_after: 0, allow_empty_topic_name: true }
  return (await ok(as(name).get('/messages', { ...range, narrow }))).messages
}

/** A private channel of Iago and others; its history is protected unless `shared`. */
export async function privateChannel(name: string, people: readonly string[], shared = false) {
  await ok(
    as('iago').post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: ['iago', ...people].map((person) => world.userId(person)),
      invite_only: true,
      history_public_to_subscribers: shared,
    }),
  )
  await realm.sync()
  return realm.channels.byName(name)!.id as number
}
