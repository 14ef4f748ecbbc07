import { USAGE_DAYS } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { activeRealms } from '../../state/realm/active.ts'

/** Messages that one statement counts. An organization with a long history takes several. */
const BATCH = 50_000
/** Days whose numbers of people are counted again: those that a client may still report late. */
const COUNTED_DAYS = 8
/** The server knows the active people of these days: the counted days and the week before them. */
const KNOWN_DAYS = COUNTED_DAYS + 7

const TODAY = "(now() AT TIME ZONE 'UTC')::date"

const BEGIN = statement(
  'usage.begin',
  'INSERT INTO usage_cursor (realm_id, counted_to) VALUES ($1, 0) ON CONFLICT DO NOTHING',
)

// Message ids are assigned in commit order: all messages below the newest id are committed. The numbers and
// the cursor change together, so a message counts once, whenever the job dies. The lock of the cursor makes
// two workers count one after the other.
const COUNT_MESSAGES = statement(
  'usage.count-messages',
  `WITH cursor AS (
     SELECT counted_to FROM usage_cursor WHERE realm_id = $1 FOR UPDATE
   ), batch AS (
     SELECT m.id, m.sender_id, m.channel_id, (m.sent_at AT TIME ZONE 'UTC')::date AS day -- message_realm
     FROM message m WHERE m.realm_id = $1 AND m.id > (SELECT counted_to FROM cursor) ORDER BY m.id LIMIT ${BATCH}
   ), recent AS (
     SELECT b.day, b.sender_id, b.channel_id, c.is_private FROM batch b LEFT JOIN channel c ON c.id = b.channel_id
     WHERE b.day > ${TODAY} - ${USAGE_DAYS}
   ), active AS (
     INSERT INTO active_person_day (realm_id, day, user_id)
     SELECT DISTINCT $1, r.day, r.sender_id FROM recent r JOIN user_account u ON u.id = r.sender_id
     WHERE NOT u.is_bot AND r.day > ${TODAY} - ${KNOWN_DAYS}
     ON CONFLICT DO NOTHING
   ), counted AS (
     INSERT INTO usage_day AS d (realm_id, day, public_messages, private_messages, direct_messages)
     SELECT $1, day, count(*) FILTER (WHERE NOT is_private), count(*) FILTER (WHERE is_private),
       count(*) FILTER (WHERE channel_id IS NULL) FROM recent GROUP BY day
     ON CONFLICT (realm_id, day) DO UPDATE SET
       public_messages = d.public_messages + excluded.public_messages,
       private_messages = d.private_messages + excluded.private_messages,
       direct_messages = d.direct_messages + excluded.direct_messages
   ), moved AS (
     UPDATE usage_cursor u SET counted_to = newest.id
     FROM (SELECT max(id) AS id FROM batch HAVING count(*) > 0) newest WHERE u.realm_id = $1
   )
   SELECT count(*)::int4 AS n FROM batch`,
)
// The last report of each person. A person who was active on several days of an outage counts on the last
// one, and on the days of their messages.
const NOTE_ACTIVE = statement(
  'usage.note-active',
  `INSERT INTO active_person_day (realm_id, day, user_id)
   SELECT $1, (to_timestamp(p.active_at) AT TIME ZONE 'UTC')::date, p.user_id
   FROM user_presence p JOIN user_account u ON u.id = p.user_id -- user_presence_realm
   WHERE p.realm_id = $1 AND NOT u.is_bot
     AND p.active_at > extract(epoch FROM (${TODAY} - ${KNOWN_DAYS - 1}) AT TIME ZONE 'UTC')
   ON CONFLICT DO NOTHING`,
)
const COUNT_PEOPLE = statement(
  'usage.count-people',
  // active_person_day_pkey, upload_space_pkey
  `INSERT INTO usage_day AS d (realm_id, day, active_people, active_week, storage_bytes)
   SELECT $1, ${TODAY} - ago,
     (SELECT count(*) FROM active_person_day a WHERE a.realm_id = $1 AND a.day = ${TODAY} - ago),
     (SELECT count(DISTINCT a.user_id) FROM active_person_day a
       WHERE a.realm_id = $1 AND a.day BETWEEN ${TODAY} - ago - 6 AND ${TODAY} - ago),
     CASE WHEN ago = 0 THEN coalesce((SELECT used_bytes FROM upload_space WHERE realm_id = $1), 0) END
   FROM generate_series(0, ${COUNTED_DAYS - 1}) AS ago
   ON CONFLICT (realm_id, day) DO UPDATE SET
     active_people = greatest(d.active_people, excluded.active_people),
     active_week = greatest(d.active_week, excluded.active_week),
     storage_bytes = coalesce(excluded.storage_bytes, d.storage_bytes)`,
)
const FORGET = statement(
  'usage.forget',
  `WITH people AS (DELETE FROM active_person_day WHERE realm_id = $1 AND day <= ${TODAY} - ${KNOWN_DAYS})
   DELETE FROM usage_day WHERE realm_id = $1 AND day <= ${TODAY} - ${USAGE_DAYS}`,
)

/**
 * Counts active people and sent messages of every organization since the last call. After an outage, the
 * first call counts the missed days. Throws `RealmsFailed` at the end.
 */
export async function countUsage(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  for (const id of await activeRealms(core.db)) {
    await failures.contain(id, () => countOf(core, id))
  }
  failures.throwIfAny()
}

async function countOf(core: Core, realm: RealmId): Promise<void> {
  await core.db.run(BEGIN, [realm])
  for (;;) {
    const [counted] = await core.db.run<{ readonly n: number }>(COUNT_MESSAGES, [realm])
    if (counted!.n < BATCH) break
  }
  await core.db.run(NOTE_ACTIVE, [realm])
  await core.db.run(COUNT_PEOPLE, [realm])
  await core.db.run(FORGET, [realm])
}
