import { useEffect } from 'preact/hooks'
import { isFoundByServer, type Narrow } from '../model/narrow.ts'
import type { ServerEvent } from '../model/wire.ts'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'
import { findChanged } from '../store/verbs/find-changed.ts'
import { refreshNewest } from '../store/verbs/load-messages.ts'

/** The server is asked at most this often which new or changed messages a search finds. */
const ASK_MS = 1000
/** Most messages that one request names. */
const MOST_NAMED = 1000

/** Adds new messages to an open search, and follows changes of messages. */
export function useFreshSearch(store: Store, list: MessageList): void {
  useEffect(() => {
    if (!isFoundByServer(list.narrow) || store.isCopy) return
    void refreshNewest(store, list)
    if (store.isSpectator) return

    const waiting = new Set<number>()
    const wait = (ids: readonly number[]) => {
      for (const id of ids) waiting.add(id)
      for (const id of waiting) {
        if (waiting.size <= MOST_NAMED) break
        waiting.delete(id)
      }
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const askLater = () => {
      timer ??= setTimeout(ask, ASK_MS)
    }
    let isAsking = false
    const ask = async () => {
      timer = undefined
      const { status } = list.stretch.peek()
      // The answer that is on its way may be older than the messages.
      if (status === 'loading' || isAsking) return askLater()
      const ids = [...waiting]
      waiting.clear()
      if (status !== 'ready') return
      isAsking = true
      try {
        await findChanged(store, list, ids)
      } catch {
        // The next event asks for these again.
        wait(ids)
      } finally {
        isAsking = false
      }
    }
    const hear = (event: ServerEvent) => {
      const ids = touchedBy(event, list.narrow)
      if (ids.length === 0) return
      wait(ids)
      askLater()
    }
    store.listeners.add(hear)
    return () => {
      store.listeners.delete(hear)
      clearTimeout(timer)
    }
  }, [store, list])
}

/** The messages that a search may find, or no longer find, because of an event. */
function touchedBy(event: ServerEvent, narrow: Narrow): readonly number[] {
  if (event.type === 'message') return [event.message.id]
  if (event.type === 'update_message') return event.message_ids
  return event.type === 'reaction' && asksForReactions(narrow) ? [event.message_id] : []
}

const asksForReactions = (narrow: Narrow): boolean =>
  narrow.kind === 'search' &&
  narrow.terms.some(({ operator, operand }) => operator === 'has' && operand === 'reaction')
