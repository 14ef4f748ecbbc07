import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RealmId, UserId } from '../../platform/ids.ts'

/**
 * The API key of a user: derived, never stored, so there is nothing to steal from the database.
 * Regenerating it is a step of `keyVersion`. 32 characters of base64url.
 */
export function apiKey(secret: string, realm: RealmId, user: UserId, keyVersion: number): string {
  return createHmac('sha256', secret)
    .update(`api-key:${realm}:${user}:${keyVersion}`)
    .digest('base64url')
    .slice(0, 32)
}

/** Compares in constant time, whatever the lengths. */
export function secretsEqual(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}
