import { useEffect } from 'preact/hooks'
import { findArrived } from '../store/find-arrived.ts'
import { refreshNewest } from '../store/load-messages.ts'
import type { MessageList } from '../store/messages.ts'
import { isFoundByServer } from '../store/narrow.ts'
import type { Store } from '../store/store.ts'
import type { ServerEvent } from '../store/wire.ts'

/** The server is asked at most this often which of the new messages a search finds. */
const ASK_MS = 1000
/** Most messages that one request names. */
const MOST_NAMED = 1000

/** Shows in an open search what was written since it was open before, and what arrives. */
export function useFreshSearch(store: Store, list: MessageList): void {
  useEffect(() => {
    if (!isFoundByServer(list.narrow) || store.isCopy) return
    void refreshNewest(store, list)
    if (store.isSpectator) return

    let arrived: number[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const askLater = () => {
      timer ??= setTimeout(ask, ASK_MS)
    }
    const ask = async () => {
      timer = undefined
      const { status } = list.stretch.peek()
      // The answer that is on its way may be older than the messages.
      if (status === 'loading') return askLater()
      const ids = arrived.slice(-MOST_NAMED)
      arrived = []
      if (status !== 'ready') return
      try {
        await findArrived(store, list, ids)
      } catch {
        // The next message asks for these again.
        arrived.unshift(...ids)
      }
    }
    const hear = (event: ServerEvent) => {
      if (event.type !== 'message') return
      arrived.push(event.message.id)
      askLater()
    }
    store.listeners.add(hear)
    return () => {
      store.listeners.delete(hear)
      clearTimeout(timer)
    }
  }, [store, list])
}
