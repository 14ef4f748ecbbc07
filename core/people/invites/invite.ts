import { statement } from '../../platform/db/statements/statement.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { ALREADY_HAS_ACCOUNT, readAddresses, skippedFor } from './addresses.ts'
import { checkDailyLimit, countMails, type DailyLimits } from './daily-limit.ts'
import { invitationFailed, noAddress, type Skipped } from './errors.ts'
import { emitInvitesChanged } from './event.ts'
import { type Invite, IS_PENDING } from './invitation.ts'
import { enqueueInvitation } from './jobs.ts'
import { checkOffer } from './offer.ts'
import { canInvite } from './permissions.ts'
import { createInvitations } from './store.ts'

/** spec.md POST /invites. */
export interface InviteByMail extends Invite {
  /** Addresses, separated by commas or newlines. */
  readonly addresses: string
  readonly notifyInviter: boolean
}

// A statement, because the index is on an expression.
const INVITED = statement(
  'invitation.invited',
  // invitation_email
  `SELECT given AS email FROM unnest($2::text[]) AS given WHERE EXISTS (
     SELECT FROM invitation WHERE realm_id = $1 AND lower(email) = lower(given) AND ${IS_PENDING})`,
)

/** The message when some addresses were skipped and the others invited; `errors` lists the skipped ones. */
export const SOME_HAVE_ACCOUNTS =
  "Some of those addresses are already using Loquat, so we didn't send them an invitation. " +
  'We did send invitations to everyone else!'
const SOME_CANNOT = 'Some of those addresses could not be invited. We did send invitations to everyone else!'

/**
 * Invites people by e-mail (spec.md POST /invites), in one transaction that also enqueues the mails. Throws
 * INVITATION_FAILED, after inviting all the others, for addresses that are malformed, not allowed by the
 * organization, invited already, or have an account. Invites nobody and throws for an offer that the caller
 * may not make (`checkOffer`), and when the organization has reached its daily limit.
 */
export async function inviteByMail(caller: Caller, given: InviteByMail, limits: DailyLimits): Promise<void> {
  const { core, realm } = caller
  const skipped = await core.change(caller, async ({ tx, actor }) => {
    if (!canInvite(realm, actor)) throw insufficientPermission()
    const offer = checkOffer(realm, actor, given)
    const addresses = readAddresses(given.addresses)
    if (addresses.length === 0) throw noAddress()
    await checkDailyLimit(tx, actor, addresses.length, limits)
    const { good, skipped } = await checkAddresses(tx, realm, core.options.rootUrl, addresses)
    if (good.length === 0) throw invitationFailed("We weren't able to invite anyone.", { skipped })
    await countMails(tx, realm, actor, good.length)
    const invitations = await createInvitations(tx, actor, { ...given, ...offer }, good)
    for (const invitation of invitations) enqueueInvitation(tx, invitation)
    emitInvitesChanged(tx, realm, [actor.id])
    return skipped
  })
  if (skipped.length === 0) return
  const haveAccounts = skipped.every(([, reason]) => reason === ALREADY_HAS_ACCOUNT)
  throw invitationFailed(haveAccounts ? SOME_HAVE_ACCOUNTS : SOME_CANNOT, { skipped, sent: true })
}

/** Separates the addresses that can be invited from the others. */
async function checkAddresses(
  tx: Tx,
  realm: RealmState,
  rootUrl: string,
  addresses: readonly string[],
): Promise<{ good: string[]; skipped: Skipped[] }> {
  const rows = await tx.run<{ email: string }>(INVITED, [realm.id, addresses])
  const invited = new Set(rows.map((row) => row.email))
  const good: string[] = []
  const skipped: Skipped[] = []
  for (const email of addresses) {
    const fault = skippedFor(realm, rootUrl, email)
    if (fault !== undefined) skipped.push(fault)
    else if (invited.has(email)) skipped.push([email, 'Already invited.', false])
    else good.push(email)
  }
  return { good, skipped }
}
