import { createHmac, randomInt } from 'node:crypto'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { RecoveryCode } from './entities.ts'
import { keyFor } from './sealed.ts'

/** Number of codes that a person gets at once. */
const CODES = 10
const LENGTH = 12
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

// A statement, because its result decides who has used the code.
const USE = statement(
  'recovery-code.use',
  'DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2 RETURNING user_id', // recovery_code_pkey
)

/** Replaces the codes of a user by new ones and returns them. They are shown once. */
export async function renewRecoveryCodes(tx: Tx, secretKey: string, user: UserId): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await forgetRecoveryCodes(tx, user)
  await tx.em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ userId: user, hash: hashOf(secretKey, user, normalized(code)) })),
  )
  return codes
}

export async function forgetRecoveryCodes(tx: Tx, user: UserId): Promise<void> {
  await tx.em.nativeDelete(RecoveryCode, { userId: user })
}

/** Uses up a code. Of two calls with the same code only one returns true. */
export async function useRecoveryCode(
  tx: Tx,
  secretKey: string,
  user: UserId,
  given: string,
): Promise<boolean> {
  const code = normalized(given)
  if (code.length !== LENGTH) return false
  return (await tx.run(USE, [user, hashOf(secretKey, user, code)])).length > 0
}

/** In groups of four, as people read them: `abcd-efgh-jkmn`. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

const normalized = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '')

const hashOf = (secretKey: string, user: UserId, code: string): Buffer =>
  createHmac('sha256', keyFor(secretKey, 'recovery-code')).update(`${user}:${code}`).digest()
