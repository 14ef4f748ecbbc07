import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MIN_GUESSES, PASSWORD_MIN_LENGTH } from '../../../config/limits.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes with argon2id. The text contains salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password meets the strength limits that clients know. Call it outside of transactions. */
export async function isStrongPassword(password: string): Promise<boolean> {
  if ([...password].length < PASSWORD_MIN_LENGTH) return false
  // Loaded on first use, because few processes need this megabyte of dictionaries.
  const { default: zxcvbn } = await import('zxcvbn')
  return zxcvbn(password).guesses >= PASSWORD_MIN_GUESSES
}

let decoy: Promise<string> | undefined

/**
 * Whether the password is right. Takes the same time for users without a password, so that the time does not
 * show which users exist.
 */
export async function isPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  if (stored) return verify(stored, given)
  decoy ??= hashPassword('nobody has this password')
  await verify(await decoy, given)
  return false
}
