import pg from 'pg'
import type { RealmId } from '../../core/platform/ids.ts'

/** Ids of the rows that `writeHistory` wrote besides the messages. */
export interface History {
  /** A channel and a topic that Hamlet reads, and a colleague who writes to both and to Hamlet. */
  readonly channel: number
  readonly topic: string
  readonly colleague: number
}

const CHANNELS = 100
const TOPICS = 200
const PEOPLE = 1_000
/** Messages that Hamlet has not read. */
const UNREAD = 50_000

/** The n-th word of the vocabulary. Words begin with different letters, as in people's messages. */
export const wordOf = (n: number): string => `${String.fromCharCode(97 + (n % 26))}${n}x`

/** The number of messages that `--messages` or BENCH_MESSAGES asks for, else `usual`. */
export function messagesAsked(usual: number): number {
  const option = process.argv.indexOf('--messages')
  return Number(option < 0 ? (process.env.BENCH_MESSAGES ?? usual) : process.argv[option + 1])
}

/**
 * Writes a long history of an organization by SQL: messages in 100 channels with 200 topics each. Hamlet
 * reads half of the channels. One message in twenty is in a direct conversation. Each has twelve words, and
 * the n-th word of the vocabulary has the frequency 1/n. Hamlet has starred about 1,000 messages and not read
 * 50,000. Creates the indexes last.
 */
export async function writeHistory(databaseUrl: string, realm: RealmId, messages: number): Promise<History> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const hamlet = `(SELECT id FROM user_account WHERE email = 'hamlet@demo.test')`
  await run(
    `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
     SELECT $1, e, e, 'Person ' || n, 400 FROM (SELECT n, 'past' || n || '@demo.test' AS e FROM generate_series(1, ${PEOPLE}) n) s`,
    [realm],
  )
  await run(
    `INSERT INTO channel (realm_id, name) SELECT $1, 'past ' || n FROM generate_series(1, ${CHANNELS}) n`,
    [realm],
  )
  await run(
    `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id, words)
     SELECT $1, id, 'matter ' || n, 0, to_tsvector('simple', 'matter ' || n) FROM channel, generate_series(1, ${TOPICS}) n WHERE name LIKE 'past %'`,
    [realm],
  )
  await run(
    `INSERT INTO conversation (realm_id, participant_ids, newest_message_id)
     SELECT $1, ARRAY[least(${hamlet}, id), greatest(${hamlet}, id)], 0 FROM user_account WHERE email LIKE 'past%' AND id % 5 = 0`,
    [realm],
  )
  await run(
    `INSERT INTO conversation_participant SELECT unnest(participant_ids), id FROM conversation WHERE channel_id IS NULL
     ON CONFLICT DO NOTHING`,
  )
  await run(`INSERT INTO subscription (user_id, channel_id, color)
    SELECT u.id, c.id, '#000000' FROM user_account u, channel c WHERE c.name LIKE 'past %' AND (u.id + c.id) % 2 = 0
    AND (u.email LIKE 'past%' OR u.email = 'hamlet@demo.test')`)
  await run(`INSERT INTO subscription_span (user_id, channel_id, from_id)
    SELECT user_id, channel_id, 0 FROM subscription WHERE color = '#000000' ON CONFLICT DO NOTHING`)
  const { rows: indexes } = await run(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = 'message' AND indexname <> 'message_pkey'`,
  )
  for (const { name } of indexes) await run(`DROP INDEX ${name}`)
  await run(
    'CREATE TEMP TABLE place AS SELECT id, channel_id, row_number() OVER () - 1 AS n FROM conversation WHERE topic LIKE $1',
    ['matter %'],
  )
  await run(`CREATE TEMP TABLE alone AS SELECT id, participant_ids, row_number() OVER () - 1 AS n FROM conversation
    WHERE channel_id IS NULL AND ${hamlet} = ANY (participant_ids)`)
  await run('CREATE UNIQUE INDEX ON place (n)')
  await run('CREATE UNIQUE INDEX ON alone (n)')
  const { rows: counted } = await run(
    'SELECT (SELECT count(*) FROM place) AS places, (SELECT count(*) FROM alone) AS alone, min(id) AS first FROM user_account WHERE email LIKE $1',
    ['past%'],
  )
  const { places, alone, first } = counted[0]
  for (let done = 0; done < messages; done += 100_000) {
    await run(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits, words)
       SELECT nextval('message_id_seq'), $1, coalesce(p.id, a.id), p.channel_id,
         coalesce(a.participant_ids[1 + k % 2], $2::int + (random() * ${PEOPLE - 1})::int), 'website', t.words, '<p>' || t.words || '</p>',
         CASE WHEN hashint4(k) % 9 = 0 THEN 8 WHEN hashint4(k) % 200 = 1 THEN 16 ELSE 0 END,
         to_tsvector('simple', t.words)
       FROM generate_series($3::int, $4::int) k
       CROSS JOIN LATERAL (SELECT string_agg(chr(97 + n % 26) || n || 'x', ' ') AS words
         FROM (SELECT floor(exp(random() * ln(50000)))::int AS n FROM generate_series(1, 12 + 0 * k)) w) t
       LEFT JOIN place p ON k % 20 > 0 AND p.n = (k::int8 * 7919) % $5::int8
       LEFT JOIN alone a ON k % 20 = 0 AND a.n = (k / 20) % $6::int8`,
      [realm, first, done + 1, Math.min(messages, done + 100_000), places, alone],
    )
  }
  for (const { definition } of indexes) await run(definition)
  await run(`UPDATE channel c SET first_message_id = (SELECT min(id) FROM message m WHERE m.channel_id = c.id)
    WHERE name LIKE 'past %'`)
  await run(
    `INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT ${hamlet}, c.id, greatest(0, (SELECT max(id) FROM message) - $1) FROM conversation c
     WHERE c.channel_id IS NULL AND ${hamlet} = ANY (c.participant_ids)
       OR c.channel_id IN (SELECT channel_id FROM subscription WHERE user_id = ${hamlet}) ON CONFLICT DO NOTHING`,
    [Math.round(UNREAD / (0.95 / 2 + 0.05))],
  )
  await run(
    `INSERT INTO message_flag (user_id, message_id, bits) SELECT ${hamlet}, id, 4 FROM message
    WHERE hashint8(id) % $1 = 0 AND channel_id IN (SELECT channel_id FROM subscription WHERE user_id = ${hamlet})
    ON CONFLICT DO NOTHING`,
    [Math.round(messages / 2_000)],
  )
  await run('VACUUM ANALYZE')
  const { rows } = await run(`SELECT c.id AS channel, 'matter 7' AS topic FROM channel c JOIN subscription s
    ON s.channel_id = c.id AND s.user_id = ${hamlet} WHERE c.name LIKE 'past %' ORDER BY c.id LIMIT 1`)
  const { rows: colleagues } = await run(
    `SELECT id FROM user_account WHERE email LIKE 'past%' AND id % 5 = 0 ORDER BY id LIMIT 1`,
  )
  await client.end()
  return { ...rows[0], colleague: colleagues[0].id }
}
