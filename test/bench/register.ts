import { fillOrganization } from './organization.ts'
import { registerAfterRestart } from './register-after-restart.ts'
import { FORM, registerClient } from './register-client.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const USERS = Number(process.env.BENCH_USERS ?? 10_000)
const CHANNELS = USERS / 10
const CHANNELS_EACH = 20
const GROUPS = USERS / 20
/** Clients that register at the same time. */
const CROWD = 100
const ALONE = 20

const WITH_SUBSCRIBERS = `${FORM}&include_subscribers=true`

/**
 * Measures POST /register with all data in an organization of 10,000 people, 1,000 channels, 200,000
 * subscriptions and 500 groups: one client alone, and 100 clients at the same time. Then all people of an
 * organization of 1,000 at the same time, after a restart.
 */
export async function register(): Promise<void> {
  let line = ''
  const stack = await startStack({
    onLog: (text) => {
      if (text.includes('/register')) line = text
    },
  })
  const people = await fillOrganization(stack, {
    people: USERS,
    channels: CHANNELS,
    channelsEach: CHANNELS_EACH,
    groups: GROUPS,
    messages: 0,
  })
  const first = await timed(stack, [people[0]!], FORM)
  const rows: [string, ...Cell[]][] = []
  const add = (name: string, { milliseconds, used, bytes }: Run) =>
    rows.push([name, [milliseconds, 0], [used, 0], [bytes / 1024, 0]])
  add('first of a process', first)
  for (const [name, form, encoding] of [
    ['alone', FORM, 'identity'],
    ['alone, gzipped', FORM, 'gzip'],
    ['alone, with subscribers', WITH_SUBSCRIBERS, 'identity'],
    ['alone, with subscribers, gzipped', WITH_SUBSCRIBERS, 'gzip'],
  ] as const) {
    const runs: Run[] = []
    for (let n = 0; n < ALONE; n++) runs.push(await timed(stack, [people[n]!], form, encoding))
    add(name, runs.sort((a, b) => a.milliseconds - b.milliseconds)[ALONE / 2]!)
  }
  const { postgres, redis } = JSON.parse(line) as { postgres: number; redis: number }
  for (const [name, form, encoding] of [
    [`${CROWD} at once`, FORM, 'identity'],
    [`${CROWD} at once, gzipped`, FORM, 'gzip'],
    [`${CROWD} at once, with subscribers`, WITH_SUBSCRIBERS, 'identity'],
    [`${CROWD} at once, with subscribers, gzipped`, WITH_SUBSCRIBERS, 'gzip'],
  ] as const) {
    add(name, await timed(stack, people.slice(1000, 1000 + CROWD), form, encoding))
  }
  await stack.close()
  printTable('POST /register', ['ms', 'ms of processor', 'KiB'], rows)
  printTable('round trips', ['Postgres', 'Redis'], [['POST /register', [postgres, 0], [redis, 0]]])
  await registerAfterRestart()
}

interface Run {
  readonly milliseconds: number
  /** Processor time of the gateway in milliseconds. */
  readonly used: number
  /** Average size of a response body as sent. */
  readonly bytes: number
}

/** Measures from the first request until all clients have their whole answers. */
async function timed(
  stack: Stack,
  people: readonly string[],
  form: string,
  encoding = 'identity',
): Promise<Run> {
  const before = stack.processorSeconds()
  const begin = performance.now()
  const bytes = await Promise.all(
    people.map((authorization) => registerClient(stack.port, authorization, form, encoding)),
  )
  return {
    milliseconds: performance.now() - begin,
    used: (stack.processorSeconds() - before) * 1000,
    bytes: bytes.reduce((sum, size) => sum + size, 0) / people.length,
  }
}
