import type { Body } from '../../harness/client.ts'
import { EventReader } from '../../harness/event-reader.ts'
import { as, ok, otherGateway, world } from './stage.ts'

/**
 * The events of `types` that each of `names` receives at another gateway during `change`, in order and
 * without ids.
 */
export async function eventsDuring(
  types: readonly string[],
  names: readonly string[],
  change: () => Promise<unknown>,
  capabilities: Record<string, boolean> = {},
): Promise<Record<string, Body[]>> {
  const second = (await otherGateway()).url
  const readers = await Promise.all(
    names.map((name) =>
      EventReader.start(world.client(second, name), {
        event_types: [...types, 'message'],
        client_capabilities: capabilities,
      }),
    ),
  )
  await change()
  // The last event is the reader's own, and marks the end of the others.
  const to = names.map((name) => world.userId(name))
  const content = 'That was it.'
  const { id: last } = await ok(as('iago').post('/messages', { type: 'direct', to, content }))
  await Promise.all(readers.map((reader) => reader.waitFor((event) => event.message?.id === last)))
  await Promise.all(readers.map((reader) => reader.stop()))
  const events = (reader: EventReader) =>
    reader.events.filter((event) => types.includes(event.type)).map(({ id: _, ...event }) => event)
  return Object.fromEntries(readers.map((reader, i) => [names[i]!, events(reader)]))
}
