import { databaseTime } from '../../platform/db/database-time.ts'
import type { Caller } from '../../state/caller.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { Invitation as InvitationRow } from './entities.ts'
import { type Invitation, invitationOf, pendingAt } from './invitation.ts'
import { canSeeLink } from './permissions.ts'
import { joinUrl } from './token.ts'

/** The number of invitations in a list; the newest are listed. Daily limit and expiry keep the number low. */
const MOST = 10_000

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
  const visible = isAdministrator(user) ? { realmId: realm.id } : { inviterId: user.id }
  const invitations = await core.db.readEntities(async (em) => {
    const now = await databaseTime(em)
    const listed = { ...visible, ...pendingAt(now) }
    const rows = await em.find(InvitationRow, listed, { orderBy: { id: 'desc' }, limit: MOST })
    return rows.reverse().map((row) => invitationOf(row, now))
  })
  return invitations.map((invitation) => wireInvitation({ core, realm, user }, invitation))
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
