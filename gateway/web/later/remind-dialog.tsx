import { useId, useMemo, useRef } from 'preact/hooks'
import { RequestError } from '../client/index.ts'
import { fieldValueOf, secondsOf } from '../compose/later-times.ts'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { useHeld } from '../parts/held/use-held.tsx'
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
  const current = useCurrent(former)
  const { draft, set, choice, isDecided } = useHeld({
    note: noteOf(current.last?.content ?? ''),
    time: fieldValueOf(current.last?.scheduled_delivery_timestamp ?? times[0]!.at),
  })
  const at = secondsOf(draft.time)
  const shownTime = (seconds: number) => shortDateOf(seconds, store.settings.value.twenty_four_hour_time)
  const check = () =>
    at === undefined || at * 1000 <= Date.now()
      ? { field: 'scheduled_delivery_timestamp' as const, problem: texts.timeNeeded }
      : undefined
  async function save(): Promise<void> {
    if (!isDecided()) return
    // The event of the new one may come before the answer.
    const { id: replaced } = current
    await server.call('POST /reminders', {
      message_id: message,
      scheduled_delivery_timestamp: at!,
      note: draft.note.trim(),
    })
    if (replaced !== undefined) await removeReminder(replaced)
    onClose()
    showNotice(store, texts.reminderSet(shownTime(at!)))
  }
  return (
    <Dialog title={former === undefined ? texts.remind : texts.changeReminder} onClose={onClose}>
      <DialogForm places={REMINDER} action={texts.setReminder} check={check} save={save} onClose={onClose}>
        {({ at: placeOf, problem }) => (
          <>
            <TimeChoice
              label={texts.otherTime}
              times={times}
              value={draft.time}
              ids={placeOf('scheduled_delivery_timestamp')}
              isFirst
              onChange={(time) => set({ time })}
            />
            {problem('scheduled_delivery_timestamp', texts.otherTime)}
            {choice('time', (value) => shownTime(secondsOf(value)!))}
            <label class="field">
              {texts.note}
              <textarea
                {...placeOf('note')}
                dir="auto"
                maxLength={1000}
                value={draft.note}
                aria-describedby={`${id}-hint ${placeOf('note')['aria-describedby']}`}
                onInput={({ currentTarget }) => set({ note: currentTarget.value })}
              />
            </label>
            <p id={`${id}-hint`} class="hint">
              {texts.noteHint}
            </p>
            {problem('note', texts.note)}
            {choice('note')}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}

/**
 * The reminder as the server has it: the opened one, or the newer one of the same message with which another
 * window has replaced it. `id` is undefined once there is none.
 */
function useCurrent(opened: Reminder | undefined): { readonly id?: number; readonly last?: Reminder } {
  const all = useStore().reminders.value
  const known = useRef(new Set(all.keys()))
  const last = useRef(opened)
  if (opened === undefined) return {}
  const newer = [...all.values()].filter(
    (one) =>
      one.reminder_target_message_id === opened.reminder_target_message_id &&
      !known.current.has(one.reminder_id),
  )
  const current = all.get(opened.reminder_id) ?? newer.at(-1)
  last.current = current ?? last.current
  return { ...(current && { id: current.reminder_id }), last: last.current! }
}

/** Another window may have deleted it before. */
async function removeReminder(reminder_id: number): Promise<void> {
  try {
    await server.call('DELETE /reminders/{reminder_id}', { reminder_id }, { isRepeatable: true })
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'BAD_REQUEST')) throw error
  }
}
