import { Parser } from '@asyncapi/parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../../core/state/events/catalogue.ts'
import { CLOSINGS } from '../../../gateway/realtime/close-codes.ts'
import type { Body } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'

/** The severity of an error, for Spectral and for the parser of AsyncAPI. */
const ERROR = 0

let world: World
let openApi: Body
let asyncApi: Body
beforeAll(async () => {
  world = await World.create()
  const { url } = await world.gateway()
  const read = async (name: string) => (await fetch(`${url}/api/v1/${name}`)).json()
  openApi = await read('openapi.json')
  asyncApi = await read('asyncapi.json')
})
afterAll(() => world.close())

describe('openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openApi))
    expect(result.errors).toBeUndefined()
  })

  test('has no errors by the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(openApi)
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([])
  })

  test('has no errors by the recommended rules of Spectral', async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })
    const errors = (await spectral.run(openApi)).filter(({ severity }) => severity === ERROR)
    expect(errors.map(({ path, message }) => [path.join('/'), message])).toEqual([])
  })

  test('groups every operation under a described resource', () => {
    const operations = Object.values<Body>(openApi.paths).flatMap((methods) => Object.values<Body>(methods))
    const described = new Set(openApi.tags.map(({ name }: Body) => name))
    expect(described).not.toContain('Other')
    for (const { tags } of operations) expect(described).toContain(tags[0])
  })

  test('has an example of each success and of each event', () => {
    const withoutExample = [
      ...Object.entries<Body>(openApi.paths).flatMap(([path, methods]) =>
        Object.entries<Body>(methods).map(([method, { responses }]) => [
          `${method} ${path}`,
          responses[200]?.content['application/json'],
        ]),
      ),
      ...Object.entries<Body>(openApi.webhooks).map(([name, { post }]) => [
        name,
        post.requestBody.content['application/json'],
      ]),
    ].flatMap(([name, content]) => (content?.example === undefined ? [name] : []))
    expect(withoutExample.sort()).toEqual([
      'get /asyncapi.json',
      'get /events/stream', // answers with a stream
      'get /events/ws', // answers with a WebSocket
      'get /openapi.json',
      'post /mobile_push/e2ee/test_notification', // always refused
      'post /mobile_push/register', // always refused
    ])
  })

  test('has each shared shape once', () => {
    for (const name of ['Message', 'Channel', 'Subscription', 'User', 'UserGroup', 'GroupSetting', 'Draft']) {
      expect(Object.keys(openApi.components.schemas)).toContain(name)
    }
    const { message } =
      openApi.paths['/messages/{message_id}'].get.responses[200].content['application/json'].schema.properties
    expect(message.$ref).toBe('#/components/schemas/Message')
  })

  test('says what the fields of the important shapes mean', () => {
    const { Message, Subscription, User } = openApi.components.schemas
    for (const { properties } of [Message, Subscription, User]) {
      const described = Object.values<Body>(properties).filter(({ description }) => description !== undefined)
      expect(described.length / Object.keys(properties).length).toBeGreaterThan(0.4)
    }
  })
})

describe('asyncapi.json', () => {
  test('is valid AsyncAPI 3', async () => {
    const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApi))
    const errors = diagnostics.filter(({ severity }) => severity === ERROR)
    expect(errors.map(({ path, message }) => [path.join('/'), message])).toEqual([])
    expect(document?.version()).toBe('3.0.0')
  })

  test('describes the parameters of the WebSocket', () => {
    const { properties } = asyncApi.channels.events.bindings.ws.query
    expect(Object.keys(properties).sort()).toEqual(['last_event_id', 'queue_id', 'ticket'])
    for (const { description } of Object.values<Body>(properties)) expect(description).toMatch(/\w/)
  })

  test('has every event of the catalogue, and names the close codes', () => {
    const events = Object.keys(CATALOGUE).map((name) => `Event_${name.replace('/', '_')}`)
    expect(Object.keys(asyncApi.components.schemas)).toEqual(expect.arrayContaining(events))
    const { anyOf } = asyncApi.components.schemas.Event
    expect(anyOf.map(({ $ref }: Body) => $ref.split('/').at(-1))).toEqual(events)
    for (const { code } of Object.values(CLOSINGS)) expect(asyncApi.info.description).toContain(`| ${code} |`)
  })
})
