import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../core/platform/errors.ts'
import { endpoint } from '../../../gateway/http/endpoint.ts'
import { openApiDocument, openApiEndpoint } from '../../../gateway/http/openapi.ts'
import { form, id, json, jsonOrText, path, query } from '../../../gateway/http/parameter.ts'
import { TestServer } from './test-server.ts'

const Comment = z.object({
  id: z.int(),
  get replies() {
    return z.array(Comment)
  },
})
const Channel = z.object({ name: z.string() }).meta({ id: 'Channel' })

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
      new ApiError("Channel 'x' does not exist", { code: 'STREAM_DOES_NOT_EXIST', extra: { stream: 'x' } }),
    ],
    handler: () => ({ id: 1 }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/{stream_id}/comments',
    access: 'anyoneOrUser',
    summary: 'Comments',
    params: { stream_id: path(id()), ids: json(z.array(z.int())), limit: query(z.int().min(1).default(10)) },
    response: { comments: z.array(Comment), channel: Channel },
    handler: () => ({ comments: [], channel: { name: 'x' } }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/streams/{stream_id}',
    access: 'administrator',
    summary: 'Archive',
    params: { stream_id: path(id()) },
    handler: () => {},
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start([...endpoints, openApiEndpoint(endpoints, '1.2.3')])
})
afterAll(() => server.stop())

test('the document is valid OpenAPI 3.1 and every reference in it resolves', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(openApiDocument(endpoints, '1.2.3')))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
})

test('the document needs no credentials and describes every endpoint with a unique id, itself too', async () => {
  const { status, body } = await server.call('GET', '/openapi.json', { headers: { authorization: '' } })
  expect(status).toBe(200)
  const operations = Object.entries(
    body.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [`${method} ${path}`, operationId]),
  )
  expect(operations.map(([name]) => name).sort()).toEqual([
    'delete /streams/{stream_id}',
    'get /openapi.json',
    'get /streams/{stream_id}/comments',
    'post /messages',
  ])
  expect(new Set(operations.map(([, operationId]) => operationId)).size).toBe(4)
})

test('an operation declares its parameters, their places, and its response', () => {
  // biome-ignore lint/suspicious/noExplicitAny: looks into arbitrary JSON
  const document = openApiDocument(endpoints, '1.2.3') as any
  const send = document.paths['/messages'].post
  expect(send).toMatchObject({ summary: 'Send a message', tags: ['messages'], security: [{ basic: [] }] })
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
  expect(send.requestBody.content).toHaveProperty('multipart/form-data')
  expect(send.responses[200].content['application/json'].schema.required).toEqual(['result', 'msg', 'id'])
  const [example] = Object.values(send.responses[400].content['application/json'].examples)
  expect(example).toEqual({
    value: { result: 'error', msg: "Channel 'x' does not exist", code: 'STREAM_DOES_NOT_EXIST', stream: 'x' },
  })

  const comments = document.paths['/streams/{stream_id}/comments'].get
  expect(comments.security).toEqual([{}, { basic: [] }])
  expect(comments.parameters).toMatchObject([
    { name: 'stream_id', in: 'path', required: true, schema: { type: 'integer' } },
    {
      name: 'ids',
      in: 'query',
      required: true,
      content: { 'application/json': { schema: { type: 'array' } } },
    },
    { name: 'limit', in: 'query', required: false, schema: { default: 10 } },
  ])
  expect(document.components.schemas).toHaveProperty('Channel')
})
