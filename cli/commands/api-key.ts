import { Command } from 'commander'
import { realmNamed, userNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { realmOption } from '../options.ts'

export const apiKey = new Command('api-key')
  .description("print a user's API key, and nothing else")
  .addOption(realmOption())
  .requiredOption('--email <address>', "the user's or bot's e-mail address")
  .action(({ realm: name, email }: { realm: string; email: string }) =>
    operate(async ({ core }) => {
      const realm = await realmNamed(core, name)
      say(realm.apiKeyOf(userNamed(realm, email)))
    }),
  )
