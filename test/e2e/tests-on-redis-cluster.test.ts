import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testServers } from '../harness/ask.ts'
import { SERVERS } from '../harness/servers.ts'

/** The tests of the parts that use Redis: events, queues, presence, rate limits, sessions, jobs. */
const FILES = [
  'test/core/people/presence/answers.test.ts',
  'test/core/platform/events/event-stream.test.ts',
  'test/core/platform/events/repair.test.ts',
  'test/core/platform/events/trim.test.ts',
  'test/gateway/http/limits/rate-limits.test.ts',
  'test/gateway/realtime/delivery.test.ts',
  'test/gateway/realtime/polling.test.ts',
  'test/gateway/realtime/queue-life.test.ts',
  'test/gateway/realtime/queue-narrow.test.ts',
  'test/gateway/realtime/several-gateways.property.test.ts',
  'test/gateway/realtime/websocket-alternation.property.test.ts',
  'test/gateway/realtime/websocket.test.ts',
  'test/gateway/routes/people/presence.test.ts',
  'test/gateway/routes/messages/typing.test.ts',
  'test/workers/outbox.test.ts',
]

test('tests of events, queues, presence, rate limits and jobs pass on a Redis Cluster too', async () => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS|FORCE_COLOR|TEST$)/.test(name),
  )
  const run = spawn('npx', ['vitest', 'run', '--reporter=default', ...FILES], {
    env: {
      ...Object.fromEntries(own),
      NO_COLOR: '1',
      LOQUAT_TEST_REDIS: 'cluster',
      [SERVERS]: JSON.stringify(await testServers()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const status = new Promise((resolve) => run.once('exit', resolve))
  const [output, errors] = await Promise.all([text(run.stdout), text(run.stderr)])
  expect(await status, output + errors).toBe(0)
  expect(output).toMatch(new RegExp(`Test Files +${FILES.length} passed`))
})
