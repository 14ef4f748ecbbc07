import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { MovedIn } from '../../../core/transfer/imports/from/move-in.ts'
import { Gateway } from '../../../gateway/gateway.ts'
import { openStorage } from '../../../storage/open-storage.ts'
import type { Storage } from '../../../storage/storage.ts'
import { core, setUpStage, world } from '../../gateway/routes/stage.ts'
import { Client } from '../client.ts'
import { silent } from '../world.ts'
import { importArchiveAt } from './import-archive.ts'
import { type ArchiveFiles, writeTarGz } from './tar.ts'

/** An organization that was imported, with a client for each address. */
export interface Moved {
  readonly realm: RealmState
  readonly moved: MovedIn
  readonly origin: string
  readonly as: (email: string) => Client
}

/** The set-up of a test file that imports archives of other products. */
export let folder: string
export let storage: Storage
let gateway: Gateway
let port: number
let imports = 0

export function setUpMovingStage(): void {
  setUpStage()
  beforeAll(async () => {
    storage = await openStorage(world.config)
    gateway = await Gateway.open(world.config, silent)
    port = await gateway.listen(0, '0.0.0.0')
    folder = await mkdtemp(join(tmpdir(), 'loquat-moving-'))
  })
  afterAll(async () => {
    storage.close()
    await gateway.close()
    await rm(folder, { recursive: true, force: true })
  })
}

/** A path in the folder of the test file that nothing has. */
export function newPath(extension: string): string {
  imports += 1
  return join(folder, `archive-${imports}.${extension}`)
}

/** Writes files as a packed tar archive. Resolves to its path. */
export async function writeArchive(files: ArchiveFiles): Promise<string> {
  const path = newPath('tar.gz')
  await writeTarGz(path, files)
  return path
}

/** Imports the archive at a path. */
export async function importFrom(path: string, { owner }: { readonly owner?: string } = {}): Promise<Moved> {
  imports += 1
  const host = `127.0.${1 + (imports >> 7)}.${1 + (imports & 127)}`
  const options = { folder, subdomain: `moved${imports}`, host, owner }
  const { realm, moved } = await importArchiveAt(core, storage, path, options)
  const origin = `http://${host}:${port}`
  const as = (email: string) =>
    new Client(origin, { email, apiKey: realm.apiKeyOf(realm.users.byEmail(email)!) })
  return { realm, moved, origin, as }
}
