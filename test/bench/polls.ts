import type { Connection } from './load.ts'
import type { RequestKind } from './requests.ts'

/**
 * Event queues that are polled: more than requests in flight, because a second poll on a queue ends the first
 * one.
 */
export const QUEUES = 96
export const ONE_EVENT = 'GET /events, one event'
export const NO_EVENT = 'GET /events, no event'

interface Queue {
  readonly id: string
  readonly authorization: string
  cursor: string
  /** Number of messages whose sending had begun when the latest answer arrived. */
  seen: number
}

/** Sends messages that the queues get, and counts them. */
export class CountedMessages {
  begun = 0
  done = 0
  readonly #authorization: string
  readonly #form: string
  #extra: Promise<void> | undefined

  constructor(authorization: string, form: string) {
    this.#authorization = authorization
    this.#form = form
  }

  /** Sends a message on a connection. */
  async send(connection: Connection): Promise<string> {
    this.begun += 1
    const answer = await connection.request('POST', '/api/v1/messages', this.#authorization, this.#form)
    this.done += 1
    return answer
  }

  /**
   * Resolves when more than `seen` messages have been sent. Callers that wait at the same time share one
   * message.
   */
  async waitForMore(seen: number, connection: Connection): Promise<void> {
    while (this.done <= seen) {
      this.#extra ??= this.send(connection).then(() => {
        this.#extra = undefined
      })
      await this.#extra
    }
  }
}

/**
 * Two kinds of polls on the queues of people: one that gets an event at once, and one that finds an empty
 * queue. For the first kind a message is sent whenever a queue has got all, so one message for at most QUEUES
 * polls.
 */
export async function pollRequests(
  setUp: Connection,
  people: readonly string[],
  messages: CountedMessages,
): Promise<RequestKind[]> {
  const queues: Queue[] = []
  for (const authorization of people.slice(0, QUEUES)) {
    const form = 'event_types=["message","presence","update_message_flags"]'
    const answer = await setUp.request('POST', '/api/v1/register', authorization, form)
    const { queue_id, last_event_id } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
    queues.push({ id: queue_id, cursor: String(last_event_id), authorization, seen: messages.done })
  }
  let turn = 0
  const poll = async (connection: Connection, queue: Queue, more: Record<string, string>) => {
    const asked = new URLSearchParams({ queue_id: queue.id, last_event_id: queue.cursor, ...more })
    const answer = await connection.request('GET', `/api/v1/events?${asked}`, queue.authorization)
    queue.cursor = lastId(answer) ?? queue.cursor
    queue.seen = messages.begun
    return answer
  }
  return [
    {
      name: ONE_EVENT,
      send: async (connection) => {
        const queue = queues[turn++ % QUEUES]!
        await messages.waitForMore(queue.seen, connection)
        return poll(connection, queue, {})
      },
    },
    {
      name: NO_EVENT,
      send: (connection) => poll(connection, queues[turn++ % QUEUES]!, { dont_block: 'true' }),
    },
  ]
}

/** Returns the id of the last event of an answer. */
function lastId(answer: string): string | undefined {
  return /^"id":(\d+)/.exec(answer.slice(answer.lastIndexOf('"id":')))?.[1]
}
