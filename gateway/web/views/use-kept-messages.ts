import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readCopy } from '../store/copy/copy-database.ts'
import { keptIn } from '../store/copy/kept-in.ts'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'

/**
 * Fills a list from the copy on this device when the server does not answer. Returns the time of the copy in
 * Unix milliseconds; undefined for a list from the server.
 */
export function useKeptMessages(store: Store, list: MessageList): number | undefined {
  const savedAt = useSignal<number | undefined>(undefined)
  const { status, problem, ids } = list.stretch.value
  const isAway = status === 'failed' && problem === '' && !store.isCopy && !store.isSpectator
  useEffect(() => {
    if (status === 'ready') savedAt.value = undefined
    if (!isAway || ids.length > 0) return
    let isShown = true
    void readCopy(location.origin).then((copy) => {
      if (!isShown || copy?.owner.user !== store.me) return
      const messages = keptIn(copy.conversations, list.narrow, store.me)
      if (messages.length === 0 || list.stretch.peek().status !== 'failed') return
      // What the page knows of a message is newer.
      for (const message of messages)
        if (store.messages.get(message.id) === undefined) store.messages.keep(message)
      savedAt.value = copy.savedAt
      list.change({ ids: messages.map(({ id }) => id), hasOldest: false, hasNewest: false })
    })
    return () => {
      isShown = false
    }
  }, [store, list, status, isAway])
  return savedAt.value
}
