import { Command, Option } from 'commander'
import { ConfigError } from '../../../config/error.ts'
import { openIfExists } from '../../../storage/open-if-exists.ts'
import { findRealm, findUser } from '../../operator/find.ts'
import { type Operator, operate, print } from '../../operator/operator.ts'
import { realmOption } from '../../operator/options.ts'
import { ProgressDisplay } from '../../operator/progress.ts'
import { writeNewFile } from '../../operator/write-new-file.ts'

interface Options {
  readonly realm?: string
  readonly output?: string
  readonly erase?: 'keep-messages' | 'delete-messages'
}

export const personData = new Command('person-data')
  .description("export or erase one person's data; an erasure cannot be undone")
  .argument('<email>', "the person's e-mail address")
  .addOption(realmOption())
  .option('--output <file>', 'write an archive of the data to this file, which must not exist yet')
  .addOption(
    new Option(
      '--erase <messages>',
      'erase the person after the export, and keep or delete the messages: a worker deletes them and the files',
    ).choices(['keep-messages', 'delete-messages']),
  )
  .action((email: string, { realm: name, output, erase }: Options) =>
    operate(async (operator) => {
      const { core } = operator
      if (output === undefined && erase === undefined) {
        throw new ConfigError('Say what to do: --output <file>, --erase <messages>, or both')
      }
      const realm = await findRealm(core, name)
      const person = findUser(realm, email)
      if (person.isBot) throw new ConfigError(`${person.fullName} is a bot`)
      if (output !== undefined) await writeArchive(operator, realm, person.id, output)
      if (output !== undefined) print(`Exported the data of ${person.fullName} to ${output}`)
      if (erase === undefined) return
      const { erasePersonAsOperator } = await import('../../../core/transfer/person/erase.ts')
      await erasePersonAsOperator(core, realm, person.id, erase === 'delete-messages')
      const what = erase === 'delete-messages' ? 'files and messages' : 'files'
      print(`Erased ${person.fullName}; a worker deletes the ${what}`)
    }),
  )

async function writeArchive(
  { core, config }: Operator,
  realm: Awaited<ReturnType<typeof findRealm>>,
  person: ReturnType<typeof findUser>['id'],
  file: string,
): Promise<void> {
  const [{ storeFromServers }, { personArchive }, { personSource }, { openStorage }] = await Promise.all([
    import('../../../core/transfer/exports/archive/store.ts'),
    import('../../../core/transfer/person/archive.ts'),
    import('../../../core/transfer/person/run-export.ts'),
    import('../../../storage/open-storage.ts'),
  ])
  const storage = await openStorage(config)
  const progress = new ProgressDisplay()
  try {
    await writeNewFile(file, (write) =>
      storeFromServers(
        core,
        realm.id,
        (db) =>
          personArchive({
            ...personSource(core, realm, person)!,
            db,
            open: (key) => openIfExists(storage, key),
            onProgress: (done, total) => progress.show('exporting', done, total),
          }),
        write,
      ),
    )
  } finally {
    progress.end()
    storage.close()
  }
}
