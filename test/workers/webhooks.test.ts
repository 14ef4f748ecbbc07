import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BotJob } from '../../core/messaging/sending/bot-triggers.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { openRedis } from '../../core/platform/redis/redis-connection.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { deliverWebhookJob } from '../../workers/jobs/deliver-webhook.ts'
import { Breaker } from '../../workers/running/breaker.ts'
import { hostOf } from '../../workers/running/hosts.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import type { Body, Client } from '../harness/client.ts'
import { silent, World } from '../harness/world.ts'

const deliver = deliverWebhookJob(new PublicNetwork(['127.0.0.1']))

let world: World
let core: Core
let realm: RealmState
let hamlet: Client
let server: Server
let bot: Body
let hook: string
let gatewayUrl: string
/** The requests that the bot's server received, and its responses. */
let received: { type: string | undefined; authorization: string | undefined; body: string }[]
let reply: {
  status?: number
  location?: string
  body?: string
  before?: () => Promise<unknown>
  /** Answers in place of the rest. */
  answer?: (response: ServerResponse) => void
}

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  core = opened.gateway.core
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
  gatewayUrl = opened.url
  hamlet = world.client(gatewayUrl, 'hamlet')
  server = createServer(async (request, response) => {
    received.push({
      type: request.headers['content-type'],
      authorization: request.headers.authorization,
      body: (await request.setEncoding('utf8').toArray()).join(''),
    })
    await reply.before?.()
    if (reply.answer !== undefined) return reply.answer(response)
    const { status = 200, location } = reply
    response.writeHead(status, location === undefined ? {} : { location }).end(reply.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  bot = await hamlet.ok(
    hamlet.post('/bots', {
      full_name: 'Oracle',
      short_name: 'oracle',
      bot_type: 3,
      payload_url: JSON.stringify(hook),
    }),
  )
})
beforeEach(async () => {
  received = []
  reply = {}
  await world.sql('DELETE FROM job_outbox')
})
afterAll(async () => {
  server.close()
  await world.close()
})

const send = async (content: string, to: unknown = 'Verona', client = hamlet): Promise<number> =>
  (
    await client.ok(
      client.post('/messages', {
        type: typeof to === 'string' ? 'channel' : 'direct',
        to,
        topic: 'asking',
        content,
      }),
    )
  ).id
async function listen(at: Server): Promise<string> {
  await new Promise<void>((resolve) => at.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(at.address() as AddressInfo).port}/`
}
const botAt = (name: string, url: string) => ({
  full_name: name,
  short_name: name.toLowerCase(),
  bot_type: 3,
  payload_url: JSON.stringify(url),
})
const jobs = () =>
  world.sql<{ id: string; data: BotJob }>("SELECT id, data FROM job_outbox WHERE queue = 'webhooks'")
const run = async (isLastAttempt = false) => {
  const [job] = await jobs()
  await deliver.run({ core, data: job!.data, log: silent, outboxId: Number(job!.id), isLastAttempt })
}
const newest = async (narrow: unknown[]): Promise<Body[]> =>
  (
    await hamlet.ok(
      hamlet.get('/messages', {
        anchor: 'newest',
        num_before: 3,
        num_after: 0,
        narrow,
        apply_markdown: false,
      }),
    )
  ).messages

test('a bot gets the messages that mention it, in the documented format, and its answer goes to the same conversation', async () => {
  reply = { body: JSON.stringify({ content: 'Beware the *ides*.' }) }
  const id = await send('@**Oracle** what next?')
  await run()
  expect(received).toHaveLength(1)
  const payload = JSON.parse(received[0]!.body)
  expect(payload).toMatchObject({
    data: '@**Oracle** what next?',
    bot_email: 'oracle-bot@localhost',
    bot_full_name: 'Oracle',
    trigger: 'mention',
    message: {
      id,
      type: 'stream',
      subject: 'asking',
      display_recipient: 'Verona',
      sender_email: 'hamlet@demo.test',
    },
  })
  expect(payload.token).toMatch(/^[\w-]{32}$/)
  expect(payload.message.rendered_content).toContain('user-mention')
  const answer = (await newest([['topic', 'asking']])).at(-1)!
  expect(answer).toMatchObject({ content: 'Beware the *ides*.', sender_id: bot.user_id, subject: 'asking' })
  expect(await jobs()).toEqual([])
})

test('a bot gets messages that are sent to it directly, alone or with others', async () => {
  reply = { body: JSON.stringify({ response_string: 'Yes.' }) }
  await send('Will it rain?', [bot.user_id, world.userId('zoe')])
  await run()
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    trigger: 'direct_message',
    message: { type: 'private' },
  })
  const answer = (await newest([{ operator: 'dm', operand: [bot.user_id, world.userId('zoe')] }])).at(-1)!
  expect(answer.content).toBe('Yes.')
})

test('a bot gets no other messages, and none of bots', async () => {
  await send('Oracle?')
  await send('@_**Oracle** is silent')
  await send('@**Oracle** hello', 'Verona', world.client(hamlet.url, 'greeter-bot'))
  await send('to others', [world.userId('zoe')])
  expect(await jobs()).toEqual([])
})

test('a bot whose owner chose Slack’s format gets that format', async () => {
  const set = (service_interface: number) =>
    hamlet.ok(
      hamlet.patch(`/bots/${bot.user_id}`, { service_payload_url: JSON.stringify(hook), service_interface }),
    )
  await set(2)
  reply = { body: JSON.stringify({ text: 'from afar' }) }
  await send('@**Oracle** hi')
  await run()
  expect(received[0]!.type).toBe('application/x-www-form-urlencoded')
  const form = Object.fromEntries(new URLSearchParams(received[0]!.body))
  expect(form).toMatchObject({ text: '@**Oracle** hi', channel_name: 'Verona', user_name: 'King Hamlet' })
  expect((await newest([['topic', 'asking']])).at(-1)!.content).toBe('from afar')
  await set(1)
})

test('an answer may begin with a byte order mark', async () => {
  reply = { body: `\ufeff${JSON.stringify({ content: '\ufeffMarked ✓' })}` }
  await send('@**Oracle** and now?')
  await run()
  expect((await newest([['topic', 'asking']])).at(-1)!.content).toBe('\ufeffMarked ✓')
})

test.each(['', '{}', '{"response_not_required":true,"content":"x"}', '{"content":""}'])(
  '%s is no answer',
  async (body) => {
    reply = { body }
    const id = await send('@**Oracle** hush')
    await run()
    expect((await newest([['topic', 'asking']])).at(-1)!.id).toBe(id)
    expect(await jobs()).toEqual([])
  },
)

test('an answer is sent once, however often the job runs', async () => {
  reply = { body: JSON.stringify({ content: 'Once.' }) }
  const id = await send('@**Oracle** again?')
  const [job] = await jobs()
  const again = () =>
    deliver.run({ core, data: job!.data, log: silent, outboxId: Number(job!.id), isLastAttempt: false })
  await Promise.all([again(), again(), again()])
  await again()
  const sent = await world.sql('SELECT FROM message WHERE sender_id = $1 AND id > $2', [bot.user_id, id])
  expect(sent).toHaveLength(1)
})

test.each([
  [429, '70', 70_000],
  [503, '86400', 600_000],
  [500, undefined, 500],
])(
  'after %i with Retry-After %s the server is asked again after %i ms or more',
  async (status, after, least) => {
    reply = {
      answer: (response) =>
        response.writeHead(status, after === undefined ? {} : { 'retry-after': after }).end(),
    }
    await send('@**Oracle** when?')
    const failure: Error = await run().catch((error) => error)
    const delay = deliver.retry.delayMs!(1, failure)
    expect(delay).toBeGreaterThanOrEqual(least)
    expect(delay).toBeLessThanOrEqual(Math.max(least, 1_000))
  },
)

test('a server error is retried; at the last attempt the owner is notified', async () => {
  for (const [status, reason] of [
    [500, 'status code *500*'],
    [429, 'status code *429*'],
  ] as const) {
    reply = { status }
    await send('@**Oracle** ?')
    await expect(run()).rejects.toThrow(reason)
    expect(await jobs()).toHaveLength(1)
    await run(true)
    expect(await jobs()).toEqual([])
    expect((await newest([{ operator: 'dm', operand: [bot.user_id] }])).at(-1)!.content).toContain(reason)
  }
})

test.each([
  [{ status: 404 }, 'status code *404*'],
  [{ status: 302, location: 'http://127.0.0.1:1/' }, 'redirects to another address (status code *302*)'],
  [{ status: 308, location: '/elsewhere' }, 'redirects to another address (status code *308*)'],
  [{ body: 'not JSON' }, 'no valid JSON'],
  [{ body: '[]' }, 'no JSON object'],
  [{ body: '{"content":{"toString":1,"valueOf":1}}' }, 'no text'],
  [{ body: `{"content":${'['.repeat(50_000)}${']'.repeat(50_000)}}` }, 'no text'],
  [{ body: '{"content":{"en":"Yes"}}' }, 'no text'],
  [{ body: `{"content":"${'x'.repeat(300_000)}"}` }, 'too long'],
])('the owner is notified of a permanent error at once: %#', async (answer, reason) => {
  reply = answer
  await send('@**Oracle** ?')
  await run()
  expect(await jobs()).toEqual([])
  expect((await newest([{ operator: 'dm', operand: [bot.user_id] }])).at(-1)!.content).toContain(reason)
})

test('an owner whom the bot may not know is notified too, and the server is called once', async () => {
  const desdemona = world.client(hamlet.url, 'desdemona')
  const limitAccess = (group: 'role:members' | 'role:everyone') =>
    desdemona.ok(
      desdemona.patch('/realm', { can_access_all_users_group: { new: realm.record.systemGroups[group] } }),
    )
  const made = { full_name: 'Sphinx', short_name: 'sphinx', bot_type: 3, payload_url: JSON.stringify(hook) }
  const { user_id } = await hamlet.ok(hamlet.post('/bots', made))
  await desdemona.ok(desdemona.patch(`/users/${user_id}`, { role: 600 }))
  await limitAccess('role:members')
  reply = { body: 'not JSON' }
  await send('May I ask?', [user_id], desdemona)
  await run()
  expect(received).toHaveLength(1)
  expect(await jobs()).toEqual([])
  const notice = (await newest([{ operator: 'is', operand: 'dm' }])).at(-1)!
  expect(notice.sender_full_name).toBe('Notification Bot')
  expect(notice.content).toContain('A message to your bot @_**Sphinx**')
  expect(notice.content).toContain('no valid JSON')
  await limitAccess('role:everyone')
})

test('an unreachable server is retried; a deleted bot gets no request', async () => {
  const set = (url: string) =>
    hamlet.ok(hamlet.patch(`/bots/${bot.user_id}`, { service_payload_url: JSON.stringify(url) }))
  await set('http://127.0.0.1:1/')
  await send('@**Oracle** ?')
  await expect(run()).rejects.toThrow('cannot be reached')
  await set(hook)
  await hamlet.ok(hamlet.delete(`/bots/${bot.user_id}`))
  await run()
  expect(received).toEqual([])
  const iago = world.client(hamlet.url, 'iago')
  await iago.ok(iago.post(`/users/${bot.user_id}/reactivate`))
})

test('a bot that is deactivated while its server answers says nothing', async () => {
  const iago = world.client(hamlet.url, 'iago')
  for (const body of [JSON.stringify({ content: 'Too late.' }), 'not JSON']) {
    const id = await send('@**Oracle** ?')
    reply = { body, before: () => hamlet.ok(hamlet.delete(`/bots/${bot.user_id}`)) }
    await run()
    expect(received).toHaveLength(1)
    expect(
      await world.sql('SELECT FROM message WHERE sender_id = $1 AND id > $2', [bot.user_id, id]),
    ).toEqual([])
    expect(await jobs()).toEqual([])
    received = []
    await iago.ok(iago.post(`/users/${bot.user_id}/reactivate`))
  }
})

test('an answer follows a message that is moved while the server answers, and a deleted message gets none', async () => {
  const id = await send('@**Oracle** ?')
  reply = {
    body: JSON.stringify({ content: 'I follow.' }),
    before: () =>
      hamlet.ok(hamlet.patch(`/messages/${id}`, { topic: 'moved', send_notification_to_new_thread: false })),
  }
  await run()
  const { content, subject } = (await newest([{ operator: 'sender', operand: bot.user_id }])).at(-1)!
  expect([content, subject]).toEqual(['I follow.', 'moved'])

  const deleted = await send('@**Oracle** ?')
  const iago = world.client(hamlet.url, 'iago')
  reply = {
    body: JSON.stringify({ content: 'To whom?' }),
    before: () => iago.ok(iago.delete(`/messages/${deleted}`)),
  }
  await run()
  expect(await world.sql('SELECT FROM message WHERE id > $1', [deleted])).toEqual([])
  expect(await jobs()).toEqual([])
})

test.each([300, 304])(
  'a response with status %s is no answer, and the request is retried',
  async (status) => {
    reply = { status, ...(status === 300 && { body: JSON.stringify({ content: 'One of several.' }) }) }
    await send('@**Oracle** ?')
    await expect(run()).rejects.toThrow(`status code *${status}*`)
    expect(await jobs()).toHaveLength(1)
  },
)

test('a server error with a long body is retried', async () => {
  reply = { status: 502, body: 'x'.repeat(300_000) }
  await send('@**Oracle** ?')
  await expect(run()).rejects.toThrow('status code *502*')
  expect(await jobs()).toHaveLength(1)
})

const UNPACKS = gzipSync(Buffer.alloc(64 * 1024 * 1024))

test.each([
  [
    'an answer that drips',
    'did not answer in time',
    (response: ServerResponse) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
  [
    'an answer without an end',
    'too long',
    (response: ServerResponse) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', flood)
      flood()
    },
  ],
  [
    'a short answer that unpacks to a long one',
    'too long',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(UNPACKS)
    },
  ],
  [
    'headers without an end',
    'cannot be reached',
    (response: ServerResponse) => {
      const socket = response.socket!
      socket.write('HTTP/1.1 200 OK\r\n')
      const header = setInterval(() => socket.write(`x-${'y'.repeat(1000)}: z\r\n`), 1)
      socket.on('close', () => clearInterval(header))
    },
  ],
])('%s is given up, and its connection closed', async (name, reason, answer) => {
  let hasClosed = false
  reply = {
    answer: (response) => {
      response.socket!.on('close', () => (hasClosed = true)).on('error', () => undefined)
      answer(response)
    },
  }
  await send('@**Oracle** ?')
  const [job] = await jobs()
  const timeLimitMs = reason.includes('in time') ? 1_500 : 60_000
  const impatient = deliverWebhookJob(new PublicNetwork(['127.0.0.1']), timeLimitMs)
  const context = { core, data: job!.data, log: silent, outboxId: Number(job!.id), isLastAttempt: true }
  await impatient.run(context)
  expect((await newest([{ operator: 'dm', operand: [bot.user_id] }])).at(-1)!.content).toContain(reason)
  if (!name.includes('unpacks')) await expect.poll(() => hasClosed, { timeout: 60_000 }).toBe(true)
})

test('the name and the password in an address are sent as browsers send them', async () => {
  const setUrl = (url: string) =>
    hamlet.ok(hamlet.patch(`/bots/${bot.user_id}`, { service_payload_url: JSON.stringify(url) }))
  const address = (login: string) => hook.replace('//', `//${login}@`)
  reply = { body: JSON.stringify({ content: 'Enter.' }) }
  for (const [login, sent] of [
    ['bot:s3cret', 'bot:s3cret'],
    ['b%C3%B6t:p%40ss%3A', 'böt:p@ss:'],
    ['bot', 'bot:'],
    [':%zz', ':%zz'],
  ] as const) {
    await setUrl(address(login))
    received = []
    await send('@**Oracle** ?')
    await run()
    await world.sql('DELETE FROM job_outbox')
    expect(
      received.map(({ authorization }) => authorization),
      login,
    ).toEqual([`Basic ${Buffer.from(sent).toString('base64')}`])
  }
  await setUrl(hook)
})

