import { Command } from 'commander'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const apiKey = new Command('api-key')
  .description("print a user's API key")
  .addOption(realmOption())
  .requiredOption('--email <address>', "the user's or bot's e-mail address")
  .action(({ realm: name, email }: { realm?: string; email: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      print(realm.apiKeyOf(findUser(realm, email)))
    }),
  )
