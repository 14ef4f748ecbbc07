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
