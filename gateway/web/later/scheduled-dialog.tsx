import { useSignal } from '@preact/signals'
import { useId, useMemo } from 'preact/hooks'
import { fieldValueOf, laterTimes, secondsOf } from '../compose/later-times.ts'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { server } from '../store/requests/server.ts'
import type { ScheduledMessage } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import './later.css'
import { TimeChoice } from './time-choice.tsx'

interface ScheduledDialogProps {
  readonly message: ScheduledMessage
  readonly onClose: () => void
}

/** Changes the text, the topic and the time of a message that the server sends later. */
export function ScheduledDialog({ message, onClose }: ScheduledDialogProps) {
  const store = useStore()
  const id = useId()
  const times = useMemo(() => laterTimes(), [])
  const { scheduled_message_id, type, to, scheduled_delivery_timestamp: at, failed } = message
  const content = useSignal(message.content)
  const topic = useSignal(message.topic ?? '')
  // A message that could not be sent needs a new time.
  const time = useSignal(fieldValueOf(failed ? times[0]!.at : at))
  const problem = useSignal('')
  async function save(): Promise<void> {
    const chosen = secondsOf(time.value)
    if (chosen === undefined || chosen * 1000 <= Date.now()) {
      problem.value = texts.timeNeeded
      return
    }
    const isSame = fieldValueOf(at) === time.value && !failed
    const changed = {
      ...(content.value !== message.content && { content: content.value }),
      ...(!isSame && { scheduled_delivery_timestamp: chosen }),
      ...(type === 'stream' &&
        topic.value.trim() !== message.topic && { type: 'channel' as const, to, topic: topic.value.trim() }),
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
      <DialogForm problemId={`${id}-problem`} problem={problem} action={t.save} save={save} onClose={onClose}>
        {type === 'stream' && (
          <label class="field">
            {t.topic}
            <input
              dir="auto"
              maxLength={store.realm.value.maxTopicLength}
              autocomplete="off"
              value={topic.value}
              onInput={({ currentTarget }) => {
                topic.value = currentTarget.value
              }}
            />
          </label>
        )}
        <label class="field">
          {texts.text}
          <textarea
            class="long"
            dir="auto"
            maxLength={store.realm.value.maxMessageLength}
            value={content.value}
            onInput={({ currentTarget }) => {
              content.value = currentTarget.value
            }}
          />
        </label>
        <TimeChoice
          label={texts.sendAt}
          times={times}
          value={time.value}
          problemId={`${id}-problem`}
          isInvalid={problem.value !== ''}
          onChange={(value) => {
            time.value = value
            problem.value = ''
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
