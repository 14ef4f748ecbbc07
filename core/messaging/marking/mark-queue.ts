import { CoalescingBatch } from '../../platform/db/coalescing-batch.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { retractRead } from '../push/pushed.ts'
import { emitAdded, emitRemoved, emitUnread } from '../reads/event.ts'
import type { Mark } from './mark.ts'
import { type MarkAccess, MarksRefused, readMarkAccess, refuseUnreadable } from './mark-access.ts'
import type { Changed } from './mark-bit.ts'
import { changeTogether, groupsOf } from './mark-groups.ts'
import type { Unread } from './mark-unread.ts'

const MAX_BATCH = 256
const MAX_MESSAGES = 5_000

const queues = new WeakMap<RealmState, CoalescingBatch<Mark, MessageId[]>>()

/**
 * Applies a mark and emits its event in one transaction. Resolves after COMMIT to the ids of the changed
 * messages, ascending. Throws `invalidMessages` and `ActorChanged` for a mark whose access it checks.
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

/** Batches a realm's marks in this process, so that marks which arrive together share a transaction. */
function markQueue(core: Core, realm: RealmState): CoalescingBatch<Mark, MessageId[]> {
  return new CoalescingBatch({
    together: batchSize,
    store: (marks) => store(core, realm, marks),
    onRefusal: (error, marks) =>
      core.log.warn({ err: error, marks }, 'storing a batch of flag changes failed; storing them one by one'),
  })
}

/** Returns how many of the waiting marks fit into the next batch. */
function batchSize(waiting: readonly Mark[]): number {
  let messages = 0
  let size = 0
  for (const mark of waiting) {
    messages += mark.messages.length
    if (size === MAX_BATCH || (size > 0 && messages > MAX_MESSAGES)) break
    size++
  }
  return size
}

/**
 * Stores marks in one transaction. When some are refused, that transaction is undone, and another stores the
 * others.
 */
async function store(
  core: Core,
  realm: RealmState,
  marks: readonly Mark[],
): Promise<(MessageId[] | Error)[]> {
  const results = new Map<Mark, MessageId[] | Error>()
  let accepted = marks
  while (accepted.length > 0) {
    try {
      const changed = await core.changeAsSystem(
        realm,
        (tx, changes: MarkChanges) => finishMarks(tx, realm, accepted, changes),
        (sql) => changeMarks(sql, realm.id, accepted),
      )
      for (const mark of accepted) results.set(mark, changed.get(mark) ?? [])
      break
    } catch (error) {
      if (!(error instanceof MarksRefused)) throw error
      for (const [mark, reason] of error.reasons) results.set(mark, reason)
      accepted = accepted.filter((mark) => !error.reasons.has(mark))
    }
  }
  return marks.map((mark) => results.get(mark)!)
}

interface MarkChanges {
  readonly access: MarkAccess
  /** In the order of the marks, the changed rows of each mark. */
  readonly changed: readonly ReadonlyMap<Mark, readonly Changed[]>[]
}

/**
 * Stores marks in their order, before anybody knows whether all are allowed. Every writer of flags and
 * pointers locks the event log, so that no pointer passes a message that another transaction marks as unread.
 * One round trip.
 */
async function changeMarks(sql: Sql, realm: RealmId, marks: readonly Mark[]): Promise<MarkChanges> {
  const [access, ...changed] = await allOf([
    readMarkAccess(sql, realm, marks),
    ...groupsOf(marks).map((group) => changeTogether(sql, group)),
  ])
  return { access, changed }
}

/** Checks marks that were stored, and emits their events. Throws `MarksRefused`. */
async function finishMarks(
  tx: Tx,
  realm: RealmState,
  marks: readonly Mark[],
  changes: MarkChanges,
): Promise<Map<Mark, MessageId[]>> {
  refuseUnreadable(realm, marks, changes.access)
  const changed = new Map<Mark, MessageId[]>()
  for (const rowsByMark of changes.changed) {
    await retract(tx, realm, rowsByMark)
    for (const [mark, rows] of rowsByMark) {
      changed.set(
        mark,
        rows.map((row) => row.id),
      )
      emitChange(tx, mark, rows)
    }
  }
  return changed
}

/** Removes push notifications of messages that were marked as read. */
async function retract(
  tx: Tx,
  realm: RealmState,
  rowsByMark: ReadonlyMap<Mark, readonly Changed[]>,
): Promise<void> {
  if (!mayNotifyDevices(realm.record)) return
  const read = [...rowsByMark].flatMap(([{ flag, op }, rows]) =>
    flag === 'read' && op === 'add' ? rows : [],
  )
  if (read.length === 0) return
  await retractRead(
    tx,
    read.map(({ userId, id }) => ({ userId, messageId: id })),
  )
}

function emitChange(tx: Tx, { user, op, flag }: Mark, rows: readonly Changed[]): void {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const audience = toUsers([user.id])
  if (op === 'add') emitAdded(tx, audience, flag, ids)
  else if (flag === 'read') emitUnread(tx, audience, rows as readonly Unread[])
  else emitRemoved(tx, audience, flag, ids)
}
