import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { joinedJson } from '../http/json-text.ts'
import { form, json, jsonOrText } from '../http/parameter.ts'
import { queueNarrow } from '../realtime/queue-narrow.ts'
import { register, spectate, stateShape } from '../register/register.ts'
import type { StateRequest } from '../register/slice.ts'
import type { Services } from '../services.ts'
import { versions, versionsShape } from '../wire/versions.ts'

/** Longest list of event types or narrow terms that is kept with a queue. */
const MAX_LIST = 500
const typeList = z.array(z.string().max(100)).max(MAX_LIST)

/** spec.md POST /register: what needs an account is an error without one. */
const notForSpectators = (parameter: string) =>
  new ApiError(`Invalid '${parameter}' parameter for anonymous request`)

export function registerRoutes(services: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/register',
      access: 'userOrSpectator',
      summary: 'Create an event queue and get the state that it continues',
      params: {
        apply_markdown: form(z.boolean().default(false)),
        /** By default whether there are credentials. */
        client_gravatar: form(z.boolean().optional()),
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
      errors: [notForSpectators('client_gravatar')],
      handler: async (call) => {
        const { params } = call
        const eventTypes = params.event_types ?? null
        const clientGravatar = params.client_gravatar ?? call.user !== undefined
        queueNarrow(params.narrow) // throws for what cannot be filtered by
        const request: StateRequest = {
          eventTypes,
          fetchEventTypes: params.fetch_event_types ?? eventTypes,
          clientGravatar,
          includeSubscribers: String(params.include_subscribers) as 'true' | 'false' | 'partial',
          slimPresence: params.slim_presence,
          presenceHistoryLimitDays: params.presence_history_limit_days,
          capabilities: params.client_capabilities,
        }
        if (call.user === undefined) {
          if (clientGravatar) throw notForSpectators('client_gravatar')
          if (request.includeSubscribers !== 'false') throw notForSpectators('include_subscribers')
          // Whom they do not know of they are told nothing of.
          const capabilities = { ...request.capabilities, user_list_incomplete: true }
          const { state, lastEventId } = await spectate(services, call.realm, { ...request, capabilities })
          return joinedJson({ ...state, queue_id: null, last_event_id: lastEventId, ...versions })
        }
        const { state, queueId, lastEventId } = await register(services, call.realm, call.user, request, {
          eventTypes,
          applyMarkdown: params.apply_markdown,
          clientGravatar,
          slimPresence: params.slim_presence,
          allPublicStreams: params.all_public_streams,
          narrow: params.narrow,
          capabilities: params.client_capabilities,
          lifetimeSeconds: services.queues.lifetimeFor(params.idle_queue_timeout),
        })
        return joinedJson({ ...state, queue_id: queueId, last_event_id: lastEventId, ...versions })
      },
    }),
  ]
}
