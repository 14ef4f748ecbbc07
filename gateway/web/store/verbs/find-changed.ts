import { narrowTerms, type SearchTerm } from '../../model/narrow.ts'
import type { Message } from '../../model/wire.ts'
import { server } from '../requests/server.ts'
import type { MessageList } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { keepFetched } from './load-messages.ts'

/**
 * Asks the server which of these messages the search of the list finds, adds them to the list, and removes
 * the others. Messages of the list that were read or marked as unread meanwhile stay.
 */
export async function findChanged(store: Store, list: MessageList, ids: readonly number[]): Promise<void> {
  const listed = new Set(list.stretch.peek().ids)
  const terms = narrowTerms(list.narrow)
  const fetching = Promise.all([
    fetchFound(
      ids.filter((id) => listed.has(id)),
      terms.filter((term) => !asksWhetherRead(term)),
    ),
    fetchFound(
      ids.filter((id) => !listed.has(id)),
      terms,
    ),
  ])
  await store.putFetched(fetching, (answers) => {
    const messages = answers.flat()
    keepFetched(store, list, messages)
    const found = new Set(messages.map(({ id }) => id))
    const shown = new Set(list.stretch.peek().ids)
    const shownNow = [...found].filter((id) => shown.has(id) || list.covers(id))
    list.remove(ids.filter((id) => !found.has(id)))
    // Headings depend on the conversations of messages: the list is drawn again also with the same messages.
    if (shownNow.length > 0) list.insert(shownNow)
  })
}

const asksWhetherRead = ({ operator, operand }: Pick<SearchTerm, 'operator' | 'operand'>): boolean =>
  operator === 'is' && (operand === 'unread' || operand === 'read')

async function fetchFound(
  ids: readonly number[],
  narrow: ReturnType<typeof narrowTerms>,
): Promise<readonly Message[]> {
  if (ids.length === 0) return []
  const { messages } = await server.call('GET /messages', {
    message_ids: ids,
    narrow,
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  return messages
}
