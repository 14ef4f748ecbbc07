import type { MessageList } from './messages.ts'
import { narrowTerms } from './narrow.ts'
import { server } from './server.ts'
import type { Store } from './store.ts'

/** Asks the server which of the messages that have arrived a search finds, and inserts these into its list. */
export async function findArrived(store: Store, list: MessageList, ids: readonly number[]): Promise<void> {
  const asking = server.call('GET /messages/matches_narrow', {
    msg_ids: ids,
    narrow: narrowTerms(list.narrow),
  })
  await store.putFetched(asking, ({ messages: marks }) => {
    if (!list.stretch.peek().hasNewest) return
    const found = ids.flatMap((id) => {
      const message = store.messages.get(id)?.peek()
      return marks[id] === undefined || message === undefined ? [] : [{ ...message, ...marks[id] }]
    })
    list.keepFound(found)
    if (found.length > 0) list.insert(found.map(({ id }) => id))
  })
}
