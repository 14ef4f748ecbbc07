import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Invite } from './invitation.ts'
import { checkOffer } from './offer.ts'
import { canMakeReusableLinks, insufficient } from './permissions.ts'
import { createInvitations } from './store.ts'
import { emitInvitesChanged } from './tell.ts'
import { joinUrl } from './token.ts'

/**
 * Makes a link by which anybody may join who has it, and returns it (spec.md POST /invites/multiuse). Throws as
 * `checkOffer`, and for who may not make one.
 */
export async function makeReusableLink(
  core: Core,
  realm: RealmState,
  caller: UserRecord,
  given: Invite,
): Promise<string> {
  return core.change({ core, realm, user: caller }, async ({ tx, actor: inviter }) => {
    if (!canMakeReusableLinks(realm, inviter)) throw insufficient()
    const offer = checkOffer(realm, inviter, given)
    const [made] = await createInvitations(tx, inviter, { ...given, ...offer, notifyInviter: false }, [null])
    emitInvitesChanged(tx, realm, [inviter.id])
    return joinUrl(core, realm, { kind: 'invitation', id: made!.id })
  })
}
