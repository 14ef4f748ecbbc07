import { MAX_LISTED_CHANNELS_OF_USAGE } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, RealmId } from '../../platform/ids.ts'
import type { WireUsageDay } from '../../state/wire/usage.ts'

const DAYS = statement(
  'usage.days',
  // usage_day_pkey
  `SELECT to_char(day, 'YYYY-MM-DD') AS day, active_people, active_week, public_messages, private_messages,
     direct_messages, storage_bytes
   FROM usage_day WHERE realm_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - $2::int ORDER BY day`,
)
// Rounded to two digits, because exact numbers would reveal activity in channels that the reader cannot read.
const CHANNELS = statement(
  'usage.channels',
  // channel_day_pkey
  `SELECT stream_id, round(n, 1 - floor(log(greatest(n, 10)))::int)::int4 AS messages FROM (
     SELECT d.channel_id AS stream_id, sum(d.messages) AS n FROM channel c JOIN channel_day d ON d.channel_id = c.id
     WHERE c.realm_id = $1 GROUP BY 1) counted
   ORDER BY n DESC, stream_id LIMIT ${MAX_LISTED_CHANNELS_OF_USAGE}`,
)

/** The numbers of the last days, the oldest first. Days without a row are left out. One query. */
export const usageDays = (sql: Sql, realm: RealmId, days: number): Promise<WireUsageDay[]> =>
  sql.run<WireUsageDay>(DAYS, [realm, days])

/** The messages of each channel in four weeks, the busiest first. One query. */
export const usageOfChannels = (
  sql: Sql,
  realm: RealmId,
): Promise<{ stream_id: ChannelId; messages: number }[]> => sql.run(CHANNELS, [realm])
