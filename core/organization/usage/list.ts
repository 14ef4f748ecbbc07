import { raw } from '@mikro-orm/core'
import { MAX_LISTED_CHANNELS_OF_USAGE } from '../../../config/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, RealmId } from '../../platform/ids.ts'
import type { WireUsageDay } from '../../state/wire/usage.ts'
import { UsageDay } from './entities.ts'

// A statement, because it adds up the days. Rounded to two digits, because exact numbers would reveal
// activity in channels that the reader cannot read.
const CHANNELS = statement(
  'usage.channels',
  // channel_day_pkey
  `SELECT stream_id, round(n, 1 - floor(log(greatest(n, 10)))::int)::int4 AS messages FROM (
     SELECT d.channel_id AS stream_id, sum(d.messages) AS n FROM channel c JOIN channel_day d ON d.channel_id = c.id
     WHERE c.realm_id = $1 GROUP BY 1) counted
   ORDER BY n DESC, stream_id LIMIT ${MAX_LISTED_CHANNELS_OF_USAGE}`,
)

/**
 * The numbers of the last days, the oldest first, without days that have no row. One query (usage_day_pkey).
 */
export async function usageDays(db: Database, realm: RealmId, days: number): Promise<WireUsageDay[]> {
  const isRecent = { $gt: raw(`(now() AT TIME ZONE 'UTC')::date - ?::int`, [days]) }
  const rows = await db.readEntities((em) =>
    em.find(UsageDay, { realmId: realm, day: isRecent }, { orderBy: { day: 'asc' } }),
  )
  return rows.map((row) => ({
    day: row.day,
    active_people: row.activePeople,
    active_week: row.activeWeek,
    public_messages: row.publicMessages,
    private_messages: row.privateMessages,
    direct_messages: row.directMessages,
    storage_bytes: row.storageBytes ?? null,
  }))
}

/** The messages of each channel in four weeks, the busiest first. One query. */
export const usageOfChannels = (
  sql: Sql,
  realm: RealmId,
): Promise<{ stream_id: ChannelId; messages: number }[]> => sql.run(CHANNELS, [realm])
