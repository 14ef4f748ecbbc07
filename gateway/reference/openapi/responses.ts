import { z } from 'zod'
import type { ApiError } from '../../../core/platform/errors.ts'
import { rateLimitHit } from '../../../core/platform/errors.ts'
import type { Endpoint, ErrorExample } from '../../http/endpoint/endpoint.ts'
import { when } from '../../http/endpoint/endpoint.ts'
import {
  basicAuthenticationRequired,
  bodyTooLarge,
  internalError,
  invalidApiKey,
  isCallersMistake,
  jsonBodyNotSupported,
  malformed,
  noSuchOrganization,
  notFound,
  notLoggedIn,
  serverBusy,
} from '../../http/errors/errors.ts'
import { DEPENDENCY_ERRORS } from '../../http/failures.ts'
import { confusing, hasNul, invalid, missing, notJson } from '../../http/parameters/parameter-errors.ts'
import { errorsOf } from './callers.ts'
import type { Schema, Schemas } from './json-schemas.ts'

const { database, redis, storage } = DEPENDENCY_ERRORS

/** Errors that the server gives before or beside the handler, by status. */
export const COMMON_ERRORS: Readonly<
  Record<number, { name: string; description: string; errors: readonly ErrorExample[] }>
> = {
  400: {
    name: 'BadRequest',
    description: 'A parameter is missing or wrong, or the caller may not do this. Nothing was done.',
    errors: [
      when('A required parameter is missing.', missing('name')),
      when('A parameter has the wrong type.', invalid('stream_id', z.int(), 'Verona')),
      when(
        'A parameter has a value that is not among the allowed ones.',
        invalid('op', z.enum(['add', 'remove']), 'put'),
      ),
      when(
        'A text, a list or a number is larger than the operation takes.',
        invalid('topic', z.string().max(1_000), 'x'.repeat(1_001)),
      ),
      when('A list or an object is not JSON.', notJson('messages')),
      when('A parameter is given by its name and by a former name.', confusing('topic', 'subject')),
      when('A text has null bytes, which cannot be stored.', hasNul('content')),
      when('The parameters are in a body of JSON.', jsonBodyNotSupported()),
      when('A parameter is not UTF-8.', malformed('UTF-8 in a parameter')),
    ],
  },
  401: {
    name: 'Unauthorized',
    description: 'The caller could not be identified. Nothing was done.',
    errors: [
      when('The request has no credentials.', notLoggedIn()),
      when('The key is wrong, or the address has no account.', invalidApiKey()),
      when('The Authorization header has another scheme, or is broken.', basicAuthenticationRequired()),
    ],
  },
  404: {
    name: 'NotFound',
    description: 'The address belongs to no organization, or what the request names does not exist.',
    errors: [
      when('The host name belongs to no organization.', noSuchOrganization()),
      when(
        'No operation has this path. The message names a similar one, if there is one.',
        notFound('/api/v1/messages'),
      ),
    ],
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too large. Nothing was done.',
    errors: [when('', bodyTooLarge(1_000_000))],
  },
  429: {
    name: 'RateLimited',
    description: 'Too many requests. Nothing was done. `Retry-After` says how many seconds to wait.',
    errors: [when('', rateLimitHit(12.5))],
  },
  431: {
    name: 'AddressTooLong',
    description:
      'The address and the headers have more than 32 KiB together. The answer is a short page, not JSON.',
    errors: [],
  },
  500: {
    name: 'ServerError',
    description: 'A fault of the server. Read whether the request had an effect before you repeat it.',
    errors: [when('', internalError())],
  },
  503: {
    name: 'Unavailable',
    description:
      'A part of the server is busy or away. Nothing was done. Repeat the request after `Retry-After` seconds.',
    errors: [
      when('The server receives too much at the moment.', serverBusy()),
      when('Postgres cannot be reached.', database.away()),
      when('Postgres has too much to do.', database.busy()),
      when('Postgres has no room.', database.full()),
      when('Redis cannot be reached.', redis.away()),
      when('Redis takes no data.', redis.refusing()),
      when('The storage of files has no room.', storage.full()),
      when('The storage of files cannot be reached.', storage.unavailable()),
    ],
  },
}

