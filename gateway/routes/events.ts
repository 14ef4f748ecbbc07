import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { type Endpoint, endpoint, rawJson } from '../http/endpoint.ts'
import { form, query } from '../http/parameter.ts'
import type { Answer } from '../realtime/session.ts'
import type { Services } from '../services.ts'

const badQueue = new ApiError('Bad event queue ID: fb67bf8a-c031-47cc-84cf-ed80accacda8', {
  code: 'BAD_EVENT_QUEUE_ID',
  extra: { queue_id: 'fb67bf8a-c031-47cc-84cf-ed80accacda8' },
})

export function eventRoutes({ queues }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/events',
      access: 'user',
      summary: 'Wait for the next events of a queue',
      rateLimited: false,
      params: {
        queue_id: query(z.string()),
        last_event_id: query(z.int().min(-1)),
        dont_block: query(z.boolean().default(false)),
      },
      response: { events: z.array(z.looseObject({ id: z.int(), type: z.string() })), queue_id: z.string() },
      errors: [badQueue],
      handler: (call) => {
        const { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock } = call.params
        return new Promise((resolve, reject) => {
          const answer: Answer = (events) => {
            resolve(rawJson(`{"events":[${events.join(',')}],"queue_id":${JSON.stringify(queueId)}}`))
          }
          queues
            .poll(call.realm, call.user.id, { queueId, lastEventId, dontBlock }, answer)
            .then((abandon) => call.onAbort(abandon), reject)
        })
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/events',
      access: 'user',
      summary: 'End an event queue',
      params: { queue_id: form(z.string()) },
      errors: [badQueue],
      handler: (call) => queues.remove(call.realm, call.user.id, call.params.queue_id),
    }),
  ]
}
