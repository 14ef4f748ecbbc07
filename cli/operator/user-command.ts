import { Command } from 'commander'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { findPerson, findRealm, findUser } from './find.ts'
import { operate, print } from './operator.ts'
import { realmOption } from './options.ts'

/** The user that a command is about. `email` is the address as the operator wrote it. */
interface Named {
  readonly core: Core
  readonly realm: RealmState
  readonly user: UserRecord
  readonly email: string
}

interface UserCommand {
  readonly name: string
  readonly description: string
  /** Whom the address may belong to: `user` includes bots, which `person` refuses. */
  readonly of: 'user' | 'person'
  /** Resolves to the line that the command prints. */
  readonly run: (named: Named) => Promise<string>
}

/** A command about one user of an organization, whom the operator names by the e-mail address. */
export const userCommand = ({ name, description, of, run }: UserCommand): Command =>
  new Command(name)
    .description(description)
    .argument('<email>', `the ${of}'s e-mail address`)
    .addOption(realmOption())
    .action((email: string, options: { realm?: string }) =>
      operate(async ({ core }) => {
        const realm = await findRealm(core, options.realm)
        const user = of === 'person' ? findPerson(realm, email) : findUser(realm, email)
        print(await run({ core, realm, user, email }))
      }),
    )
