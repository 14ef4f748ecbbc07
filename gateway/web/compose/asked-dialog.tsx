import { lazily } from '../parts/lazily.tsx'
import { DestinationDialog } from './destination.tsx'
import type { WidgetKind } from './widget-form/widget-text.ts'
import type { WritingPlace } from './writing-place.ts'

const WidgetDialog = lazily(async () => (await import('./widget-form/widget-dialog.tsx')).WidgetDialog)

/** What a dialog of the composer asks for: the destination, or the content of a poll or a to-do list. */
export type Asked = 'destination' | WidgetKind

interface AskedDialogProps {
  readonly asks: Asked | undefined
  readonly writeTo: (place: WritingPlace) => void
  readonly send: (text: string) => void
  readonly close: () => void
}

/** The dialog that the composer has open. */
export function AskedDialog({ asks, writeTo, send, close }: AskedDialogProps) {
  if (asks === undefined) return null
  if (asks === 'destination') return <DestinationDialog onChoose={writeTo} onClose={close} />
  return <WidgetDialog kind={asks} onSend={send} onClose={close} />
}
