import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { REQUESTS_SHARED_OUT } from '../../../../config/limits.ts'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { LaterAnswer } from '../../../../gateway/http/endpoint/later-answer.ts'
import { rawRoute } from '../../../../gateway/http/raw-route.ts'
import { plainFailure, plainText } from '../../../../gateway/http/reply/reply.ts'
import { FakeRealm } from '../fake-realm.ts'
import { type Answer, ME, TestServer } from '../test-server.ts'

/** The number of requests that each of two organizations may run. */
const SHARE = REQUESTS_SHARED_OUT / 2

const loud = new FakeRealm(1)
const modest = new FakeRealm(2)
const realmOf = (host: string) => (host === 'modest.test' ? modest.state : loud.state)
const realms = { knownByHost: realmOf, byHost: async (host: string) => realmOf(host) }

let ends: (() => void)[]
let begun: number
const untilEnd = () => {
  begun++
  return new Promise<void>((resolve) => void ends.push(resolve))
}

const endpoints = [
  endpoint({ method: 'GET', path: '/quick', access: 'user', summary: 'Ends at once', handler: () => {} }),
  endpoint({ method: 'GET', path: '/slow', access: 'user', summary: 'Runs on', handler: untilEnd }),
  endpoint({
    method: 'GET',
    path: '/poll',
    access: 'user',
    summary: 'Waits for an event',
    handler: () => {
      const later = new LaterAnswer<void>()
      void untilEnd().then(() => later.answer())
      return later
    },
  }),
]

const file = rawRoute({
  method: 'GET',
  pattern: '/file',
  access: 'user',
  renderError: plainFailure,
  handle: async () => {
    await untilEnd()
    return plainText(200, 'a file')
  },
})

let server: TestServer

beforeEach(async () => {
  // Time stands still, so that no organization becomes inactive on a slow machine.
  vi.useFakeTimers({ toFake: ['performance'] })
  ends = []
  begun = 0
  for (const realm of [loud, modest]) {
    realm.put(ME)
    await realm.state.sync()
  }
  server = await TestServer.start(endpoints, { realms, rawRoutes: [file] })
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await server.stop()
  vi.useRealTimers()
})

const ask = (path: string): Promise<Answer> =>
  server.call('GET', path, { headers: { authorization: loud.authorization(ME) } })

/** A request of the other organization. */
async function askModestly(path: string): Promise<string> {
  const authorization = modest.authorization(ME)
  const connection = await server.send(
    `GET /api/v1${path} HTTP/1.1\r\nHost: modest.test\r\nAuthorization: ${authorization}\r\n\r\n`,
  )
  onTestFinished(() => connection.close())
  return connection.until('}')
}

const waiting = () => server.server.shares.figures.waiting

test('an organization that is alone runs all its requests at once', async () => {
  const answers = Array.from({ length: REQUESTS_SHARED_OUT + 10 }, () => ask('/slow'))
  await expect.poll(() => begun).toBe(answers.length)
  expect(waiting()).toBe(0)
})

test('beside another organization, further requests wait, and those of the other do not', async () => {
  expect(await askModestly('/quick')).toContain('200 OK')
  const answers = Array.from({ length: SHARE + 2 }, () => ask('/slow'))
  await expect.poll(waiting).toBe(2)
  expect(begun).toBe(SHARE)
  expect(await askModestly('/quick')).toContain('200 OK')
  ends.shift()!()
  expect((await Promise.race(answers)).status).toBe(200)
  await expect.poll(() => begun).toBe(SHARE + 1)
  expect(waiting()).toBe(1)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => ends.length).toBe(1)
  ends[0]!()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

test('a request that waits is not run after its client has disconnected', async () => {
  await askModestly('/quick')
  const answers = Array.from({ length: SHARE }, () => ask('/slow'))
  await expect.poll(() => begun).toBe(SHARE)
  const leaving = await server.send(
    `GET /api/v1/slow HTTP/1.1\r\nHost: demo.test\r\nAuthorization: ${loud.authorization(ME)}\r\n\r\n`,
  )
  await expect.poll(waiting).toBe(1)
  leaving.close()
  await expect.poll(waiting).toBe(0)
  for (const end of ends.splice(0)) end()
  await Promise.all(answers)
  expect(begun).toBe(SHARE)
})

test('long polls that wait for events do not count', async () => {
  await askModestly('/quick')
  const answers = Array.from({ length: SHARE + 10 }, () => ask('/poll'))
  await expect.poll(() => begun).toBe(answers.length)
  expect((await ask('/quick')).status).toBe(200)
})

test('requests for files take the same turns', async () => {
  await askModestly('/quick')
  const answers = Array.from({ length: SHARE }, () => ask('/slow'))
  await expect.poll(() => begun).toBe(SHARE)
  const fetching = fetch(`${server.origin}/file`, { headers: { authorization: loud.authorization(ME) } })
  await expect.poll(waiting).toBe(1)
  expect(begun).toBe(SHARE)
  ends.shift()!()
  await expect.poll(() => begun).toBe(SHARE + 1)
  for (const end of ends.splice(0)) end()
  expect((await fetching).status).toBe(200)
  await Promise.all(answers)
})
