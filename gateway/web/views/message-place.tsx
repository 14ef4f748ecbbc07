import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { useEffect } from 'preact/hooks'
import { MessageSkeleton } from '../message/list/message-skeleton.tsx'
import { Blank } from '../parts/blank.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useStore } from '../store/use-store.ts'
import { findMessage } from '../store/verbs/find-message.ts'
import { t } from '../texts/texts.ts'
import { goToMessage } from './use-linked-message.ts'

/** Leads from the address of a message without a conversation to its conversation. */
export function MessagePlace({ id }: { id: number }) {
  const store = useStore()
  const state = useSignal<'sought' | 'missing' | 'failed'>('sought')
  const isSought = state.value === 'sought'
  useEffect(() => {
    if (!isSought) return
    let isCurrent = true
    findMessage(id).then(
      (message) => {
        if (!isCurrent) return
        if (message === undefined) state.value = 'missing'
        else goToMessage(store, message)
      },
      () => {
        if (isCurrent) state.value = 'failed'
      },
    )
    return () => {
      isCurrent = false
    }
  }, [store, id, isSought])
  return (
    <>
      <ViewBar />
      {state.value === 'sought' ? (
        <MessageSkeleton />
      ) : state.value === 'missing' ? (
        <Blank icon={SearchX} title={t.messageGone} isWholeView>
          <a class="button" href="#inbox">
            {t.openInbox}
          </a>
        </Blank>
      ) : (
        <Blank icon={CloudOff} title={t.loadFailed} hint={t.loadFailedHint} isWholeView>
          <button
            type="button"
            class="button"
            onClick={() => {
              state.value = 'sought'
            }}
          >
            {t.tryAgain}
          </button>
        </Blank>
      )}
    </>
  )
}
