import { appendFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'
import { programOf } from './programs.ts'
import { type SpawnedProcess, spawnProcess } from './spawn.ts'
import type { Settings, World } from './world.ts'

export const OPERATOR = 'an operator of the tests'
const authorization = `Basic ${Buffer.from(`operator:${OPERATOR}`).toString('base64')}`

/** An incident as /ops shows it. */
export interface Shown {
  readonly name: string
  readonly severity: string
  readonly text: string
}

/** The section "Attention" of /ops: its incidents, and whether it says that all is well. */
export async function attention(url: string): Promise<{ isGreen: boolean; incidents: Shown[] }> {
  const answer = await fetch(`${url}/ops/figures`, { headers: { authorization } })
  if (answer.status !== 200) throw new Error(`/ops/figures answered ${answer.status}`)
  const page = await answer.text()
  const items = page.matchAll(
    /<li class="incident" data-incident="([^"]+)" data-severity="([^"]+)">(.*?)<\/li>/gs,
  )
  const incidents = [...items].map(([, name, severity, body]) => ({
    name: name!,
    severity: severity!,
    text: plain(body!),
  }))
  return { isGreen: page.includes('Nothing needs attention.'), incidents }
}

const plain = (text: string): string =>
  text
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

/** The time limit for an incident, on a machine that other tests load. */
const LIMIT_MS = 60_000

/**
 * Waits until /ops and /metrics show an incident whose text matches, and returns its text. INCIDENT_TIMES
 * names a file that gets a line with the seconds since `begunAt`.
 */
export async function untilShown(
  url: string,
  name: string,
  text: RegExp,
  begunAt = performance.now(),
): Promise<string> {
  const found = await vi.waitFor(
    async () => {
      const { incidents, isGreen } = await attention(url)
      const match = incidents.find((each) => each.name === name && text.test(each.text))
      if (match === undefined || isGreen) {
        const shown = incidents.map((each) => `${each.name}: ${each.text}`).join('\n')
        throw new Error(`no incident ${name} like ${text}, but:\n${shown || '(nothing)'}`)
      }
      return match
    },
    { timeout: LIMIT_MS, interval: 100 },
  )
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
  const file = process.env.INCIDENT_TIMES
  if (file !== undefined) await appendFile(file, `| \`${name}\` | ${found.text} | ${seconds} |\n`)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = new RegExp(`^loquat_incident\\{name="${name}",severity="[a-z]+"\\} 1$`, 'm')
  if (!line.test(metrics)) throw new Error(`/metrics does not have the incident ${name}`)
  return found.text
}

/** Waits until /ops no longer shows an incident; with `sentence`, the one with this sentence. */
export async function untilGone(url: string, name: string, sentence = ''): Promise<void> {
  await vi.waitFor(
    async () => {
      const { incidents } = await attention(url)
      const match = incidents.find((each) => each.name === name && each.text.includes(sentence))
      if (match !== undefined) throw new Error(`still shown: ${match.text}`)
    },
    { timeout: LIMIT_MS, interval: 100 },
  )
}

const ILLNESS = fileURLToPath(new URL('./ill-process.mjs', import.meta.url))

/** Starts a worker of the product in its own process. */
export const spawnWorker = (world: World, settings: Settings = {}) =>
  spawn(world, 'workers/main.ts', settings)

/** Starts a gateway or worker in its own process, which `ill-process.mjs` makes ill. */
export async function spawnIll(
  world: World,
  kind: 'gateway' | 'worker',
  settings: Settings,
): Promise<SpawnedProcess> {
  const program = kind === 'gateway' ? 'gateway/main.ts' : 'workers/main.ts'
  const port = String(await freePort())
  const illness = ['--import', ILLNESS]
  return spawn(world, program, { PORT: port, ...settings }, illness)
}

async function spawn(
  world: World,
  program: string,
  settings: Settings,
  execArgv: readonly string[] = [],
): Promise<SpawnedProcess> {
  const env = { ...world.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', ...settings }
  const child = await spawnProcess(programOf(program), env, 'inherit', ['--enable-source-maps', ...execArgv])
  if (typeof child !== 'object') throw new Error(`${program} ended before it was ready: ${child}`)
  world.onClose(() => {
    child.kill('SIGKILL')
    return child.exited
  })
  return child
}

/** Writes a job into the outbox, as a transaction does. */
export const enqueue = (world: World, queue: string, name: string, data: object) =>
  world.sql<{ id: number }>(
    'INSERT INTO job_outbox (queue, name, data) VALUES ($1, $2, $3) RETURNING id::int AS id',
    [queue, name, JSON.stringify(data)],
  )
