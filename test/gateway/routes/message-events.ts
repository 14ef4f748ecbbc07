import type { Body, Parameters } from '../../harness/client.ts'
import { EventReader } from '../../harness/event-reader.ts'
import { elsewhere } from './hearing.ts'
import { as, ok, realm, world } from './stage.ts'

/** What happens to messages, as clients hear of it. */
const TYPES = ['update_message', 'delete_message', 'reaction', 'submessage', 'stream', 'update_message_flags']

/**
 * What each of `names` hears, at another gateway, of what `change` does to messages: all of it, in order,
 * with the ids of the events when `withIds`.
 */
export async function heardOf(
  names: readonly string[],
  change: () => Promise<unknown>,
  parameters: Parameters = {},
  withIds = false,
): Promise<Record<string, Body[]>> {
  const second = (await elsewhere()).url
  const readers = await Promise.all(
    names.map((name) =>
      EventReader.start(world.client(second, name), { event_types: [...TYPES, 'message'], ...parameters }),
    ),
  )
  await change()
  // Its own event is the last: what comes before it is all there was.
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

/** Writes to people directly; resolves to the id. */
export async function write(name: string, to: readonly string[], content = 'psst') {
  const ids = to.map((person) => world.userId(person))
  const { id } = await ok(as(name).post('/messages', { type: 'direct', to: ids, content }))
  return id as number
}

/** A message as one of the people finds it. */
export async function messageOf(name: string, id: number, parameters: Parameters = {}): Promise<Body> {
  return (await ok(as(name).get(`/messages/${id}`, parameters))).message
}

/** Messages of a narrow, as one of the people finds them. */
export async function messagesOf(name: string, narrow: unknown[] = []): Promise<Body[]> {
  const range = { anchor: 'newest', num_before: 1000, num_after: 0, allow_empty_topic_name: true }
  return (await ok(as(name).get('/messages', { ...range, narrow }))).messages
}

/** A private channel of Iago's and others; protected unless `shared` says that newcomers read its history. */
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
