import { z } from 'zod'
import { MAX_EVENT_TYPES, MAX_NARROW_TERMS } from '../../config/limits.ts'
import { endpoint } from '../http/endpoint.ts'
import { joinedJson } from '../http/json-text.ts'
import { form, json, jsonOrText, line } from '../http/parameter.ts'
import { queueNarrow } from '../realtime/queue-narrow.ts'
import { notForSpectators } from '../register/errors.ts'
import { register, registerSpectator, stateShape } from '../register/register.ts'
import type { StateRequest } from '../register/slice.ts'
import type { Services } from '../services.ts'
import { clientCapabilities } from '../wire/client-capabilities.ts'
import { versions, versionsShape } from '../wire/versions.ts'

const typeList = z.array(z.string().max(100)).max(MAX_EVENT_TYPES)

/** The idle timeout of queues of mobile apps, which stay in the background for hours. */
const MOBILE_TIMEOUT_SECONDS = 12 * 3600

const secondsOf = (timeout: number | 'mobile' | undefined): number | undefined =>
  timeout === 'mobile' ? MOBILE_TIMEOUT_SECONDS : timeout

export function registerRoutes(services: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/register',
      access: 'userOrSpectator',
      summary: 'Create an event queue and get the initial state',
      params: {
        apply_markdown: form(z.boolean().default(false)),
        /** The default is true for users and false for spectators. */
        client_gravatar: form(z.boolean().optional()),
        include_subscribers: jsonOrText(
          z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]).default(false),
          { ignoresUnknown: true },
        ),
        slim_presence: form(z.boolean().default(false)),
        presence_history_limit_days: form(z.int().min(0).optional()),
        all_public_streams: form(z.boolean().default(false)),
        event_types: json(typeList.optional(), { ignoresUnknown: true }),
        fetch_event_types: json(typeList.optional(), { ignoresUnknown: true }),
        narrow: json(
          z
            .array(z.tuple([z.string().max(100), line()]))
            .max(MAX_NARROW_TERMS)
            .default([]),
        ),
        /** Seconds after which the server deletes a queue that no client polls. */
        idle_queue_timeout: form(z.union([z.int().min(1), z.enum(['mobile'])]).optional(), {
          ignoresUnknown: true,
        }),
        client_capabilities: json(clientCapabilities.default({}), { ignoresUnknown: true }),
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
        queueNarrow(params.narrow) // throws when queues cannot filter by this narrow
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
          // Spectators get no placeholders for users whom they may not access.
          const capabilities = { ...request.capabilities, user_list_incomplete: true }
          const { state, lastEventId } = await registerSpectator(services, call.realm, {
            ...request,
            capabilities,
          })
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
          lifetimeSeconds: services.queues.lifetimeFor(secondsOf(params.idle_queue_timeout)),
        })
        return joinedJson({ ...state, queue_id: queueId, last_event_id: lastEventId, ...versions })
      },
    }),
  ] as const
}
