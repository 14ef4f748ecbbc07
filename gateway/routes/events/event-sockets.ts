import { z } from 'zod'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import { form, line } from '../../http/endpoint/parameter.ts'
import { TICKET_SECONDS } from '../../realtime/tickets.ts'
import type { Services } from '../../services.ts'
import { webSocketOnly } from '../../wire/queue-errors.ts'
import { unknownQueue } from '../../wire/shared-errors.ts'
import { queueId } from '../../wire/shared-parameters.ts'
import { EVENT_SOCKET } from './event-socket-routes.ts'

/**
 * Tickets for event WebSockets (docs/realtime.md). `gateway/routes/events/event-socket-routes.ts` handles the
 * upgrade itself.
 */
export function eventSocketRoutes({ queues, tickets }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/events/ticket',
      access: 'user',
      keepsSession: false,
      summary: 'Get a one-time ticket to open a WebSocket for an event queue',
      description:
        'For clients that cannot set headers of a WebSocket, such as browsers: the ticket is sent as the parameter `ticket` of GET /events/ws. It opens one WebSocket of this queue.',
      params: { queue_id: form(line(), queueId) },
      response: {
        ticket: z.string().describe('What opens the socket, once.'),
        expires_in: z.int().describe('Seconds within which the ticket must be used.'),
      },
      errors: [unknownQueue],
      handler: async ({ realm, user, session, params: { queue_id: queue } }) => {
        await queues.checkOwner(realm.id, user.id, queue)
        const bySession = session && { session, sessionVersion: user.sessionVersion }
        const holder = { user: user.id, keyVersion: user.keyVersion, ...bySession, queueId: queue }
        return { ticket: await tickets.issue(realm.id, holder), expires_in: TICKET_SECONDS }
      },
    }),
    endpoint({
      ...EVENT_SOCKET,
      handler: () => {
        throw webSocketOnly()
      },
    }),
  ] as const
}
