import pg from 'pg'
import { colorOf } from '../../core/channels/subscriptions/colors.ts'
import { MessageBit } from '../../core/content/messages/bits.ts'
import type { ChannelId, RealmId } from '../../core/platform/ids.ts'

export interface LargeSize {
  readonly people: number
  readonly channels: number
  readonly messages: number
}

/**
 * A channel has `people / place ** SKEW` subscribers: a few channels have almost everybody, most have few.
 */
const SKEW = 0.9
/** Colours by the id of the channel, as new subscribers get them. */
const COLORS = Array.from({ length: 16 }, (_, id) => colorOf(id as ChannelId))
const WORDS = 'To be, or not to be, that is the question'

/**
 * Fills an organization by SQL before a gateway loads it: people `p1@demo.test` and so on; channels `large
 * 1`, which has everybody, `large 2` with half of the people, and so on down to a few dozen; a group
 * `everybody`; messages in three topics of each channel. Each row is as requests would have left it
 * (test/bench/large-organization.test.ts compares them), except that the event log has no entries: a gateway
 * that loads the organization does not need them.
 */
export async function fillLargeOrganization(
  databaseUrl: string,
  realm: RealmId,
  size: LargeSize,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [realm, ...values])
  await run(
    `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
     SELECT $1, 'p' || n || '@demo.test', 'p' || n || '@demo.test', 'Person ' || n, 400
     FROM generate_series(1, $2::int) AS n`,
    [size.people],
  )
  await run(
    `INSERT INTO channel (realm_id, name, description, rendered_description, creator_id, history_public_to_subscribers, created_at)
     SELECT $1, 'large ' || n, 'What is said of ' || n, '<p>What is said of ' || n || '</p>',
       (SELECT min(id) FROM user_account WHERE realm_id = $1 AND role = 100), true,
       now() - interval '2 days'
     FROM generate_series(1, $2::int) AS n`,
    [size.channels],
  )
  // Each channel takes people at even distances, from a first one of its own, so that its subscribers are
  // different ones.
  await run(
    `INSERT INTO subscription (user_id, channel_id, color)
     SELECT p.ids[1 + ((n * 7919 + k * cardinality(p.ids)::int8 / s.size) % cardinality(p.ids))::int], c.id,
       ($4::text[])[1 + c.id % cardinality($4::text[])]
     FROM (SELECT array_agg(id ORDER BY id) AS ids FROM user_account WHERE realm_id = $1 AND email ~ '^p[0-9]+@demo.test$') p,
       generate_series(1, $2::int) AS n
       JOIN channel c ON c.realm_id = $1 AND c.name = 'large ' || n,
       LATERAL (SELECT greatest(5, cardinality(p.ids) / n::float8 ^ $3::float8)::int8 AS size) s,
       generate_series(0, s.size - 1) AS k
     ON CONFLICT DO NOTHING`,
    [size.channels, SKEW, COLORS],
  )
  await addMessages(run, size.messages)
  await run(
    `INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT s.user_id, s.channel_id, (SELECT greatest(0, coalesce(max(id), 0) - 20) FROM message)
     FROM subscription s JOIN channel c ON c.id = s.channel_id AND c.realm_id = $1
     ON CONFLICT DO NOTHING`,
  )
  await run(
    `WITH created AS (INSERT INTO user_group (realm_id, name, creator_id)
       SELECT $1, 'everybody', min(id) FROM user_account WHERE realm_id = $1 AND role = 100 RETURNING id)
     INSERT INTO group_member (group_id, user_id)
     SELECT created.id, u.id FROM created, user_account u WHERE u.realm_id = $1 AND u.email ~ '^p[0-9]+@demo.test$'`,
  )
  await client.query('VACUUM ANALYZE')
  await client.end()
}

type Run = (text: string, values?: readonly unknown[]) => Promise<unknown>

async function addMessages(run: Run, messages: number): Promise<void> {
  if (messages === 0) return
  await run(
    `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id, words)
     SELECT $1, id, 'topic ' || n, 0, to_tsvector('simple', 'topic ' || n) FROM channel, generate_series(1, 3) n WHERE realm_id = $1 AND name LIKE 'large %'`,
  )
  await run(
    `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits, words)
     SELECT nextval('message_id_seq'), $1, c.ids[place], c.channels[place], p.ids[1 + k % cardinality(p.ids)], 'website',
       $3, '<p>' || $3 || '</p>', ${MessageBit.readBySender}, to_tsvector('simple', $3)
     FROM (SELECT array_agg(id) AS ids FROM user_account WHERE realm_id = $1 AND email ~ '^p[0-9]+@demo.test$') p,
       (SELECT array_agg(id ORDER BY id) AS ids, array_agg(channel_id ORDER BY id) AS channels
        FROM conversation WHERE realm_id = $1 AND topic LIKE 'topic %') c,
       generate_series(1, $2::int) k,
       LATERAL (SELECT (1 + (k::int8 * 7919) % cardinality(c.ids))::int AS place) l
     ORDER BY k`,
    [messages, WORDS],
  )
  await run(
    `UPDATE channel c SET first_message_id = (SELECT min(id) FROM message m WHERE m.channel_id = c.id)
     WHERE realm_id = $1 AND name LIKE 'large %'`,
  )
  await run('UPDATE notification_cursor SET message_id = (SELECT max(id) FROM message) WHERE realm_id = $1')
}
