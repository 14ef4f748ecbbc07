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
  return core.change({ core, realm, user: caller }, async ({ tx, actor }) => {
    if (!canMakeReusableLinks(realm, actor)) throw insufficient()
    const offer = checkOffer(realm, actor, given)
    const [made] = await createInvitations(tx, actor, { ...given, ...offer, notifyInviter: false }, [null])
    emitInvitesChanged(tx, realm, [actor.id])
    return joinUrl(core, realm, { kind: 'invitation', id: made!.id })
  })
}
