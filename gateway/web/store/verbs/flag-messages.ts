import { type Narrow, narrowTerms } from '../../model/narrow.ts'
import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { pauseReading } from './mark-read.ts'
import { attempt } from './notice.ts'

/** Stars or collapses messages, or undoes that. */
export const setFlag = (
  store: Store,
  flag: 'starred' | 'collapsed',
  id: number,
  isSet: boolean,
): Promise<boolean> =>
  attempt(
    store,
    server.call(
      'POST /messages/flags',
      { messages: [id], op: isSet ? 'add' : 'remove', flag },
      { isRepeatable: true },
    ),
  )

/** Most messages that one request marks. */
const BATCH = 1000

/**
 * Marks a message of a narrow and all later ones as unread. Scrolling then marks nothing as read until the
 * reader opens another list, because it would mark the messages at once.
 */
export async function markUnreadFrom(store: Store, narrow: Narrow, id: number): Promise<void> {
  pauseReading(store)
  let anchor = id
  let isFirst = true
  for (;;) {
    const call = server.call('POST /messages/flags/narrow', {
      anchor: String(anchor),
      include_anchor: isFirst,
      num_before: 0,
      num_after: BATCH,
      narrow: narrowTerms(narrow),
      op: 'remove',
      flag: 'read',
    })
    if (!(await attempt(store, call))) return
    const { found_newest, last_processed_id } = await call
    if (found_newest || last_processed_id === null) return
    anchor = last_processed_id
    isFirst = false
  }
}

/** Marks the unread messages of a narrow as read; without one, all. */
export async function markReadIn(store: Store, narrow?: Narrow): Promise<void> {
  let anchor = 'oldest'
  for (;;) {
    const call = server.call('POST /messages/flags/narrow', {
      anchor,
      include_anchor: false,
      num_before: 0,
      num_after: BATCH,
      narrow: [...(narrow === undefined ? [] : narrowTerms(narrow)), { operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    })
    if (!(await attempt(store, call))) return
    const { found_newest, last_processed_id } = await call
    if (found_newest || last_processed_id === null) return
    anchor = String(last_processed_id)
  }
}
