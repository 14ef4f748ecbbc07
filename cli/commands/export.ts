import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { storeArchive } from '../../core/transfer/exports/archive/store.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { findRealm } from '../find.ts'
import { operate, print } from '../operator.ts'
import { realmOption } from '../options.ts'
import { ProgressDisplay } from '../progress.ts'

export const exportRealm = new Command('export')
  .description(
    'write an organization to a file, password hashes included: protect the file like the database',
  )
  .argument('<file>', 'the file to write; it must not exist yet')
  .addOption(realmOption())
  .action((file: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core, config }) => {
      const realm = await findRealm(core, name)
      if (await stat(file).catch(() => undefined)) throw new ConfigError(`${file} already exists`)
      const storage = await openStorage(config)
      const progress = new ProgressDisplay()
      // The file gets its name once it is complete.
      const draft = `${file}.part`
      try {
        await storeArchive(
          core,
          {
            realm: {
              id: realm.id,
              subdomain: realm.record.subdomain,
              url: realmUrl(realm.record, config.rootUrl),
            },
            open: (key) => openIfExists(storage, key),
            onProgress: ({ done, total }) => progress.show('exporting', done, total),
          },
          { kind: 'full' },
          (archive) => pipeline(archive, createWriteStream(draft, { flush: true, mode: 0o600 })),
        )
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw explained(error, file)
      } finally {
        progress.end()
        storage.close()
      }
      print(`Exported ${realm.record.settings.name} to ${file}`)
    }),
  )

/** Turns an error of the file system into a `ConfigError`. */
function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new ConfigError(`${file} cannot be written (${code})`)
}
