import { useSignal } from '@preact/signals'
import { useId, useMemo } from 'preact/hooks'
import { fieldValueOf, secondsOf } from '../compose/later-times.ts'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { server } from '../store/requests/server.ts'
import { noteOf, type Reminder } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { shortDateOf } from '../texts/short-date.ts'
import './later.css'
import { REMINDER } from './places.ts'
import { reminderTimes, TimeChoice } from './time-choice.tsx'

interface RemindDialogProps {
  readonly message: number
  /** The reminder that the new one replaces. */
  readonly former?: Reminder
  readonly onClose: () => void
}

/** Creates a reminder of a message, or changes one: the server has no change, so a new one replaces it. */
export function RemindDialog({ message, former, onClose }: RemindDialogProps) {
  const store = useStore()
  const id = useId()
  const times = useMemo(() => reminderTimes(), [])
  const note = useSignal(former === undefined ? '' : noteOf(former.content))
  const time = useSignal(fieldValueOf(former?.scheduled_delivery_timestamp ?? times[0]!.at))
  const at = secondsOf(time.value)
  const check = () =>
    at === undefined || at * 1000 <= Date.now()
      ? { field: 'scheduled_delivery_timestamp' as const, problem: texts.timeNeeded }
      : undefined
  async function save(): Promise<void> {
    await server.call('POST /reminders', {
      message_id: message,
      scheduled_delivery_timestamp: at!,
      note: note.value.trim(),
    })
    if (former !== undefined) {
      const { reminder_id } = former
      await server.call('DELETE /reminders/{reminder_id}', { reminder_id }, { isRepeatable: true })
    }
    onClose()
    showNotice(store, texts.reminderSet(shortDateOf(at!, store.settings.value.twenty_four_hour_time)))
  }
  return (
    <Dialog title={former === undefined ? texts.remind : texts.changeReminder} onClose={onClose}>
      <DialogForm places={REMINDER} action={texts.setReminder} check={check} save={save} onClose={onClose}>
        {({ at: placeOf, problem }) => (
          <>
            <TimeChoice
              label={texts.otherTime}
              times={times}
              value={time.value}
              ids={placeOf('scheduled_delivery_timestamp')}
              isFirst
              onChange={(value) => {
                time.value = value
              }}
            />
            {problem('scheduled_delivery_timestamp', texts.otherTime)}
            <label class="field">
              {texts.note}
              <textarea
                {...placeOf('note')}
                dir="auto"
                maxLength={1000}
                value={note.value}
                aria-describedby={`${id}-hint ${placeOf('note')['aria-describedby']}`}
                onInput={({ currentTarget }) => {
                  note.value = currentTarget.value
                }}
              />
            </label>
            <p id={`${id}-hint`} class="hint">
              {texts.noteHint}
            </p>
            {problem('note', texts.note)}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
