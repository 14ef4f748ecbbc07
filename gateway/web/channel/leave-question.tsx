import { useEffect } from 'preact/hooks'
import { useStore } from '../app/use-store.ts'
import { closeOverlay } from '../message/overlay.ts'
import { Confirm } from '../settings/confirm.tsx'
import { t } from '../texts/texts.ts'
import { unsubscribe } from './leave.ts'
import { texts } from './texts.ts'

/** Asks before the reader leaves a private channel. It closes when somebody else has unsubscribed the reader meanwhile. */
export function LeaveQuestion({ id }: { id: number }) {
  const channel = useStore().channels.value.get(id)
  useEffect(() => {
    if (channel === undefined) closeOverlay()
  }, [channel])
  if (channel === undefined) return null
  return (
    <Confirm
      title={texts.leaveQuestion(channel.name)}
      warning={texts.leaveWarning}
      action={t.unsubscribe}
      onConfirm={() => void unsubscribe(channel.name)}
      onClose={closeOverlay}
    />
  )
}