test('an address that never answers delays no webhook of somebody else to the same host', async () => {
  const iago = world.client(gatewayUrl, 'iago')
  const neighbour = await iago.ok(iago.post('/bots', botAt('Neighbour', `${hook}fast`)))
  const sink = new BullSink(world.config.redisUrl)
  const redis = openRedis(world.config.redisUrl)
  const breaker = new Breaker(redis)
  const [own, others] = ['hamlet', 'iago'].map(
    (name) => hostOf('webhooks', hook, { realm: realm.id, member: world.userId(name) as UserId }).host,
  )
  for (let n = 0; n < 3; n++) await breaker.silent(own!)
  expect(await breaker.ask(own!, 1_000)).toBeGreaterThan(0)
  expect(await breaker.ask(others!, 1_000)).toBe(0)
  const worker = new JobWorker(core, silent, sink, world.config)
  try {
    await worker.start([deliver])
    await send('@**Oracle** you wait')
    await send('@**Neighbour** but you do not')
    const told = () => received.map(({ body }) => JSON.parse(body).bot_email)
    await expect.poll(told, { timeout: 60_000 }).toEqual([expect.stringContaining('neighbour')])
    expect(neighbour.user_id).not.toBe(bot.user_id)
  } finally {
    await breaker.answered(own!)
    redis.disconnect()
    await worker.stop()
    await sink.queue('webhooks').obliterate({ force: true })
    await sink.close()
  }
})

