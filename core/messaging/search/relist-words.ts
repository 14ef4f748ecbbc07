import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Core } from '../../state/core.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { NEWLY_SPELLED } from '../words/fold.ts'
import { wordsOfHtml, wordsOfText } from '../words/word-list.ts'

/** Messages of one statement, which locks those whose words change, in the order of ids (`list-words.ts`). */
const BATCH = 200
/** Processes of the former version may write words by the former rules for this time. */
const FORMER_MAY_RUN = '1 hour'

const TO_DO = statement(
  'search.word-rules',
  `SELECT message_id AS before FROM word_rules
   WHERE message_id IS DISTINCT FROM 0 AND EXISTS (SELECT FROM mikro_orm_migrations
     WHERE name = '20261130030000-word-rules-of-inline-tags' AND executed_at < now() - interval '${FORMER_MAY_RUN}')`,
)
const MESSAGES = statement(
  'search.messages-before',
  `SELECT id, rendered_content AS "renderedContent", xmin::text AS version FROM message
   WHERE id < $1 AND words IS NOT NULL ORDER BY id DESC LIMIT ${BATCH}`, // message_pkey
)
/** Equal words are not written again. */
const LIST = statement(
  'search.relist-messages',
  // message_pkey
  `WITH locked AS (SELECT m.id, given.words::tsvector AS words
     FROM unnest($1::int8[], $2::text[], $3::text[]) AS given (id, version, words)
     JOIN message m ON m.id = given.id AND m.xmin::text = given.version
     WHERE m.words IS DISTINCT FROM given.words::tsvector ORDER BY m.id FOR NO KEY UPDATE OF m)
   UPDATE message m SET words = locked.words FROM locked WHERE m.id = locked.id`,
)
/** Few topics have the signs of the new rules, so they are found without an index and listed at once. */
const TOPICS = statement(
  'search.topics-of-new-rules',
  `SELECT id, topic, xmin::text AS version FROM conversation
   WHERE channel_id IS NOT NULL AND words IS NOT NULL AND topic ~ $1`,
)
const LIST_TOPICS = statement(
  'search.relist-topics',
  // conversation_pkey
  `WITH locked AS (SELECT c.id, given.words::tsvector AS words
     FROM unnest($1::int8[], $2::text[], $3::text[]) AS given (id, version, words)
     JOIN conversation c ON c.id = given.id AND c.xmin::text = given.version
     WHERE c.words IS DISTINCT FROM given.words::tsvector ORDER BY c.id FOR NO KEY UPDATE OF c)
   UPDATE conversation c SET words = locked.words FROM locked WHERE c.id = locked.id`,
)
const REACHED = statement('search.reached-words', 'UPDATE word_rules SET message_id = $1')

async function relistTopics({ db }: Core): Promise<void> {
  const topics = await db.run<Columns<typeof Conversation, 'id' | 'topic'> & { version: string }>(TOPICS, [
    `[${NEWLY_SPELLED}]`,
  ])
  for (let from = 0; from < topics.length; from += BATCH) {
    const rows = topics.slice(from, from + BATCH)
    await db.run(LIST_TOPICS, [
      rows.map(({ id }) => id),
      rows.map(({ version }) => version),
      rows.map(({ topic }) => wordsOfText(topic!)),
    ])
  }
}

/**
 * Lists the words of topics and messages again after a change of the rules, from the newest message back,
 * until `end` (Unix milliseconds); a later run continues. Messages keep their former words meanwhile, so
 * searches find them. Resolves to how many messages it has looked at.
 */
export async function relistWords(core: Core, log: Logger, end: number): Promise<number> {
  const [row] = await core.db.run<{ readonly before: number | null }>(TO_DO)
  if (row === undefined) return 0
  if (row.before === null) await relistTopics(core)
  let before = row.before === null ? Number.MAX_SAFE_INTEGER : Number(row.before)
  let looked = 0
  while (Date.now() < end && before > 0) {
    const rows = await core.db.run<Columns<typeof Message, 'id' | 'renderedContent'> & { version: string }>(
      MESSAGES,
      [before],
    )
    const words: string[] = []
    for (const { renderedContent } of rows) {
      words.push(wordsOfHtml(renderedContent))
      if (renderedContent.length > 2_000) await nextTurn()
    }
    if (rows.length > 0)
      await core.db.run(LIST, [rows.map(({ id }) => id), rows.map(({ version }) => version), words])
    looked += rows.length
    before = rows.length < BATCH ? 0 : rows.at(-1)!.id
    await core.db.run(REACHED, [before])
  }
  log.info({ looked, isDone: before === 0 }, 'listed the words of former messages again')
  return looked
}
