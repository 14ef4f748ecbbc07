import { readerId } from '../../state/users/reader.ts'
import { ALL_MESSAGES, firstUnread } from '../reads/first-unread.ts'
import { matchesWords, type WordIndex } from '../search/conditions.ts'
import { searchQuery } from '../search/read-search.ts'
import { lexemesOf } from '../search/word-query.ts'
import { conversationsCondition } from './conditions.ts'
import { conditionOf, type QueryContext } from './query-context.ts'
import { columnsOf, isOn, orderOf } from './ranges.ts'
import { isInState } from './terms.ts'

/**
 * Block sizes of ids that `message_vector` marks, as powers of two. A block contains 16 of the next smaller
 * size.
 */
const BLOCKS = { B: 12, D: 16, E: 20 } as const
type Mark = keyof typeof BLOCKS

/** Number of the largest blocks to search by windows. One last query searches everything beyond them. */
const FAR = 32

/** The number of windows that are searched for all words. They contain NEAR_BLOCKS of the smallest blocks. */
const NEAR_WINDOWS = 3
const NEAR_BLOCKS = 8

/**
 * If the near windows predict at most this many messages with the words in all, looking at each of them is
 * quicker than intersecting them with blocks: finding the next message of a block costs as much as looking at
 * ten.
 */
const MAX_RARE = 3_000
/** Messages of the near windows that are counted at most. */
const MAX_COUNTED = 100

/**
 * Returns a query for the nearest messages, on one side of a position, that match `words` (SQL of a tsquery;
 * null when nothing matches). Uses the index message_words or `index`, which intersects words, conversations,
 * channels, senders and blocks of ids. It searches small blocks, then growing windows, and finally
 * everything, until it has found enough. So the cost is proportional to the number of results, however many
 * other messages contain the same words. Words that are rare are searched for in everything after the near
 * windows.
 *
 * The blocks are a condition of their own: the index then leaps to the next message that has a word and is in
 * a block. As one condition it looks at each message of the blocks. A window sorts its ids before it tests
 * whether the reader may read the messages, and so tests no more than it needs.
 */
export function inWindows(query: QueryContext, words: string, index: WordIndex = 'message_words'): string {
  const { realm, parameters, side } = query
  const own = `${parameters.add(realm.record.id)}::int`
  const isBefore = side.direction === 'before'
  const windows = (isBefore ? backward : forward).map((window, n) => {
    const [mark, , to] = window
    const rare = n < NEAR_WINDOWS ? 'NULL::bool' : 'false'
    return `(${n}, ${rare}, '${mark}', ${blockRange(window)}, ${side.at}, ((${to}) + 1) << ${BLOCKS[mark]})`
  })
  const near = isBefore ? nearBackward : nearForward
  const nearEnd = isBefore ? `(${near[1]}) << ${BLOCKS.B}` : `(((${near[2]}) + 1) << ${BLOCKS.B}) - 1`
  const end = isBefore ? `((e.id >> 20) - ${FAR + 1}) << 20` : `(((e.id >> 20) + ${FAR + 2}) << 20) - 1`
  const hasRest = isBefore ? `e.oldest < ${end}` : `e.newest > ${end}`
  const extreme = (order: string) =>
    `coalesce((SELECT id FROM message WHERE realm_id = ${own} ORDER BY realm_id ${order}, id ${order} LIMIT 1), 0)`
  const nearest = isBefore ? `least(${side.at} - 1, newest)` : `greatest(${side.at} + 1, oldest)`
  const unread = unreadEnds(query)
  const order = orderOf(side)
  const matches = (blocks: string) => matchesWords('m', ['(SELECT words FROM w)', blocks], index)
  const blocksOf = (row: string) => `(SELECT string_agg(${row}.mark || ${own} || 'x' || block, ' | ')::tsquery
    FROM generate_series(${row}.first, ${row}.last) block)`
  // Statistics know words that were frequent once.
  const frequent = side.frequentWords?.among(searchedLexemes(query)) ?? null
  const rare = `SELECT (
      NOT array_to_tsvector(${parameters.add(frequent)}::text[]) @@ (SELECT words FROM w) AND (SELECT count(*) + 1 FROM (
        SELECT FROM message m WHERE ${matches(`(SELECT ${blocksOf('near')} FROM e, LATERAL (
          VALUES ('${near[0]}', ${blockRange(near)})) near (mark, first, last))`)} LIMIT ${MAX_COUNTED}
      ) near) * (newest - oldest) / ${NEAR_BLOCKS << BLOCKS.B} <= ${MAX_RARE}
    ) IS TRUE FROM e`
  return `(WITH ${unread?.query ?? ''} ends AS MATERIALIZED (
      SELECT ${extreme('ASC')} AS oldest, ${extreme('DESC')} AS newest
    ), e AS MATERIALIZED (SELECT ${nearest} AS id, oldest, newest FROM ${unread?.ends ?? 'ends'}),
    w AS MATERIALIZED (SELECT ${words} AS words),
    windows AS MATERIALIZED (SELECT b.* FROM e, LATERAL (VALUES ${windows.join(', ')},
        (${NEAR_WINDOWS}, true, NULL, NULL, NULL, ${nearEnd}, ${side.at}),
        (${windows.length}, false, NULL, NULL, NULL, ${end}, ${end})
      ) b (n, rare, mark, first, last, at, top) WHERE b.n < ${windows.length} OR ${hasRest} ORDER BY n)
    SELECT found.id FROM windows b CROSS JOIN LATERAL (
      SELECT m.id FROM (
        SELECT ${columnsOf('m')} FROM message m
        WHERE ${matches(`CASE WHEN b.rare IS NULL OR b.rare = (${rare})
          THEN CASE WHEN b.mark IS NULL THEN (SELECT words FROM w) ELSE ${blocksOf('b')} END END`)}
          AND ${isOn({ ...side, at: 'b.at' }, 'm.id')} AND m.realm_id = ${own}
        ORDER BY m.id ${order} OFFSET 0
      ) m
      WHERE ${conditionOf(query)}
      ORDER BY m.id ${order} LIMIT ${side.limit}
    ) found ${unread?.windows ?? ''} LIMIT ${side.limit})`
}

