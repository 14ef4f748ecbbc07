import { toRealm } from '../../../core/platform/events/audience.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { Core } from '../../../core/state/core.ts'
import type { Body, Client } from '../../harness/client.ts'
import { Socket } from '../../harness/socket.ts'
import { undeclaredEvent } from '../../harness/undeclared-event.ts'
import type { World } from '../../harness/world.ts'

/** Registers for events of type `mark`, which only tests emit; resolves with queue_id and last_event_id. */
export const register = (client: Client, parameters: object = {}): Promise<Body> =>
  client.ok(client.post('/register', { event_types: ['mark'], fetch_event_types: [], ...parameters }))

/** Opens the WebSocket of a queue from `register`, or of a new one. */
export async function openSocket(client: Client, queue?: Body, lastEventId?: number): Promise<Socket> {
  const { queue_id: queueId, last_event_id: first } = queue ?? (await register(client))
  return Socket.open(client, { queueId, lastEventId: lastEventId ?? first })
}

/** Emits numbered events of type `mark` to the whole organization in one transaction. */
export async function emitMarks(
  core: Core,
  world: World,
  numbers: readonly number[],
  text = '',
): Promise<void> {
  await core.transact(world.organization.realmId as RealmId, async (tx) => {
    for (const n of numbers) tx.emit(undeclaredEvent({ type: 'mark', n, text }), toRealm)
  })
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

export const marksOf = (events: readonly Body[]): number[] =>
  events.filter((event) => event.type === 'mark').map((event) => event.n)
