import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { growList } from '../../state/shared-lists/grow.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
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
/** The part of the organization's mails that one person who is no administrator may use up. */
const PART_OF_MEMBER = 1 / 4

const TODAY = "(now() AT TIME ZONE 'UTC')::date"
// One statement joins the tables by their primary keys.
const REMAINING = statement(
  'invitation.remaining-today',
  `SELECT coalesce(r.max_daily_invitations,
            CASE WHEN r.created_at > now() - make_interval(days => $4) THEN $3::int ELSE $2::int END) AS most,
          coalesce(d.mails, 0) AS mails, coalesce(g.items, 0) AS own
   FROM realm r LEFT JOIN invitation_day d ON d.realm_id = r.id AND d.day = ${TODAY}
     LEFT JOIN list_growth g ON g.user_id = $5 AND g.list = 'invitations' AND g.day = ${TODAY}
   WHERE r.id = $1`,
)
// A statement, because it adds to the row that may exist.
const COUNT = statement(
  'invitation.count-today',
  `INSERT INTO invitation_day (realm_id, day, mails) VALUES ($1, ${TODAY}, $2)
   ON CONFLICT (realm_id, day) DO UPDATE SET mails = invitation_day.mails + EXCLUDED.mails`,
)

/** Sets an organization's own limit; null removes it. */
export async function setDailyLimit(core: Core, realm: RealmId, perDay: number | null): Promise<void> {
  await core.transact(realm, (tx) =>
    tx.em.nativeUpdate(Realm, { id: realm }, { maxDailyInvitations: perDay }),
  )
}

/**
 * How many more invitations the organization and the person may mail today. Runs in a transaction that has
 * locked the organization, as `checkDailyLimit`.
 */
export async function remainingToday(
  sql: Sql,
  realm: RealmId,
  inviter: UserRecord,
  { invitationsPerDay, invitationsPerDayOfNewRealm }: DailyLimits,
): Promise<number> {
  const parameters = [realm, invitationsPerDay, invitationsPerDayOfNewRealm, NEW_REALM_DAYS, inviter.id]
  const [row] = await sql.run<{ most: number; mails: number; own: number }>(REMAINING, parameters)
  if (row === undefined) return 0
  const mostOfPerson = isAdministrator(inviter) ? row.most : Math.ceil(row.most * PART_OF_MEMBER)
  return Math.max(0, Math.min(row.most - row.mails, mostOfPerson - row.own))
}

/**
 * Throws when `mails` more invitations would exceed today's limit of the organization or of the person. Runs
 * in a transaction that has locked the organization, so that no other transaction counts before `countMails`.
 */
export async function checkDailyLimit(
  tx: Tx,
  inviter: UserRecord,
  mails: number,
  limits: DailyLimits,
): Promise<void> {
  if ((await remainingToday(tx, tx.realm, inviter, limits)) >= mails) return
  throw invitationFailed(
    'To protect users, this server limits the number of invitations you can send in one day. ' +
      'Because you have reached the limit, no invitations were sent.',
    { dailyLimitReached: true },
  )
}

/** Counts mails for the organization and for the person who causes them. */
export async function countMails(
  tx: Tx,
  realm: RealmView,
  inviter: UserRecord,
  mails: number,
): Promise<void> {
  await tx.run(COUNT, [tx.realm, mails])
  await growList(tx, realm, inviter.id, 'invitations', { items: mails, bytes: 0, total: 0 })
}
