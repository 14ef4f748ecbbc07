import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { moveAuthenticator } from './authenticator.ts'

/** An account of an organization. */
export interface Account {
  readonly realm: RealmId
  readonly user: UserId
}

/** Rows that belong to an account and name its organization. */
const MOVED: readonly Statement[] = ['passkey', 'external_identity'].map((table) =>
  statement(`factors.move-${table}`, `UPDATE ${table} SET realm_id = $2, user_id = $3 WHERE user_id = $1`),
)

/**
 * Gives the second factors and identities of an account to another account of the same person, in an
 * organization with the same address. Recovery codes are hashes with the account's id, so they end; the
 * person makes new ones.
 */
export async function moveFactors(tx: Tx, secretKey: string, from: Account, to: Account): Promise<void> {
  await moveAuthenticator(tx, secretKey, from, to)
  for (const move of MOVED) await tx.run(move, [from.user, to.realm, to.user])
}
