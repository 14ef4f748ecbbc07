import { insufficientPermission } from '../../platform/errors.ts'
import type { Caller } from '../../state/caller.ts'
import { emitInvitesChanged } from './event.ts'
import type { Invite } from './invitation.ts'
import { checkOffer } from './offer.ts'
import { canMakeReusableLinks } from './permissions.ts'
import { createInvitations } from './store.ts'
import { joinUrl } from './token.ts'

/**
 * Creates a link with which everybody who has it can join, and returns it (spec.md POST /invites/multiuse).
 * Throws when the caller may not create such links, and for an offer that the caller may not make
 * (`checkOffer`).
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
