import { insufficientPermission } from '../../platform/errors.ts'
import type { Caller } from '../../state/caller.ts'
import type { Invite } from './invitation.ts'
import { checkOffer } from './offer.ts'
import { canMakeReusableLinks } from './permissions.ts'
import { createInvitations } from './store.ts'
import { emitInvitesChanged } from './tell.ts'
import { joinUrl } from './token.ts'

/**
 * Makes a link by which anybody may join who has it, and returns it (spec.md POST /invites/multiuse). Throws as
 * `checkOffer`, and for who may not make one.
 */
export async function makeReusableLink(caller: Caller, given: Invite): Promise<string> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    if (!canMakeReusableLinks(realm, actor)) throw insufficientPermission()
    const offer = checkOffer(realm, actor, given)
    const [made] = await createInvitations(tx, actor, { ...given, ...offer, notifyInviter: false }, [null])
    emitInvitesChanged(tx, realm, [actor.id])
    return joinUrl(core, realm, { kind: 'invitation', id: made!.id })
  })
}
