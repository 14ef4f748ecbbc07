import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { removeUnclaimed } from '../../../../core/content/uploads/remove-attachments.ts'
import { retryThumbnails } from '../../../../core/messaging/editing/show-thumbnails.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { beginImport, CHECK_LOCK } from '../../../../core/transfer/imports/begin.ts'
import { abandonImport, IMPORT_LOCK, importRealm } from '../../../../core/transfer/imports/import.ts'
import { planSteps } from '../../../../core/transfer/imports/steps.ts'
import { verify } from '../../../../core/transfer/imports/verify.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { readEntries, splitPart, writeEntries } from '../../../harness/archives.ts'
import { violatedForeignKeys } from '../../../harness/foreign-keys.ts'
import { solidPicture } from '../../../harness/pictures.ts'
import { uploadFile } from '../../../harness/upload.ts'

setUpStage()
afterEach(() => vi.restoreAllMocks())

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

/**
 * Returns the number of committed steps and the imported messages of the running import; undefined when there
 * is none.
 */
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
  expect(await violatedForeignKeys(world)).toEqual({})
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

test('of two processes that have found no import of an archive, the later one is refused', async () => {
  const path = await writeArchive('found-none.zip')
  const archive = await Archive.open(path)
  const begin = async (subdomain: string) =>
    beginImport(
      core,
      { archive, mark: undefined },
      await planSteps(core.db, archive),
      { subdomain, customHost: null },
      verify,
      () => undefined,
    )
  try {
    await begin('first')
    await expect(begin('second')).rejects.toThrow('Another process is importing this archive.')
    expect(await unopened()).toHaveLength(1)
  } finally {
    await abandonImport(core, archive)
    archive.close()
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

/** The remains of the organization of a test whose import another process has completed meanwhile. */
const completed = (subdomain: string) =>
  world.sql(
    `SELECT is_deactivated AS deactivated, (SELECT count(*)::int FROM message m WHERE m.realm_id = r.id) AS messages,
       EXISTS (SELECT FROM event_head h WHERE h.realm_id = r.id) AS "isOpen"
     FROM realm r WHERE subdomain = $1`,
    [subdomain],
  )

/** An import that is complete. */
const COMPLETE = [{ deactivated: false, messages: expect.any(Number), isOpen: true }]

/** Completes the import after the next run of a statement. */
function completeAfter(name: string, complete: () => Promise<unknown>): void {
  const run = core.db.run.bind(core.db)
  const spy = vi.spyOn(core.db, 'run').mockImplementation(async (statement, values) => {
    const rows = await run(statement, values)
    if (statement.name === name) {
      spy.mockRestore()
      await complete()
    }
    return rows as never[]
  })
}

/** Completes the import before the next transaction begins. */
function completeBeforeTransaction(complete: () => Promise<unknown>): void {
  const transact = core.transact.bind(core)
  vi.spyOn(core, 'transact').mockImplementationOnce(async (...parameters) => {
    await complete()
    return transact(...parameters)
  })
}

test.each([0, 1, 2])(
  'an import that another process completes while this one waits for its lock stays (%i)',
  async (stepsLeft) => {
    const subdomain = `late-${stepsLeft}`
    const path = await writeArchive(`${subdomain}.zip`)
    if (stepsLeft === 0) {
      // Only the opening of the organization is left.
      const [steps] = await interruptAtEnd(path, subdomain)
      expect(steps).toBeGreaterThan(1)
    } else for (let done = 0; done < stepsLeft; done += 1) await runOneStep(path, subdomain)
    completeAfter('import.rename', () => importFrom(path, subdomain))
    await expect(importFrom(path, subdomain)).rejects.toThrow('Another process')
    expect(await completed(subdomain)).toEqual(COMPLETE)
    expect(await violatedForeignKeys(world)).toEqual({})
  },
)

/** Runs an import until only the opening of its organization is left. Returns the number of its steps. */
async function interruptAtEnd(path: string, subdomain: string): Promise<number[]> {
  for (;;) {
    const before = await progress()
    let done = 0
    let total = 1
    const archive = await Archive.open(path)
    try {
      await importRealm(core, archive, {
        subdomain,
        storeFile: async () => undefined,
        onProgress: (phase, ...rows) => {
          if (phase !== 'importing') return
          done = rows[0]
          total = rows[1]
          throw new Interruption()
        },
      })
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
    } finally {
      archive.close()
    }
    const now = await progress()
    if (done === total) return [now!.steps]
    expect(now!.steps).toBeGreaterThan(before?.steps ?? 0)
  }
}

test('an import that another process completes is not abandoned', async () => {
  const path = await writeArchive('abandoned.zip')
  await runOneStep(path, 'abandoned')
  const archive = await Archive.open(path)
  try {
    completeAfter('import.find', () => importFrom(path, 'abandoned'))
    expect(await abandonImport(core, archive)).toBe(false)
  } finally {
    archive.close()
  }
  expect(await completed('abandoned')).toEqual(COMPLETE)
})

test('an import that another process completes after this one was frozen stays', async () => {
  const path = await writeArchive('frozen.zip')
  await runOneStep(path, 'frozen')
  completeBeforeTransaction(async () => {
    // Does the same as Postgres after 30 seconds.
    await world.sql(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks
       WHERE locktype = 'advisory' AND classid = ${IMPORT_LOCK} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    await importFrom(path, 'frozen')
  })
  await expect(importFrom(path, 'frozen')).rejects.toThrow('Another process')
  expect(await completed('frozen')).toEqual(COMPLETE)
  expect(await violatedForeignKeys(world)).toEqual({})
})

test('jobs for the files of all organizations leave out those of a running import', async () => {
  const file = await uploadFile(as('hamlet'), {
    name: 'x.png',
    type: 'image/png',
    bytes: await solidPicture().png().toBuffer(),
  })
  await ok(
    as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'x', content: `[x](${file})` }),
  )
  await world.sql("UPDATE attachment SET created_at = now() - interval '100 days'")
  await world.sql('UPDATE attachment_picture SET is_ready = false')
  const path = await writeArchive('files.zip')
  await world.sql('UPDATE attachment_picture SET is_ready = true')
  const files = (table: string) =>
    world.sql(
      `SELECT t.* FROM realm_import i JOIN attachment a USING (realm_id) JOIN ${table} t ON a.id IN (t.attachment_id)`,
    )
  while ((await files('attachment_picture')).length === 0) expect(await runOneStep(path, 'files')).toBe(false)
  expect(await files('attachment_message')).toEqual([])
  await world.sql("UPDATE attachment_picture SET created_at = now() - interval '2 days'")
  expect(await removeUnclaimed(core)).toBe(0)
  await retryThumbnails(core)
  const [waiting] = await files('attachment_picture')
  expect(waiting).toMatchObject({ is_ready: false })
  const realm = await importFrom(path, 'files')
  const linked = await world.sql(
    'SELECT FROM attachment a JOIN attachment_message m ON m.attachment_id = a.id WHERE realm_id = $1',
    [realm],
  )
  expect(linked).toHaveLength(1)
  expect(await violatedForeignKeys(world)).toEqual({})
})
