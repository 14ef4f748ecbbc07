import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { HistoryJob } from '../../../../core/transfer/history/jobs.ts'
import { continueHistory } from '../../../../core/transfer/history/run.ts'
import { openHistoryToken } from '../../../../core/transfer/history/token.ts'
import { ArchiveError } from '../../../../core/transfer/imports/archive.ts'
import {
  type Archived,
  begin,
  cancel,
  found,
  newest,
  send,
  setUpHistoryStage,
  smallArchive,
  state,
  storage,
} from '../../../harness/history-stage.ts'
import { patch } from '../../../harness/tus.ts'
import { core, world } from '../stage.ts'

setUpHistoryStage()

const TOKEN = 'xoxp-a-secret-of-the-workspace'

let small: Archived
beforeAll(async () => {
  small = await smallArchive()
})

const sealedOf = async (id: number): Promise<Buffer | null> => {
  const [row] = await world.sql<{ token: Buffer | null }>(
    'SELECT sealed_token AS token FROM history_import WHERE id = $1',
    [id],
  )
  return row!.token
}

test('a token is stored encrypted, is never returned, reaches the check, and ends with it', async () => {
  const one = await found()
  const begun = await begin(one.client, small.bytes.length)
  const { id } = await newest(one.client)
  await one.client.ok(one.client.put(`/realm/history_imports/${id}/token`, { token: TOKEN }))
  const sealed = (await sealedOf(id))!
  expect(sealed.includes(TOKEN)).toBe(false)
  const secret = world.config.secretKey!
  expect(openHistoryToken(secret, one.realm.id, id, sealed)).toBe(TOKEN)
  // It belongs to this import of this organization, and to this server.
  expect(openHistoryToken(secret, one.realm.id, id + 1, sealed)).toBeUndefined()
  expect(openHistoryToken(secret, one.realm.id + 1, id, sealed)).toBeUndefined()
  expect(openHistoryToken(`${secret}x`, one.realm.id, id, sealed)).toBeUndefined()
  expect(JSON.stringify(await state(one.client))).not.toContain(TOKEN)
  const entries = await world.sql<{ property: string }>(
    "SELECT * FROM audit_entry WHERE realm_id = $1 AND kind = 'history_import' ORDER BY id",
    [one.realm.id],
  )
  expect(entries.map(({ property }) => property)).toContain('token')
  expect(JSON.stringify(entries)).not.toContain(TOKEN)
  expect((await patch(one.client, begun.headers.get('location')!, 0, small.bytes)).status).toBe(200)
  expect(await one.client.put(`/realm/history_imports/${id}/token`, { token: 'late' })).toMatchObject({
    status: 400,
    body: { msg: 'There is no import of a history.' },
  })
  const seen: (string | undefined)[] = []
  const [job] = await world.sql<{ data: HistoryJob }>(
    "DELETE FROM job_outbox WHERE name = 'continue-history' RETURNING data",
  )
  await continueHistory(
    core,
    job!.data,
    {
      folder: world.config.dataDir,
      read: async ({ token }) => {
        seen.push(token)
        throw new ArchiveError('Slack refuses the token (invalid_auth).')
      },
      space: { quotaMib: undefined, room: async () => Number.POSITIVE_INFINITY },
      get: (key) => storage.get(key),
      put: (key, bytes) => storage.put(key, bytes),
    },
    false,
  )
  expect(seen).toEqual([TOKEN])
  expect(await newest(one.client)).toMatchObject({ failure: 'Slack refuses the token (invalid_auth).' })
  expect(await sealedOf(id)).toBeNull()
})

test('a check that is done again has the files that were fetched before', async () => {
  const one = await found()
  expect((await send(one.client, small.bytes)).status).toBe(200)
  const { id } = await newest(one.client)
  const [job] = await world.sql<{ data: HistoryJob }>(
    "DELETE FROM job_outbox WHERE name = 'continue-history' RETURNING data",
  )
  const folder = join(world.config.dataDir, 'fetching')
  const foldersLeft = async () => (await readdir(folder)).filter((name) => name.startsWith(`history-${id}-`))
  const seen: string[][] = []
  const attempt = async (end: Error, isKilled = false) => {
    const read = async ({ fetched }: { readonly fetched?: string }): Promise<never> => {
      await mkdir(fetched!, { recursive: true })
      seen.push((await readdir(fetched!)).sort())
      await writeFile(join(fetched!, `file ${seen.length}`), 'whole')
      await writeFile(join(fetched!, 'other.part'), 'half')
      throw end
    }
    const tools = { folder, read, space: { quotaMib: undefined, room: async () => Number.POSITIVE_INFINITY } }
    const store = { get: (key: string) => storage.get(key), put: storage.put.bind(storage) }
    await continueHistory(core, job!.data, { ...tools, ...store }, false).catch((error) => {
      expect(error).toBe(end)
    })
    // A process that is killed leaves its folder as it is.
    const [left] = await foldersLeft()
    if (isKilled) await writeFile(join(folder, left!, 'archive'), 'abandoned')
  }
  await attempt(new Error('Slack does not answer'), true)
  await attempt(new Error('Slack does not answer'))
  const [left, ...others] = await foldersLeft()
  expect(others).toEqual([])
  expect(await readdir(join(folder, left!))).toEqual(['fetched'])
  await attempt(new ArchiveError('Slack refuses the token.'))
  expect(seen).toEqual([[], ['file 1'], ['file 1', 'file 2']])
  expect(await foldersLeft()).toEqual([])
})

test('a token ends with a cancelled upload, and is refused when it is none', async () => {
  const one = await found()
  await begin(one.client, 100)
  const { id } = await newest(one.client)
  for (const token of ['', 'two words', 'é', 'x'.repeat(1_001)]) {
    expect((await one.client.put(`/realm/history_imports/${id}/token`, { token })).status).toBe(400)
  }
  await one.client.ok(one.client.put(`/realm/history_imports/${id}/token`, { token: TOKEN }))
  await one.client.ok(cancel(one.client))
  expect(await sealedOf(id)).toBeNull()
  const other = await found()
  expect((await send(other.client, small.bytes)).status).toBe(200)
  expect((await other.client.put(`/realm/history_imports/${id}/token`, { token: TOKEN })).status).toBe(400)
  await other.client.ok(cancel(other.client))
})
