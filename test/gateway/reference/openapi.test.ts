import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../core/platform/errors.ts'
import { CATALOGUE } from '../../../core/state/events/catalogue.ts'
import { eventDescription } from '../../../core/state/events/wire-schema.ts'
import { endpoint, when } from '../../../gateway/http/endpoint/endpoint.ts'
import { form, id, json, jsonOrText, path, query } from '../../../gateway/http/endpoint/parameter.ts'
import { documentRoutes } from '../../../gateway/reference/document-routes.ts'
import { openApiDocument } from '../../../gateway/reference/openapi/document.ts'
import { readRecordedExamples } from '../../../gateway/reference/openapi/recorded-examples.ts'
import { TestServer } from '../http/test-server.ts'

const Comment = z.object({
  id: z.int(),
  get replies() {
    return z.array(Comment)
  },
})
const Room = z.object({ name: z.string() }).meta({ id: 'Room' })

const endpoints = [
  endpoint({
    method: 'POST',
    path: '/messages',
    access: 'user',
    summary: 'Send a message',
    params: {
      type: form(z.enum(['direct', 'channel'])),
      to: jsonOrText(z.union([z.string(), z.array(z.int())])),
      topic: form(z.string().max(60).optional(), { aliases: ['subject'] }),
      read_by_sender: form(z.boolean().default(false)),
    },
    response: { id: z.int(), note: z.string().optional() },
    errors: [
      when(
        'The channel does not exist.',
        new ApiError("Channel 'x' does not exist", { code: 'STREAM_DOES_NOT_EXIST', extra: { stream: 'x' } }),
      ),
    ],
    handler: () => ({ id: 1 }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/{stream_id}/topics',
    access: 'anyoneOrUser',
    summary: 'Topics',
    params: { stream_id: path(id()), ids: json(z.array(z.int())), limit: query(z.int().min(1).default(10)) },
    response: { comments: z.array(Comment), channel: Room },
    handler: () => ({ comments: [], channel: { name: 'x' } }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/streams/{stream_id}',
    access: 'administrator',
    summary: 'Archive',
    description: 'Nobody can write in it from then on.',
    permission: 'Its administrators.',
    since: 38,
    params: { stream_id: path(id(), { description: 'The channel.', example: 9 }) },
    errors: [when('It is archived already.', new ApiError('Gone', { code: 'GONE', status: 409 }))],
    handler: () => {},
  }),
  endpoint({
    method: 'GET',
    path: '/users/{user_id}',
    access: 'user',
    summary: 'A user',
    params: { user_id: path(id(), { description: 'The user.' }) },
    handler: () => {},
  }),
  endpoint({
    method: 'GET',
    path: '/users/{email}',
    access: 'user',
    summary: 'A user by address',
    params: { email: path(z.email(), { description: 'The address.' }) },
    handler: () => {},
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints, { rawRoutes: documentRoutes(endpoints) })
})
afterAll(() => server.stop())

// biome-ignore lint/suspicious/noExplicitAny: looks into arbitrary JSON
const document = openApiDocument(endpoints, '1.2.3', readRecordedExamples()) as any

test('the document is valid OpenAPI 3.1 and every reference in it resolves', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
})

test('the document describes every endpoint with a unique id, and the documents themselves', () => {
  const operations = Object.entries(
    document.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [`${method} ${path}`, operationId]),
  )
  expect(operations.map(([name]) => name).sort()).toEqual([
    'delete /streams/{stream_id}',
    'get /asyncapi.json',
    'get /openapi.json',
    'get /streams/{stream_id}/topics',
    'get /users/{user_id}',
    'post /messages',
  ])
  expect(new Set(operations.map(([, operationId]) => operationId)).size).toBe(6)
})

