import { z } from 'zod'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, json, jsonOrText } from '../http/parameter.ts'
import { queueNarrow } from '../realtime/queue-narrow.ts'
import { register, stateShape } from '../register/register.ts'
import type { Services } from '../services.ts'
import { versions, versionsShape } from '../wire/versions.ts'

/** Longest list of event types or narrow terms that is kept with a queue. */
const MAX_LIST = 500
const typeList = z.array(z.string().max(100)).max(MAX_LIST)

export function registerRoutes(services: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/register',
      access: 'user',
      summary: 'Create an event queue and get the state that it continues',
      params: {
        apply_markdown: form(z.boolean().default(false)),
        client_gravatar: form(z.boolean().default(true)),
        include_subscribers: jsonOrText(
          z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]).default(false),
        ),
        slim_presence: form(z.boolean().default(false)),
        presence_history_limit_days: form(z.int().min(0).optional()),
        all_public_streams: form(z.boolean().default(false)),
        event_types: json(typeList.optional()),
        fetch_event_types: json(typeList.optional()),
        narrow: json(
          z
            .array(z.tuple([z.string(), z.string()]))
            .max(MAX_LIST)
            .default([]),
        ),
        /** Seconds after which a queue that is not fetched is dropped. */
        idle_queue_timeout: form(z.int().min(1).optional()),
        client_capabilities: json(z.record(z.string().max(100), z.boolean()).default({})),
      },
      response: {
        ...stateShape,
        queue_id: z.string().nullable(),
        last_event_id: z.int(),
        ...versionsShape,
      },
      handler: async (call) => {
        const { params } = call
        const eventTypes = params.event_types ?? null
        queueNarrow(params.narrow) // throws for what cannot be filtered by
        const registration = await register(
          services,
          call.realm,
          call.user,
          {
            eventTypes,
            fetchEventTypes: params.fetch_event_types ?? eventTypes,
            clientGravatar: params.client_gravatar,
            includeSubscribers: String(params.include_subscribers) as 'true' | 'false' | 'partial',
            slimPresence: params.slim_presence,
            presenceHistoryLimitDays: params.presence_history_limit_days,
            capabilities: params.client_capabilities,
          },
          {
            eventTypes,
            applyMarkdown: params.apply_markdown,
            clientGravatar: params.client_gravatar,
            slimPresence: params.slim_presence,
            allPublicStreams: params.all_public_streams,
            narrow: params.narrow,
            capabilities: params.client_capabilities,
            lifetimeSeconds: services.queues.lifetimeFor(params.idle_queue_timeout),
          },
        )
        return {
          ...registration.state,
          queue_id: registration.queueId,
          last_event_id: registration.lastEventId,
          ...versions,
        }
      },
    }),
  ]
}
