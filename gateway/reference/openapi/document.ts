import { z } from 'zod'
import type { Endpoint } from '../../http/endpoint/endpoint.ts'
import { tagsOf } from '../../http/errors/operation-groups.ts'
import { operationIdOf } from '../../http/errors/operation-page.ts'
import { EVENT_TYPES, eventWebhooks } from './event-webhooks.ts'
import { jsonSchemas, type Schema } from './json-schemas.ts'
import { withMergedPaths } from './merged-paths.ts'
import { operation } from './operation.ts'
import type { RecordedExamples } from './recorded-examples.ts'
import { commonResponses, RESPONSE_HEADERS, RESPONSE_SCHEMAS } from './responses.ts'
import { DOCUMENT_PATHS } from './served-documents.ts'

const DESCRIPTION = `
The interface of Loquat, a realtime-first team chat server. It speaks the REST interface of Zulip's clients.

Requests send their parameters as a form (\`application/x-www-form-urlencoded\`, or \`multipart/form-data\`) or in the
query string; lists and objects are sent as JSON. Responses are JSON with \`result\`, \`msg\` and the fields described here.
The webhooks of this document are the events of a queue: a client gets them from GET /events or on a WebSocket.
\`asyncapi.json\` describes the WebSocket.

Later versions add fields, events and values: ignore what you do not know. \`zulip_feature_level\` in the answer of
GET /server_settings says what a server can do.
`.trim()

/**
 * OpenAPI 3.1 for `endpoints`, from their declarations and recorded examples. Equal input gives an equal
 * document.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  version: string,
  examples: RecordedExamples,
): Schema {
  const merged = withMergedPaths(endpoints)
  const types = Object.fromEntries(
    merged.flatMap(({ method, path, params, response }) => {
      const key = operationIdOf(method, path)
      const schemas = Object.entries(params).map(([name, { schema }]) => [name, schema])
      return [
        [`${key} params`, z.object(Object.fromEntries(schemas))],
        [`${key} response`, z.object(response)],
      ]
    }),
  )
  const { byKey, components } = jsonSchemas({ ...types, ...EVENT_TYPES })
  const paths: Record<string, Schema> = {}
  for (const endpoint of merged) {
    const key = operationIdOf(endpoint.method, endpoint.path)
    const described = operation(
      endpoint,
      byKey[`${key} params`]!,
      byKey[`${key} response`]!,
      examples.responses[`${endpoint.method} ${endpoint.path}`],
    )
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loquat',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1', description: 'This server' }],
    tags: tagsOf([...Object.keys(paths), ...Object.keys(DOCUMENT_PATHS)]),
    paths: { ...paths, ...DOCUMENT_PATHS },
    webhooks: eventWebhooks(examples),
    components: {
      schemas: { ...RESPONSE_SCHEMAS, ...components },
      headers: RESPONSE_HEADERS,
      responses: commonResponses(),
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The e-mail address of an account as user name, and its API key as password.',
        },
      },
    },
  }
}
