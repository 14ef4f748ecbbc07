import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { useAppCode } from './authenticator.ts'
import { wrongCode } from './errors.ts'
import { useRecoveryCode } from './recovery-codes.ts'

/** A code of an app. Everything else is tried as a recovery code. */
const APP_CODE = /^\d{6}$/

/**
 * Uses up a code of the user's app, or one of the recovery codes. Throws AUTHENTICATION_FAILED for a wrong
 * code and for one that was used before. The caller limits attempts.
 */
export async function useCode(core: Core, realm: RealmState, user: UserRecord, given: string): Promise<void> {
  const code = given.replace(/\s/g, '')
  const { secretKey } = core.options
  const isRight = await core.transact(realm.id, (tx) =>
    APP_CODE.test(code)
      ? useAppCode(tx, secretKey, user.id, code)
      : useRecoveryCode(tx, secretKey, user.id, code),
  )
  if (!isRight) throw wrongCode()
}
