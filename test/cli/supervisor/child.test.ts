import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childService } from '../../../cli/supervisor/child.ts'
import { openLogFile } from '../../../cli/supervisor/log-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-child-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('standard output of a child is appended to its log file, which its owner alone can read', async () => {
  const script = join(folder, 'child.mjs')
  const logFile = join(folder, 'logs/gateway-1.log')
  await writeFile(script, "console.log('a line'); process.disconnect()")
  for (let run = 0; run < 2; run++) {
    const child = await childService({ name: 'gateway 1', script, env: process.env, logFile }).start()
    await once(child.process, 'exit')
  }
  expect(await readFile(logFile, 'utf8')).toBe('a line\na line\n')
  expect((await stat(logFile)).mode & 0o777).toBe(0o600)
})

test('a log file of more than 10 MiB is kept under another name, once', async () => {
  const path = join(folder, 'worker-1.log')
  for (const letter of ['a', 'b']) {
    await writeFile(path, letter.repeat(10 * 1024 * 1024 + 1))
    await (await openLogFile(path)).close()
    expect((await stat(path)).size).toBe(0)
    expect((await readFile(`${path}.old`, 'utf8'))[0]).toBe(letter)
  }
})

test('a child has the options of Node that its service asks for', async () => {
  const script = join(folder, 'options.mjs')
  const logFile = join(folder, 'options.log')
  await writeFile(script, 'console.log(process.execArgv.at(-1)); process.disconnect()')
  const nodeOptions = ['--max-semi-space-size=64']
  const child = await childService({
    name: 'gateway 1',
    script,
    env: process.env,
    nodeOptions,
    logFile,
  }).start()
  await once(child.process, 'exit')
  expect(await readFile(logFile, 'utf8')).toBe('--max-semi-space-size=64\n')
})