const ERROR: Schema = {
  type: 'object',
  description: 'An error. Some codes have further fields.',
  properties: {
    result: { const: 'error' },
    msg: { type: 'string', description: 'A sentence for people. Programs decide by `code`.' },
    code: {
      type: 'string',
      description: 'What is wrong, for programs. `BAD_REQUEST` when no other code says it.',
      examples: ['BAD_REQUEST'],
    },
  },
  required: ['result', 'msg', 'code'],
  additionalProperties: true,
}

/** `components.responses`: the responses that operations share. */
export const commonResponses = (): Schemas =>
  Object.fromEntries(
    Object.values(COMMON_ERRORS).map(({ name, description, errors }) => [
      name,
      errors.length === 0 ? { description } : errorResponse(description, errors),
    ]),
  )

const IGNORED_PARAMETERS: Schema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'The parameters of the request that had no effect: the server does not know them or their values.',
}

/** `components.headers`: the link from an error to its explanation. */
export const RESPONSE_HEADERS: Schemas = {
  Help: {
    description:
      'The place of this reference that explains the error, when the caller has to correct the request: a parameter, the errors of the operation, or a section of the introduction.',
    schema: { type: 'string' },
    example: '<https://chat.example.org/api/post-messages#parameter-topic>; rel="help"',
  },
}

/** `components.schemas` of responses. */
export const RESPONSE_SCHEMAS: Schemas = { Error: ERROR, IgnoredParameters: IGNORED_PARAMETERS }

/**
 * The responses of an operation. `types` is the schema of an object with all fields of the success, and
 * `example` its recorded body.
 */
export function responsesOf(endpoint: Endpoint, types: Schema, example: Schema | undefined): Schemas {
  const declared = new Set(errorsOf(endpoint).map(({ error }) => error.status))
  const statuses = [...new Set([...commonStatuses(endpoint), ...declared])].sort((a, b) => a - b)
  const success: Schemas = endpoint.upgrades
    ? { 101: { description: 'The connection is a WebSocket from now on.' } }
    : endpoint.streams
      ? {
          200: {
            description: 'A stream of events.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
        }
      : { 200: { description: 'Success', content: json(successSchema(types), example) } }
  return { ...success, ...Object.fromEntries(statuses.map((status) => [status, response(endpoint, status)])) }
}

function commonStatuses({ method, access, optionalFile, file }: Endpoint): number[] {
  const needsUser = access !== 'anyone'
  const hasBody = method !== 'GET' || optionalFile !== undefined || file !== undefined
  return [400, ...(needsUser ? [401] : []), 404, ...(hasBody ? [413] : []), 429, 431, 500, 503]
}

function response(endpoint: Endpoint, status: number): Schema {
  const common = COMMON_ERRORS[status]
  const own = errorsOf(endpoint).filter(({ error }) => error.status === status)
  if (own.length > 0) return errorResponse(common?.description ?? 'The request was refused.', own)
  return { $ref: `#/components/responses/${common!.name}` }
}

function successSchema({ properties = {}, required = [] }: Schema): Schema {
  return {
    type: 'object',
    properties: { ...ENVELOPE, ...(properties as Schemas) },
    required: ['result', 'msg', ...(required as string[])],
  }
}

const ENVELOPE: Schemas = {
  result: { const: 'success' },
  msg: { const: '' },
  ignored_parameters_unsupported: { $ref: '#/components/schemas/IgnoredParameters' },
}

const HELP: Schemas = { Link: { $ref: '#/components/headers/Help' } }

function errorResponse(description: string, errors: readonly ErrorExample[]): Schema {
  const examples = Object.fromEntries(
    errors.map(({ condition, error }, index) => [
      `${error.code}_${index + 1}`,
      { ...(condition !== '' && { summary: condition }), value: bodyOf(error) },
    ]),
  )
  return {
    description,
    ...(errors.some(({ error }) => isCallersMistake(error)) && { headers: HELP }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  }
}

const bodyOf = ({ message, code, extra }: ApiError): Schema => ({
  result: 'error',
  msg: message,
  code,
  ...extra,
})

const json = (schema: Schema, example: Schema | undefined): Schema => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})
