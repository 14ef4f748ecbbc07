import { keepFetched } from './load-messages.ts'
import type { MessageList } from './messages.ts'
import { narrowTerms } from './narrow.ts'
import { server } from './server.ts'
import type { Store } from './store.ts'

/** Asks the server which of these messages the search of the list finds, adds them to the list, and removes the others. */
export async function findChanged(store: Store, list: MessageList, ids: readonly number[]): Promise<void> {
  const fetching = server.call('GET /messages', {
    message_ids: ids,
    narrow: narrowTerms(list.narrow),
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  await store.putFetched(fetching, ({ messages }) => {
    keepFetched(store, list, messages)
    const found = new Set(messages.map(({ id }) => id))
    const shown = new Set(list.stretch.peek().ids)
    const shownNow = [...found].filter((id) => shown.has(id) || list.covers(id))
    list.remove(ids.filter((id) => !found.has(id)))
    // Headings depend on the conversations of messages: the list is drawn again also with the same messages.
    if (shownNow.length > 0) list.insert(shownNow)
  })
}
