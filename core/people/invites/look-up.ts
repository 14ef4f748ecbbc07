import type { EntityManager } from '@mikro-orm/postgresql'
import { databaseTime } from '../../platform/db/database-time.ts'
import type { JoinRequestId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Role, UserRecord } from '../../state/users/record.ts'
import { Invitation as InvitationRow, JoinRequest } from './entities.ts'
import { DEFAULT_OFFER, type Invitation, invitationOf, type Offer } from './invitation.ts'
import { isTokenOf, type LinkTarget, readToken } from './token.ts'

/** The content of the page of a join link. */
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

/** A stored link with its offer. */
export interface FoundLink {
  readonly state: LinkState
  readonly email: string | null
  readonly offer: Offer
  readonly invitation: Invitation | undefined
  readonly request: JoinRequestId | undefined
}

/** Looks up the state of a token's link in this organization. Two or three queries. */
export async function lookUpLink(core: Core, realm: RealmState, token: string): Promise<JoinLink> {
  await realm.sync()
  const link = await core.db.readEntities((em) => findLink(em, core, realm, token))
  if (link === undefined) return { state: 'unknown' }
  if (link.state !== 'valid') return { state: link.state }
  const inviter = link.invitation && realm.users.get(link.invitation.inviter)
  return { state: 'valid', email: link.email, inviter, role: link.offer.role }
}

/** The link of a token; undefined for a forged token, and for a link that was deleted long ago. */
export async function findLink(
  em: EntityManager,
  core: Core,
  realm: RealmState,
  token: string,
): Promise<FoundLink | undefined> {
  const target = readToken(token)
  if (target === undefined) return undefined
  return target.kind === 'invitation'
    ? invitationLink(em, core, realm, token, target)
    : requestLink(em, core, realm, token, target)
}

async function invitationLink(
  em: EntityManager,
  core: Core,
  realm: RealmState,
  token: string,
  target: LinkTarget & { kind: 'invitation' },
): Promise<FoundLink | undefined> {
  const row = await em.findOne(InvitationRow, { id: target.id })
  if (row === null || !isTokenOf(token, core.options.secretKey, row.realmId, target)) return undefined
  const invitation = invitationOf(row, await databaseTime(em))
  const state = row.realmId === realm.id ? stateOf(invitation) : 'elsewhere'
  return { state, email: invitation.email, offer: invitation, invitation, request: undefined }
}

async function requestLink(
  em: EntityManager,
  core: Core,
  realm: RealmState,
  token: string,
  target: LinkTarget & { kind: 'request' },
): Promise<FoundLink | undefined> {
  const row = await em.findOne(JoinRequest, { id: target.id })
  if (row === null || !isTokenOf(token, core.options.secretKey, row.realmId, target)) return undefined
  const { email, invitationId } = row
  const now = await databaseTime(em)
  const link = invitationId === null ? null : await em.findOne(InvitationRow, { id: invitationId })
  const invitation = link === null ? undefined : invitationOf(link, now)
  const found = { email, offer: invitation ?? DEFAULT_OFFER, invitation, request: target.id }
  const state = (): LinkState => {
    if (row.realmId !== realm.id) return 'elsewhere'
    if (row.usedAt !== null) return 'used'
    if (row.expiresAt <= now) return 'expired'
    if (invitation !== undefined) return stateOf(invitation)
    return realm.record.settings.invite_required ? 'closed' : 'valid'
  }
  return { ...found, state: state() }
}

function stateOf({ ended, isExpired }: Invitation): LinkState {
  return ended ?? (isExpired ? 'expired' : 'valid')
}
