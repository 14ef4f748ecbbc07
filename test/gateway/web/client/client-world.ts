import { expect } from 'vitest'
import type { LiveEvent, Snapshot, Status } from '../../../../gateway/web/client/index.ts'
import {
  apiKey,
  type Client,
  type Connection,
  type ConnectOptions,
  createClient,
} from '../../../../gateway/web/client/index.ts'
import type { World } from '../../../harness/world.ts'

/** A client of the library that acts as a user of the demonstration organization, with the API key. */
export function libraryClient(world: World, url: string, name: string): Client {
  const { email, apiKey: key } = world.client(url, name).credentials!
  return createClient({ url, credentials: apiKey(email, key) })
}

/** The snapshots and events that a connection delivered, in order. */
export class Consumer {
  readonly snapshots: { readonly snapshot: Snapshot; readonly events: LiveEvent[] }[] = []
  readonly statuses: Status[] = []
  readonly connection: Connection
  readonly #changed = new Set<() => void>()

  constructor(client: Client, options: ConnectOptions = {}) {
    this.connection = client.connect({
      register: { event_types: ['message'] },
      ...options,
      onState: (snapshot) => this.#note(() => this.snapshots.push({ snapshot, events: [] })),
      onEvent: (event) => this.#note(() => this.snapshots.at(-1)!.events.push(event)),
      onStatus: (status) => this.#note(() => this.statuses.push(status)),
    })
  }

  /** The events since the newest snapshot. */
  get events(): readonly LiveEvent[] {
    return this.snapshots.at(-1)?.events ?? []
  }

  /** Contents of the messages since the newest snapshot. */
  get contents(): string[] {
    return this.events.flatMap((event) => (event.type === 'message' ? [event.message.content] : []))
  }

  /** Whether the newest snapshot or an event after it has the message, or a later one. */
  knows(messageId: number): boolean {
    const { max_message_id = 0 } = this.snapshots.at(-1)?.snapshot ?? {}
    return Math.max(max_message_id, this.#messageIds(this.events).at(-1) ?? 0) >= messageId
  }

  /**
   * Expects that each snapshot is followed by the messages that it lacks, in order and once each; only
   * messages at the end may be missing, when the next snapshot has them. `stored` lists the messages in
   * order.
   */
  expectEachOnce(stored: readonly number[]): void {
    let known = -1
    for (const { snapshot, events } of this.snapshots) {
      const newest = snapshot.max_message_id!
      expect(newest).toBeGreaterThanOrEqual(known)
      const ids = this.#messageIds(events)
      expect(ids).toEqual(stored.filter((id) => id > newest).slice(0, ids.length))
      known = ids.at(-1) ?? newest
    }
    expect(known).toBe(stored.at(-1))
  }

  #messageIds(events: readonly LiveEvent[]): number[] {
    return events.flatMap((event) => (event.type === 'message' ? [event.message.id] : []))
  }

  #note(change: () => void): void {
    change()
    for (const wake of [...this.#changed]) wake()
  }

  /** Resolves when `condition` holds after a callback, or at once. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#changed.delete(wake)
          resolve()
        }
        this.#changed.add(wake)
      })
    }
  }

  async untilLive(transport?: 'websocket' | 'stream' | 'polling'): Promise<void> {
    await this.until(() => {
      const { status } = this.connection
      return status.name === 'live' && (transport === undefined || status.transport === transport)
    })
  }
}

/** Hamlet sends a message to a topic of Verona, without a proxy. Returns the id of the message. */
export async function say(world: World, url: string, content: string, topic = 'live'): Promise<number> {
  const hamlet = libraryClient(world, url, 'hamlet')
  const { id } = await hamlet.call('POST /messages', { type: 'channel', to: 'Verona', topic, content })
  return id
}
