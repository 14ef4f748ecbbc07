import { z } from 'zod'
import { anyWireEvent } from '../../core/state/events/wire-schema.ts'
import {
  BINARY_FRAME,
  CLOSINGS,
  FRAME_TOO_LARGE,
  NOT_AN_ACKNOWLEDGEMENT,
  UNKNOWN_POSITION,
} from '../realtime/close-codes.ts'
import { MAX_ACKNOWLEDGEMENT } from '../realtime/event-socket.ts'
import { EVENT_SOCKET } from '../routes/events/event-socket-routes.ts'
import { jsonSchemas, type Schema } from './openapi/json-schemas.ts'

const frame = z
  .object({ events: z.array(anyWireEvent).describe('In the order of their ids. May be empty.') })
  .meta({ id: 'Frame', description: 'Events that arrived together, as GET /events answers them.' })

const acknowledgement = z
  .strictObject({ last_event_id: z.int().describe('The newest event that the client has processed.') })
  .meta({ id: 'Acknowledgement', description: 'The client has processed every event up to this id.' })

const closings = [
  ...Object.values(CLOSINGS),
  BINARY_FRAME,
  NOT_AN_ACKNOWLEDGEMENT,
  FRAME_TOO_LARGE,
  UNKNOWN_POSITION,
].sort((a, b) => a.code - b.code)

const DESCRIPTION = `
The WebSocket on which the server sends the events of a queue. POST /register makes the queue; \`openapi.json\` describes it
and all other requests.

The server sends one kind of text frame, with the events that arrived together. The client may send one kind of text frame,
of at most ${MAX_ACKNOWLEDGEMENT} bytes, which says what it has processed. The queue lives as long as its WebSocket is open, so
a client need not send any.

The server closes the connection with one of these codes:

| code | reason |
| --- | --- |
${closings.map(({ code, reason }) => `| ${code} | \`${reason}\` |`).join('\n')}

Ignore events and fields that you do not know: later versions add some.
`.trim()

/**
 * AsyncAPI 3 for the WebSocket of events, from the catalogue of events. Equal input gives an equal document.
 */
export function asyncApiDocument(version: string): Schema {
  const parameters = Object.fromEntries(
    Object.entries(EVENT_SOCKET.params).map(([name, { schema, description }]) => [
      name,
      (schema as z.ZodType).describe(description ?? ''),
    ]),
  )
  const { byKey, components } = jsonSchemas(
    { frame, acknowledgement, parameters: z.object(parameters) },
    'draft-7',
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Loquat events',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      server: {
        host: '{host}',
        pathname: '/api/v1',
        protocol: 'wss',
        description: 'Any server of the installation. Any of them has the events of any queue.',
        variables: {
          host: { description: 'The host name of the organization.', default: 'chat.example.com' },
        },
        security: [
          { $ref: '#/components/securitySchemes/basic' },
          { $ref: '#/components/securitySchemes/ticket' },
        ],
      },
    },
    channels: {
      events: {
        address: EVENT_SOCKET.path,
        title: 'The events of a queue',
        messages: {
          frame: { $ref: '#/components/messages/frame' },
          acknowledgement: { $ref: '#/components/messages/acknowledgement' },
        },
        bindings: { ws: { method: 'GET', query: byKey.parameters, bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server sends events',
        messages: [{ $ref: '#/channels/events/messages/frame' }],
      },
      receiveAcknowledgement: {
        action: 'receive',
        channel: { $ref: '#/channels/events' },
        summary: 'The client says what it has processed',
        messages: [{ $ref: '#/channels/events/messages/acknowledgement' }],
      },
    },
    components: {
      messages: {
        frame: {
          name: 'frame',
          title: 'Events',
          payload: byKey.frame,
          examples: [{ payload: { events: [{ type: 'heartbeat', id: 8_650_752 }] } }],
        },
        acknowledgement: {
          name: 'acknowledgement',
          title: 'Acknowledgement',
          payload: byKey.acknowledgement,
          examples: [{ payload: { last_event_id: 8_650_752 } }],
        },
      },
      schemas: components,
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The e-mail address and the API key of an account.',
        },
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: 'From POST /events/ticket, for browsers, which cannot set headers of a WebSocket.',
        },
      },
    },
  }
}