/** The lexemes of the searched words. */
const searchedLexemes = ({ terms, side }: QueryContext): string[] =>
  terms.flatMap((term) =>
    term.kind === 'search' && !term.negated
      ? lexemesOf(searchQuery(term.search.readings, side.frequentWords))
      : [],
  )

/**
 * Of unread messages, no window before the first one is searched: forward begins at it, and backward ends
 * there. Returns undefined when messages need not be unread. The first unread message is looked for when the
 * nearest windows backward do not suffice.
 */
function unreadEnds({ realm, reader, terms, parameters, side }: QueryContext) {
  if (!isInState(terms, 'unread')) return undefined
  const among = () => ({
    ...ALL_MESSAGES,
    conversation: conversationsCondition(realm, reader, terms, parameters),
  })
  const first =
    side.firstUnread === undefined
      ? firstUnread(parameters.add(readerId(reader)), among())
      : `SELECT ${side.firstUnread} AS id`
  const query = `first_unread AS MATERIALIZED (${first}),`
  if (side.direction === 'after') {
    const oldest = 'coalesce((SELECT id FROM first_unread), newest + 1)'
    return { query, ends: `(SELECT greatest(oldest, ${oldest}) AS oldest, newest FROM ends) unread` }
  }
  return { query, windows: `WHERE b.n < ${NEAR_WINDOWS} OR b.top > (SELECT id FROM first_unread)` }
}

/** A window: block size, first block and last block, relative to position `e.id`. */
type Window = readonly [mark: Mark, from: string, to: string]

/**
 * Returns SQL: the numbers of the first and the last block of a window, within the ids of the organization.
 */
const blockRange = ([mark, from, to]: Window): string =>
  `greatest(${from}, e.oldest >> ${BLOCKS[mark]}), least(${to}, e.newest >> ${BLOCKS[mark]})`

/** The near windows, as one. */
const nearBackward: Window = ['B', 'greatest((e.id >> 12) - 7, ((e.id >> 16) - 1) << 4)', 'e.id >> 12']
const nearForward: Window = ['B', 'e.id >> 12', 'least((e.id >> 12) + 7, (((e.id >> 16) + 2) << 4) - 1)']

/**
 * The first windows have about 4,000 ids; each following one has two to six times more. Larger steps look at
 * more messages than needed in the last window. The blocks named by numbers alone do not reach beyond the
 * next larger ones: a large block has 16 small ones.
 */
const backward: readonly Window[] = [
  ['B', 'e.id >> 12', 'e.id >> 12'],
  ['B', '(e.id >> 12) - 1', '(e.id >> 12) - 1'],
  ['B', 'greatest((e.id >> 12) - 7, ((e.id >> 16) - 1) << 4)', '(e.id >> 12) - 2'],
  ['B', '((e.id >> 16) - 1) << 4', '(e.id >> 12) - 8'],
  ['D', '(e.id >> 16) - 3', '(e.id >> 16) - 2'],
  ['D', '(e.id >> 16) - 7', '(e.id >> 16) - 4'],
  ['D', '(e.id >> 16) - 15', '(e.id >> 16) - 8'],
  ['D', '((e.id >> 20) - 1) << 4', '(e.id >> 16) - 16'],
  ['E', '(e.id >> 20) - 7', '(e.id >> 20) - 2'],
  ['E', `(e.id >> 20) - ${FAR + 1}`, '(e.id >> 20) - 8'],
]
const forward: readonly Window[] = [
  ['B', 'e.id >> 12', 'e.id >> 12'],
  ['B', '(e.id >> 12) + 1', '(e.id >> 12) + 1'],
  ['B', '(e.id >> 12) + 2', 'least((e.id >> 12) + 7, (((e.id >> 16) + 2) << 4) - 1)'],
  ['B', '(e.id >> 12) + 8', '(((e.id >> 16) + 2) << 4) - 1'],
  ['D', '(e.id >> 16) + 2', '(e.id >> 16) + 3'],
  ['D', '(e.id >> 16) + 4', '(e.id >> 16) + 7'],
  ['D', '(e.id >> 16) + 8', '(e.id >> 16) + 15'],
  ['D', '(e.id >> 16) + 16', '(((e.id >> 20) + 2) << 4) - 1'],
  ['E', '(e.id >> 20) + 2', '(e.id >> 20) + 7'],
  ['E', '(e.id >> 20) + 8', `(e.id >> 20) + ${FAR + 1}`],
]
