import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Core } from '../../state/core.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { languageNamed } from '../words/languages.ts'
import { wordsOfHtml, wordsOfText } from '../words/word-list.ts'
import { mergeWords } from './new-words.ts'
import { relistWords } from './relist-words.ts'

/**
 * Messages or topics of one statement. It locks their rows for some milliseconds, in the order of ids:
 * otherwise it and a change of several of them could wait for each other.
 */
const BATCH = 200
/** A run ends after this time, and the next one continues. */
const RUN_MS = 45_000
/** Processes of the former version may run for this time after the migration, and use the former indexes. */
const KEEP_FORMER = '1 hour'

/** A row without words, and its version, which changes with each change of the row. */
type MessageText = Columns<typeof Message, 'id' | 'renderedContent'> & { readonly version: string }
type TopicText = Columns<typeof Conversation, 'id' | 'topic'> & {
  readonly version: string
  readonly language: string | null
}

// message_without_words; the newest first, which people look for most.
const MESSAGES = statement(
  'search.messages-without-words',
  `SELECT id, rendered_content AS "renderedContent", xmin::text AS version FROM message
   WHERE words IS NULL AND id < $1 ORDER BY id DESC LIMIT ${BATCH}`,
)
const LIST_MESSAGES = statement(
  'search.list-messages',
  // message_pkey
  `WITH locked AS (SELECT m.id, given.words
     FROM unnest($1::int8[], $2::text[], $3::text[]) AS given (id, version, words)
     JOIN message m ON m.id = given.id AND m.xmin::text = given.version ORDER BY m.id FOR NO KEY UPDATE OF m)
   UPDATE message m SET words = locked.words::tsvector FROM locked WHERE m.id = locked.id`,
)
// conversation_without_words
const TOPICS = statement(
  'search.topics-without-words',
  `SELECT c.id, c.topic, c.xmin::text AS version, r.settings->>'default_language' AS language
   FROM conversation c JOIN realm r ON r.id = c.realm_id
   WHERE c.words IS NULL AND c.channel_id IS NOT NULL AND c.id < $1 ORDER BY c.id DESC LIMIT ${BATCH}`,
)
const LIST_TOPICS = statement(
  'search.list-topics',
  // conversation_pkey
  `WITH locked AS (SELECT c.id, given.words, given.language
     FROM unnest($1::int8[], $2::text[], $3::text[], $4::int2[]) AS given (id, version, words, language)
     JOIN conversation c ON c.id = given.id AND c.xmin::text = given.version ORDER BY c.id FOR NO KEY UPDATE OF c)
   UPDATE conversation c SET words = locked.words::tsvector, language = locked.language
   FROM locked WHERE c.id = locked.id`,
)
const LEFT = statement(
  'search.count-without-words',
  'SELECT count(*) AS "left" FROM message WHERE words IS NULL',
)
const HAS_FORMER = statement(
  'search.has-former-indexes',
  `SELECT EXISTS (SELECT FROM mikro_orm_migrations WHERE name = '20261128083000-words-by-unicode'
     AND executed_at < now() - interval '${KEEP_FORMER}') AND to_regclass('message_words_before') IS NOT NULL AS "isOld"`,
)
/** Waits for searches that use them, and lets nobody wait behind it for long. */
const DROP_FORMER = statement(
  'search.drop-former-indexes',
  `DO $$ BEGIN
     PERFORM set_config('lock_timeout', '2s', true);
     DROP INDEX IF EXISTS message_words_before, conversation_words_before;
   END $$`,
)

const FIRST = Number.MAX_SAFE_INTEGER

/** How far the work is, for Bull Board. */
export interface Progress {
  readonly listed: number
  readonly left: number
}

/**
 * Lists the words of topics and messages that have none because a former version of Loquat stored them. Runs
 * for some seconds, in small statements that each commit; a later run continues. Other processes may do the
 * same at the same time, and people may change the texts. When all words are listed it drops the former
 * indexes, and lists words again whose rules have changed.
 * Resolves to how many messages it has listed.
 */
export async function listWords(
  core: Core,
  log: Logger,
  reportProgress: (progress: Progress) => void = () => undefined,
  runMs = RUN_MS,
): Promise<number> {
  const end = Date.now() + runMs
  await listTopics(core, end)
  const [first] = await core.db.run<{ readonly left: number }>(LEFT)
  const total = Number(first!.left)
  if (total === 0) {
    await dropFormer(core, log)
    if ((await relistWords(core, log, end)) > 0) await mergeWords(core)
    return 0
  }
  let listed = 0
  for (let before = FIRST; Date.now() < end; ) {
    const rows = await core.db.run<MessageText>(MESSAGES, [before])
    if (rows.length === 0) break
    const words: string[] = []
    for (const { renderedContent } of rows) {
      words.push(wordsOfHtml(renderedContent))
      if (renderedContent.length > 2_000) await nextTurn()
    }
    await core.db.run(LIST_MESSAGES, [rows.map(({ id }) => id), rows.map(({ version }) => version), words])
    before = rows.at(-1)!.id
    listed += rows.length
    reportProgress({ listed, left: Math.max(0, total - listed) })
  }
  await mergeWords(core)
  log.info({ listed, left: Math.max(0, total - listed) }, 'listed the words of messages for searches')
  return listed
}

async function listTopics(core: Core, end: number): Promise<void> {
  for (let before = FIRST; Date.now() < end; ) {
    const rows = await core.db.run<TopicText>(TOPICS, [before])
    if (rows.length === 0) return
    await core.db.run(LIST_TOPICS, [
      rows.map(({ id }) => id),
      rows.map(({ version }) => version),
      rows.map(({ topic }) => wordsOfText(topic!)),
      rows.map(({ language }) => languageNamed(language ?? 'en').code),
    ])
    before = rows.at(-1)!.id
  }
}

/**
 * Drops the indexes of the former version, unless its processes may still run. A user of the database who
 * does not own the tables may not: then they stay, and cost their room and some time of each message.
 */
async function dropFormer(core: Core, log: Logger): Promise<void> {
  const [row] = await core.db.run<{ readonly isOld: boolean }>(HAS_FORMER)
  if (!row!.isOld) return
  try {
    await core.db.run(DROP_FORMER)
    log.info('dropped the former indexes of words')
  } catch (error) {
    log.warn({ err: error }, 'the former indexes of words stay until the next run')
  }
}
