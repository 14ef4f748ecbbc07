import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { spawnIll } from '../../../harness/incidents.ts'
import { type Settings, World } from '../../../harness/world.ts'

/** Listens as systemd does, and prints the time of each message in milliseconds, and the message. */
const LISTEN = `
import socket, sys, time
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
print('listens', flush=True)
while True:
    message = listener.recv(4096).decode().strip()
    print(time.monotonic_ns() // 1000000, message, flush=True)
`
const isMissing = spawnSync('systemd-notify', ['--version']).error !== undefined
const soon = { timeout: 60_000, interval: 50 }

let world: World
let folder: string
beforeAll(async () => {
  world = await World.create()
  folder = await mkdtemp(join(tmpdir(), 'loquat-notify-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Starts a worker that systemd watches, and returns what it says. */
async function watchedWorker(name: string, settings: Settings) {
  const socket = join(folder, name)
  const listener = spawn('python3', ['-c', LISTEN, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  world.onClose(async () => listener.kill('SIGKILL'))
  let heard = ''
  listener.stdout.on('data', (chunk) => {
    heard += chunk
  })
  await vi.waitFor(() => expect(heard).toBe('listens\n'), soon)
  const worker = await spawnIll(world, 'worker', { NOTIFY_SOCKET: socket, ...settings })
  /** The time of each sign of life, in milliseconds. */
  const signs = () =>
    heard
      .split('\n')
      .filter((line) => line.endsWith(' WATCHDOG=1'))
      .map((line) => Number(line.split(' ')[0]))
  return { worker, signs }
}

test.skipIf(isMissing)('systemd hears that a worker lives, and nothing while it is stopped', async () => {
  const { worker, signs } = await watchedWorker('own', { WATCHDOG_USEC: '900000' })
  await vi.waitFor(() => expect(signs().length).toBeGreaterThan(2), soon)
  const widestGap = () => Math.max(...signs().map((time, index, all) => time - (all[index - 1] ?? time)))
  process.kill(worker.pid, 'SIGSTOP')
  const limit = widestGap() + 1_000
  await new Promise((resolve) => setTimeout(resolve, limit + 500))
  const before = signs().length
  process.kill(worker.pid, 'SIGCONT')
  await vi.waitFor(() => expect(signs().length).toBeGreaterThan(before), soon)
  expect(widestGap()).toBeGreaterThan(limit)
})

test.skipIf(isMissing)('a worker whose parent is watched says nothing itself', async () => {
  const parent = { WATCHDOG_USEC: '90000', WATCHDOG_PID: String(process.pid) }
  const { worker, signs } = await watchedWorker('of-parent', parent)
  worker.kill('SIGTERM')
  await worker.exited
  expect(signs()).toEqual([])
})
