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
import { writeMattermostArchive } from '../../../../harness/moving/mattermost-archive.ts'
import {
  asMattermost,
  asRocketChat,
  asSlack,
  plainHistory,
} from '../../../../harness/moving/plain-history.ts'
import { Random } from '../../../../harness/moving/random.ts'
import { writeZip } from '../../../../harness/moving/slack-archive.ts'
import { writeTarGz } from '../../../../harness/moving/tar.ts'
import { programOf } from '../../../../harness/programs.ts'
import { DEPTH } from '../../../../harness/property.ts'

const PROCESS = programOf('test/harness/moving/read-process.ts')
const MESSAGES = 3_000
/** Moments at which a process is killed, for each format. */
const MOMENTS = Math.min(20, 3 * DEPTH)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-killed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The formats, each with a function that writes an archive at a path. */
const FORMATS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  Zulip: (path) => writeLargeZulipArchive(path, MESSAGES),
  Slack: (path) => writeZip(path, asSlack(plainHistory(1, MESSAGES))),
  Mattermost: (path) =>
    writeMattermostArchive(path, asMattermost(plainHistory(2, MESSAGES)) as Record<string, unknown>[]),
  'Rocket.Chat': (path) => writeTarGz(path, asRocketChat(plainHistory(3, MESSAGES))),
}

/**
 * Starts a process that reads the archive, and kills it `ms` after it has begun. Resolves to whether it was
 * done.
 */
async function killedAfter(ms: number, archive: string, work: string): Promise<boolean> {
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

test.each(Object.keys(FORMATS))(
  'an archive of %s that is read by killed processes becomes the same as by one that is not',
  { timeout: 60_000 + 30_000 * MOMENTS },
  async (format) => {
    const archive = join(folder, format)
    await FORMATS[format]!(archive)
    const began = performance.now()
    const whole = await readArchive(archive, join(folder, `${format}-whole`))
    const duration = performance.now() - began
    const work = join(folder, `${format}-killed`)
    const seed = Number(process.env.LOQUAT_SEED ?? 49)
    const random = new Random(seed)
    for (let n = 0; n < MOMENTS; n += 1) {
      // A process that was done sooner has left its result, which the next one would take.
      const isDone = await killedAfter(random.next() * duration, archive, work)
      if (isDone && n < MOMENTS - 1) await rm(work, { recursive: true, force: true })
    }
    const again = await readArchive(archive, work)
    const of = `LOQUAT_SEED=${seed}`
    expect(again.report, of).toEqual(whole.report)
    const [expected, actual] = [await readEntries(whole.path), await readEntries(again.path)]
    expect([...actual.keys()], of).toEqual([...expected.keys()])
    for (const [name, bytes] of expected) expect(actual.get(name)!.equals(bytes), `${name} ${of}`).toBe(true)
    // Nothing of the killed processes is left beside the result.
    const [key] = await readdir(join(work, 'imports'))
    expect((await readdir(join(work, 'imports', key!))).sort()).toEqual(['archive.zip', 'report.json'])
  },
)
