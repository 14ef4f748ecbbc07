import { Command } from 'commander'
import { realmUrl } from '../../core/state/realm/address.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'
import { ProgressDisplay } from '../operator/progress.ts'
import { writeNewFile } from '../operator/write-new-file.ts'

export const exportRealm = new Command('export')
  .description(
    'write an organization to a file, password hashes included: protect the file like the database',
  )
  .argument('<file>', 'the file to write; it must not exist yet')
  .addOption(realmOption())
  .action((file: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core, config }) => {
      const [{ storeArchive }, { openStorage }] = await Promise.all([
        import('../../core/transfer/exports/archive/store.ts'),
        import('../../storage/open-storage.ts'),
      ])
      const realm = await findRealm(core, name)
      const storage = await openStorage(config)
      const progress = new ProgressDisplay()
      const source = {
        realm: {
          id: realm.id,
          subdomain: realm.record.subdomain,
          url: realmUrl(realm.record, config.rootUrl),
        },
        open: (key: string) => openIfExists(storage, key),
        onProgress: ({ done, total }: { readonly done: number; readonly total: number }) =>
          progress.show('exporting', done, total),
      }
      try {
        await writeNewFile(file, (write) => storeArchive(core, source, { kind: 'full' }, write))
      } finally {
        progress.end()
        storage.close()
      }
      print(`Exported ${realm.record.settings.name} to ${file}`)
    }),
  )
