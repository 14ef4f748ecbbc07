import type { Readable } from 'node:stream'
import type { Servers } from '../../../state/realm/read-replica.ts'
import { type ExportSource, exportArchive, type Scope } from './write.ts'

/**
 * Stores the archive of an organization by `store`. Reads it from a replica that has everything that was
 * committed before the call, if there is one, and otherwise from the primary. When the replica fails, `store`
 * gets the archive once more, from the primary. Rejects with the errors of `store`.
 */
export async function storeArchive<T>(
  { db, replicas }: Servers,
  source: Omit<ExportSource, 'db'>,
  scope: Scope,
  store: (archive: Readable) => Promise<T>,
): Promise<T> {
  const replica = await replicas.forLongRead(db, source.realm.id)
  if (replica !== undefined) {
    try {
      return await store(exportArchive({ ...source, db: replica }, scope))
    } catch (error) {
      if (!replica.hasFailed) throw error
    }
  }
  return store(exportArchive({ ...source, db }, scope))
}
