import type { Readable } from 'node:stream'
import type { RealmId } from '../../../platform/ids.ts'
import type { Servers } from '../../../state/realm/read-replica.ts'
import { type ExportSource, exportArchive, type Scope } from './write.ts'

/**
 * Stores an archive that `write` reads from a server, by `store`. Reads a replica that has everything that
 * was committed before the call, if there is one, and otherwise the primary. When the replica fails, `store`
 * gets the archive once more, from the primary. Rejects with the errors of `store`.
 */
export async function storeFromServers<T>(
  { db, replicas }: Servers,
  realm: RealmId,
  write: (db: ExportSource['db']) => Readable,
  store: (archive: Readable) => Promise<T>,
): Promise<T> {
  const replica = await replicas.forLongRead(db, realm)
  if (replica !== undefined) {
    try {
      return await storeOrStop(write(replica), store)
    } catch (error) {
      if (!replica.hasFailed) throw error
    }
  }
  return storeOrStop(write(db), store)
}

/** Stores an archive. When `store` fails before it has read everything, the archive is written no further. */
async function storeOrStop<T>(archive: Readable, store: (archive: Readable) => Promise<T>): Promise<T> {
  // A reader that has failed no longer listens.
  archive.on('error', () => undefined)
  try {
    return await store(archive)
  } finally {
    archive.destroy()
  }
}

/** Stores the archive of an organization, as `storeFromServers`. */
export const storeArchive = <T>(
  servers: Servers,
  source: Omit<ExportSource, 'db'>,
  scope: Scope,
  store: (archive: Readable) => Promise<T>,
): Promise<T> =>
  storeFromServers(servers, source.realm.id, (db) => exportArchive({ ...source, db }, scope), store)
