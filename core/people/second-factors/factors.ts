import type { Tx } from '../../platform/transactions/transact.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { SECOND_FACTOR_CHANGED, type SecondFactorChange } from './mails.ts'
import { forgetRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'

/** Whether a log-in with the password needs a second step. */
export const hasSecondFactor = ({ hasAuthenticator, passkeyCount }: Factors): boolean =>
  hasAuthenticator || passkeyCount > 0

type Factors = Pick<UserRecord, 'hasAuthenticator' | 'passkeyCount'>

/**
 * Stores which factors a user has, in the caller's transaction, and mails the user about the change. Returns
 * recovery codes with the first factor; without a factor there are none.
 */
export async function setFactors(
  tx: Tx,
  secretKey: string,
  user: UserRecord,
  factors: Factors,
  change: SecondFactorChange,
): Promise<readonly string[]> {
  const { hasAuthenticator, passkeyCount } = factors
  await tx.em.nativeUpdate(User, { id: user.id }, { hasAuthenticator, passkeyCount })
  emitChange(tx, { type: '_user', user: { ...user, hasAuthenticator, passkeyCount } })
  announceChange(tx, user, change)
  if (!hasSecondFactor(factors)) await forgetRecoveryCodes(tx, user.id)
  const isFirst = hasSecondFactor(factors) && !hasSecondFactor(user)
  return isFirst ? renewRecoveryCodes(tx, secretKey, user.id) : []
}

/** Mails the person that factors were changed, in case somebody else changed them. */
export function announceChange(tx: Tx, user: UserRecord, change: SecondFactorChange): void {
  tx.enqueue(SECOND_FACTOR_CHANGED, {
    realm: tx.realm,
    user: user.id,
    at: Math.floor(Date.now() / 1000),
    change,
  })
}
