import { createHmac } from 'node:crypto'
import type { InvitationId, JoinRequestId, RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/** The subject of a link: an invitation, reusable or not, or a request to join whose address it confirms. */
export type LinkTarget =
  | { readonly kind: 'invitation'; readonly id: InvitationId }
  | { readonly kind: 'request'; readonly id: JoinRequestId }

const LETTERS = { invitation: 'i', request: 'r' } as const
const TOKEN = /^([ir])([1-9]\d{0,9})-([\w-]{32})$/

/**
 * The secret of a link. It is derived, not stored: neither the database nor a job contains it, and the link
 * can be shown and mailed again. Safe in URLs.
 */
export function tokenOf(secret: string, realm: RealmId, { kind, id }: LinkTarget): string {
  const mac = createHmac('sha256', secret).update(`join:${kind}:${realm}:${id}`).digest('base64url')
  return `${LETTERS[kind]}${id}-${mac.slice(0, 32)}`
}

/** Parses a token without checking that it is genuine (`isTokenOf` does); undefined when it is malformed. */
export function readToken(token: string): LinkTarget | undefined {
  const [, letter, digits] = TOKEN.exec(token) ?? []
  const id = Number(digits)
  if (letter === undefined || id > 2_147_483_647) return undefined
  return letter === 'i'
    ? { kind: 'invitation', id: id as InvitationId }
    : { kind: 'request', id: id as JoinRequestId }
}

/** Whether the token is genuine. Compares in constant time. */
export const isTokenOf = (token: string, secret: string, realm: RealmId, target: LinkTarget): boolean =>
  secretsEqual(tokenOf(secret, realm, target), token)

/** The address of the page on which somebody joins. It ends with a slash, as clients expect. */
export function joinUrl({ options }: Core, { record }: RealmView, target: LinkTarget): string {
  return `${realmUrl(record, options.rootUrl)}/join/${tokenOf(options.secretKey, record.id, target)}/`
}
