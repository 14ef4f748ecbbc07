import { MAX_INVITATION_LINKS_PER_PERSON } from '../../../config/limits.ts'
import { databaseTime } from '../../platform/db/database-time.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { growList } from '../../state/shared-lists/grow.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { Invitation } from './entities.ts'
import { tooManyLinks } from './errors.ts'
import { emitInvitesChanged } from './event.ts'
import { type Invite, pendingAt } from './invitation.ts'
import { checkOffer } from './offer.ts'
import { canMakeReusableLinks } from './permissions.ts'
import { createInvitations } from './store.ts'
import { joinUrl } from './token.ts'

/**
 * Creates a link with which everybody who has it can join, and returns it (spec.md POST /invites/multiuse).
 * Throws when the caller may not create such links, for an offer that the caller may not make
 * (`checkOffer`), and `tooManyLinks`. Throws as `growList`.
 */
export async function makeReusableLink(caller: Caller, given: Invite): Promise<string> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    if (!canMakeReusableLinks(realm, actor)) throw insufficientPermission()
    const offer = checkOffer(realm, actor, given)
    await checkLinkCount(tx, actor)
    await growList(tx, realm, actor.id, 'invitationLinks', { items: 1, bytes: 0, total: 0 })
    const [made] = await createInvitations(tx, actor, { ...given, ...offer, notifyInviter: false }, [null])
    emitInvitesChanged(tx, realm, [actor.id])
    return joinUrl(core, realm, { kind: 'invitation', id: made!.id })
  })
}

/** Throws when the person has the maximum of links that can be used. The organization is locked. */
async function checkLinkCount(tx: Tx, { id }: UserRecord): Promise<void> {
  const pending = pendingAt(await databaseTime(tx.em))
  // invitation_inviter
  const links = await tx.em.count(Invitation, { inviterId: id, email: null, ...pending })
  if (links >= MAX_INVITATION_LINKS_PER_PERSON) throw tooManyLinks(MAX_INVITATION_LINKS_PER_PERSON)
}
