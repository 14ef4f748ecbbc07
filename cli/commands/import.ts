import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { Archive, ArchiveError } from '../../core/transfer/imports/archive.ts'
import { abandonImport, importRealm } from '../../core/transfer/imports/import.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { operate, print } from '../operator.ts'
import { ProgressDisplay } from '../progress.ts'

type Options = { subdomain?: string; host?: string; abandon?: true }

export const importArchive = new Command('import')
  .description(
    'create an organization from an export; run again after an interruption, it continues where it stopped',
  )
  .argument(
    '<file>',
    'an archive written by export or by an administrator; import only archives that you trust',
  )
  .option(
    '--subdomain <label>',
    'subdomain under the host of ROOT_URL; default: the subdomain of the exported organization',
  )
  .option('--host <host>', 'an additional host name for the organization')
  .option('--abandon', 'delete what an interrupted import of this file has stored')
  .action((file: string, options: Options) =>
    operate(async ({ core, config }) => {
      const archive = await withReadableErrors(() => Archive.open(file))
      const progress = new ProgressDisplay()
      const storage = await openStorage(config)
      try {
        if (options.abandon) {
          const existed = await withReadableErrors(() => abandonImport(core, archive))
          print(existed ? 'Deleted the interrupted import' : 'There is no interrupted import of this file')
          return
        }
        const id = await withReadableErrors(() =>
          importRealm(core, archive, {
            subdomain: options.subdomain,
            customHost: options.host,
            storeFile: (key, bytes) => storage.put(key, bytes),
            onProgress: (what, done, total) => progress.show(what, done, total),
          }),
        )
        progress.end()
        const realm = (await core.realms.get(id))!
        print(
          `Imported organization ${id}, ${realm.record.settings.name}: ${realmUrl(realm.record, config.rootUrl)}`,
        )
      } finally {
        progress.end()
        archive.close()
        storage.close()
      }
    }),
  )

async function withReadableErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ArchiveError ? new ConfigError(error.message) : error
  }
}
