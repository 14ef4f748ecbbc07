import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { type ImportedArchive, recordImport } from '../../core/transfer/history/record.ts'
import { Archive, ArchiveError } from '../../core/transfer/imports/archive.ts'
import { abandonImport, type ImportOptions, importRealm } from '../../core/transfer/imports/import.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { operate, print } from './operator.ts'
import { ProgressDisplay } from './progress.ts'

/**
 * Imports the archive at a path, and prints its progress and the address of the new organization. `imported`:
 * the archive of which it was made, whose report owners can read. Throws `ConfigError`.
 */
export async function importArchive(
  path: string,
  options: Pick<ImportOptions, 'subdomain' | 'customHost' | 'verify' | 'isOwnMaking'>,
  imported?: ImportedArchive,
): Promise<void> {
  await operate(async ({ core, config }) => {
    const progress = new ProgressDisplay()
    const storage = await openStorage(config)
    try {
      const id = await withArchive(path, (archive) =>
        importRealm(core, archive, {
          ...options,
          space: { quotaMib: config.realmUploadQuotaMib, room: () => storage.room() },
          storeFile: (key, bytes) => storage.put(key, bytes),
          onProgress: (what, done, total) => progress.show(what, done, total),
        }),
      )
      progress.end()
      if (imported !== undefined) await recordImport(core, id, imported)
      const { record } = (await core.realms.get(id))!
      print(`Imported organization ${id}, ${record.settings.name}: ${realmUrl(record, config.rootUrl)}`)
    } finally {
      progress.end()
      storage.close()
    }
  })
}

/** Deletes the rows and files of an interrupted import of the archive at a path. Throws `ConfigError`. */
export async function abandonArchive(path: string): Promise<void> {
  await operate(async ({ core }) => {
    const existed = await withArchive(path, (archive) => abandonImport(core, archive))
    print(existed ? 'Deleted the interrupted import' : 'There is no interrupted import of this file')
  })
}

/** Opens an archive for `work`. Throws a `ConfigError` that names its mistakes. */
async function withArchive<T>(path: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  let archive: Archive | undefined
  try {
    archive = await Archive.open(path)
    return await work(archive)
  } catch (error) {
    throw error instanceof ArchiveError ? new ConfigError(error.message) : error
  } finally {
    archive?.close()
  }
}
