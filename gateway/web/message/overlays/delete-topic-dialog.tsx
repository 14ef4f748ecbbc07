import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { topicName } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { reasonOf, showNotice } from '../../store/verbs/notice.ts'
import { t } from '../../texts/texts.ts'
import './message-dialogs.css'
import { texts } from './texts.ts'

/** Deletes all messages of a topic, in as many requests as the server needs. */
export function DeleteTopicDialog({ channel, topic }: { channel: number; topic: string }) {
  const store = useStore()
  const isDeleting = useSignal(false)
  const problem = useSignal('')
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  async function remove(): Promise<void> {
    if (isDeleting.value) return
    isDeleting.value = true
    problem.value = ''
    try {
      let isComplete = false
      // Closing the dialog stops it; deleted messages stay deleted.
      while (!isComplete && isOpen.current) {
        const answer = await server.call(
          'POST /streams/{stream_id}/delete_topic',
          { stream_id: channel, topic_name: topic },
          { isRepeatable: true },
        )
        isComplete = answer.complete
      }
      if (!isOpen.current) return
      closeOverlay(store)
      showNotice(store, texts.topicDeleted)
    } catch (error) {
      problem.value = reasonOf(error)
      isDeleting.value = false
    }
  }
  return (
    <Dialog title={texts.deleteTopic(topicName(store, topic))} onClose={() => closeOverlay(store)}>
      <p>{texts.deleteTopicWarning}</p>
      <p role="status">{isDeleting.value && texts.deletingTopic}</p>
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => closeOverlay(store)}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          aria-disabled={isDeleting.value}
          onClick={() => void remove()}
        >
          {texts.deleteTopicNow}
        </button>
      </div>
    </Dialog>
  )
}
