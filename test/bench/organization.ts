import pg from 'pg'
import { addPeople } from './people.ts'
import type { Stack } from './stack.ts'

export interface OrganizationSize {
  readonly people: number
  readonly channels: number
  /** Channels of each person. */
  readonly channelsEach: number
  readonly groups: number
  readonly messages: number
}

/** The newest messages are unread, because people subscribed just before them. */
const UNREAD = 100
/** Text of a message whose row in an answer of GET /messages has about 520 bytes. */
const WORDS = 'To be, or not to be, that is the question'

/**
 * Fills the organization by SQL: people, channels `channel 1` and so on with their subscribers, groups with
 * five each, and messages in ten topics of each channel. Starts the gateway anew. Returns the Authorization
 * headers of the people.
 */
export async function fillOrganization(stack: Stack, size: OrganizationSize): Promise<string[]> {
  const people = await addPeople(stack, size.people)
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await addChannels(client, stack, size)
  await addGroups(client, stack, size.groups)
  await addMessages(client, stack, size.messages)
  await client.query(
    `INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id, (SELECT greatest(0, coalesce(max(id), 0) - ${UNREAD}) FROM message)
     FROM subscription ON CONFLICT DO NOTHING`,
  )
  await client.query('VACUUM ANALYZE')
  await client.end()
  await stack.restartGateway()
  return people
}

async function addChannels(client: pg.Client, stack: Stack, { channels, channelsEach }: OrganizationSize) {
  await client.query(
    `INSERT INTO channel (realm_id, name, description, rendered_description)
     SELECT $1, 'channel ' || n, 'What is said of ' || n, '<p>What is said of ' || n || '</p>'
     FROM generate_series(1, $2::int) AS n`,
    [stack.realm, channels],
  )
  await client.query(
    `INSERT INTO subscription (user_id, channel_id, color)
     SELECT u.id, c.ids[1 + (u.id * 7 + n * 47) % cardinality(c.ids)], '#76ce90'
     FROM user_account u, generate_series(1, $2::int) AS n,
       (SELECT array_agg(id ORDER BY id) AS ids FROM channel WHERE realm_id = $1 AND name LIKE 'channel %') AS c
     WHERE u.realm_id = $1 AND u.email LIKE 'p%' ON CONFLICT DO NOTHING`,
    [stack.realm, channelsEach],
  )
}

async function addGroups(client: pg.Client, stack: Stack, groups: number): Promise<void> {
  if (groups === 0) return
  await client.query(
    `INSERT INTO user_group (realm_id, name) SELECT $1, 'group ' || n FROM generate_series(1, $2::int) AS n`,
    [stack.realm, groups],
  )
  await client.query(
    `INSERT INTO group_member (group_id, user_id)
     SELECT g.ids[1 + (u.id * 11 + n * 31) % cardinality(g.ids)], u.id
     FROM user_account u, generate_series(1, 5) AS n,
       (SELECT array_agg(id ORDER BY id) AS ids FROM user_group WHERE realm_id = $1 AND name LIKE 'group %') AS g
     WHERE u.realm_id = $1 AND u.email LIKE 'p%' ON CONFLICT DO NOTHING`,
    [stack.realm],
  )
}

async function addMessages(client: pg.Client, stack: Stack, messages: number): Promise<void> {
  if (messages === 0) return
  const { rowCount: topics } = await client.query(
    `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id)
     SELECT $1, id, 'topic ' || n, 0 FROM channel, generate_series(1, 10) n WHERE realm_id = $1 AND name LIKE 'channel %'`,
    [stack.realm],
  )
  await client.query(
    `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits, words)
     SELECT nextval('message_id_seq'), $1, c.id, c.channel_id, p.ids[1 + k % cardinality(p.ids)], 'website', $3, '<p>' || $3 || '</p>', 0, to_tsvector('simple', $3)
     FROM generate_series(1, $2::int) k
     CROSS JOIN (SELECT array_agg(id) AS ids FROM user_account WHERE realm_id = $1 AND email LIKE 'p%') p
     JOIN (
       SELECT id, channel_id, row_number() OVER () - 1 AS place
       FROM conversation WHERE realm_id = $1 AND topic LIKE 'topic %'
     ) c ON c.place = (k::int8 * 7919) % $4::int
     ORDER BY k`,
    [stack.realm, messages, WORDS, topics],
  )
  await client.query(
    `UPDATE channel c SET first_message_id = (SELECT min(id) FROM message m WHERE m.channel_id = c.id)
     WHERE realm_id = $1 AND name LIKE 'channel %'`,
    [stack.realm],
  )
  await client.query(
    'UPDATE notification_cursor SET message_id = (SELECT max(id) FROM message) WHERE realm_id = $1',
    [stack.realm],
  )
}
