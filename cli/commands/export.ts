import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { exportArchive } from '../../core/transfer/exports/archive/write.ts'
import { openStorage } from '../../storage/open.ts'
import { openIfThere } from '../../storage/open-if-there.ts'
import { realmNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { ProgressDisplay } from '../progress.ts'

export const exportRealm = new Command('export')
  .description(
    'write all of an organization to a file, hashes of passwords included: keep it as you keep the database',
  )
  .argument('<realm>', 'the organization: its host, subdomain ("" for the root one) or id')
  .argument('<file>', 'where to; it must not be there yet')
  .action((name: string, file: string) =>
    operate(async ({ core, config }) => {
      const realm = await realmNamed(core, name)
      if (await stat(file).catch(() => undefined)) throw new ConfigError(`${file} is there already`)
      const storage = await openStorage(config)
      const progress = new ProgressDisplay()
      // It gets its name when it is whole.
      const draft = `${file}.part`
      try {
        const archive = exportArchive(
          {
            db: core.db,
            realm: {
              id: realm.id,
              subdomain: realm.record.subdomain,
              url: realmUrl(realm.record, config.rootUrl),
            },
            open: (key) => openIfThere(storage, key),
            onProgress: ({ done, total }) => progress.show('exporting', done, total),
          },
          { kind: 'full' },
        )
        await pipeline(archive, createWriteStream(draft, { flush: true, mode: 0o600 }))
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw explained(error, file)
      } finally {
        progress.end()
        storage.close()
      }
      say(`Exported ${realm.record.settings.name} to ${file}`)
    }),
  )

/** A file that cannot be written is the operator's to put right. */
function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new ConfigError(`${file} cannot be written (${code})`)
}
