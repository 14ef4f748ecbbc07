import { type Statement, statement } from '../../../platform/db/statements/statement.ts'
import type { RealmId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import type { Core } from '../../../state/core.ts'
import { sealedFor } from '../external/stored.ts'
import { LogInProvider } from './entity.ts'

interface Place {
  readonly realm: RealmId
}

const MOVE_TOKENS: Statement = statement(
  'providers.move-tokens',
  'UPDATE provisioning_token SET realm_id = $2 WHERE realm_id = $1',
)

/**
 * Gives the providers of log-ins of an organization, with their secrets, and the tokens of its directories to
 * another organization, which has none.
 */
export async function moveProviders(tx: Tx, core: Core, from: Place, to: Place): Promise<void> {
  for (const provider of await tx.em.find(LogInProvider, { realmId: from.realm })) {
    const secrets = sealedFor(core, to.realm, from.realm, provider)
    await tx.em.nativeUpdate(LogInProvider, { id: provider.id }, { realmId: to.realm, secrets })
  }
  await tx.run(MOVE_TOKENS, [from.realm, to.realm])
}
