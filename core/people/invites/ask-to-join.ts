import { statement } from '../../platform/db/statements/statement.ts'
import { rateLimitHit } from '../../platform/errors.ts'
import type { JoinRequestId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { ADDRESS_FAULTS, addressFault, pastedAddress } from '../../state/realm/email.ts'
import { realmDeactivated } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { badJoinLink, cannotJoin, invitationRequired } from './errors.ts'
import { enqueueConfirmation } from './jobs.ts'
import { findLink } from './look-up.ts'

/** The link in the e-mail is valid for this long. */
export const VALID_HOURS = 24
/**
 * Mails to one address per hour by one link, or by none, so that entering another person's address neither
 * floods that person nor uses up the person's own link.
 */
const MAILS_PER_HOUR = 3

// One statement counts the recent mails, by an index on an expression, and stores the request.
const ASK = statement(
  'join-request.ask',
  `INSERT INTO join_request (realm_id, invitation_id, email, expires_at)
   SELECT $1, $2, $3, clock_timestamp() + make_interval(hours => $4)
   WHERE (SELECT count(*) FROM join_request
          WHERE realm_id = $1 AND lower(email) = lower($3)
            AND invitation_id IS NOT DISTINCT FROM $2 AND asked_at > clock_timestamp() - interval '1 hour') < $5
   RETURNING id`, // join_request_email
)

/**
 * Mails an address a link to confirm that it wants to join, by a reusable link or, without `token`,
 * uninvited. Its owner may then join (`acceptInvitation`). Does the same for an address that has an account,
 * to which the mail job sends nothing: neither the answer nor its time shows who is a member. Throws
 * `badJoinLink` for an invalid link or one that is not reusable, INVITATION_REQUIRED without a link where one
 * is needed, an error for an address that the organization does not allow, and RATE_LIMIT_HIT after too many
 * requests.
 */
export async function askToJoin(core: Core, realm: RealmState, email: string, token?: string): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    if (realm.record.isDeactivated) throw realmDeactivated()
    const link = token === undefined ? undefined : await findLink(tx.em, core, realm, token)
    if (token === undefined) {
      if (realm.record.settings.invite_required) throw invitationRequired()
    } else {
      if (link === undefined || link.email !== null) throw badJoinLink('unknown')
      if (link.state !== 'valid') throw badJoinLink(link.state)
    }
    const address = pastedAddress(email)
    const fault = addressFault(realm, core.options.rootUrl, address)
    if (fault !== undefined) throw cannotJoin([address, ADDRESS_FAULTS[fault], false])
    const [request] = await tx.run<{ id: JoinRequestId }>(ASK, [
      realm.id,
      link?.invitation?.id ?? null,
      address,
      VALID_HOURS,
      MAILS_PER_HOUR,
    ])
    if (request === undefined) throw rateLimitHit(3600)
    enqueueConfirmation(tx, request.id)
  })
}
