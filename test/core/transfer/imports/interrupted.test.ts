import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { readEntries, splitPart, writeEntries } from '../../../harness/archives.ts'

setUpStage()

const CONTENTS = ['to be', 'or not', 'to be', 'that is', 'the question']

/** An error that ends an import after a step. */
class Interruption extends Error {}

/** Runs an import until its next step is committed. Returns whether it is complete. */
async function runOneStep(path: string): Promise<boolean> {
  const archive = await Archive.open(path)
  const onProgress = (phase: string) => {
    if (phase === 'importing') throw new Interruption()
  }
  try {
    await importRealm(core, archive, { subdomain: 'copy', storeFile: async () => undefined, onProgress })
    return true
  } catch (error) {
    if (!(error instanceof Interruption)) throw error
    return false
  } finally {
    archive.close()
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
  const path = join(world.config.dataDir, 'interrupted.zip')
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const source = { db: core.db, realm, open: async () => undefined }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(path))
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
