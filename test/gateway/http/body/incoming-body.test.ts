import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_BYTES_OF_UNKNOWN_CALLERS } from '../../../../config/limits.ts'
import { BodyBudget } from '../../../../gateway/http/body/body-budget.ts'
import { IncomingBody } from '../../../../gateway/http/body/incoming-body.ts'
import { SlowBodies } from '../../../../gateway/http/body/slow-bodies.ts'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { form } from '../../../../gateway/http/endpoint/parameter.ts'
import { Exchange, type ExchangeOwner } from '../../../../gateway/http/exchange/exchange.ts'
import type { RawConnection } from '../../../harness/raw-connection.ts'
import { ME, sleep, TestServer } from '../test-server.ts'

const KiB = 1024
const length = form(z.string())
let proceed: (() => void) | undefined

const endpoints = [
  endpoint({
    method: 'POST',
    path: '/messages',
    access: 'user',
    summary: 'Of users',
    params: { content: length },
    response: { length: z.int() },
    handler: (call) => ({ length: call.params.content.length }),
  }),
  endpoint({
    method: 'POST',
    path: '/open',
    access: 'anyone',
    summary: 'Of anyone',
    params: { content: length },
    handler: () => {},
  }),
  endpoint({
    method: 'POST',
    path: '/slow',
    access: 'user',
    summary: 'Answers when it is told to',
    params: { content: length },
    handler: () =>
      new Promise<void>((resolve) => {
        proceed = resolve
      }),
  }),
]

let server: TestServer
const open: RawConnection[] = []
beforeAll(async () => {
  server = await TestServer.start(endpoints, { config: { rateLimitAddressPerMinute: 50 } })
})
afterAll(async () => {
  for (const { socket } of open) socket.destroy()
  await server.stop()
})

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'

/** Sends the head of a request whose Content-Length is `declared`, and the first `sent` bytes of the body. */
async function begin(
  path: string,
  declared: number,
  sent: number,
  authorization = '',
): Promise<RawConnection> {
  const identity = authorization === '' ? '' : `Authorization: ${authorization}\r\n`
  const head = `POST /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${identity}${FORM}Content-Length: ${declared}\r\n\r\n`
  const connection = await server.send(`${head}content=${'x'.repeat(sent - 8)}`)
  open.push(connection)
  return connection
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await sleep(5)
}

describe('the body of an unknown caller', () => {
  const piece = (bytes: number) => new Uint8Array(bytes).buffer

  test('is not read beyond 64 KiB', async () => {
    const calls: string[] = []
    const budget = new BodyBudget(KiB * KiB)
    const source = { pause: () => calls.push('pause'), resume: () => calls.push('resume') }
    const body = new IncomingBody(source, budget, 200 * KiB)
    body.feed(piece(MAX_BYTES_OF_UNKNOWN_CALLERS), false)
    expect(calls).toEqual([])
    body.feed(piece(10), false)
    expect(calls).toEqual(['pause'])
    expect(budget.held).toBe(MAX_BYTES_OF_UNKNOWN_CALLERS + 10)

    const all = body.all(300 * KiB)
    expect(calls).toEqual(['pause', 'resume'])
    body.feed(piece(10), true)
    expect((await all).length).toBe(MAX_BYTES_OF_UNKNOWN_CALLERS + 20)
    body.release()
    expect(budget.held).toBe(0)
  })

  test('does not block its connection when it ends while the socket is paused', async () => {
    // uWebSockets.js reads 512 KiB at a time. After a full read it reads again at once, even when the socket
    // is paused.
    const calls: string[] = []
    let data: (chunk: ArrayBuffer, isLast: boolean) => void = () => undefined
    const response = {
      onAborted: () => undefined,
      onData: (handler: typeof data) => {
        data = handler
      },
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
    }
    const request = { getHeader: () => '', getQuery: () => '' }
    const owner = {
      clientAddress: { claimedBy: () => '' },
      bodyBudget: new BodyBudget(10 * KiB * KiB),
      slowBodies: new SlowBodies(),
    }
    const exchange = new Exchange(
      response as unknown as HttpResponse,
      request as unknown as HttpRequest,
      'POST',
      '/messages',
      owner as unknown as ExchangeOwner,
      true,
    )
    const body = exchange.receiveBody()
    data(piece(512 * KiB), false)
    data(piece(100), true)
    expect((await body.all(KiB * KiB)).length).toBe(512 * KiB + 100)
    expect(calls.at(-1)).toBe('resume')
  })

  test('is dropped when the caller is refused', async () => {
    const connection = await begin('/messages', 500_000, 100_000, 'Basic bm9ib2R5OndoYXQ=')
    await sleep(20)
    expect(server.server.bodyBudget.held).toBe(0)
    connection.socket.write('x'.repeat(400_000))
    expect(await connection.until('}')).toContain('401 Unauthorized')
  })

  test('is limited to 64 KiB for callers without credentials', async () => {
    const connection = await begin('/open', MAX_BYTES_OF_UNKNOWN_CALLERS + 1, 100)
    expect(await connection.until('}')).toContain('413 Payload Too Large')
    const short = await begin('/open', MAX_BYTES_OF_UNKNOWN_CALLERS, MAX_BYTES_OF_UNKNOWN_CALLERS)
    expect(await short.until('}')).toContain('200 OK')
  })

  test('is not read from an address with too many requests', async () => {
    for (;;) {
      const connection = await begin('/open', 20, 20)
      if ((await connection.until('}')).includes('429')) break
    }
    // 900,000 bytes never arrive, and the response does not wait for them.
    const connection = await begin('/messages', 900_000, 100, 'Basic bm9ib2R5OndoYXQ=')
    expect(await connection.until('}')).toContain('429 Too Many Requests')
  })
})

describe('the bodies of a gateway together', () => {
  test('are refused above the limit, and accepted again after others are answered', async () => {
    const authorization = server.realm.authorization(ME)
    const { bodyBudget } = server.server
    const three = [1, 2, 3].map(() => begin('/messages', 990_000, 985_000, authorization))
    await until(() => bodyBudget.held >= 3 * 985_000)

    const refused = await begin('/messages', 60_000, 60_000, authorization)
    const answer = await refused.until('}')
    expect(answer).toContain('503 Service Unavailable')
    expect(answer).toContain('Retry-After: 1\r\n')
    expect(answer).toContain('"code":"SERVER_BUSY"')

    const [first, second, third] = await Promise.all(three)
    first!.socket.write('x'.repeat(5_000))
    expect(await first!.until('}')).toContain('"length":989992')
    second!.socket.destroy()
    third!.socket.destroy()
    await until(() => bodyBudget.held === 0)
    const accepted = await begin('/messages', 60_000, 60_000, authorization)
    expect(await accepted.until('}')).toContain('200 OK')
  })

  test('count until their requests are answered', async () => {
    const connection = await begin('/slow', 50_000, 50_000, server.realm.authorization(ME))
    await until(() => proceed !== undefined)
    expect(server.server.bodyBudget.held).toBe(50_000)
    proceed!()
    await connection.until('}')
    expect(server.server.bodyBudget.held).toBe(0)
  })
})
