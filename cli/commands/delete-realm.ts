import { Command } from 'commander'
import { confirm } from '../operator/confirm.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const deleteRealm = new Command('delete-realm')
  .description(
    'delete an organization with all its data at once, which cannot be undone; see deactivate-realm',
  )
  .addOption(realmOption().makeOptionMandatory())
  .option('--yes', 'do not ask for the name of the organization')
  .action(({ realm: name, yes }: { realm: string; yes?: true }) =>
    operate(async ({ core }) => {
      const { deleteRealmNow, sizeOfRealm } = await import('../../core/transfer/deletion/delete-realm-now.ts')
      const realm = await findRealm(core, name)
      const { settings } = realm.record
      const { people, messages, files } = await sizeOfRealm(core, realm.id)
      const size = `${counted(people, 'person', 'people')}, ${counted(messages, 'message')} and ${counted(files, 'file')}`
      if (!yes) {
        await confirm(
          `${settings.name} has ${size}. All of it is deleted for good; only a backup has it then. To keep it and close the organization, use deactivate-realm.`,
          settings.name,
        )
      }
      await deleteRealmNow(core, realm)
      print(`Deleted ${settings.name}: ${size}. A worker removes the files from their store`)
    }),
  )

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
