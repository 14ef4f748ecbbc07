import { createHmac } from 'node:crypto'
import { TEMPORARY_URL_SECONDS } from '../../../config/limits.ts'
import type { AttachmentId, RealmId } from '../../platform/ids.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/**
 * Returns a URL that serves a file without authentication for TEMPORARY_URL_SECONDS; `name` is its last
 * segment.
 */
export function temporaryUrl(secret: string, realm: RealmId, id: AttachmentId, name: string): string {
  const expires = Math.floor(Date.now() / 1000) + TEMPORARY_URL_SECONDS
  const token = `${id}.${expires}.${signature(secret, realm, id, expires)}`
  return `/user_uploads/temporary/${token}/${encodeURIComponent(name)}`
}

/** Returns the file that a token of `temporaryUrl` opens; undefined when the token is invalid or expired. */
export function openTemporaryUrl(secret: string, realm: RealmId, token: string): AttachmentId | undefined {
  const [, id, expires, given] = /^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (given === undefined || Number(expires) * 1000 < Date.now()) return undefined
  const expected = signature(secret, realm, Number(id) as AttachmentId, Number(expires))
  return secretsEqual(expected, given) ? (Number(id) as AttachmentId) : undefined
}

function signature(secret: string, realm: RealmId, id: AttachmentId, expires: number): string {
  return createHmac('sha256', secret).update(`temporary-url:${realm}:${id}:${expires}`).digest('base64url')
}
