import { createHmac } from 'node:crypto'
import type { InvitationId, JoinRequestId, RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/** What a link is to: an invitation, reusable or not, or the request of somebody whose address it confirms. */
export type LinkTarget =
  | { readonly kind: 'invitation'; readonly id: InvitationId }
  | { readonly kind: 'request'; readonly id: JoinRequestId }

const LETTERS = { invitation: 'i', request: 'r' } as const
const TOKEN = /^([ir])([1-9]\d{0,9})-([\w-]{32})$/

/**
 * The secret of a link: derived, never stored, so there is nothing to steal from the database or from a job, and
 * a link can be shown and mailed again. Fit for a URL.
 */
export function tokenOf(secret: string, realm: RealmId, { kind, id }: LinkTarget): string {
  const mac = createHmac('sha256', secret).update(`join:${kind}:${realm}:${id}`).digest('base64url')
  return `${LETTERS[kind]}${id}-${mac.slice(0, 32)}`
}

/** What a token says it is to; undefined for what is none. Whether it is genuine only `isTokenOf` knows. */
export function readToken(token: string): LinkTarget | undefined {
  const [, letter, digits] = TOKEN.exec(token) ?? []
  const id = Number(digits)
  if (letter === undefined || id > 2_147_483_647) return undefined
  return letter === 'i'
    ? { kind: 'invitation', id: id as InvitationId }
    : { kind: 'request', id: id as JoinRequestId }
}

/** Compares in constant time. */
export const isTokenOf = (token: string, secret: string, realm: RealmId, target: LinkTarget): boolean =>
  secretsEqual(tokenOf(secret, realm, target), token)

/** Where whoever has the link joins. */
export function joinUrl({ options }: Core, { record }: RealmView, target: LinkTarget): string {
  return `${realmUrl(record, options.rootUrl)}/join/${tokenOf(options.secretKey, record.id, target)}`
}
