import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { attempt, showNotice } from '../store/verbs/notice.ts'
import { permissionsOn } from './permissions.ts'
import { texts } from './texts.ts'
import { administratorsOf } from './who-may.tsx'

/** Brings an archived channel back, after a question that says what happens. */
export function UnarchiveButton({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const isAsking = useSignal(false)
  const { stream_id, name } = channel
  const { canAdminister } = permissionsOn(store, channel)
  const unarchive = async () => {
    const isDone = await attempt(
      store,
      server.call('PATCH /streams/{stream_id}', { stream_id, is_archived: false }),
    )
    if (isDone) showNotice(store, texts.unarchived(name))
  }
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={texts.unarchiveChannel(name)}
        title={canAdminister ? undefined : administratorsOf(store, channel)}
        disabled={!canAdminister}
        onClick={() => {
          isAsking.value = true
        }}
      >
        {texts.unarchive}
      </button>
      {isAsking.value && (
        <Confirm
          title={texts.unarchiveQuestion(name)}
          warning={texts.unarchiveWarning}
          action={texts.unarchive}
          onConfirm={() => void unarchive()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}
