import { CoalescingBatch } from '../../platform/db/coalescing-batch.ts'
import type { Statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { retractRead } from '../push/pushed.ts'
import { emitAdded, emitRemoved, emitUnread } from './event.ts'
import { FLAG_BITS, type FlagChange } from './flags.ts'
import { type Changed, CLEAR_BIT, SET_BIT } from './mark-bit.ts'
import { MARK_READ } from './mark-read.ts'
import { MARK_UNREAD, type Unread } from './mark-unread.ts'

/** A change of one flag on messages that the user may read. */
export interface Mark extends FlagChange {
  readonly user: UserId
  /** Without duplicates. */
  readonly messages: readonly MessageId[]
}

const MAX_BATCH = 256
const MAX_MESSAGES = 5_000
/** Most pairs of user and message for which a prepared plan is good. */
const MAX_PREPARED_PAIRS = 100

const queues = new WeakMap<RealmState, CoalescingBatch<Mark, MessageId[]>>()

/**
 * Applies a mark and emits its event in one transaction. Resolves after COMMIT to the ids of the changed messages,
 * ascending.
 */
export function applyMark(core: Core, realm: RealmState, mark: Mark): Promise<MessageId[]> {
  if (mark.messages.length === 0) return Promise.resolve([])
  let queue = queues.get(realm)
  if (queue === undefined) {
    queue = markQueue(core, realm)
    queues.set(realm, queue)
  }
  return queue.submit(mark)
}

/**
 * Batches a realm's marks in this process, so that a thousand users who read the same message cause a few transactions.
 * A batch contains marks of one kind and of different users, in the order of arrival.
 */
function markQueue(core: Core, realm: RealmState): CoalescingBatch<Mark, MessageId[]> {
  return new CoalescingBatch({
    together: batchSize,
    store: async (marks) => {
      const changed = await core.transactLocked(realm.id, (tx) => storeMarks(tx, realm, marks))
      return marks.map((mark) => changed.get(mark.user) ?? [])
    },
    onRefusal: (error, marks) =>
      core.log.warn({ err: error, marks }, 'storing a batch of flag changes failed; storing them one by one'),
  })
}

/** Returns how many of the waiting marks fit into the next batch. */
function batchSize(waiting: readonly Mark[]): number {
  const first = waiting[0]!
  const users = new Set<UserId>()
  let messages = 0
  let size = 0
  for (const mark of waiting) {
    if (size === MAX_BATCH || mark.op !== first.op || mark.flag !== first.flag) break
    if (users.has(mark.user) || (size > 0 && messages + mark.messages.length > MAX_MESSAGES)) break
    users.add(mark.user)
    messages += mark.messages.length
    size++
  }
  return size
}

/**
 * Stores marks of one kind and of different users with one statement, and emits their events. Every writer of flags and
 * pointers locks the event log, so that no pointer passes a message that another transaction marks as unread.
 */
async function storeMarks(
  tx: Tx,
  realm: RealmState,
  marks: readonly Mark[],
): Promise<Map<UserId, MessageId[]>> {
  await tx.lockLog()
  const { op, flag } = marks[0]!
  const pairs: [UserId[], MessageId[]] = [
    marks.flatMap(({ user, messages }) => messages.map(() => user)),
    marks.flatMap(({ messages }) => messages),
  ]
  const rows = await changedBy(tx, op, flag, pairs)
  if (flag === 'read' && op === 'add' && rows.length > 0 && realm.record.isPushEnabled) {
    await retractRead(
      tx,
      rows.map(({ userId, id }) => ({ userId, messageId: id })),
    )
  }
  const byUser = new Map<UserId, Changed[]>(marks.map(({ user }) => [user, []]))
  for (const row of rows) byUser.get(row.userId)!.push(row)
  const changed = new Map<UserId, MessageId[]>()
  for (const [user, own] of byUser) {
    if (own.length === 0) continue
    const ids = own.map((row) => row.id)
    changed.set(user, ids)
    const audience = toUsers([user])
    if (op === 'add') emitAdded(tx, audience, flag, ids)
    else if (flag === 'read') emitUnread(tx, audience, own as Unread[])
    else emitRemoved(tx, audience, flag, ids)
  }
  return changed
}

function changedBy(
  tx: Tx,
  op: FlagChange['op'],
  flag: FlagChange['flag'],
  pairs: [UserId[], MessageId[]],
): Promise<Changed[]> {
  if (flag === 'read')
    return tx.run<Changed>(preparedForFew(op === 'add' ? MARK_READ : MARK_UNREAD, pairs), pairs)
  return tx.run<Changed>(preparedForFew(op === 'add' ? SET_BIT : CLEAR_BIT, pairs), [
    ...pairs,
    FLAG_BITS[flag],
  ])
}

/** Uses the prepared plan only for few pairs, because the plan assumes few. */
function preparedForFew(query: Statement, [users]: readonly unknown[][]): Statement {
  return users!.length <= MAX_PREPARED_PAIRS ? query : { ...query, name: '' }
}
