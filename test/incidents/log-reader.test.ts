import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'
import { OPERATOR, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

const GATEWAY = fileURLToPath(new URL('../../gateway/main.ts', import.meta.url))
const soon = { timeout: 60_000, interval: 100 }

let world: World
const children: ChildProcess[] = []
beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await world.close()
})

/**
 * Starts a gateway whose log a shell hands to `reader`: a pipe as of `npm start | …`. Resolves with its
 * address once it answers.
 */
async function gatewayInto(reader: string) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, ...world.env, PORT: String(port), LOG_LEVEL: 'info' }
  const shell = spawn(
    'bash',
    [
      '-c',
      `"${process.execPath}" --import tsx "${GATEWAY}" > >(${reader}) & echo $!; wait $!; echo ended $?`,
    ],
    { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  children.push(shell)
  let told = ''
  shell.stdout.on('data', (chunk) => {
    told += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/health/live`)).status).toBe(200), soon)
  const pid = Number(/^\d+/.exec(told)![0])
  return { url, pid, told: () => told, shell }
}

/** Lets the gateway write far more than a pipe and its own memory hold. */
async function chatter(url: string): Promise<void> {
  const path = `/${'x'.repeat(1_000)}`
  for (let n = 0; n < 40; n++)
    await Promise.all(
      Array.from({ length: 100 }, () => fetch(url + path).then((answer) => answer.arrayBuffer())),
    )
}

test('a gateway whose log nobody reads serves on, says so, and ends on SIGTERM', async () => {
  const { url, pid, told, shell } = await gatewayInto('sleep 1000')
  const begunAt = performance.now()
  await chatter(url)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  await untilShown(url, 'log-stalled', /lines were left out/, begunAt)
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const dropped = /^loquat_process_dropped_log_lines\{[^}]*\} (\d+)$/m.exec(metrics)
    expect(Number(dropped?.[1])).toBeGreaterThan(100)
  }, soon)
  process.kill(pid, 'SIGTERM')
  await vi.waitFor(() => expect(told()).toContain('ended 0'), soon)
  process.kill(-shell.pid!, 'SIGKILL')
})

test('a gateway whose log is closed serves on, and ends on SIGTERM', async () => {
  const { url, pid, told } = await gatewayInto('head -c 10 >/dev/null')
  await chatter(url)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  process.kill(pid, 'SIGTERM')
  await vi.waitFor(() => expect(told()).toContain('ended 0'), soon)
})
