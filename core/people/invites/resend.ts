import { databaseTime } from '../../platform/db/database-time.ts'
import { rateLimitHit } from '../../platform/errors.ts'
import type { InvitationId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { checkDailyLimit, countMails, type DailyLimits } from './daily-limit.ts'
import { Invitation } from './entities.ts'
import { emitInvitesChanged } from './event.ts'
import { invitationOf } from './invitation.ts'
import { enqueueInvitation } from './jobs.ts'
import { findPending } from './revoke.ts'
import { dayOf, expiryOf } from './store.ts'

/** Mails of one invitation per UTC day, so that nobody is flooded. */
const MAILS_PER_DAY = 5

/**
 * Mails an invitation again and restarts its validity. Throws when it is no longer usable, when the caller
 * may not manage it, INVITATION_FAILED when the organization has reached its daily limit, and RATE_LIMIT_HIT
 * when this invitation was mailed too often.
 */
export async function resendInvitation(caller: Caller, id: InvitationId, limits: DailyLimits): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    await findPending(tx, realm, actor, id)
    await checkDailyLimit(tx, actor, 1, limits)
    const row = await tx.em.findOneOrFail(Invitation, id) // no query: `findPending` has loaded it
    const invitedAt = await databaseTime(tx.em)
    const today = dayOf(invitedAt)
    const mailsThatDay = row.mailedOn === today ? row.mailsThatDay + 1 : 1
    if (mailsThatDay > MAILS_PER_DAY) throw rateLimitHit(secondsOfDayAfter(invitedAt))
    tx.em.assign(row, {
      mails: row.mails + 1,
      mailsThatDay,
      mailedOn: today,
      invitedAt,
      expiresAt: expiryOf(invitedAt, row.validMinutes ?? null),
    })
    await countMails(tx, realm, actor, 1)
    enqueueInvitation(tx, invitationOf(row, invitedAt))
    emitInvitesChanged(tx, realm, [row.inviterId])
  })
}

/** Seconds from a time until midnight, UTC. */
const secondsOfDayAfter = (time: Date): number => 86_400 - ((time.getTime() / 1000) % 86_400)
