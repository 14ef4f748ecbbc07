import { z } from 'zod'
import { anyWireEvent } from '../../core/state/events/wire-schema.ts'
import { endpoint, rawJson } from '../http/endpoint.ts'
import { form, line, query } from '../http/parameter.ts'
import { badQueue } from '../realtime/errors.ts'
import type { Answer } from '../realtime/listener.ts'
import type { Services } from '../services.ts'

const noSuchQueue = badQueue('fb67bf8a-c031-47cc-84cf-ed80accacda8')

export function eventRoutes({ queues }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/events',
      access: 'user',
      freshness: 'later',
      summary: 'Get events from an event queue, waiting until there are some',
      rateLimited: false,
      params: {
        queue_id: query(line()),
        last_event_id: query(z.int().min(-1)),
        dont_block: query(z.boolean().default(false)),
      },
      response: { events: z.array(anyWireEvent), queue_id: z.string() },
      errors: [noSuchQueue],
      handler: (call) => {
        const { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock } = call.params
        return new Promise((resolve, reject) => {
          const answer: Answer = (events) => {
            resolve(rawJson(`{"events":[${events.join(',')}],"queue_id":${JSON.stringify(queueId)}}`))
          }
          queues
            .poll(call.realm, call.user, { queueId, lastEventId, dontBlock, session: call.session }, answer)
            .then((stopWaiting) => call.onAbort(stopWaiting), reject)
        })
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/events',
      access: 'user',
      freshness: 'later',
      summary: 'Delete an event queue',
      params: { queue_id: form(line()) },
      errors: [noSuchQueue],
      handler: (call) => queues.remove(call.realm, call.user.id, call.params.queue_id),
    }),
  ] as const
}
