import { statement } from '../../platform/db/statement.ts'
import type { Caller } from '../../state/caller.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { INVITATION_COLUMNS, type Invitation, IS_PENDING } from './invitation.ts'
import { canSeeLink } from './permissions.ts'
import { joinUrl } from './token.ts'

/** The number of invitations in a list; the newest are listed. Daily limit and expiry keep the number low. */
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
  /** Set for invitations of an address. */
  readonly email?: string
  /** Set for reusable links. */
  readonly link_url?: string
}

/** The usable invitations and reusable links that the caller may see, in order. */
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
