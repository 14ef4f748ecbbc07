import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_BOT_STORAGE_KEY_LENGTH, MAX_BOT_STORAGE_KEYS, MAX_BOTS_ASKED } from '../../config/limits.ts'
import type { BotJob } from '../../core/messaging/sending/bot-triggers.ts'
import { EMBEDDED_BOTS } from '../../core/people/bots/embedded.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import type { Core } from '../../core/state/core.ts'
import { deliverWebhookJob } from '../../workers/jobs/deliver-webhook.ts'
import type { Body, Client } from '../harness/client.ts'
import { silent, World } from '../harness/world.ts'

interface Received {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let docs: string
let world: World
let core: Core
let hamlet: Client
let hook: string
let received: Received[]

beforeAll(async () => {
  docs = await readFile('docs/bots.md', 'utf8')
  world = await World.create()
  const { gateway, url } = await world.gateway()
  core = gateway.core
  hamlet = world.client(url, 'hamlet')
  received = []
  const server = createServer(async (request, response) => {
    const { method, headers } = request
    received.push({ method, headers, body: (await request.setEncoding('utf8').toArray()).join('') })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.onClose(async () => server.close())
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`
})
afterAll(() => world.close())

/** The request that a new bot gets for a mention. */
async function requestTo(name: string, interfaceType: number): Promise<Received> {
  await hamlet.ok(
    hamlet.post('/bots', {
      full_name: name,
      short_name: name.toLowerCase(),
      bot_type: 3,
      payload_url: JSON.stringify(hook),
      interface_type: interfaceType,
    }),
  )
  const content = `@**${name}** what next?`
  await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'plans', content }))
  const [job] = await world.sql<{ id: string; data: BotJob }>(
    "DELETE FROM job_outbox WHERE queue = 'webhooks' RETURNING id, data",
  )
  const deliver = deliverWebhookJob(new PublicNetwork(['127.0.0.1']))
  await deliver.run({ core, data: job!.data, log: silent, outboxId: undefined, isLastAttempt: true })
  return received.at(-1)!
}

/** The keys of a value and of all objects inside. */
const keysOf = (value: Body): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]))
    : Array.isArray(value)
      ? 'a list'
      : typeof value

test('the example of an outgoing webhook has the keys and types of the request', async () => {
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(docs)![1]!)
  const { method, headers, body } = await requestTo('Oracle', 1)
  const sent = JSON.parse(body)
  expect(keysOf(sent)).toEqual(keysOf(example))
  expect([sent.data, sent.trigger]).toEqual([example.data, example.trigger])
  expect(docs).toContain(`    ${method} /ask
    Content-Type: ${headers['content-type']}
    User-Agent: ${headers['user-agent']}`)
})

test('the fields of Slack are those of the request', async () => {
  const { body } = await requestTo('Slacker', 2)
  const listed = /form with the fields of Slack: ([^.]*)\./.exec(docs)![1]!
  expect([...new URLSearchParams(body).keys()]).toEqual(
    [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
})

test('embedded bots and limits are listed', () => {
  for (const [name, { config }] of Object.entries(EMBEDDED_BOTS)) {
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
    for (const option of Object.keys(config)) expect(row).toContain(`\`${option}\``)
    expect(row).toBeDefined()
  }
  expect(docs).toContain(`at most ${MAX_BOTS_ASKED} bots`)
  expect(docs.replace(/\n/g, ' ')).toContain(
    `at most ${MAX_BOT_STORAGE_KEYS.toLocaleString('en')} keys of up to ${MAX_BOT_STORAGE_KEY_LENGTH} characters`,
  )
})
