import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../gateway/gateway.ts'
import { type Body, Client } from '../../harness/client.ts'
import { exchange } from '../../harness/raw-connection.ts'
import { type Refused, Socket } from '../../harness/socket.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, openSocket, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let url: string
let other: string
let hamlet: Client
let iago: Client

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  other = (await world.gateway()).url
  hamlet = world.client(url, 'hamlet')
  iago = world.client(url, 'iago')
})
afterAll(() => world.close())

/** Opens a WebSocket with a ticket and without credentials, as a web page does. */
const openWith = (ticket: string, queue: Body, at = url) =>
  Socket.open(new Client(at), { queueId: queue.queue_id, lastEventId: queue.last_event_id, ticket })

const address = (search: string) => new URL(`${url.replace('http', 'ws')}/api/v1/events/ws${search}`)

const ticketFor = async (queue: Body, client = hamlet): Promise<string> =>
  (await client.ok(client.post('/events/ticket', { queue_id: queue.queue_id }))).ticket

async function refusal(opening: Promise<Socket>): Promise<{ status: number; body: Body }> {
  const { status, body } = await refused(opening)
  return { status, body }
}

async function refused(opening: Promise<Socket>): Promise<Refused> {
  return opening.then(
    () => expect.unreachable('the socket was opened'),
    (error: Refused) => error,
  )
}

const invalidTicket = {
  status: 401,
  body: { result: 'error', code: 'UNAUTHORIZED', msg: 'Invalid or expired ticket' },
}
const badQueue = (id: string) => ({
  status: 400,
  body: {
    result: 'error',
    code: 'BAD_EVENT_QUEUE_ID',
    msg: `Bad event queue ID: ${id}`,
    queue_id: id,
  },
})

describe('a ticket', () => {
  it('opens the WebSocket of its queue, at any gateway', async () => {
    const queue = await register(hamlet)
    const answer = await hamlet.ok(hamlet.post('/events/ticket', { queue_id: queue.queue_id }))
    expect(answer).toMatchObject({ ticket: expect.stringMatching(/^[\w-]{32}$/), expires_in: 30 })
    const socket = await openWith(answer.ticket, queue, other)
    await emitMarks(gateway.core, world, [1])
    await socket.waitFor((event) => event.n === 1)
    await socket.close()
  })

  it('works once: one of many concurrent uses succeeds', async () => {
    const queue = await register(hamlet)
    const ticket = await ticketFor(queue)
    const openings = Array.from({ length: 10 }, (_, n) => openWith(ticket, queue, n % 2 ? url : other))
    const settled = await Promise.allSettled(openings)
    const opened = settled.filter(({ status }) => status === 'fulfilled')
    expect(opened).toHaveLength(1)
    expect(await refusal(openWith(ticket, queue))).toEqual(invalidTicket)
    await (opened[0] as PromiseFulfilledResult<Socket>).value.close()
  })

  it.each(['', 'x', 'A'.repeat(32), 'A'.repeat(5000), '{"user":1}', '../../queue', '%00'])(
    'forged as %j is refused',
    async (ticket) => {
      expect(await refusal(openWith(ticket, await register(hamlet)))).toEqual(invalidTicket)
    },
  )

  it('is valid for half a minute', async () => {
    const queue = await register(hamlet)
    const ticket = await ticketFor(queue)
    const key = `ticket:{realm:${world.organization.realmId}}:${ticket}`
    const ttl = await world.redis.ttl(key)
    expect(ttl).toBeGreaterThan(0)
    expect(ttl).toBeLessThanOrEqual(30)
    await world.redis.pexpire(key, 1)
    await expect.poll(() => world.redis.exists(key)).toBe(0)
    expect(await refusal(openWith(ticket, queue))).toEqual(invalidTicket)
  })

  it('for another queue is refused and used up', async () => {
    const [queue, another] = [await register(hamlet), await register(hamlet)]
    const ticket = await ticketFor(queue)
    expect(await refusal(openWith(ticket, another))).toEqual(invalidTicket)
    expect(await refusal(openWith(ticket, queue))).toEqual(invalidTicket)
  })

  it('ends with the API key that requested it', async () => {
    const queue = await register(iago)
    const ticket = await ticketFor(queue, iago)
    const key = `ticket:{realm:${world.organization.realmId}}:${ticket}`
    const holder = JSON.parse((await world.redis.get(key))!)
    await world.redis.set(key, JSON.stringify({ ...holder, keyVersion: holder.keyVersion - 1 }))
    expect(await refusal(openWith(ticket, queue))).toEqual(invalidTicket)
  })

  it('is not issued for a missing queue or one of another user', async () => {
    const { queue_id: theirs } = await register(iago)
    for (const id of [theirs, '00000000-0000-0000-0000-000000000000', 'x', '']) {
      const { status, body } = await hamlet.post('/events/ticket', { queue_id: id })
      expect({ status, body }).toEqual(badQueue(id))
    }
    expect(await hamlet.post('/events/ticket')).toMatchObject({ status: 400 })
    expect(await new Client(url).post('/events/ticket', { queue_id: theirs })).toMatchObject({ status: 401 })
  })
})

