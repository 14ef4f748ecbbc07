import { statement } from '../../platform/db/statement.ts'
import type { Caller } from '../../state/caller.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { INVITATION_COLUMNS, type Invitation, IS_PENDING } from './invitation.ts'
import { canSeeLink } from './permissions.ts'
import { joinUrl } from './token.ts'

/** The newest of them, where there are more: the daily limit and their expiry hold their number down. */
const MOST = 10_000

const LIST = statement(
  'invitation.list',
  `SELECT ${INVITATION_COLUMNS} FROM invitation
   WHERE realm_id = $1 AND ${IS_PENDING} ORDER BY realm_id DESC, id DESC LIMIT ${MOST}`, // invitation_pending
)
const LIST_OWN = statement(
  'invitation.list-own',
  `SELECT ${INVITATION_COLUMNS} FROM invitation
   WHERE inviter_id = $1 AND ${IS_PENDING} ORDER BY id DESC LIMIT ${MOST}`, // invitation_inviter
)

/** An invitation as clients see it (GET /invites). */
export interface WireInvitation {
  readonly id: number
  readonly invited_by_user_id: number
  /** Unix seconds. */
  readonly invited: number
  readonly expiry_date: number | null
  readonly invited_as: Invitation['role']
  readonly notify_referrer_on_join: boolean
  readonly is_multiuse: boolean
  /** Of those that are no reusable links. */
  readonly email?: string
  /** Of reusable links. */
  readonly link_url?: string
}

/** The invitations and reusable links that the user sees and that can still be used, in their order. */
export async function listInvitations({ core, realm, user: requester }: Caller): Promise<WireInvitation[]> {
  await realm.sync()
  const user = realm.users.get(requester.id)!
  const rows = isAdministrator(user)
    ? await core.db.run<Invitation>(LIST, [realm.id])
    : await core.db.run<Invitation>(LIST_OWN, [user.id])
  return rows.reverse().map((invitation) => wireInvitation({ core, realm, user }, invitation))
}

function wireInvitation({ core, realm, user }: Caller, invitation: Invitation): WireInvitation {
  const { id, email } = invitation
  return {
    id,
    invited_by_user_id: invitation.inviter,
    invited: invitation.invitedAt,
    expiry_date: invitation.expiresAt,
    invited_as: invitation.role,
    notify_referrer_on_join: invitation.notifyInviter,
    is_multiuse: email === null,
    ...(email !== null && { email }),
    ...(email === null &&
      canSeeLink(user, invitation) && { link_url: joinUrl(core, realm, { kind: 'invitation', id }) }),
  }
}
