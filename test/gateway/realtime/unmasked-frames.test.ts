import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../harness/client.ts'
import { RawConnection } from '../../harness/raw-connection.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string
let hamlet: Client
beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
})
afterAll(() => world.close())

/** A frame of a client, as RFC 6455 requires it or, against section 5.1, without a mask. */
function frame(opcode: number, text: string, isMasked: boolean): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x80 | opcode, (isMasked ? 0x80 : 0) | payload.length])
  if (!isMasked) return Buffer.concat([head, payload])
  const mask = Buffer.from([1, 2, 3, 4])
  return Buffer.concat([head, mask, payload.map((byte, n) => byte ^ mask[n % 4]!)])
}

const TEXT = 1
const PING = 9

/** Opens a WebSocket by hand. Two messages are in its queue. */
async function opened() {
  const { queue_id, last_event_id } = await hamlet.ok(hamlet.post('/register', { event_types: ['message'] }))
  for (const content of ['one', 'two'])
    await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'frames', content }))
  const connection = await RawConnection.open(url)
  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
  connection.write(
    [
      `GET /api/v1/events/ws?${query} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: ${hamlet.headers.authorization}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  )
  await connection.until('two')
  return { connection, queue_id, last_event_id }
}

test('frames with a mask are taken', async () => {
  const { connection, last_event_id } = await opened()
  connection.write(frame(PING, 'alive', true))
  expect(await connection.until('alive')).toContain('alive')
  connection.write(frame(TEXT, `{"last_event_id":${last_event_id}}`, true))
  connection.write(frame(PING, 'still', true))
  expect(await connection.until('still')).toContain('still')
  connection.close()
})

// uWebSockets.js does not look at the bit of the mask: it takes the first four bytes of the payload for the
// mask, and waits for four bytes more. So it cannot close with 1002 before these arrive.
test.each([
  ['acknowledgements', (id: number) => [frame(TEXT, `{"last_event_id":${id}}`, false)]],
  ['texts', () => [frame(TEXT, 'hello', false)]],
  [
    'acknowledgements among frames with a mask',
    (id: number) => [frame(PING, 'x', true), frame(TEXT, `{"last_event_id":${id}}`, false)],
  ],
])('%s without a mask have no effect, and the connection ends with the bytes after them', async (_, sent) => {
  const { connection, queue_id, last_event_id } = await opened()
  for (let n = 0; n < 2; n++) for (const one of sent(2 ** 40)) connection.write(one)
  connection.write(frame(TEXT, '{"last_event_id":-1}', false))
  const received = await connection.ended()
  // Not the code 4002 of an acknowledgement that was understood.
  expect(received).not.toContain('acknowledged')
  // The queue is as it was, so the client loses nothing.
  const { events } = await hamlet.ok(hamlet.get('/events', { queue_id, last_event_id }))
  expect(events.map(({ message }: { message: { content: string } }) => message.content)).toEqual([
    'one',
    'two',
  ])
})
