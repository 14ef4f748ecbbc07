import { z } from 'zod'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { activeRealms } from '../../state/realm/active.ts'
import type { User } from '../../state/users/entity.ts'
import type { DigestCursor } from './entity.ts'

/** Mails a digest to a person who has been away. */
export const DIGEST = declareJob({
  queue: 'email',
  name: 'digest',
  data: z.object({
    realm: idSchema<RealmId>(),
    user: idSchema<UserId>(),
    /** The day of the digest: `2026-11-20`. */
    day: z.string(),
  }),
})
export type DigestEmail = DataOf<typeof DIGEST>

/** A person who has been away this long gets a digest. */
export const AWAY_DAYS = 5
/** Digests are enqueued from this hour of the day, in UTC. */
const FIRST_HOUR = 9
/** Users of one transaction. */
const PAGE = 500

const TAKE = statement(
  'digest.take',
  `INSERT INTO digest_cursor AS c (realm_id, day, user_id) VALUES ($1, $2, 0)
   ON CONFLICT (realm_id) DO UPDATE
     SET user_id = CASE WHEN c.day = excluded.day THEN c.user_id ELSE 0 END, day = excluded.day
     WHERE c.day <= excluded.day
   RETURNING user_id AS "userId"`, // digest_cursor_pkey: another process waits for the row
)
// user_account_pkey, user_presence_pkey
const NEXT = statement(
  'digest.next',
  `SELECT u.id, coalesce(greatest(p.active_at, p.connected_at), 0) < extract(epoch FROM $4::timestamptz)
       AND u.joined_at < $4 AS "isAway"
   FROM user_account u LEFT JOIN user_presence p ON p.user_id = u.id
   WHERE u.realm_id = $1 AND u.id > $2 AND u.is_active AND NOT u.is_bot ORDER BY u.id LIMIT $3`,
)
const ADVANCE = statement('digest.advance', 'UPDATE digest_cursor SET user_id = $2 WHERE realm_id = $1')

/** A person who gets a digest if the person is away and wants digests. */
type DigestCandidate = Columns<typeof User, 'id'> & { readonly isAway: boolean }

/**
 * Enqueues the digests of organizations on their weekday: one for each absent person who wants it. A crash
 * neither loses nor repeats a digest. Returns the number of digests. Throws `RealmsFailed` at the end.
 */
export async function enqueueDigests(core: Core, now = new Date()): Promise<number> {
  if (now.getUTCHours() < FIRST_HOUR) return 0
  const failures = new RealmFailures(core.log)
  let enqueued = 0
  for (const id of await activeRealms(core.db)) {
    await failures.contain(id, async () => {
      const realm = await core.realms.get(id)
      const settings = realm?.record.settings
      if (!settings?.digest_emails_enabled || settings.digest_weekday !== weekdayOf(now)) return
      for (;;) {
        const page = await enqueuePage(core, id, now)
        enqueued += page.enqueued
        if (page.isLast) break
      }
    })
  }
  failures.throwIfAny()
  return enqueued
}

async function enqueuePage(
  core: Core,
  realmId: RealmId,
  now: Date,
): Promise<{ enqueued: number; isLast: boolean }> {
  const realm = (await core.realms.get(realmId))!
  const day = now.toISOString().slice(0, 10)
  const since = sinceOf(now)
  // Before the transaction, because it needs a connection.
  await realm.sync()
  return core.transact(realmId, async (tx) => {
    const [cursor] = await tx.run<Columns<typeof DigestCursor, 'userId'>>(TAKE, [realmId, day])
    if (cursor === undefined) return { enqueued: 0, isLast: true }
    const people = await tx.run<DigestCandidate>(NEXT, [realmId, cursor.userId, PAGE, since])
    const wanting = people.filter(
      ({ id, isAway }) => isAway && realm.users.get(id)?.settings.enable_digest_emails,
    )
    for (const { id: user } of wanting) tx.enqueue(DIGEST, { realm: realmId, user, day })
    const last = people.at(-1)
    if (last !== undefined) await tx.run(ADVANCE, [realmId, last.id])
    return { enqueued: wanting.length, isLast: people.length < PAGE }
  })
}

/** The start of the time that a digest covers. */
export const sinceOf = (now: Date): Date => new Date(now.getTime() - AWAY_DAYS * 24 * 3600_000)

/** The weekday as digest_weekday counts: Monday is 0. */
const weekdayOf = (now: Date): number => (now.getUTCDay() + 6) % 7
