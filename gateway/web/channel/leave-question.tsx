import { useEffect } from 'preact/hooks'
import { Confirm } from '../forms/confirm.tsx'
import { closeOverlay } from '../parts/floating/overlay.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { unsubscribe } from './leave.ts'
import { texts } from './texts.ts'

/**
 * Asks before the reader leaves a private channel. It closes when somebody else has unsubscribed the reader
 * meanwhile.
 */
export function LeaveQuestion({ id }: { id: number }) {
  const store = useStore()
  const channel = useStore().channels.value.get(id)
  useEffect(() => {
    if (channel === undefined) closeOverlay(store)
  }, [channel])
  if (channel === undefined) return null
  return (
    <Confirm
      title={texts.leaveQuestion(channel.name)}
      warning={texts.leaveWarning}
      action={t.unsubscribe}
      onConfirm={() => void unsubscribe(store, channel.name)}
      onClose={() => closeOverlay(store)}
    />
  )
}
