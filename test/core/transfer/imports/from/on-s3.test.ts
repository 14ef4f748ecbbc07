import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArchiveError } from '../../../../../core/transfer/imports/archive.ts'
import { requireFileSpace } from '../../../../../core/transfer/imports/file-space.ts'
import { openStorage } from '../../../../../storage/open-storage.ts'
import type { Storage } from '../../../../../storage/storage.ts'
import { core, world } from '../../../../gateway/routes/stage.ts'
import { importArchiveAt } from '../../../../harness/moving/import-archive.ts'
import {
  mattermostFiles,
  mattermostLines,
  writeMattermostArchive,
} from '../../../../harness/moving/mattermost-archive.ts'
import { folder, newPath, setUpMovingStage } from '../../../../harness/moving/moving-stage.ts'
import { s3Missing, startS3, type TestS3 } from '../../../../harness/s3.ts'

setUpMovingStage()

describe.skipIf(s3Missing)('a server whose files are on S3', () => {
  let s3: TestS3
  let storage: Storage
  beforeAll(async () => {
    s3 = await startS3()
    storage = await openStorage(world.configWith(s3.settings))
  })
  afterAll(async () => {
    storage?.close()
    await s3?.stop()
  })

  test('has the files of an imported archive there, byte by byte', async () => {
    const path = newPath('zip')
    const files = await mattermostFiles()
    await writeMattermostArchive(path, mattermostLines(), files)
    const { realm } = await importArchiveAt(core, storage, path, {
      folder,
      subdomain: 'on-s3',
      host: '127.0.9.1',
    })
    const rows = await world.sql<{ name: string; key: string; size: number }>(
      'SELECT name, storage_key AS key, size::int FROM attachment WHERE realm_id = $1',
      [realm.id],
    )
    expect(rows.map(({ name }) => name)).toEqual(['a b.png'])
    const { key, size } = rows[0]!
    const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const original = [...files].find(([name]) => name.endsWith('a b.png'))![1]
    expect([size, hashOf(await buffer(await storage.get(key)))]).toEqual([original.length, hashOf(original)])
  })
})

test('an archive whose files have no room is refused before anything is stored', async () => {
  const room = async () => 5 * 1024 ** 2
  const ask = (fileBytes: number, quotaMib?: number) => requireFileSpace({ fileBytes }, { quotaMib, room })
  await ask(5 * 1024 ** 2)
  await ask(1024 ** 2, 1)
  await expect(ask(5 * 1024 ** 2 + 1)).rejects.toThrow(
    new ArchiveError('The files of the archive take 6 MiB, and the server has less room for files.'),
  )
  await expect(ask(1024 ** 2 + 1, 1)).rejects.toThrow(
    'The files of the archive take 2 MiB, and an organization may have 1 MiB on this server.',
  )
})
