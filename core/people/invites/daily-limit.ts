import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { Realm } from '../../state/realm/entity.ts'
import { invitationFailed } from './errors.ts'

/**
 * Mailed invitations per organization and UTC day, unless an operator has set another limit for the
 * organization.
 */
export interface DailyLimits {
  readonly invitationsPerDay: number
  /** The same for organizations younger than a week. */
  readonly invitationsPerDayOfNewRealm: number
}

const NEW_REALM_DAYS = 7

// One statement joins both tables by their primary keys.
const REMAINING = statement(
  'invitation.remaining-today',
  `SELECT coalesce(r.max_daily_invitations,
            CASE WHEN r.created_at > now() - make_interval(days => $4) THEN $3::int ELSE $2::int END)
          - coalesce(d.mails, 0) AS remaining
   FROM realm r LEFT JOIN invitation_day d ON d.realm_id = r.id AND d.day = (now() AT TIME ZONE 'UTC')::date
   WHERE r.id = $1`,
)
// A statement, because it adds to the row that may exist.
const COUNT = statement(
  'invitation.count-today',
  `INSERT INTO invitation_day (realm_id, day, mails) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
   ON CONFLICT (realm_id, day) DO UPDATE SET mails = invitation_day.mails + EXCLUDED.mails`,
)

/** Sets an organization's own limit; null removes it. */
export async function setDailyLimit(core: Core, realm: RealmId, perDay: number | null): Promise<void> {
  await core.transact(realm, (tx) =>
    tx.em.nativeUpdate(Realm, { id: realm }, { maxDailyInvitations: perDay }),
  )
}

/**
 * Throws when `mails` more invitations would exceed today's limit. Runs in a transaction that has locked the
 * organization, so that no other transaction counts before `countMails`.
 */
export async function checkDailyLimit(tx: Tx, mails: number, limits: DailyLimits): Promise<void> {
  const [row] = await tx.run<{ remaining: number }>(REMAINING, [
    tx.realm,
    limits.invitationsPerDay,
    limits.invitationsPerDayOfNewRealm,
    NEW_REALM_DAYS,
  ])
  if (mails <= (row?.remaining ?? 0)) return
  throw invitationFailed(
    'To protect users, this server limits the number of invitations you can send in one day. ' +
      'Because you have reached the limit, no invitations were sent.',
    { dailyLimitReached: true },
  )
}

export async function countMails(tx: Tx, mails: number): Promise<void> {
  await tx.run(COUNT, [tx.realm, mails])
}
