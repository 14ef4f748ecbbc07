import { statement } from '../../platform/db/statement.ts'
import { rateLimitHit } from '../../platform/errors.ts'
import type { InvitationId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { checkDailyLimit, countMails, type DailyLimits } from './daily-limit.ts'
import { emitInvitesChanged } from './event.ts'
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts'
import { enqueueInvitation } from './jobs.ts'
import { findPending } from './revoke.ts'

/** Mails of one invitation per UTC day, so that nobody is flooded. */
const MAILS_PER_DAY = 5

const TODAY = `(now() AT TIME ZONE 'UTC')::date`
// invitation_pkey
const RESEND = statement(
  'invitation.resend',
  `UPDATE invitation SET
     mails = mails + 1,
     mails_that_day = CASE WHEN mailed_on = ${TODAY} THEN mails_that_day + 1 ELSE 1 END,
     mailed_on = ${TODAY},
     invited_at = clock_timestamp(),
     expires_at = clock_timestamp() + make_interval(mins => valid_minutes)
   WHERE id = $1 AND (mailed_on < ${TODAY} OR mails_that_day < ${MAILS_PER_DAY})
   RETURNING ${INVITATION_COLUMNS}`,
)

/**
 * Mails an invitation again and restarts its validity. Throws when it is no longer usable, when the caller
 * may not manage it, INVITATION_FAILED when the organization has reached its daily limit, and RATE_LIMIT_HIT
 * when this invitation was mailed too often.
 */
export async function resendInvitation(caller: Caller, id: InvitationId, limits: DailyLimits): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    await findPending(tx, realm, actor, id)
    await checkDailyLimit(tx, 1, limits)
    const [resent] = await tx.run<Invitation>(RESEND, [id])
    if (resent === undefined) throw rateLimitHit(secondsOfToday())
    await countMails(tx, 1)
    enqueueInvitation(tx, resent)
    emitInvitesChanged(tx, realm, [resent.inviter])
  })
}

/** Seconds until midnight, UTC. */
const secondsOfToday = (): number => 86_400 - ((Date.now() / 1000) % 86_400)