describe('a request to upgrade is refused with an error envelope', () => {
  it('without credentials and with wrong ones', async () => {
    const queue = await register(hamlet)
    expect(await refusal(openSocket(new Client(url), queue))).toMatchObject({
      status: 401,
      body: { result: 'error', code: 'UNAUTHORIZED' },
    })
    const wrong = new Client(url, { email: 'hamlet@demo.test', apiKey: 'x'.repeat(32) })
    expect(await refusal(openSocket(wrong, queue))).toMatchObject({
      status: 401,
      body: { result: 'error', code: 'INVALID_API_KEY' },
    })
  })

  it('for a missing queue, one of another user, and an impossible position', async () => {
    const theirs = await register(iago)
    expect(await refusal(openSocket(hamlet, theirs))).toEqual(badQueue(theirs.queue_id))
    const none = { ...theirs, queue_id: '00000000-0000-0000-0000-000000000000' }
    expect(await refusal(openSocket(hamlet, none))).toEqual(badQueue(none.queue_id))
    const own = await register(hamlet)
    expect(await refusal(openSocket(hamlet, own, own.last_event_id + 2 ** 17))).toEqual(
      badQueue(own.queue_id),
    )
  })

  it('with missing or invalid parameters', async () => {
    const { headers } = hamlet
    for (const search of ['', '?queue_id=x', '?queue_id=x&last_event_id=a', '?queue_id=x&last_event_id=-2'])
      expect(await refusal(Socket.openAt(address(search), { headers }))).toMatchObject({
        status: 400,
        body: { result: 'error', code: expect.stringMatching(/^(REQUEST_VARIABLE_MISSING|BAD_REQUEST)$/) },
      })
  })

  it.each([
    ['its errors', '?queue_id=x&last_event_id=1', '#errors'],
    ['a parameter', '?queue_id=x&last_event_id=a', '#parameter-last_event_id'],
  ])('with a link to %s in the reference', async (_, search, place) => {
    const { docsUrl } = await refused(Socket.openAt(address(search), { headers: hamlet.headers }))
    expect(docsUrl).toMatch(new RegExp(`^http.*/api/get-events-ws${place}$`))
  })

  it('without a request for an upgrade', async () => {
    const { queue_id, last_event_id } = await register(hamlet)
    expect(await hamlet.get('/events/ws', { queue_id, last_event_id })).toMatchObject({
      status: 426,
      body: { result: 'error', code: 'UPGRADE_REQUIRED' },
    })
  })

  it.each([
    ['12', 426],
    ['', 426],
    ['13', 101],
  ])('with version %j of the protocol: %i', async (version, status) => {
    const { queue_id, last_event_id } = await register(hamlet)
    const request = [
      `GET /api/v1/events/ws?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: ${hamlet.headers.authorization}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(version === '' ? [] : [`Sec-WebSocket-Version: ${version}`]),
    ]
    const [answer] = await exchange(url, `${request.join('\r\n')}\r\n\r\n`)
    expect(answer!.status).toBe(status)
    if (status !== 426) return
    expect(answer!.headers.get('sec-websocket-version')).toBe('13')
    expect(answer!.headers.get('upgrade')).toBe('websocket')
    expect(JSON.parse(answer!.body)).toMatchObject({ result: 'error', code: 'UPGRADE_REQUIRED' })
  })

  it('after too many requests', async () => {
    const strict = await world.gateway({
      RATE_LIMIT_USER_PER_MINUTE: '5',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '5',
    })
    const zoe = world.client(strict.url, 'zoe')
    const queue = await register(zoe)
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await refusal(openSocket(zoe, { ...queue, queue_id: 'x' })))
    expect(answers[0]).toEqual(badQueue('x'))
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } })
    const forged = []
    for (let n = 0; n < 8; n++) forged.push(await refusal(openWith('A'.repeat(32), queue, strict.url)))
    expect(forged.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } })
  })
})