describe('GET /openapi.json', () => {
  const get = (headers: Record<string, string> = {}) =>
    server.call('GET', '/openapi.json', { headers: { authorization: '', ...headers } })

  test('answers without credentials with the bare document, which caches and other sites may keep', async () => {
    const { status, headers, body } = await get()
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', paths: document.paths, components: document.components })
    expect(body).not.toHaveProperty('result')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('vary')).toBe('Accept-Encoding')
  })

  test('answers 304 to a client that has the document', async () => {
    const etag = (await get()).headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `"other", W/${etag}`]) {
      const again = await get({ 'if-none-match': known })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each(['gzip', 'br', 'identity'])('sends it encoded as %s', async (encoding) => {
    const { headers, body } = await get({ 'accept-encoding': encoding })
    expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(body.openapi).toBe('3.1.0')
  })

  test('answers other methods with 405 and their names', async () => {
    const { status, headers } = await server.call('POST', '/openapi.json')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test('an operation declares its parameters, their places, and its response', () => {
  const send = document.paths['/messages'].post
  expect(send).toMatchObject({ summary: 'Send a message', tags: ['Messages'], security: [{ basic: [] }] })
  const urlEncoded = send.requestBody.content['application/x-www-form-urlencoded']
  expect(urlEncoded.schema.required).toEqual(['type', 'to'])
  expect(urlEncoded.schema.properties.topic).toEqual({ type: 'string', maxLength: 60 })
  expect(urlEncoded.schema.properties.subject).toEqual({
    type: 'string',
    maxLength: 60,
    deprecated: true,
    description: 'Former name of `topic`. Give one of the two.',
  })
  expect(urlEncoded.encoding).toEqual({ to: { contentType: 'application/json' } })
  expect(Object.keys(send.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
  expect(send.responses[200].content['application/json'].schema.required).toEqual(['result', 'msg', 'id'])
  const [example] = Object.values(send.responses[400].content['application/json'].examples)
  expect(example).toEqual({
    summary: 'The channel does not exist.',
    value: { result: 'error', msg: "Channel 'x' does not exist", code: 'STREAM_DOES_NOT_EXIST', stream: 'x' },
  })

  const topics = document.paths['/streams/{stream_id}/topics'].get
  expect(topics.security).toEqual([{}, { basic: [] }])
  expect(topics.parameters).toMatchObject([
    { name: 'stream_id', in: 'path', required: true, schema: { type: 'integer' } },
    {
      name: 'ids',
      in: 'query',
      required: true,
      content: { 'application/json': { schema: { type: 'array' } } },
    },
    { name: 'limit', in: 'query', required: false, schema: { default: 10 } },
  ])
  expect(document.components.schemas).toHaveProperty('Room')
})

test('an operation says what it does, who may, since when, and when its errors come', () => {
  const archive = document.paths['/streams/{stream_id}'].delete
  expect(archive.description).toBe(
    'Nobody can write in it from then on.\n\n**Who may:** Its administrators.\n\n**Since** feature level 38.',
  )
  expect(archive.parameters).toMatchObject([{ name: 'stream_id', description: 'The channel.', example: 9 }])
  expect(archive.responses[409].content['application/json'].examples).toEqual({
    GONE_1: {
      summary: 'It is archived already.',
      value: { result: 'error', msg: 'Gone', code: 'GONE' },
    },
  })
  expect(Object.keys(archive.responses)).toEqual([
    '200',
    '400',
    '401',
    '404',
    '409',
    '413',
    '429',
    '431',
    '500',
    '503',
  ])
  expect(archive.responses[404]).toEqual({ $ref: '#/components/responses/NotFound' })
})

test('paths that differ only in the name of a parameter are one path that takes both', () => {
  expect(Object.keys(document.paths)).not.toContain('/users/{email}')
  expect(document.paths['/users/{user_id}'].get.parameters).toMatchObject([
    {
      name: 'user_id',
      description: 'The user. Or: The address.',
      schema: { anyOf: [{ type: 'integer' }, { type: 'string', format: 'email' }] },
    },
  ])
})

test('every event is a component, and a webhook that says when it is sent, to whom, and what it depends on', () => {
  const { webhooks, components } = document
  expect(Object.keys(webhooks)).toEqual(Object.keys(CATALOGUE))
  const { post } = webhooks['reaction/add']
  expect(post.description).toBe(eventDescription(CATALOGUE['reaction/add']))
  const { $ref } = post.requestBody.content['application/json'].schema
  expect($ref).toBe('#/components/schemas/Event_reaction_add')
  expect(components.schemas.Event_reaction_add).toMatchObject({
    description: post.description,
    properties: { type: { const: 'reaction' }, op: { const: 'add' } },
  })
  expect(webhooks.delete_message.post.description).toContain('`bulk_message_deletion`')
  // Later versions add fields.
  expect(components.schemas.Event_reaction_add).not.toHaveProperty('additionalProperties')
})
