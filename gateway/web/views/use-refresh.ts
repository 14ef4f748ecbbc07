import { useEffect } from 'preact/hooks'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'
import { refreshNewest } from '../store/verbs/load-messages.ts'
import { refreshTopics } from '../store/verbs/load-topics.ts'

/** No events bring the messages of channels without a subscription, so the page asks for them. */
const REFRESH_MS = 10_000

/** Refreshes the messages of a channel that the reader is not subscribed to, while the page is visible. */
export function useRefresh(store: Store, list: MessageList): void {
  const { narrow } = list
  const channel =
    'channel' in narrow && !store.channels.value.has(narrow.channel) ? narrow.channel : undefined
  const isRefreshed = channel !== undefined && !store.isSpectator && !store.isCopy
  useEffect(() => {
    if (!isRefreshed) return
    let refreshedAt = Date.now()
    const refresh = () => {
      if (document.hidden || Date.now() - refreshedAt < REFRESH_MS) return
      refreshedAt = Date.now()
      void refreshNewest(store, list)
      void refreshTopics(store, channel)
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [store, list, isRefreshed])
}