test('no request is sent to an address that only this server can reach, and the owner is notified', async () => {
  await send('@**Oracle** ?')
  const [job] = await jobs()
  const strict = deliverWebhookJob(new PublicNetwork([]))
  await strict.run({ core, data: job!.data, log: silent, outboxId: Number(job!.id), isLastAttempt: false })
  expect(received).toEqual([])
  expect((await newest([{ operator: 'dm', operand: [bot.user_id] }])).at(-1)!.content).toContain('may ask')
})

test('a running worker delivers webhooks', async () => {
  reply = { body: JSON.stringify({ content: 'By itself.' }) }
  const sink = new BullSink(world.config.redisUrl)
  const worker = new JobWorker(core, silent, sink, world.config)
  await worker.start([deliver])
  await send('@**Oracle** ?')
  await expect.poll(jobs, { timeout: 120_000 }).toEqual([])
  expect((await newest([['topic', 'asking']])).at(-1)!.content).toBe('By itself.')
  expect(realm.users.get(bot.user_id)!.isActive).toBe(true)
  await worker.stop()
  await sink.close()
})

test('a server that never answers holds few places, and messages to other bots pass', async () => {
  const silentServer = createServer(() => undefined)
  let [open, most] = [0, 0]
  silentServer.on('request', (_, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
  })
  const silentHook = await listen(silentServer)
  const mute = await hamlet.ok(hamlet.post('/bots', botAt('Mute', silentHook)))
  const iago = world.client(gatewayUrl, 'iago')
  const other = await iago.ok(iago.post('/bots', botAt('Herald', hook)))
  for (let n = 0; n < 60; n++) await send(`and you? ${n}`, [mute.user_id])
  await send('news?', [other.user_id])
  reply = { body: JSON.stringify({ content: 'None.' }) }
  const sink = new BullSink(world.config.redisUrl)
  const worker = new JobWorker(core, silent, sink, world.config)
  try {
    await worker.start([deliver])
    // Jobs that earlier tests have left may run too.
    const told = () => received.some(({ body }) => body.includes('news?'))
    await expect.poll(told, { timeout: 120_000, interval: 5 }).toBe(true)
    expect(most).toBeLessThanOrEqual(5)
    // Those who wait have neither failed nor used up an attempt.
    expect(await jobs()).not.toEqual([])
    const waiting = await sink.queue('webhooks').getDelayed()
    expect(waiting.every((job) => job.attemptsMade <= 1)).toBe(true)
  } finally {
    await worker.stop()
    await sink.queue('webhooks').obliterate({ force: true })
    await sink.close()
    silentServer.closeAllConnections()
    silentServer.close()
  }
})

test('a job that waits for a host that does not answer is delayed without an attempt, and runs when it answers', async () => {
  const sink = new BullSink(world.config.redisUrl)
  const redis = openRedis(world.config.redisUrl)
  const breaker = new Breaker(redis)
  const { host } = hostOf('webhooks', hook, { realm: realm.id, member: world.userId('hamlet') as UserId })
  for (let n = 0; n < 3; n++) await breaker.silent(host)
  const worker = new JobWorker(core, silent, sink, world.config)
  try {
    await worker.start([deliver])
    await send('@**Oracle** still there?')
    const delayed = () => sink.queue('webhooks').getDelayed()
    await expect.poll(async () => (await delayed()).length, { timeout: 60_000 }).toBe(1)
    const [job] = await delayed()
    expect([job!.attemptsMade, received.length, (await jobs()).length]).toEqual([0, 0, 1])
    const series = JSON.stringify(await worker.metrics.series())
    expect(series).toContain('loquat_requests_postponed_total')
    await breaker.answered(host)
    await job!.promote()
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([])
    expect(received).toHaveLength(1)
  } finally {
    await worker.stop()
    await sink.close()
    redis.disconnect()
  }
})
