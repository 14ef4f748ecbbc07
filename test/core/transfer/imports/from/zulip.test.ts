import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealmState } from '../../../../../core/state/realm/state.ts'
import { Gateway } from '../../../../../gateway/gateway.ts'
import { openStorage } from '../../../../../storage/open-storage.ts'
import type { Storage } from '../../../../../storage/storage.ts'
import { core, setUpStage, world } from '../../../../gateway/routes/stage.ts'
import { Client } from '../../../../harness/client.ts'
import { compareMessages } from '../../../../harness/moving/compare-zulip.ts'
import { importArchiveAt } from '../../../../harness/moving/import-archive.ts'
import { readZulipArchive } from '../../../../harness/moving/read-zulip.ts'
import { writeTarGz } from '../../../../harness/moving/tar.ts'
import { type ZulipArchive, zulipArchive, zulipFiles } from '../../../../harness/moving/zulip-archive.ts'
import { silent } from '../../../../harness/world.ts'

setUpStage()

let storage: Storage
let gateway: Gateway
let folder: string
let port: number
let imports = 0

beforeAll(async () => {
  storage = await openStorage(world.config)
  gateway = await Gateway.open(world.config, silent)
  port = await gateway.listen(0, '0.0.0.0')
  folder = await mkdtemp(join(tmpdir(), 'loquat-zulip-'))
})
afterAll(async () => {
  storage.close()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes an archive and imports it. */
async function imported(archive: ZulipArchive, perFile?: number) {
  imports += 1
  const path = join(folder, `archive-${imports}.tar.gz`)
  const host = `127.0.1.${imports}`
  await writeTarGz(path, zulipFiles(archive, perFile))
  const { realm, moved } = await importArchiveAt(core, storage, path, {
    folder,
    subdomain: `moved${imports}`,
    host,
  })
  return { world, realm, moved, as: clientOf(realm, host) }
}

const clientOf = (realm: RealmState, host: string) => (email: string) =>
  new Client(`http://${host}:${port}`, { email, apiKey: realm.apiKeyOf(realm.users.byEmail(email)!) })

test('a generated archive is what the archive says, message by message', async () => {
  const archive = zulipArchive({ seed: 1 })
  const organization = await imported(archive)
  const { compared, people } = await compareMessages(archive, organization)
  expect(people).toBe(6)
  expect(compared).toBeGreaterThan(100)
})

/** An archive of a real server, which is not part of the repository. */
const REAL = process.env.LOQUAT_ZULIP_ARCHIVE

test.skipIf(REAL === undefined)('the archive at LOQUAT_ZULIP_ARCHIVE is imported whole', async () => {
  const archive = await readZulipArchive(REAL!)
  const host = '127.0.1.200'
  const { realm } = await importArchiveAt(core, storage, REAL!, { folder, subdomain: 'real', host })
  const { compared } = await compareMessages(archive, { world, realm, as: clientOf(realm, host) })
  expect(compared).toBeGreaterThan(0)
})
