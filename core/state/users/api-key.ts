import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RealmId, UserId } from '../../platform/ids.ts'

/**
 * The API key of a user, 32 characters of base64url. It is derived, not stored, so the database does not
 * contain it. A new `keyVersion` replaces it.
 */
export function apiKey(secret: string, realm: RealmId, user: UserId, keyVersion: number): string {
  return createHmac('sha256', secret)
    .update(`api-key:${realm}:${user}:${keyVersion}`)
    .digest('base64url')
    .slice(0, 32)
}

/** Compares two secrets in constant time. Their lengths may differ. */
export function secretsEqual(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}
