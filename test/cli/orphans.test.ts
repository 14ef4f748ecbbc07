import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandLineOf, freePort } from '../../config/embedded/processes.ts'
import { compiled } from '../harness/product.ts'

// Processes start in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })
const soon = { timeout: 120_000, interval: 100 }

let folder: string
let port: number
let shell: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-orphans-'))
  port = await freePort()
})
afterEach(async () => {
  if (shell?.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Runs the compiled `npm start` in a shell, with its output into `reader`. Resolves once it serves. */
async function startInto(reader: string): Promise<number> {
  const env = { PATH: process.env.PATH, DATA_DIR: data(), PORT: String(port), HOST: '127.0.0.1' }
  const command = `"${process.execPath}" "${compiled('cli/start.js')}" | ${reader}`
  shell = spawn('bash', ['-c', command], { env, stdio: 'ignore', detached: true })
  await vi.waitFor(async () => expect(await answers()).toBe(true), soon)
  return Number((await readFile(join(data(), 'supervisor.pid'), 'utf8')).split('\n')[0])
}

const data = () => join(folder, 'var')
const answers = () =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** The processes that have the data folder or the port in their command line or environment. */
async function processes(): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || Number(pid) === shell?.pid) continue
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const [command, env] = await Promise.all([read('cmdline'), read('environ')])
    if (command.includes(folder) || env.includes(folder)) found.push(command.replaceAll('\0', ' '))
  }
  return found
}

const nothingIsLeft = () =>
  vi.waitFor(async () => {
    expect(await processes()).toEqual([])
    expect(await answers()).toBe(false)
  }, soon)

test('npm start | head serves on when head has ended, and a signal ends all of it', async () => {
  const supervisor = await startInto('head -1 >/dev/null')
  expect(await answers()).toBe(true)
  process.kill(supervisor, 'SIGTERM')
  await nothingIsLeft()
})

test('npm start | head that is killed leaves no process and a free port', async () => {
  const supervisor = await startInto('head -1 >/dev/null')
  expect((await processes()).length).toBeGreaterThan(4)
  process.kill(supervisor, 'SIGKILL')
  await nothingIsLeft()
  expect(await commandLineOf(supervisor)).toBe(undefined)
})
