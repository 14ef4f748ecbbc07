import { useEffect } from 'preact/hooks'
import { route } from '../model/current-route.ts'
import type { Store } from '../store/state/store.ts'
import { refreshNewest } from '../store/verbs/load-messages.ts'
import { refreshTopics } from '../store/verbs/load-topics.ts'

/**
 * Spectators get no events, so the page asks for new messages. A tab in the background asks once it is seen
 * again.
 */
const REFRESH_MS = 60_000

/** Refreshes the shown messages once a minute while the page is visible. */
export function useRefresh(store: Store): void {
  useEffect(() => {
    let refreshedAt = Date.now()
    const refresh = () => {
      if (document.hidden || Date.now() - refreshedAt < REFRESH_MS) return
      refreshedAt = Date.now()
      const { value } = route
      if (value.view !== 'messages') return
      void refreshNewest(store, store.messages.list(value.narrow))
      if ('channel' in value.narrow) void refreshTopics(store, value.narrow.channel)
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [store])
}
