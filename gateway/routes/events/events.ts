import { z } from 'zod'
import { anyWireEvent } from '../../../core/state/events/wire-schema.ts'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import { LaterAnswer } from '../../http/endpoint/later-answer.ts'
import { form, line, query } from '../../http/endpoint/parameter.ts'
import { JsonText } from '../../http/reply/json-text.ts'
import { SharedText } from '../../http/reply/shared-text.ts'
import { SharedDeliveries } from '../../realtime/frames.ts'
import type { Answer } from '../../realtime/listener.ts'
import type { Services } from '../../services.ts'
import { unknownQueue } from '../../wire/shared-errors.ts'
import { lastEventId, queueId } from '../../wire/shared-parameters.ts'

export function eventRoutes({ queues }: Services) {
  const shared = new SharedDeliveries(
    (events) => new SharedText(`"events":[${events.join(',')}],"queue_id":"`),
  )
  /** A function of its own, so that a poll keeps nothing else of its request while it waits. */
  const answererOf =
    (later: LaterAnswer<JsonText>, queueId: string): Answer =>
    (events) =>
      later.answer(new JsonText(['{', shared.of(events), `${queueId}"}`]))

  return [
    endpoint({
      method: 'GET',
      path: '/events',
      access: 'user',
      freshness: 'later',
      keepsSession: false,
      summary: 'Get events from an event queue, waiting until there are some',
      description:
        'The answer comes with the first events after `last_event_id`, or with a `heartbeat` event after at most a minute; it may be empty, then poll again. Event ids increase within a queue but are not consecutive. A queue has one connection: a new poll or WebSocket ends the former one. A queue that is not fetched is deleted, normally after ten minutes. Polls do not count against the rate limit.',
      rateLimited: false,
      params: {
        queue_id: query(line(), queueId),
        last_event_id: lastEventId,
        dont_block: query(z.boolean().default(false), {
          description: 'Whether to answer at once, even without events.',
          example: true,
        }),
      },
      response: {
        events: z
          .array(anyWireEvent)
          .describe(
            'The events after `last_event_id`, the oldest first. At least one unless `dont_block` is true.',
          ),
        queue_id: z.string().describe('The id of the queue.'),
      },
      errors: [unknownQueue],
      handler: (call) => {
        const { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock } = call.params
        const later = new LaterAnswer<JsonText>()
        const request = { queueId, lastEventId, dontBlock, session: call.session }
        const begun = queues.poll(call.realm, call.user, request, answererOf(later, queueId))
        const wait = (stopWaiting: () => void) => {
          call.onAbort(stopWaiting)
          return later
        }
        return begun instanceof Promise ? begun.then(wait) : wait(begun)
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/events',
      access: 'user',
      freshness: 'later',
      summary: 'Delete an event queue',
      description: 'A client that ends may call it. Otherwise the queue is deleted when nobody fetches it.',
      params: { queue_id: form(line(), queueId) },
      errors: [unknownQueue],
      handler: (call) => queues.remove(call.realm, call.user.id, call.params.queue_id),
    }),
  ] as const
}
