import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { findPerson, findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const endSessions = new Command('end-sessions')
  .description('end the sessions of a person, or of everybody, in all browsers; API keys stay')
  .addOption(realmOption())
  .option('--everybody', 'end the sessions of everybody in the organization')
  .argument('[email]', "the person's e-mail address")
  .action(
    (
      email: string | undefined,
      { realm: name, everybody = false }: { realm?: string; everybody?: boolean },
    ) => {
      return operate(async ({ core }) => {
        if ((email !== undefined) === everybody)
          throw new ConfigError('Give either the address of a person or --everybody')
        const { endAllSessionsAsOperator, endSessionsAsOperator } = await import(
          '../../core/people/credentials/end-sessions.ts'
        )
        const realm = await findRealm(core, name)
        if (email === undefined) {
          await endAllSessionsAsOperator(core, realm)
          print(`Everybody in ${realm.record.settings.name} logs in again. API keys stay.`)
          return
        }
        await endSessionsAsOperator(core, realm, findPerson(realm, email))
        print(`${email} logs in again in all browsers. The API key stays.`)
      })
    },
  )
