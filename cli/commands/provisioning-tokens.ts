import { Command, InvalidArgumentError } from 'commander'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'
import { table } from '../operator/table.ts'

const tokens = () => import('../../core/people/provisioning/tokens.ts')
interface Options {
  readonly realm?: string
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be the id of a token.')
  return Number(text)
}

export const provisioningTokens = new Command('provisioning-tokens').description(
  'tokens with which directories of a company change accounts and groups by SCIM',
)

provisioningTokens
  .command('list')
  .description('show the tokens, without the tokens themselves')
  .addOption(realmOption())
  .action(({ realm: name }: Options) =>
    operate(async ({ core }) => {
      const { listTokens } = await tokens()
      const listed = await listTokens(core, await findRealm(core, name))
      const time = (seconds: number | null) =>
        seconds === null ? 'never' : new Date(seconds * 1000).toISOString()
      const rows = listed.map(({ id, name, createdAt, lastUsedAt }) => [
        ...[id, name, time(createdAt), time(lastUsedAt)],
      ])
      if (rows.length > 0) print(table(['ID', 'NAME', 'MADE', 'LAST USED'], rows))
      else print('There are no tokens.')
    }),
  )

provisioningTokens
  .command('make')
  .description('make a token and print it, for the only time')
  .argument('<name>', 'where it is used, such as Entra')
  .addOption(realmOption())
  .action((given: string, { realm: name }: Options) =>
    operate(async ({ core }) => {
      const { makeTokenAsOperator } = await tokens()
      print(await makeTokenAsOperator(core, await findRealm(core, name), given))
    }),
  )

provisioningTokens
  .command('revoke')
  .description('revoke a token; what it has changed stays')
  .argument('<id>', 'the id of the token', idOf)
  .addOption(realmOption())
  .action((id: number, { realm: name }: Options) =>
    operate(async ({ core }) => {
      const { revokeTokenAsOperator } = await tokens()
      await revokeTokenAsOperator(core, await findRealm(core, name), id)
      print('The token is revoked.')
    }),
  )
