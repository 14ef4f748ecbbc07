import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { conversationKey, conversationOf } from '../model/conversation.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import type { Message } from '../model/wire.ts'
import { channelName } from '../store/derived/names.ts'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'
import { findMessage } from '../store/verbs/find-message.ts'

/** Where the message of a link is: in the list, not known yet, or nowhere that the reader may read. */
export type LinkedMessage = 'here' | 'sought' | 'missing'

/** Replaces the address by the one of the message in its conversation. */
export function goToMessage(store: Store, message: Message): void {
  const place = conversationOf(message, store.me)
  const name = place.kind === 'topic' ? channelName(store, place.channel) : undefined
  location.replace(hashOf(place, name, message.id))
}

/**
 * Follows a link to a message that is no longer in the linked conversation or channel. `isShown`: the reader
 * sees the place of the link.
 */
export function useLinkedMessage(
  store: Store,
  list: MessageList,
  near: number | undefined,
  isShown: boolean,
): LinkedMessage {
  const { narrow } = list
  const isLink = near !== undefined && (isConversation(narrow) || narrow.kind === 'channel') && !store.isCopy
  const state = useSignal<{ readonly near: number | undefined; readonly is: LinkedMessage } | undefined>(
    undefined,
  )
  const settled = state.value !== undefined && state.value.near === near ? state.value.is : undefined
  const { status } = list.stretch.value
  useEffect(() => {
    if (!isLink || settled !== undefined) return
    const { ids, status, problem } = list.stretch.peek()
    if (ids.includes(near)) {
      state.value = { near, is: 'here' }
      return
    }
    const isLoaded = status === 'ready' || (status === 'failed' && problem !== '')
    if (isShown && !isLoaded) return
    let isCurrent = true
    findMessage(near).then(
      (message) => {
        if (!isCurrent) return
        const isElsewhere =
          message !== undefined && conversationKey(conversationOf(message, store.me)) !== narrowKey(narrow)
        if (isElsewhere) goToMessage(store, message)
        else state.value = { near, is: message === undefined ? 'missing' : 'here' }
      },
      () => {
        if (isCurrent) state.value = { near, is: 'here' }
      },
    )
    return () => {
      isCurrent = false
    }
  }, [store, list, near, status, isShown, settled])
  return isLink ? (settled ?? 'sought') : 'here'
}
