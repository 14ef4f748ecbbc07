import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exchange, RawConnection } from '../../harness/raw-connection.ts'
import { as, setUpStage, url } from '../routes/stage.ts'

setUpStage()

/** Every character that RFC 9110 allows in the name of a header (section 5.6.2, `tchar`). */
const TOKEN = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const UNUSUAL = ["!#$%&'*+-.^_`|~", ...[...TOKEN].flatMap((c) => [`${c}b`, `a${c}b`, `a${c}`])]
const headers = UNUSUAL.map((name) => `${name}: value\r\n`)

const websocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n'

/** One request for each kind of route, with its expected status. */
const routes: [kind: string, line: string, headers: string, body: string, status: number][] = [
  ['an endpoint', 'GET /api/v1/users/me', '', '', 200],
  ['an endpoint for everybody', 'GET /api/v1/server_settings', '', '', 200],
  ['an endpoint with a body', 'POST /api/v1/messages/render', form, 'x=y', 400],
  ['an endpoint with a file', 'POST /api/v1/user_uploads', form, 'x=y', 400],
  ['an endpoint for browsers', 'GET /json/users/me', '', '', 401],
  ['the HEAD of an endpoint', 'HEAD /api/v1/users/me', '', '', 200],
  ['the OPTIONS of an endpoint', 'OPTIONS /api/v1/users/me', '', '', 204],
  ['no endpoint', 'GET /api/v1/nothing', '', '', 404],
  ['health', 'GET /health/live', '', '', 200],
  ['metrics', 'GET /metrics', '', '', 200],
  ['a page', 'GET /login', '', '', 200],
  ['a form of a page', 'POST /login', form, 'x=y', 403],
  ['a file', 'GET /user_uploads/1/ab/nothing.txt', '', '', 404],
  ['a resumable upload', 'OPTIONS /api/v1/tus', '', '', 204],
  ['a picture', 'GET /user_avatars/1/nothing', '', '', 404],
  ['a WebSocket', `GET /api/v1/events/ws?queue_id=${randomUUID()}&last_event_id=0`, websocket, '', 400],
  ['nothing', 'GET /nothing', '', '', 404],
]

describe('a header may have every character of a token in its name', () => {
  test.each(routes)('%s', async (_kind, line, more, body, status) => {
    const authorization = as('hamlet').headers.authorization
    const isHead = line.startsWith('HEAD')
    // At most a hundred headers at once.
    for (let i = 0; i < headers.length; i += 80) {
      const unusual = headers.slice(i, i + 80).join('')
      const request = `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${unusual}Authorization: ${authorization}\r\n${more}\r\n${body}`
      const [response] = await exchange(url, request, { isHead })
      expect([line, i, response?.status]).toEqual([line, i, status])
    }
  })

  test('one by one, on one connection', async () => {
    const connection = await RawConnection.open(url)
    for (const header of headers) {
      connection.write(`GET /health/live HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`)
    }
    const responses = await connection.responses(headers.length)
    connection.close()
    expect(responses.map(({ status }) => status)).toEqual(headers.map(() => 200))
  })
})
