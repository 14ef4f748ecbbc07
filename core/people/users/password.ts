import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MIN_GUESSES, PASSWORD_MIN_LENGTH } from '../../../config/limits.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** argon2id, with its salt and parameters in the text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether it would not be guessed, by the limits that clients are told; asked outside of any transaction. */
export async function isStrongPassword(password: string): Promise<boolean> {
  if ([...password].length < PASSWORD_MIN_LENGTH) return false
  // A megabyte of dictionaries, for the few processes that ever need them.
  const { default: zxcvbn } = await import('zxcvbn')
  return zxcvbn(password).guesses >= PASSWORD_MIN_GUESSES
}

let decoy: Promise<string> | undefined

/** False for a user without a password too, after the same work: the time does not tell who exists. */
export async function isPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  if (stored) return verify(stored, given)
  decoy ??= hashPassword('nobody has this password')
  await verify(await decoy, given)
  return false
}
