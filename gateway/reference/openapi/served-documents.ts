import { tagOf } from '../../http/errors/operation-groups.ts'
import { operationIdOf } from '../../http/errors/operation-page.ts'
import type { Schema } from './json-schemas.ts'

/** The paths of the documents below /api/v1. */
export const OPENAPI_PATH = '/openapi.json'
export const ASYNCAPI_PATH = '/asyncapi.json'

const describe = (path: string, summary: string): Schema => ({
  get: {
    operationId: operationIdOf('GET', path),
    summary,
    description: 'The document is sent as it is, without `result` and `msg`. It has an ETag.',
    tags: [tagOf(path).name],
    security: [],
    responses: {
      200: {
        description: 'The document',
        headers: { ETag: { description: 'Names this version of the document.', schema: { type: 'string' } } },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { description: 'The client has this version already (`If-None-Match`).' },
      429: { $ref: '#/components/responses/RateLimited' },
      431: { $ref: '#/components/responses/AddressTooLong' },
    },
  },
})

/** The operations that serve the documents, which are no endpoints: their responses have no envelope. */
export const DOCUMENT_PATHS: Readonly<Record<string, Schema>> = {
  [OPENAPI_PATH]: describe(OPENAPI_PATH, 'Describe this interface as OpenAPI 3.1'),
  [ASYNCAPI_PATH]: describe(ASYNCAPI_PATH, 'Describe the WebSocket of events as AsyncAPI 3.0'),
}
