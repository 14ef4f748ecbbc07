import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR, spawnIll, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
  url = (await world.gateway()).url
})
afterAll(() => world.close())

test('a gateway whose event loop was blocked', async () => {
  const gateway = await spawnIll(world, 'gateway', { BLOCKED_MS: '4000' })
  const begunAt = performance.now()
  process.kill(gateway.pid, 'SIGUSR2')
  const shown = new RegExp(
    `The gateway with process number ${gateway.pid} on .* stood still\\..* for at least [2-9]`,
  )
  const text = await untilShown(url, 'loop-blocked', shown, begunAt)
  expect(text).toContain('the processor load and the swapping of its machine')
  gateway.kill('SIGTERM')
  await gateway.exited
  await untilGone(url, 'loop-blocked')
})

test('a clock that is wrong, until it is right', async () => {
  const begunAt = performance.now()
  const worker = await spawnIll(world, 'worker', { CLOCK_AHEAD_MS: '60000' })
  const text = await untilShown(url, 'clock-wrong', /it is 60\.\d s ahead of the clock of Redis/, begunAt)
  expect(text).toContain(`The clock of ${hostname()} is wrong.`)
  expect(text).toContain('timedatectl set-ntp true')
  process.kill(worker.pid, 'SIGUSR2')
  await untilGone(url, 'clock-wrong')
  worker.kill('SIGKILL')
  await worker.exited
})

test('a worker that is stopped, though its last report still counts, until it goes on', async () => {
  const worker = await spawnWorker(world)
  await vi.waitFor(async () => {
    const authorization = `Basic ${Buffer.from(`operator:${OPERATOR}`).toString('base64')}`
    const figures = await fetch(`${url}/ops/figures`, { headers: { authorization } })
    expect(await figures.text()).toContain(`worker-${hostname()}-${worker.pid}-`)
  }, 30_000)
  const begunAt = performance.now()
  process.kill(worker.pid, 'SIGSTOP')
  const stopped = new RegExp(`worker with process number ${worker.pid} on .* is stopped \\(SIGSTOP\\)`)
  const text = await untilShown(url, 'process-silent', stopped, begunAt)
  expect(text).toContain('kill -CONT')
  process.kill(worker.pid, 'SIGCONT')
  await untilGone(url, 'process-silent')
  worker.kill('SIGTERM')
  await worker.exited
})

test('a worker that is stuck, until another one takes its place', async () => {
  const worker = await spawnIll(world, 'worker', { BLOCKED_MS: '600000' })
  await untilGone(url, 'no-worker')
  const begunAt = performance.now()
  process.kill(worker.pid, 'SIGUSR2')
  const stuck = new RegExp(`worker with process number ${worker.pid} on .* exists, and does not react`)
  const text = await untilShown(url, 'process-silent', stuck, begunAt)
  expect(text).toContain(`kill -KILL ${worker.pid}`)
  await untilShown(url, 'no-worker', /No worker is running\./, begunAt)
  worker.kill('SIGKILL')
  await worker.exited
  await spawnWorker(world)
  for (const name of ['process-silent', 'no-worker']) await untilGone(url, name)
})
