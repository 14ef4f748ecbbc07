import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scalarKinds } from '../../../../gateway/http/parameters/scalar-kinds.ts'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'
import { apiKey, createClient } from '../../../../gateway/web/client/index.ts'
import { JSON_STRINGS } from '../../../../gateway/web/client/request.ts'
import { World } from '../../../harness/world.ts'
import { libraryClient } from './client-world.ts'

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world.close())

/** A server with one prepared response for each request; records the request lines. */
async function scripted(answers: readonly (readonly [status: number, body: unknown, headers?: object])[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const answer = answers[requests.length]
    requests.push(`${request.method} ${request.url}`)
    if (answer === undefined) {
      response.destroy()
      return
    }
    response.writeHead(answer[0], { ...answer[2] }).end(JSON.stringify(answer[1]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  world.onClose(async () => server.close())
  const client = createClient({ url: `http://127.0.0.1:${port}`, credentials: apiKey('a@b.test', 'key') })
  return { client, requests }
}

const OK = { result: 'success', msg: '' }
const BUSY = { result: 'error', msg: 'slow down', code: 'RATE_LIMIT_HIT', 'retry-after': 0.01 }

test('parameters arrive as the server declares them: in the path, as text, as JSON', async () => {
  const client = libraryClient(world, url, 'iago')
  await client.call('POST /users/me/subscriptions', { subscriptions: [{ name: '2024' }] })
  const { id } = await client.call('POST /messages', {
    type: 'channel',
    to: '2024',
    topic: 'true',
    content: '12',
  })
  const { message } = await client.call('GET /messages/{message_id}', {
    message_id: id,
    apply_markdown: false,
  })
  expect(message).toMatchObject({ display_recipient: '2024', subject: 'true', content: '12' })
  await client.call('POST /navigation_views', { fragment: 'narrow/is/x?&#%', is_pinned: true, name: '7' })
  await client.call('PATCH /navigation_views/{fragment}', { fragment: 'narrow/is/x?&#%', is_pinned: false })
  const { navigation_views } = await client.call('GET /navigation_views')
  expect(navigation_views).toContainEqual({ fragment: 'narrow/is/x?&#%', is_pinned: false, name: '7' })
})

test('the list of JSON strings is what the endpoints declare', () => {
  const services: unknown = new Proxy(() => undefined, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => '' : services),
  })
  const declared = apiRoutes(services as Services).flatMap(({ method, path, params }) => {
    const names = Object.entries(params)
      .filter(([, { encoding, schema }]) => encoding !== 'text' && scalarKinds(schema).string)
      .map(([name]) => name)
    return names.length === 0 ? [] : [[`${method} ${path}`, names.toSorted()]]
  })
  expect(JSON_STRINGS).toEqual(Object.fromEntries(declared))
})

test('an error has code, text, status and the other fields', async () => {
  const failed = libraryClient(world, url, 'iago').call('DELETE /events', { queue_id: 'none' })
  await expect(failed).rejects.toMatchObject({
    name: 'RequestError',
    code: 'BAD_EVENT_QUEUE_ID',
    message: 'Bad event queue ID: none',
    status: 400,
    docsUrl: `${world.config.rootUrl}/api/delete-events#errors`,
    extra: { queue_id: 'none' },
  })
})

test('a refused call is repeated after Retry-After, whatever its method', async () => {
  const { client, requests } = await scripted([
    [429, BUSY],
    [503, { ...BUSY, code: 'DATABASE_BUSY' }],
    [200, OK],
  ])
  await client.call('POST /mark_all_as_read')
  expect(requests).toHaveLength(3)
})

test('a server that asks for too long a pause gets no second call', async () => {
  const { client, requests } = await scripted([[429, { ...BUSY, 'retry-after': 1800 }]])
  await expect(client.call('GET /users/me')).rejects.toMatchObject({ status: 429, retryAfter: 1800 })
  expect(requests).toHaveLength(1)
})

test('only a repeatable call is repeated after a lost connection or a failure of the server', async () => {
  const lost = await scripted([])
  const once = lost.client.call('POST /mark_all_as_read')
  await expect(once).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0, hasUnknownOutcome: true })
  expect(lost.requests).toHaveLength(1)

  const answers = [
    [502, 'Bad gateway'],
    [200, OK],
  ] as const
  const reading = await scripted(answers)
  await reading.client.call('GET /users/me')
  expect(reading.requests).toHaveLength(2)
  const harmless = await scripted(answers)
  await harmless.client.call('POST /mark_all_as_read', {}, { isRepeatable: true })
  expect(harmless.requests).toHaveLength(2)
})

test('a call ends with its signal and with its time', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const client = createClient({ url: `http://127.0.0.1:${port}`, credentials: apiKey('a@b.test', 'key') })
  const late = client.call('GET /users/me', {}, { timeoutMs: 1, attempts: 1 })
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', status: 0 })
  const given = new AbortController()
  const call = client.call('GET /users/me', {}, { signal: given.signal })
  given.abort(new Error('no longer needed'))
  await expect(call).rejects.toThrow('no longer needed')
  silent.closeAllConnections()
  silent.close()
})

test('the library imports only types from the rest of the product', async () => {
  const folder = 'gateway/web/client'
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  const imports = sources.flatMap((source) => [
    ...source.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*from '([^']+)'/gm),
  ])
  expect(imports.length).toBeGreaterThan(10)
  expect(imports.map(([, path]) => path).filter((path) => !/^\.\/[\w-]+\.ts$/.test(path!))).toEqual([])
})

test('README shows the bot that the tests run', async () => {
  const [readme, bot] = await Promise.all(
    ['README.md', 'examples/echo-bot.ts'].map((name) => readFile(`gateway/web/client/${name}`, 'utf8')),
  )
  expect(readme).toContain(bot!.trim().replace(/^(?=.)/gm, '    '))
  expect(bot!.trim().split('\n').length).toBeLessThan(20)
})

test('an address that is none is refused at once, and one of the interface is that of its server', async () => {
  for (const wrong of ['', 'chat.example.com', 'localhost:9991', 'ftp://chat.example.com'])
    expect(() => createClient({ url: wrong, credentials: apiKey('a@b.test', 'key') })).toThrow(
      `"${wrong}" is not the address of a server, such as https://chat.example.com`,
    )
  const credentials = world.client(url, 'hamlet').credentials!
  for (const address of [url, `${url}/`, `${url}/api/v1`, `${url}/api/v1/`]) {
    const client = createClient({ url: address, credentials: apiKey(credentials.email, credentials.apiKey) })
    expect(await client.call('GET /users/me')).toMatchObject({ delivery_email: credentials.email })
  }
})

test('a server that cannot be reached is named, with what the network said', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const address = `http://127.0.0.1:${port}`
  const client = createClient({ url: address, credentials: apiKey('a@b.test', 'key') })
  await expect(client.call('GET /users/me', {}, { attempts: 1 })).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
    message: `The server cannot be reached at ${address} (ECONNREFUSED)`,
  })
})
