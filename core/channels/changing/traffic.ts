import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Channel } from '../../state/channels/entities.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Core } from '../../state/core.ts'
import { activeRealms } from '../../state/realm/active.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { audiencesOf } from '../presenting/audience.ts'
import { channelVisibility } from '../presenting/visibility.ts'

// Statements, because they aggregate messages and change all channels of an organization at once.

// Message ids are assigned in commit order: all messages below the newest id are committed.
const COUNT = statement(
  'traffic.count',
  `WITH newest AS (SELECT coalesce(max(id), 0) AS id FROM message WHERE realm_id = $1), -- message_realm
   counted AS (
     INSERT INTO channel_day (channel_id, day, messages)
     SELECT channel_id, (sent_at AT TIME ZONE 'UTC')::date, count(*) FROM message
     WHERE realm_id = $1 AND channel_id IS NOT NULL AND sent_at > now() - interval '28 days'
       AND id > coalesce((SELECT counted_to FROM channel_traffic WHERE realm_id = $1), 0)
       AND id <= (SELECT id FROM newest)
     GROUP BY 1, 2
     ON CONFLICT (channel_id, day) DO UPDATE SET messages = channel_day.messages + excluded.messages
   )
   INSERT INTO channel_traffic (realm_id, counted_to) SELECT $1, id FROM newest
   ON CONFLICT (realm_id) DO UPDATE SET counted_to = excluded.counted_to`,
)
const FORGET = statement(
  'traffic.forget',
  `DELETE FROM channel_day USING channel c
   WHERE c.id = channel_id AND c.realm_id = $1 AND day <= (now() AT TIME ZONE 'UTC')::date - 28`,
)

/**
 * Finds the channels whose stored traffic is out of date. A channel younger than a week has no average; a
 * channel younger than four weeks has the average of its days.
 */
const OUTDATED = statement(
  'traffic.outdated',
  `WITH total AS (
     SELECT channel_id, sum(messages) AS messages FROM channel_day
     WHERE channel_id IN (SELECT id FROM channel WHERE realm_id = $1) GROUP BY 1 -- channel_day_pkey
   ), measured AS (
     SELECT c.id, c.weekly_traffic, c.is_recently_active,
       CASE WHEN c.created_at > now() - interval '7 days' THEN NULL
         ELSE coalesce(t.messages, 0) * 7 / least(28, extract(day FROM now() - c.created_at)) END AS traffic,
       c.created_at > now() - interval '180 days' OR coalesce((SELECT m.sent_at FROM message m
         WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT 1) > now() - interval '180 days', false) AS active -- message_channel
     FROM channel c LEFT JOIN total t ON t.channel_id = c.id WHERE c.realm_id = $1
   ), rounded AS (
     -- Rounded to two digits, because exact numbers would reveal activity in channels that the reader cannot read.
     SELECT *, round(traffic, 1 - floor(log(greatest(traffic, 10)))::int)::int AS weekly FROM measured
   )
   SELECT id, weekly AS "weeklyTraffic", active AS "isRecentlyActive" FROM rounded
   WHERE weekly IS DISTINCT FROM weekly_traffic OR active <> is_recently_active ORDER BY id`,
)
const STORE = statement(
  'traffic.store',
  `UPDATE channel c SET weekly_traffic = w.traffic, is_recently_active = w.active
   FROM unnest($1::int[], $2::int[], $3::bool[]) AS w (id, traffic, active) WHERE c.id = w.id`,
)

type TrafficRow = Columns<typeof Channel, 'id' | 'weeklyTraffic' | 'isRecentlyActive'>

/**
 * Counts the messages of every channel since the last call. Stores and emits the average per week, and
 * whether the channel was active within half a year, where they changed. A message counts once, in the
 * channel to which it was sent. Throws `RealmsFailed` at the end.
 */
export async function countTraffic(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  for (const id of await activeRealms(core.db)) {
    await failures.contain(id, async () => {
      await core.db.run(COUNT, [id])
      await core.db.run(FORGET, [id])
      if ((await core.db.run<TrafficRow>(OUTDATED, [id])).length === 0) return
      const realm = await core.realms.get(id)
      if (realm !== undefined) await core.changeAsSystem(realm, (tx) => updateTraffic(tx, realm))
    })
  }
  failures.throwIfAny()
}

async function updateTraffic(tx: Tx, realm: RealmState): Promise<void> {
  const outdated = await tx.run<TrafficRow>(OUTDATED, [realm.id])
  await tx.run(STORE, [
    outdated.map((channel) => channel.id),
    outdated.map((channel) => channel.weeklyTraffic),
    outdated.map((channel) => channel.isRecentlyActive),
  ])
  for (const { id, ...traffic } of outdated) {
    const before = realm.channels.get(id)!
    const after = { ...before, ...traffic }
    emitChange(tx, { type: '_channel', channel: after })
    if (before.weeklyTraffic !== after.weeklyTraffic) {
      emitProperty(tx, realm, after, 'stream_weekly_traffic', after.weeklyTraffic)
    }
    if (before.isRecentlyActive !== after.isRecentlyActive) {
      emitProperty(tx, realm, after, 'is_recently_active', after.isRecentlyActive)
    }
  }
}

function emitProperty(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  property: string,
  value: number | boolean | null,
): void {
  const change = { stream_id: channel.id, name: channel.name, property, value }
  const update = { type: 'stream', op: 'update', ...change, ...channelVisibility(channel) } as const
  for (const audience of audiencesOf(realm, channel)) tx.emit(update, audience)
}
