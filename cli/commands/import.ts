import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { Archive, ArchiveError } from '../../core/transfer/imports/archive.ts'
import { abandonImport, importRealm } from '../../core/transfer/imports/import.ts'
import { openStorage } from '../../storage/open.ts'
import { operate, say } from '../operator.ts'
import { ProgressDisplay } from '../progress.ts'

type Options = { subdomain?: string; host?: string; abandon?: true }

export const importArchive = new Command('import')
  .description(
    'make an organization of an export; called again after an interruption, it goes on where it stopped',
  )
  .argument('<file>', 'an archive that export or an administrator has made; import only what you trust')
  .option(
    '--subdomain <label>',
    'first label of its host under that of ROOT_URL; default: that of the exported one',
  )
  .option('--host <host>', 'a host name of its own, besides')
  .option('--abandon', 'delete what an interrupted import of the file has made')
  .action((file: string, options: Options) =>
    operate(async ({ core, config }) => {
      const archive = await readable(() => Archive.open(file))
      const progress = new ProgressDisplay()
      const storage = await openStorage(config)
      try {
        if (options.abandon) {
          const wasThere = await readable(() => abandonImport(core, archive))
          say(wasThere ? 'Deleted what had been imported' : 'No import of this file was interrupted')
          return
        }
        const id = await readable(() =>
          importRealm(core, archive, {
            subdomain: options.subdomain,
            customHost: options.host,
            keep: (key, bytes) => storage.put(key, bytes),
            onProgress: (what, done, total) => progress.show(what, done, total),
          }),
        )
        progress.end()
        const realm = (await core.realms.get(id))!
        say(
          `Imported organization ${id}, ${realm.record.settings.name}: ${realmUrl(realm.record, config.rootUrl)}`,
        )
      } finally {
        progress.end()
        archive.close()
        storage.close()
      }
    }),
  )

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ArchiveError ? new ConfigError(error.message) : error
  }
}
