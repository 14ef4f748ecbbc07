import { z } from 'zod'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import { checkDailyLimit, countMails, type DailyLimits, remainingToday } from '../invites/daily-limit.ts'
import { listUnclaimed, type Unclaimed } from './list.ts'

/** How long the link in the mail is valid. */
const VALID_DAYS = 7

/** Asks an imported person to come: by a link to choose a password, or to the log-in of the company. */
export const IMPORTED_PERSON = declareJob({
  queue: 'invitations',
  name: 'imported-person',
  data: z.object({
    realm: idSchema<RealmId>(),
    user: idSchema<UserId>(),
    by: idSchema<UserId>(),
    /** When the link expires, in Unix seconds. */
    until: z.number(),
  }),
})

const NOTE = statement(
  'unclaimed.note',
  // unclaimed_person_pkey
  `UPDATE unclaimed_person SET mails = mails + 1, mailed_at = clock_timestamp() WHERE user_id = ANY ($1::int[])`,
)
const REFUSE = statement(
  'unclaimed.refuse',
  'UPDATE unclaimed_person SET refuses_mail = true WHERE user_id = $1', // unclaimed_person_pkey
)

/**
 * The imported people who get a mail. `new`: people without a mail yet. `again`: also people whose last mail
 * is a day old.
 */
export type Recipients = 'new' | 'again'

export const isRecipient = ({ mails, isDue, refusesMail }: Unclaimed, to: Recipients): boolean =>
  !refusesMail && (mails === 0 || (to === 'again' && isDue))

/**
 * Mails imported people who have never logged in, each once, as many as today's limit of invitations leaves.
 * Resolves to the number of mails, and of people for whom the limit has left none. Throws unless the caller
 * is an administrator, and INVITATION_FAILED when the limit is reached already.
 */
export async function mailUnclaimed(
  caller: Caller,
  to: Recipients,
  limits: DailyLimits,
): Promise<{ readonly mailed: number; readonly left: number }> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const due = (await listUnclaimed(tx, realm)).filter((one) => isRecipient(one, to))
    if (due.length === 0) return { mailed: 0, left: 0 }
    const room = await remainingToday(tx, realm.id, actor, limits)
    if (room === 0) await checkDailyLimit(tx, actor, 1, limits)
    const mailed = due.slice(0, room).map(({ userId }) => userId)
    await countMails(tx, realm, actor, mailed.length)
    await tx.run(NOTE, [mailed])
    const until = Math.floor(Date.now() / 1000) + VALID_DAYS * 86_400
    for (const user of mailed) tx.enqueue(IMPORTED_PERSON, { realm: realm.id, user, by: actor.id, until })
    const names = mailed.map((id) => realm.users.get(id)!.deliveryEmail)
    const rows = names.map((name) => ({ kind: 'invitation', action: 'created', id: null, name }) as const)
    writeAudit(tx, actor.id, rows)
    return { mailed: mailed.length, left: due.length - mailed.length }
  })
}

/** Notes that a person wants no more of these mails. */
export function refuseMail(tx: Tx, user: UserId): void {
  tx.write(REFUSE, [user])
}
