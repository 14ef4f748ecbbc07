import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { form, line } from '../http/parameter.ts'
import { badQueue, webSocketOnly } from '../realtime/errors.ts'
import { EVENT_SOCKET } from '../realtime/event-socket-routes.ts'
import { TICKET_SECONDS } from '../realtime/tickets.ts'
import type { Services } from '../services.ts'

/** Tickets for event WebSockets (docs/realtime.md). `gateway/realtime/event-socket-routes.ts` handles the upgrade itself. */
export function eventSocketRoutes({ queues, tickets }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/events/ticket',
      access: 'user',
      summary: 'Get a one-time ticket to open a WebSocket for an event queue',
      params: { queue_id: form(line()) },
      response: { ticket: z.string(), expires_in: z.int() },
      errors: [badQueue('fb67bf8a-c031-47cc-84cf-ed80accacda8')],
      handler: async ({ realm, user, session, params: { queue_id: queueId } }) => {
        await queues.owner(realm.id, user.id, queueId)
        const bySession = session && { session, sessionVersion: user.sessionVersion }
        const holder = { user: user.id, keyVersion: user.keyVersion, ...bySession, queueId }
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
