import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TestMailServer } from '../harness/smtp.ts'
import { compiled, type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[]
  readonly service: string
}

let receiver: Server
let mails: TestMailServer
let world: World
let gateway: SpawnedGateway
let worker: SpawnedProcess
const spans: Span[] = []

/** Keeps the spans of an export of OTLP as JSON. */
function keep(body: Buffer): void {
  const { resourceSpans } = JSON.parse(body.toString()) as {
    resourceSpans: {
      resource: { attributes: Span['attributes'] }
      scopeSpans: { spans: Omit<Span, 'service'>[] }[]
    }[]
  }
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    for (const { spans: some } of scopeSpans) spans.push(...some.map((span) => ({ ...span, service })))
  }
}

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const body = Buffer.concat(chunks)
    if (request.url === '/v1/traces')
      keep(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  mails = await TestMailServer.start()
  world = await World.create({
    ...mails.settings,
    OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  gateway = await spawnGateway(world)
  const started = await spawnProcess(compiled('workers/main.js'), world.env)
  if (typeof started !== 'object') throw new Error(`the worker ended before it was ready: ${started}`)
  worker = started
})
afterAll(async () => {
  for (const each of [gateway, worker]) {
    each.kill('SIGKILL')
    await each.exited
  }
  await world.close()
  await mails.close()
  receiver.close()
})

test('a request, its statements and commands, its job and the mail are one trace', async () => {
  const answer = await world.client(gateway.url, 'hamlet').patch('/settings', { email: 'prince@demo.test' })
  expect(answer.body.result).toBe('success')
  const trace = await vi.waitFor(
    () => {
      const mail = spans.find(({ name }) => name === 'mail')
      const found = spans.filter(({ traceId }) => traceId === mail?.traceId)
      const names = new Set(found.map(({ name, service }) => `${service} ${name}`))
      expect([...names]).toEqual(
        expect.arrayContaining([
          'loquat-gateway PATCH /api/v1/settings',
          'loquat-gateway postgres',
          'loquat-gateway redis',
          'loquat-worker job confirm-email-change',
          'loquat-worker postgres',
          'loquat-worker mail',
        ]),
      )
      return found
    },
    { timeout: 60_000, interval: 100 },
  )
  const byId = new Map(trace.map((span) => [span.spanId, span]))
  const pathOf = (span: Span): string[] => {
    const above = byId.get(span.parentSpanId ?? '')
    return [...(above === undefined ? [] : pathOf(above)), span.name]
  }
  const mail = trace.find(({ name }) => name === 'mail')!
  expect(pathOf(mail)).toEqual(['PATCH /api/v1/settings', 'job confirm-email-change', 'mail'])
  // Names of statements, never values.
  expect(JSON.stringify(spans)).not.toContain('prince@')
})

test('the trace of a request ends with it, whatever it has started', async () => {
  const hamlet = world.client(gateway.url, 'hamlet')
  const { queue_id, last_event_id } = (await hamlet.post('/register', {})).body
  const waiting = hamlet.get('/events', { queue_id, last_event_id })
  await world.client(gateway.url, 'iago').patch('/settings', { full_name: 'Honest Iago' })
  await waiting
  const count = () => spans.filter(({ traceId }) => traceId === ofRegister()?.traceId).length
  const ofRegister = () => spans.find(({ name }) => name === 'POST /api/v1/register')
  await vi.waitFor(() => expect(count()).toBeGreaterThan(1), { timeout: 60_000 })
  const before = count()
  // A request that is exported after all that the queue and its stream did meanwhile.
  await hamlet.get('/users/me/status')
  for (let n = 0; n < 5; n++)
    await hamlet.post('/messages', {
      type: 'direct',
      to: JSON.stringify([world.userId('hamlet')]),
      content: `${n}`,
    })
  const sends = () => spans.filter(({ name }) => name === 'POST /api/v1/messages').length
  await vi.waitFor(() => expect(sends()).toBe(5), { timeout: 60_000 })
  expect(count()).toBe(before)
})

test('a receiver that is away costs nothing but spans', async () => {
  receiver.closeAllConnections()
  receiver.close()
  const hamlet = world.client(gateway.url, 'hamlet')
  for (let n = 0; n < 20; n++) expect((await hamlet.get('/users/me')).status).toBe(200)
  gateway.kill('SIGTERM')
  expect(await gateway.exited).toBe(0)
})

test('without OTLP_ENDPOINT nothing of the SDK is loaded', async () => {
  const program = `
    import { createRequire } from 'node:module'
    await import('${pathToFileURL(compiled('gateway/gateway.js'))}')
    await import('${pathToFileURL(compiled('workers/running/worker.js'))}')
    const { startTracing } = await import('${pathToFileURL(compiled('core/platform/tracing/start-tracing.js'))}')
    const { cache } = createRequire('${pathToFileURL(compiled('gateway/gateway.js'))}')
    // prom-client loads the API, which does nothing.
    const loaded = () => Object.keys(cache).filter((path) => /@opentelemetry.(?!api\\b)/.test(path)).length
    await startTracing(undefined, 'gateway')
    const without = loaded()
    await startTracing('http://127.0.0.1:9', 'gateway')
    console.log(JSON.stringify([without, loaded() > 0]))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([0, true])
})
