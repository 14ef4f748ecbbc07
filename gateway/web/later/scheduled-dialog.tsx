import { useMemo } from 'preact/hooks'
import { fieldValueOf, laterTimes, secondsOf } from '../compose/later-times.ts'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { useHeld } from '../parts/held/use-held.tsx'
import { server } from '../store/requests/server.ts'
import type { ScheduledMessage } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'
import { shortDateOf } from '../texts/short-date.ts'
import { t } from '../texts/texts.ts'
import './later.css'
import { SCHEDULED } from './places.ts'
import { TimeChoice } from './time-choice.tsx'

interface ScheduledDialogProps {
  readonly message: ScheduledMessage
  readonly onClose: () => void
}

/** Changes the text, the topic and the time of a message that the server sends later. */
export function ScheduledDialog({ message: opened, onClose }: ScheduledDialogProps) {
  const store = useStore()
  const message = store.scheduled.value.get(opened.scheduled_message_id) ?? opened
  const times = useMemo(() => laterTimes(), [])
  const { scheduled_message_id, type, to, scheduled_delivery_timestamp: at, failed } = message
  const { draft, set, choice, isDecided } = useHeld({
    content: message.content,
    topic: message.topic ?? '',
    // A message that could not be sent needs a new time.
    time: fieldValueOf(failed ? times[0]!.at : at),
  })
  const chosen = secondsOf(draft.time)
  const check = () =>
    chosen === undefined || chosen * 1000 <= Date.now()
      ? { field: 'scheduled_delivery_timestamp' as const, problem: texts.timeNeeded }
      : undefined
  async function save(): Promise<void> {
    if (!isDecided()) return
    const isSame = fieldValueOf(at) === draft.time && !failed
    const changed = {
      ...(draft.content !== message.content && { content: draft.content }),
      ...(!isSame && { scheduled_delivery_timestamp: chosen! }),
      ...(type === 'stream' &&
        draft.topic.trim() !== message.topic && { type: 'channel' as const, to, topic: draft.topic.trim() }),
    }
    if (Object.keys(changed).length === 0) return onClose()
    await server.call(
      'PATCH /scheduled_messages/{scheduled_message_id}',
      { scheduled_message_id, ...changed },
      { isRepeatable: true },
    )
    onClose()
  }
  return (
    <Dialog title={texts.changeScheduled} isWide onClose={onClose}>
      <DialogForm places={SCHEDULED} action={t.save} check={check} save={save} onClose={onClose}>
        {({ at, problem }) => (
          <>
            {type === 'stream' && (
              <label class="field">
                {t.topic}
                <input
                  {...at('topic')}
                  dir="auto"
                  maxLength={store.realm.value.maxTopicLength}
                  autocomplete="off"
                  value={draft.topic}
                  onInput={({ currentTarget }) => set({ topic: currentTarget.value })}
                />
              </label>
            )}
            {type === 'stream' && problem('topic', t.topic)}
            {choice('topic')}
            <label class="field">
              {texts.text}
              <textarea
                {...at('content')}
                class="long"
                dir="auto"
                maxLength={store.realm.value.maxMessageLength}
                value={draft.content}
                onInput={({ currentTarget }) => set({ content: currentTarget.value })}
              />
            </label>
            {problem('content', texts.text)}
            {choice('content')}
            <TimeChoice
              label={texts.sendAt}
              times={times}
              value={draft.time}
              ids={at('scheduled_delivery_timestamp')}
              onChange={(time) => set({ time })}
            />
            {problem('scheduled_delivery_timestamp', texts.sendAt)}
            {choice('time', (value) =>
              shortDateOf(secondsOf(value)!, store.settings.value.twenty_four_hour_time),
            )}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
