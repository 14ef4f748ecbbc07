import { z } from 'zod'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json, line, query } from '../../http/endpoint/parameter.ts'
import { missing } from '../../http/parameters/parameter-errors.ts'
import { OpenAnswer } from '../../http/reply/open-answer.ts'
import { EventStream, StreamTexts } from '../../realtime/event-stream.ts'
import { checkQueueNarrow } from '../../realtime/queue-narrow.ts'
import type { Services } from '../../services.ts'
import { clientCapabilities } from '../../wire/client-capabilities.ts'
import {
  filtersBesideQueue,
  invalidLastEventId,
  queueRecordTooLarge,
  unsupportedOperand,
  unsupportedOperator,
} from '../../wire/queue-errors.ts'
import { allPublicStreams, applyMarkdown, eventTypes, queueNarrowTerms } from '../../wire/queue-parameters.ts'
import { unknownQueue } from '../../wire/shared-errors.ts'
import { queueId } from '../../wire/shared-parameters.ts'

export function eventStreamRoutes({ queues }: Pick<Services, 'queues'>) {
  const texts = new StreamTexts()
  return [
    endpoint({
      method: 'GET',
      path: '/events/stream',
      access: 'user',
      streams: true,
      keepsSession: false,
      summary: 'Get events as a stream of Server-Sent Events',
      description:
        'The answer has the type `text/event-stream` and goes on until the client leaves. The `data` of each event is one event as in GET /events, and its `id` is the id of the event; heartbeats are comments. With `queue_id` it reads that queue, as its one connection. Without, it makes a queue for as long as the connection lives. A client that connects again with the header `Last-Event-ID`, as browsers do by themselves, gets what it missed, at any gateway. An event of the type `end` says that connecting again does not help, with a `code` as of the WebSocket and a `reason`: register anew after 4000.',
      params: {
        queue_id: query(line().optional(), queueId),
        last_event_id: query(z.int().min(-1).optional(), {
          description:
            'The id of the newest event that the client has processed. Required with `queue_id`, unless the request has the header `Last-Event-ID`, which counts more.',
          example: 131072,
        }),
        event_types: eventTypes,
        narrow: queueNarrowTerms,
        all_public_streams: query(z.boolean().default(false), allPublicStreams),
        apply_markdown: query(z.boolean().default(false), applyMarkdown),
        client_capabilities: json(clientCapabilities.default({}), {
          description: 'As in POST /register.',
          example: { bulk_message_deletion: true },
          ignoresUnknown: true,
        }),
      },
      exampleParams: ['event_types'],
      errors: [
        unknownQueue,
        when('`queue_id` is given together with what would be filtered by.', filtersBesideQueue()),
        when('The header `Last-Event-ID` is not the id of an event.', invalidLastEventId()),
        when('`narrow` has an operator that a queue cannot filter by.', unsupportedOperator('search')),
        when(
          '`narrow` has an operand of `is` or `has` that a queue cannot filter by.',
          unsupportedOperand('urgent'),
        ),
        when('What the queue filters by is too long altogether.', queueRecordTooLarge()),
      ],
      handler: async ({ realm, user, params, session, lastEventId: header }) => {
        const given = header === '' ? params.last_event_id : eventIdIn(header)
        const { event_types, narrow, all_public_streams, apply_markdown, client_capabilities } = params
        const isFiltered = event_types !== undefined || narrow.length > 0 || all_public_streams
        if (params.queue_id !== undefined) {
          if (isFiltered) throw filtersBesideQueue()
          if (given === undefined) throw missing('last_event_id')
          const claim = await queues.claim(realm, user, {
            queueId: params.queue_id,
            lastEventId: given,
            session,
          })
          return new OpenAnswer(new EventStream(texts, (listener) => queues.listen(claim, listener)))
        }
        checkQueueNarrow(narrow)
        const filter = {
          eventTypes: event_types ?? null,
          applyMarkdown: apply_markdown,
          clientGravatar: false,
          slimPresence: true,
          allPublicStreams: all_public_streams,
          narrow,
          capabilities: client_capabilities,
        }
        const queue = await queues.createPassing(realm, user, filter, given)
        const remove = () => void queues.remove(realm, user.id, queue.queueId).catch(() => undefined)
        try {
          const claim = await queues.claim(realm, user, { ...queue, session })
          return new OpenAnswer(new EventStream(texts, (listener) => queues.listen(claim, listener), remove))
        } catch (error) {
          remove()
          throw error
        }
      },
    }),
  ] as const
}

function eventIdIn(header: string): number {
  if (!/^\d{1,16}$/.test(header) || !Number.isSafeInteger(Number(header))) throw invalidLastEventId()
  return Number(header)
}
