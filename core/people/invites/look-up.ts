import { type Sql, statement } from '../../platform/db/statement.ts'
import type { InvitationId, JoinRequestId, RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Role, UserRecord } from '../../state/users/record.ts'
import { DEFAULT_OFFER, INVITATION_COLUMNS, type Invitation, type Offer } from './invitation.ts'
import { isTokenOf, type LinkTarget, readToken } from './token.ts'

/** What the page of a link to join shows. */
export type JoinLink = ValidLink | { readonly state: Exclude<LinkState, 'valid'> }

/**
 * `used`: the link has created an account. `elsewhere`: another organization of this server issued it.
 * `closed`: it confirms an address without an invitation, and the organization now requires one.
 */
export type LinkState = 'valid' | 'used' | 'revoked' | 'expired' | 'unknown' | 'elsewhere' | 'closed'

export interface ValidLink {
  readonly state: 'valid'
  /** The address of the future account; null for a reusable link, which needs one first (`askToJoin`). */
  readonly email: string | null
  /** Undefined without an invitation. */
  readonly inviter: UserRecord | undefined
  readonly role: Role
}

/** A stored link with what it offers. */
export interface FoundLink {
  readonly state: LinkState
  readonly email: string | null
  readonly offer: Offer
  readonly invitation: Invitation | undefined
  readonly request: JoinRequestId | undefined
}

interface RequestRow {
  readonly realm: RealmId
  readonly invitation: InvitationId | null
  readonly email: string
  readonly isUsed: boolean
  readonly isExpired: boolean
}

// invitation_pkey
const INVITATION = statement(
  'join-link.invitation',
  `SELECT realm_id AS realm, ${INVITATION_COLUMNS} FROM invitation WHERE id = $1`,
)
// join_request_pkey
const REQUEST = statement(
  'join-link.request',
  `SELECT realm_id AS realm, invitation_id AS invitation, email, used_at IS NOT NULL AS "isUsed",
     expires_at <= clock_timestamp() AS "isExpired"
   FROM join_request WHERE id = $1`,
)

/** Looks up the state of a token's link in this organization. One or two queries. */
export async function lookUpLink(core: Core, realm: RealmState, token: string): Promise<JoinLink> {
  await realm.sync()
  const link = await findLink(core.db, core, realm, token)
  if (link === undefined) return { state: 'unknown' }
  if (link.state !== 'valid') return { state: link.state }
  const inviter = link.invitation && realm.users.get(link.invitation.inviter)
  return { state: 'valid', email: link.email, inviter, role: link.offer.role }
}

/** The link of a token; undefined for a forged token, and for a link that was deleted long ago. */
export async function findLink(
  sql: Sql,
  core: Core,
  realm: RealmState,
  token: string,
): Promise<FoundLink | undefined> {
  const target = readToken(token)
  if (target === undefined) return undefined
  return target.kind === 'invitation'
    ? invitationLink(sql, core, realm, token, target)
    : requestLink(sql, core, realm, token, target)
}

async function invitationLink(
  sql: Sql,
  core: Core,
  realm: RealmState,
  token: string,
  target: LinkTarget,
): Promise<FoundLink | undefined> {
  const [row] = await sql.run<Invitation & { realm: RealmId }>(INVITATION, [target.id])
  if (row === undefined || !isTokenOf(token, core.options.secretKey, row.realm, target)) return undefined
  const state = row.realm === realm.id ? stateOf(row) : 'elsewhere'
  return { state, email: row.email, offer: row, invitation: row, request: undefined }
}

async function requestLink(
  sql: Sql,
  core: Core,
  realm: RealmState,
  token: string,
  target: LinkTarget & { kind: 'request' },
): Promise<FoundLink | undefined> {
  const [row] = await sql.run<RequestRow>(REQUEST, [target.id])
  if (row === undefined || !isTokenOf(token, core.options.secretKey, row.realm, target)) return undefined
  const [invitation] =
    row.invitation === null
      ? []
      : await sql.run<Invitation & { realm: RealmId }>(INVITATION, [row.invitation])
  const { email, isUsed, isExpired } = row
  const found = { email, offer: invitation ?? DEFAULT_OFFER, invitation, request: target.id }
  const state = (): LinkState => {
    if (row.realm !== realm.id) return 'elsewhere'
    if (isUsed) return 'used'
    if (isExpired) return 'expired'
    if (invitation !== undefined) return stateOf(invitation)
    return realm.record.settings.invite_required ? 'closed' : 'valid'
  }
  return { ...found, state: state() }
}

function stateOf({ ended, isExpired }: Invitation): LinkState {
  return ended ?? (isExpired ? 'expired' : 'valid')
}
