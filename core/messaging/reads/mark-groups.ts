import type { Sql, Statement } from '../../platform/db/statement.ts'
import { FLAG_BITS } from './flags.ts'
import type { Mark } from './mark.ts'
import { CHANGE_BITS, type Changed } from './mark-bit.ts'
import { MARK_READ } from './mark-read.ts'
import { MARK_UNREAD } from './mark-unread.ts'

/** Most pairs of user and message for which a prepared plan is good. */
const MAX_PREPARED_PAIRS = 100

/** Consecutive marks that one statement stores: of one kind, and each pair of user and message in one of them only. */
export interface MarkGroup {
  readonly kind: 'read' | 'unread' | 'bits'
  /** The mark of each pair. */
  readonly byPair: Map<string, Mark>
}

/** Splits marks into as few groups as their order allows. */
export function groupsOf(marks: readonly Mark[]): MarkGroup[] {
  const groups: MarkGroup[] = []
  for (const mark of marks) {
    const kind = mark.flag !== 'read' ? 'bits' : mark.op === 'add' ? 'read' : 'unread'
    const pairs = mark.messages.map((id) => pairOf(mark.user.id, id))
    let group = groups.at(-1)
    if (group?.kind !== kind || pairs.some((pair) => group!.byPair.has(pair))) {
      group = { kind, byPair: new Map() }
      groups.push(group)
    }
    for (const pair of pairs) group.byPair.set(pair, mark)
  }
  return groups
}

/** Stores the marks of a group with one statement. Returns the changed rows of each mark, the messages ascending. */
export async function changeTogether(sql: Sql, { kind, byPair }: MarkGroup): Promise<Map<Mark, Changed[]>> {
  const marks = [...new Set(byPair.values())]
  const users = marks.flatMap(({ user, messages }) => messages.map(() => user.id))
  const messages = marks.flatMap((mark) => mark.messages)
  const rows = await sql.run<Changed>(preparedForFew(STATEMENTS[kind], users.length), [
    users,
    messages,
    ...(kind === 'bits' ? [bits(marks, 'add'), bits(marks, 'remove')] : []),
  ])
  const changed = new Map<Mark, Changed[]>(marks.map((mark) => [mark, []]))
  for (const row of rows) changed.get(byPair.get(pairOf(row.userId, row.id))!)!.push(row)
  return changed
}

const STATEMENTS = { read: MARK_READ, unread: MARK_UNREAD, bits: CHANGE_BITS } as const

/** The bits of each pair that an operation changes. */
const bits = (marks: readonly Mark[], op: Mark['op']): number[] =>
  marks.flatMap((mark) => {
    const bit = mark.op === op && mark.flag !== 'read' ? FLAG_BITS[mark.flag] : 0
    return mark.messages.map(() => bit)
  })

const pairOf = (user: number, message: number): string => `${user} ${message}`

/** Uses the prepared plan only for few pairs, because the plan assumes few. */
const preparedForFew = (query: Statement, pairs: number): Statement =>
  pairs <= MAX_PREPARED_PAIRS ? query : { ...query, name: '' }
