import { join } from 'node:path'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { Archive } from '../../../core/transfer/imports/archive.ts'
import { type MovedIn, type MoveInOptions, moveIn } from '../../../core/transfer/imports/from/move-in.ts'
import { importRealm } from '../../../core/transfer/imports/import.ts'
import { pictureMaker } from '../../../storage/images/picture-maker.ts'
import type { Storage } from '../../../storage/storage.ts'

/** Reads an archive of another product. */
export const readArchive = (
  path: string,
  folder: string,
  options: Partial<Pick<MoveInOptions, 'owner' | 'teams' | 'remote'>> = {},
): Promise<MovedIn> =>
  moveIn(path, {
    folder: join(folder, 'imports'),
    pictures: pictureMaker(),
    onProgress: () => undefined,
    ...options,
  })

/** Imports an archive of another product. The organization is served at `host`. */
export async function importArchiveAt(
  core: Core,
  storage: Storage,
  path: string,
  {
    folder,
    subdomain,
    host,
    owner,
  }: { folder: string; subdomain: string; host: string; owner?: string | undefined },
): Promise<{ realm: RealmState; moved: MovedIn }> {
  const moved = await readArchive(path, folder, owner === undefined ? {} : { owner })
  const archive = await Archive.open(moved.path)
  try {
    const id = await importRealm(core, archive, {
      subdomain,
      customHost: host,
      storeFile: (key, bytes) => storage.put(key, bytes),
    })
    return { realm: (await core.realms.get(id))!, moved }
  } finally {
    archive.close()
    await moved.discard()
  }
}
