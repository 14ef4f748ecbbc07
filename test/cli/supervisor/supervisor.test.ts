import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { childService } from '../../../cli/supervisor/child.ts'
import { Supervisor } from '../../../cli/supervisor/supervisor.ts'
import { ConfigError } from '../../../config/error.ts'

let folder: string
let lines: string[]
let supervisor: Supervisor

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-supervisor-'))
  lines = []
  supervisor = new Supervisor((line) => lines.push(line))
})

afterEach(async () => {
  supervisor.kill()
  await rm(folder, { recursive: true, force: true })
})

/** A child that runs `code`; `note` is a file that the test reads. */
async function child(name: string, code: string) {
  const script = join(folder, `${name}.mjs`)
  const note = `const note = (text) => require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text + '\\n')`
  const head = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`
  await writeFile(script, `${head}\n${note}\n${code}`)
  return childService({ name, script, env: process.env })
}

async function notes(): Promise<string[]> {
  return (await readFile(join(folder, 'notes'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
}

const SERVES = 'process.send({ ready: true }); setInterval(() => {}, 1000)\n'

test('a group has started when each of its services has reported that it is ready', async () => {
  const slow = await child('slow', `setTimeout(() => { note('ready'); ${SERVES} }, 150)`)
  await supervisor.start([await child('quick', SERVES), slow])
  expect(await notes()).toEqual(['ready'])
})

test('groups are stopped one after the other, the latest first', async () => {
  const leaving = (name: string) =>
    child(
      name,
      `process.on('SIGTERM', () => setTimeout(() => { note('${name}'); process.exit() }, 100)); ${SERVES}`,
    )
  await supervisor.start([await leaving('worker')])
  await supervisor.start([await leaving('gateway-1'), await leaving('gateway-2')])
  await supervisor.stop()
  const order = await notes()
  expect(order.slice(0, 2).sort()).toEqual(['gateway-1', 'gateway-2'])
  expect(order[2]).toBe('worker')
  expect(lines).toEqual([])
})

test('a crash is reported in one line and followed by a restart, after a longer delay each time', async () => {
  const crashing = await child(
    'gateway 1',
    `note(String(Date.now())); ${SERVES} setTimeout(() => process.exit(7), 20)`,
  )
  await supervisor.start([crashing])
  await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 120_000, interval: 20 })
  expect(lines).toEqual([
    'gateway 1 exited with code 7; starting it again in 250 ms',
    'gateway 1 exited with code 7; starting it again in 500 ms',
    'gateway 1 exited with code 7; starting it again in 1000 ms',
  ])
  const starts = (await notes()).map(Number)
  expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(250)
  expect(starts[2]! - starts[1]!).toBeGreaterThanOrEqual(500)
  await supervisor.stop()
  await sleep(1100)
  expect(await notes()).toHaveLength(3)
})

test('a service that crashes before it was ready is restarted until it is ready', async () => {
  const flag = JSON.stringify(join(folder, 'flag'))
  const second = await child(
    'worker 1',
    `const fs = require('node:fs')
    if (!fs.existsSync(${flag})) { fs.writeFileSync(${flag}, ''); process.kill(process.pid, 'SIGKILL') }
    ${SERVES}`,
  )
  await supervisor.start([second])
  expect(lines).toEqual(['worker 1 was ended by SIGKILL; starting it again in 250 ms'])
})

test('an error that an operator must correct ends the start instead', async () => {
  const start = () => Promise.reject(new ConfigError('Postgres did not start: no space left'))
  await expect(supervisor.start([{ name: 'Postgres', start }])).rejects.toThrow('no space left')
  expect(lines).toEqual([])
})

test('a restart replaces only the processes of the later groups, without a report', async () => {
  const named = (name: string) => child(name, `note('${name} ' + process.pid); ${SERVES}`)
  await supervisor.start([await named('redis')])
  await supervisor.start([await named('gateway')])
  await supervisor.restartFrom(1)
  await vi.waitFor(async () => expect(await notes()).toHaveLength(3), { timeout: 120_000 })
  const names = (await notes()).map((note) => note.split(' ')[0])
  expect(names).toEqual(['redis', 'gateway', 'gateway'])
  expect(lines).toEqual([])
  await supervisor.stop()
})
