import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries } from '../../../../harness/archives.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import { writeLargeZulipArchive } from '../../../../harness/moving/large-zulip-archive.ts'
import { programOf } from '../../../../harness/programs.ts'
import { DEPTH } from '../../../../harness/property.ts'

const PROCESS = programOf('test/harness/moving/read-process.ts')
const MESSAGES = 3_000
let folder: string
let archive: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-killed-'))
  archive = join(folder, 'archive.tar.gz')
  await writeLargeZulipArchive(archive, MESSAGES)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Starts a process that reads the archive, and kills it `ms` after it has begun. Resolves to whether it was
 * done.
 */
async function killedAfter(ms: number, work: string): Promise<boolean> {
  const child = spawn(process.execPath, [PROCESS, archive, work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  await Promise.race([sleep(ms), exited])
  child.kill('SIGKILL')
  await exited
  return output.includes('done')
}

test('an archive that is read by killed processes becomes the same as by one that is not', async () => {
  const began = performance.now()
  const whole = await readArchive(archive, join(folder, 'whole'))
  const duration = performance.now() - began
  const work = join(folder, 'killed')
  // The moments are spread over the whole time; a process that was done sooner has left its result.
  const times = 5 * DEPTH
  for (let n = 0; n < times; n += 1) {
    if (await killedAfter((duration * (n + 0.5)) / times, work)) break
  }
  const again = await readArchive(archive, work)
  expect(again.report).toEqual(whole.report)
  const [expected, actual] = [await readEntries(whole.path), await readEntries(again.path)]
  expect([...actual.keys()]).toEqual([...expected.keys()])
  for (const [name, bytes] of expected) expect(actual.get(name)!.equals(bytes), name).toBe(true)
  // Nothing of the killed processes is left beside the result.
  const [key] = await readdir(join(work, 'imports'))
  expect((await readdir(join(work, 'imports', key!))).sort()).toEqual(['archive.zip', 'report.json'])
})
