import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import type { MOST_UNTAKEN, ThreadedCheck } from '../../../../core/transfer/imports/threaded-check.ts'
import { type Verify, verify } from '../../../../core/transfer/imports/verify.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { changeRows, type Entries, readEntries, splitPart, writeEntries } from '../../../harness/archives.ts'
import { compiled } from '../../../harness/product.ts'

setUpStage()

/** A thread runs compiled modules only. */
const threaded: { ThreadedCheck: typeof ThreadedCheck; MOST_UNTAKEN: typeof MOST_UNTAKEN } = await import(
  compiled('core/transfer/imports/threaded-check.js')
)

let good: string
let other: string
let entries: Entries
const checks: ThreadedCheck[] = []

beforeAll(async () => {
  good = join(world.config.dataDir, 'good.zip')
  other = join(world.config.dataDir, 'other.zip')
  for (let n = 0; n < 150; n++)
    await ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'x', content: `${n}` }))
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const source = { db: core.db, realm, open: async () => undefined }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(good))
  entries = await readEntries(good)
}, 600_000)
afterEach(async () => {
  for (const check of checks.splice(0)) await check.stop()
})

function begin(path: string): ThreadedCheck {
  const check = new threaded.ThreadedCheck(path)
  checks.push(check)
  return check
}

/** The parts that a check gives with the ids of their rows, or its error. */
async function outcome(check: Verify, path: string): Promise<unknown> {
  const archive = await Archive.open(path)
  const parts: unknown[] = []
  try {
    await check(archive, async ({ table, part }, ids) => {
      parts.push([table.name, part.name, ids])
    })
    return parts
  } catch (error) {
    return (error as Error).message
  } finally {
    archive.close()
  }
}

test('a thread finds the same parts and ids', async () => {
  const found = await outcome(begin(good).verify, good)
  expect(found).toEqual(await outcome(verify, good))
  expect(found).toContainEqual(['message', 'message/000001.ndjson', expect.any(Array)])
})

test('it waits for those who take more parts than it may keep', async () => {
  const many = new Map(entries)
  expect(splitPart(many, 'message')).toBeGreaterThan(threaded.MOST_UNTAKEN)
  await writeEntries(other, many)
  const expected = await outcome(verify, other)
  const check = begin(other)
  // Longer than a thread needs for all parts, so that it waits.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await outcome(check.verify, other)).toEqual(expected)
})

test.each<[string, (broken: Entries) => void]>([
  [
    'a row with a wrong type',
    (broken) => changeRows(broken, 'message', ([row, ...rows]) => [{ ...row, content: 7 }, ...rows]),
  ],
  ['ids that descend', (broken) => changeRows(broken, 'message', (rows) => rows.reverse())],
  [
    'no owner',
    (broken) => changeRows(broken, 'user_account', (rows) => rows.map((row) => ({ ...row, role: 400 }))),
  ],
  ['another checksum', (broken) => broken.set('message/000001.ndjson', Buffer.from('{}\n'))],
])('a broken archive is refused for the same reason: %s', async (_, breakIt) => {
  const broken = new Map(entries)
  breakIt(broken)
  await writeEntries(other, broken)
  const reason = await outcome(verify, other)
  expect(reason).toMatch(/^The archive is broken: /)
  expect(await outcome(begin(other).verify, other)).toBe(reason)
})

test('a file that is no archive, and one that is missing, are refused', async () => {
  await writeFile(other, 'no archive')
  expect(await outcome(begin(other).verify, good)).toMatch(/^The archive is broken: .*[^.]\.$/)
  expect(await outcome(begin(`${other}.away`).verify, good)).toBe(`${other}.away cannot be read (ENOENT).`)
})

test('a file that was replaced by another archive is refused', async () => {
  const changed = new Map(entries)
  changeRows(changed, 'message', (rows) => rows.slice(1))
  await writeEntries(other, changed)
  expect(await outcome(begin(other).verify, good)).toBe('The file was replaced while it was read.')
})

test('a check that is stopped fails', async () => {
  const check = begin(good)
  await check.stop()
  expect(await outcome(check.verify, good)).toBe('The thread that checks the archive has ended early')
})
