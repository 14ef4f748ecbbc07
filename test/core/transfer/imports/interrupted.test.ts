import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { CHECK_LOCK } from '../../../../core/transfer/imports/begin.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { readEntries, splitPart, writeEntries } from '../../../harness/archives.ts'

setUpStage()

const CONTENTS = ['to be', 'or not', 'to be', 'that is', 'the question']

/** An error that ends an import after a step. */
class Interruption extends Error {}

/** Writes an archive of the first organization. Returns its path. */
async function writeArchive(name: string): Promise<string> {
  const path = join(world.config.dataDir, name)
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const source = { db: core.db, realm, open: async () => undefined }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(path))
  return path
}

/** Imports an archive. */
async function importFrom(
  path: string,
  subdomain: string,
  onProgress: (phase: string) => void = () => undefined,
): Promise<RealmId> {
  const archive = await Archive.open(path)
  try {
    return await importRealm(core, archive, { subdomain, storeFile: async () => undefined, onProgress })
  } finally {
    archive.close()
  }
}

/** Runs an import until its next step is committed. Returns whether it is complete. */
async function runOneStep(path: string, subdomain = 'copy'): Promise<boolean> {
  try {
    await importFrom(path, subdomain, (phase) => {
      if (phase === 'importing') throw new Interruption()
    })
    return true
  } catch (error) {
    if (!(error instanceof Interruption)) throw error
    return false
  }
}

/** Returns the number of committed steps and the imported messages of the running import; undefined when there is none. */
async function progress(): Promise<{ steps: number; messages: string[] } | undefined> {
  const [row] = await world.sql<{ steps: number; messages: string[] }>(
    `SELECT steps_done AS steps, ARRAY(SELECT content FROM message m WHERE m.realm_id = i.realm_id ORDER BY id) AS messages
     FROM realm_import i`,
  )
  return row
}

test('an import that is interrupted after each step continues with the next one', {
  timeout: 300_000,
}, async () => {
  for (const content of CONTENTS) {
    await ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'question', content }))
  }
  const path = await writeArchive('interrupted.zip')
  const entries = await readEntries(path)
  const parts = splitPart(entries, 'message')
  await writeEntries(path, entries)
  const original = await world.sql<{ content: string }>(
    'SELECT content FROM message WHERE realm_id = 1 ORDER BY id',
  )
  const contents = original.map(({ content }) => content)
  expect(contents.slice(-CONTENTS.length)).toEqual(CONTENTS)

  const counts = new Set<number>()
  for (let steps = 1; !(await runOneStep(path)); steps += 1) {
    const now = (await progress())!
    // Progress neither repeats nor skips messages, although two parts are written at the same time.
    expect(now.steps).toBe(steps)
    expect(now.messages).toEqual(contents.slice(0, now.messages.length))
    counts.add(now.messages.length)
  }
  expect(counts.size).toBe(parts + 1)
  expect(await progress()).toBeUndefined()
  const copied = await world.sql<{ content: string }>(
    "SELECT content FROM message m JOIN realm r ON r.id = m.realm_id WHERE r.subdomain = 'copy' ORDER BY m.id",
  )
  expect(copied.map(({ content }) => content)).toEqual(contents)
})

const unopened = () => world.sql("SELECT id FROM realm WHERE subdomain LIKE 'importing.%'")

test('a check that is interrupted leaves nothing behind', async () => {
  const path = await writeArchive('checked.zip')
  const interrupted = importFrom(path, 'checked', () => {
    throw new Interruption()
  })
  await expect(interrupted).rejects.toThrow(Interruption)
  expect(await progress()).toBeUndefined()
  expect(await unopened()).toEqual([])
  expect(await world.sql('SELECT FROM imported_id')).toEqual([])
})

test('an archive is checked by one process at a time', async () => {
  const path = await writeArchive('twice.zip')
  const archive = await Archive.open(path)
  archive.close()
  const other = new pg.Client({ connectionString: world.config.databaseUrl })
  await other.connect()
  try {
    await other.query('SELECT pg_advisory_lock($1, hashtext($2))', [CHECK_LOCK, archive.fingerprint])
    await expect(importFrom(path, 'twice')).rejects.toThrow('Another process is importing this archive.')
    expect(await unopened()).toEqual([])
  } finally {
    await other.end()
  }
})

test('an import whose steps had another order in the version that began it begins anew', async () => {
  const path = await writeArchive('older.zip')
  expect(await runOneStep(path, 'older')).toBe(false)
  const [former] = await world.sql<{ id: number }>(
    "UPDATE realm_import SET fingerprint = split_part(fingerprint, ' ', 1) RETURNING realm_id AS id",
  )
  const realm = await importFrom(path, 'older')
  expect(realm).not.toBe(former!.id)
  expect(await progress()).toBeUndefined()
  expect(await unopened()).toEqual([])
  expect(await world.sql('SELECT subdomain FROM realm WHERE id = $1', [realm])).toEqual([
    { subdomain: 'older' },
  ])
})
