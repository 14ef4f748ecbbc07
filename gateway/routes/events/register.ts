import { z } from 'zod'
import { PRESENCE_HISTORY_DAYS } from '../../../config/limits.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, jsonOrText } from '../../http/endpoint/parameter.ts'
import { joinedJson } from '../../http/reply/json-text.ts'
import { checkQueueNarrow } from '../../realtime/queue-narrow.ts'
import { notForSpectators } from '../../register/errors.ts'
import { register, registerSpectator, stateShape } from '../../register/register.ts'
import type { StateRequest } from '../../register/slice.ts'
import type { Services } from '../../services.ts'
import { clientCapabilities } from '../../wire/client-capabilities.ts'
import { queueRecordTooLarge, unsupportedOperand, unsupportedOperator } from '../../wire/queue-errors.ts'
import {
  allPublicStreams,
  applyMarkdown,
  eventTypes,
  queueNarrowTerms,
  typeList,
} from '../../wire/queue-parameters.ts'
import { versions, versionsShape } from '../../wire/versions.ts'

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
      freshness: 'handler',
      summary: 'Create an event queue and get the initial state',
      description:
        'The state includes every event up to `last_event_id`, and the queue gets every later one: fetch them by `GET /events`, or open a socket. A queue that no client polls is deleted; register again when its id is no longer known (`BAD_EVENT_QUEUE_ID`). People without an account get the state of web-public channels, but no queue. `fetch_event_types` selects the fields of the response.',
      params: {
        apply_markdown: form(z.boolean().default(false), applyMarkdown),
        client_gravatar: form(z.boolean().optional(), {
          description:
            'Whether the client makes the addresses of Gravatar pictures itself. If true, `avatar_url` is null for users without an uploaded avatar. If absent, true with an account and false without.',
          example: false,
        }),
        include_subscribers: jsonOrText(
          z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]).default(false),
          {
            description:
              'Whether each channel has `subscribers`. `partial` allows an incomplete list; this server gives all.',
            example: true,
            ignoresUnknown: true,
          },
        ),
        slim_presence: form(z.boolean().default(false), {
          description:
            'Whether presence is two times for each user id, instead of statuses for each email address.',
          example: true,
        }),
        presence_history_limit_days: form(z.int().min(0).optional(), {
          description: `Leave out the presence of users who have been offline for more days than this. If absent, ${PRESENCE_HISTORY_DAYS}.`,
          example: 7,
        }),
        all_public_streams: form(z.boolean().default(false), allPublicStreams),
        event_types: eventTypes,
        fetch_event_types: json(typeList.optional(), {
          description:
            'The types whose state is in the response. If absent, those of `event_types`. Unknown types are ignored.',
          example: ['realm_user', 'stream'],
          ignoresUnknown: true,
        }),
        narrow: queueNarrowTerms,
        idle_queue_timeout: form(z.union([z.int().min(1), z.enum(['mobile'])]).optional(), {
          description:
            'The number of seconds after which the server deletes a queue that no client polls, or `mobile` for 12 hours. The server keeps it within its own limits. If absent, as long as the server allows.',
          example: 600,
          ignoresUnknown: true,
        }),
        client_capabilities: json(clientCapabilities.default({}), {
          description:
            'What newer forms of data the client understands. A capability that is absent is false.',
          example: { archived_channels: true, bulk_message_deletion: true, empty_topic_name: true },
          ignoresUnknown: true,
        }),
      },
      response: {
        ...stateShape,
        queue_id: z
          .string()
          .nullable()
          .describe('The id of the event queue. Null for people without an account.'),
        last_event_id: z
          .int()
          .describe('The event up to which the state is complete. Send it with the first `GET /events`.'),
        ...versionsShape,
      },
      errors: [
        when('You have no account, and `client_gravatar` is true.', notForSpectators('client_gravatar')),
        when(
          'You have no account, and `include_subscribers` is true.',
          notForSpectators('include_subscribers'),
        ),
        when('`narrow` has an operator that a queue cannot filter by.', unsupportedOperator('search')),
        when(
          '`narrow` has an operand of `is` or `has` that a queue cannot filter by.',
          unsupportedOperand('urgent'),
        ),
        when('What the queue filters by is too long altogether.', queueRecordTooLarge()),
      ],
      handler: async (call) => {
        const { params } = call
        const eventTypes = params.event_types ?? null
        const clientGravatar = params.client_gravatar ?? call.user !== undefined
        checkQueueNarrow(params.narrow)
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
          return joinedJson(state, { queue_id: null, last_event_id: lastEventId, ...versions })
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
        return joinedJson(state, { queue_id: queueId, last_event_id: lastEventId, ...versions })
      },
    }),
  ] as const
}
