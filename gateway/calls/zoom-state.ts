import { keyFor, seal, unseal } from '../../core/people/second-factors/sealed.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'

const VALID_MS = 900_000
const PURPOSE = 'zoom-state'

/** The state of a visit to Zoom's page. Only the person who began the visit can end it. */
export function zoomState(secret: string, realm: RealmId, user: UserId): string {
  const until = Buffer.from(String(Date.now() + VALID_MS))
  return seal(keyFor(secret, PURPOSE), `${realm}:${user}`, until).toString('base64url')
}

/** Whether this server made the state for the person, within the last 15 minutes. */
export function isZoomState(secret: string, realm: RealmId, user: UserId, state: string): boolean {
  const plain = unseal(keyFor(secret, PURPOSE), `${realm}:${user}`, Buffer.from(state, 'base64url'))
  return plain !== undefined && Number(plain.toString()) > Date.now()
}
