import { CATALOGUE } from '../../../core/state/events/catalogue.ts'
import type { EventDeclaration } from '../../../core/state/events/event.ts'
import { eventDescription, WIRE_SCHEMAS } from '../../../core/state/events/wire-schema.ts'
import type { Schema, Schemas } from './json-schemas.ts'
import type { RecordedExamples } from './recorded-examples.ts'

/** The types of all events, for `jsonSchemas`: each has an id of its own, so each becomes a component. */
export const EVENT_TYPES = WIRE_SCHEMAS

/** The name of the component of an event: `Event_drafts_add`. */
export const componentOf = (name: string): string => `Event_${name.replace('/', '_')}`

/**
 * `webhooks` of the document: one for each event. OpenAPI has no better place for events that a server sends
 * on its own. A client gets the events of its queue from GET /events or on a WebSocket, and answers nothing.
 * Each has a recorded example.
 */
export function eventWebhooks({ events }: RecordedExamples): Schemas {
  return Object.fromEntries(
    Object.entries<EventDeclaration>(CATALOGUE).map(([name, declared]) => [
      name,
      { post: webhook(name, declared, events[name]) },
    ]),
  )
}

const webhook = (name: string, declared: EventDeclaration, example: Schema | undefined) => ({
  operationId: `event_${name.replace('/', '_')}`,
  summary: `Event \`${name}\``,
  description: eventDescription(declared),
  tags: ['Events'],
  security: [],
  requestBody: {
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${componentOf(name)}` },
        ...(example !== undefined && { example }),
      },
    },
  },
  responses: { 200: { description: 'Events have no answer.' } },
})
