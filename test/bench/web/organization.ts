import pg from 'pg'
import { Connection } from '../load.ts'
import { fillOrganization } from '../organization.ts'
import type { Stack } from '../stack.ts'

export const LARGE = { people: 10_000, channels: 1_000, unread: 50_000, long: 20_000 }
const ONLINE = 1_000

/** Addresses of conversations of the large organization. */
export interface LargeOrganization {
  readonly channel: number
  /** A topic with 20,000 messages. */
  readonly long: string
  /** Topics of twenty messages. */
  readonly topics: readonly string[]
}

/**
 * Adds 10,000 people, a tenth of them online, and 1,000 channels with 10,000 topics. Hamlet is subscribed to
 * all channels and has 50,000 unread messages; he has read a topic with 20,000 messages. Starts the gateway
 * anew.
 */
export async function makeLarge(stack: Stack): Promise<LargeOrganization> {
  const { people, channels, unread, long } = LARGE
  const authorizations = await fillOrganization(stack, {
    people,
    channels,
    channelsEach: 20,
    groups: people / 100,
    messages: 2 * unread,
  })
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const hamlet = `(SELECT id FROM user_account WHERE email = 'hamlet@demo.test')`
  const all = `channel WHERE name LIKE 'channel %'`
  await run(
    `INSERT INTO subscription (user_id, channel_id, color) SELECT ${hamlet}, id, '#76ce90' FROM ${all}`,
  )
  await run(
    `INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT ${hamlet}, id, (SELECT max(id) - $1 FROM message) + 1 FROM ${all}`,
    [unread],
  )
  const { rows } = await run(
    `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id) SELECT $1, min(id), 'a long topic', 0 FROM ${all}
     RETURNING id, channel_id`,
    [stack.realm],
  )
  const [{ id: conversation, channel_id: channel }] = rows
  // Messages of one to five lines, some with code, three minutes apart.
  await run(
    `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits, sent_at, words)
     SELECT nextval('message_id_seq'), $1, $2, $3, p.ids[1 + (k / 3) % cardinality(p.ids)], 'website', t.text,
       CASE WHEN k % 20 = 0 THEN '<div class="codehilite"><pre><span></span><code>' || t.text || '</code></pre></div>'
         ELSE '<p>' || t.text || '</p>' END,
       0, now() - ($4::int - k) * interval '3 minutes', to_tsvector('simple', t.text)
     FROM generate_series(1, $4::int) k
     CROSS JOIN (SELECT array_agg(id) AS ids FROM user_account WHERE email LIKE 'p%') p
     CROSS JOIN LATERAL (SELECT 'Message ' || k || repeat(' and what is said of it', k % 23) AS text) t
     ORDER BY k`,
    [stack.realm, conversation, channel, long],
  )
  await run(
    `INSERT INTO read_pointer (user_id, conversation_id, message_id) SELECT ${hamlet}, $1, max(id) FROM message`,
    [conversation],
  )
  await run('UPDATE notification_cursor SET message_id = (SELECT max(id) FROM message) WHERE realm_id = $1', [
    stack.realm,
  ])
  const { rows: topics } = await run(
    `SELECT channel_id, topic FROM conversation WHERE channel_id > $1 AND topic LIKE 'topic %' ORDER BY id LIMIT 40`,
    [channel],
  )
  await run('VACUUM ANALYZE')
  await client.end()
  await stack.restartGateway()
  await reportPresence(stack, authorizations.slice(0, ONLINE))
  return {
    channel,
    long: addressOf(channel, 'a long topic'),
    topics: topics.map(({ channel_id, topic }) => addressOf(channel_id, topic)),
  }
}

export const addressOf = (channel: number, topic: string): string =>
  `#narrow/channel/${channel}-x/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`

async function reportPresence(stack: Stack, authorizations: readonly string[]): Promise<void> {
  const connection = await Connection.open(stack.port)
  for (const authorization of authorizations) {
    await connection.request(
      'POST',
      '/api/v1/users/me/presence',
      authorization,
      'status=active&ping_only=true',
    )
  }
  connection.close()
}
