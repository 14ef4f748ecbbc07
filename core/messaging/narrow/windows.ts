import { readerId } from '../../state/users/reader.ts'
import { ALL_MESSAGES, firstUnread } from '../reads/first-unread.ts'
import { vectorOf } from '../search/conditions.ts'
import { conversationsCondition } from './conditions.ts'
import { conditionOf, type QueryContext } from './query-context.ts'
import { isOn, orderOf } from './ranges.ts'
import { isInState } from './terms.ts'

/** Block sizes of ids that `message_vector` marks, as powers of two. A block contains 16 of the next smaller size. */
const BLOCKS = { B: 12, D: 16, E: 20 } as const
type Mark = keyof typeof BLOCKS

/** Number of the largest blocks to search by windows. One last query searches everything beyond them. */
const FAR = 32

/**
 * Returns a query for the nearest messages, on one side of a position, whose vector matches `words` (SQL of a tsquery;
 * null when nothing matches). Uses the index message_words, which intersects words, conversations, channels, senders and
 * blocks of ids. It searches two small blocks, then growing windows, and finally everything, until it has found enough.
 * So the cost is proportional to the number of results, however many other messages contain the same words.
 */
export function inWindows(query: QueryContext, words: string): string {
  const { realm, parameters, side } = query
  const own = `${parameters.add(realm.record.id)}::int`
  const isBefore = side.direction === 'before'
  const windows = (isBefore ? backward : forward).map(
    ([mark, from, to], n) =>
      `SELECT ${n} AS n, w.words && coalesce((SELECT string_agg('${mark}' || ${own} || 'x' || b, ' | ')::tsquery
        FROM generate_series(greatest(${from}, e.oldest >> ${BLOCKS[mark]}), least(${to}, e.newest >> ${BLOCKS[mark]})) b
      ), 'Z'::tsquery) AS words, ${side.at} AS at, ((${to}) + 1) << ${BLOCKS[mark]} AS top FROM e, w`,
  )
  const end = isBefore ? `((e.id >> 20) - ${FAR + 1}) << 20` : `(((e.id >> 20) + ${FAR + 2}) << 20) - 1`
  const hasRest = isBefore ? `e.oldest < ${end}` : `e.newest > ${end}`
  const extreme = (order: string) =>
    `coalesce((SELECT id FROM message WHERE realm_id = ${own} ORDER BY realm_id ${order}, id ${order} LIMIT 1), 0)`
  const nearest = isBefore ? `least(${side.at} - 1, newest)` : `greatest(${side.at} + 1, oldest)`
  const unread = unreadEnds(query)
  return `(WITH ${unread?.query ?? ''} ends AS MATERIALIZED (
      SELECT ${extreme('ASC')} AS oldest, ${extreme('DESC')} AS newest
    ), e AS MATERIALIZED (SELECT ${nearest} AS id, oldest, newest FROM ${unread?.ends ?? 'ends'}),
    w AS MATERIALIZED (SELECT ${words} AS words),
    windows AS MATERIALIZED (${windows.join(' UNION ALL ')}
      UNION ALL SELECT ${windows.length}, w.words, ${end}, ${end} FROM e, w WHERE ${hasRest} ORDER BY n)
    SELECT found.id FROM windows w CROSS JOIN LATERAL (
      SELECT m.id FROM (SELECT * FROM message m WHERE ${vectorOf('m')} @@ w.words OFFSET 0) m
      WHERE ${isOn({ ...side, at: 'w.at' }, 'm.id')} AND m.realm_id = ${own} AND ${conditionOf(query)}
      ORDER BY m.id ${orderOf(side)} LIMIT ${side.limit}
    ) found ${unread?.windows ?? ''} LIMIT ${side.limit})`
}

/** Windows to look through for the first messages backward before the first unread one is looked for. */
const NEAR_WINDOWS = 2

/**
 * Of unread messages, no window before the first one is searched: forward begins at it, and backward ends there. Returns
 * undefined when messages need not be unread. The first unread message is looked for when the nearest windows backward do not suffice.
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
  return { query, windows: `WHERE w.n < ${NEAR_WINDOWS} OR w.top > (SELECT id FROM first_unread)` }
}

/** A window: block size, first block and last block, relative to position `e.id`. */
type Window = readonly [mark: Mark, from: string, to: string]

/** The first window has about 8,000 ids; each following one has about four times as many. */
const backward: readonly Window[] = [
  ['B', '(e.id >> 12) - 1', 'e.id >> 12'],
  ['B', 'greatest((e.id >> 12) - 7, ((e.id >> 16) - 1) << 4)', '(e.id >> 12) - 2'],
  ['B', '((e.id >> 16) - 1) << 4', '(e.id >> 12) - 8'],
  ['D', 'greatest((e.id >> 16) - 7, ((e.id >> 20) - 1) << 4)', '(e.id >> 16) - 2'],
  ['D', '((e.id >> 20) - 1) << 4', '(e.id >> 16) - 8'],
  ['E', '(e.id >> 20) - 7', '(e.id >> 20) - 2'],
  ['E', `(e.id >> 20) - ${FAR + 1}`, '(e.id >> 20) - 8'],
]
const forward: readonly Window[] = [
  ['B', 'e.id >> 12', '(e.id >> 12) + 1'],
  ['B', '(e.id >> 12) + 2', 'least((e.id >> 12) + 7, (((e.id >> 16) + 2) << 4) - 1)'],
  ['B', '(e.id >> 12) + 8', '(((e.id >> 16) + 2) << 4) - 1'],
  ['D', '(e.id >> 16) + 2', 'least((e.id >> 16) + 7, (((e.id >> 20) + 2) << 4) - 1)'],
  ['D', '(e.id >> 16) + 8', '(((e.id >> 20) + 2) << 4) - 1'],
  ['E', '(e.id >> 20) + 2', '(e.id >> 20) + 7'],
  ['E', '(e.id >> 20) + 8', `(e.id >> 20) + ${FAR + 1}`],
]
