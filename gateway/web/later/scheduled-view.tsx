import { useSignal } from '@preact/signals'
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { type Conversation, directWith } from '../model/conversation.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { server } from '../store/requests/server.ts'
import type { ScheduledMessage } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'
import { removeUndoably } from '../store/verbs/undo.ts'
import { shortDateOf } from '../texts/short-date.ts'
import { t } from '../texts/texts.ts'
import '../parts/lines.css'
import { LaterLists } from './later-lists.tsx'
import { ScheduledDialog } from './scheduled-dialog.tsx'
import { WrittenLine } from './written-line.tsx'

/** The messages that the server sends later, the next one first. */
export function ScheduledView() {
  const store = useStore()
  const changed = useSignal<ScheduledMessage | undefined>(undefined)
  const messages = [...store.scheduled.value.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  const list = useListFocus<HTMLUListElement>('button, a')
  const remove = ({ scheduled_message_id, ...message }: ScheduledMessage) =>
    removeUndoably(
      store,
      message.content,
      () =>
        server.call(
          'DELETE /scheduled_messages/{scheduled_message_id}',
          { scheduled_message_id },
          { isRepeatable: true },
        ),
      () => server.call('POST /scheduled_messages', againOf(message)),
    )
  return (
    <>
      <ViewBar>
        <h1>{t.scheduledMessages}</h1>
      </ViewBar>
      <LaterLists shown="scheduled" />
      {messages.length === 0 ? (
        <Blank icon={CalendarClock} title={t.emptyView} hint={t.emptyScheduledHint} />
      ) : (
        <ul class="lines written" {...list}>
          {messages.map((message) => (
            <WrittenLine
              key={message.scheduled_message_id}
              place={conversationOf(message, store.me)}
              content={message.content}
              isFailed={message.failed}
              note={
                message.failed
                  ? t.sendingFailed
                  : t.sendsAt(
                      shortDateOf(
                        message.scheduled_delivery_timestamp,
                        store.settings.value.twenty_four_hour_time,
                      ),
                    )
              }
            >
              <button
                type="button"
                class="icon-button"
                aria-label={t.editScheduled}
                title={t.editScheduled}
                onClick={() => {
                  changed.value = message
                }}
              >
                <Icon node={PencilLine} />
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={t.deleteScheduled}
                title={t.deleteScheduled}
                onClick={() => void remove(message)}
              >
                <Icon node={Trash} />
              </button>
            </WrittenLine>
          ))}
        </ul>
      )}
      {changed.value !== undefined && (
        <ScheduledDialog
          message={changed.value}
          onClose={() => {
            changed.value = undefined
          }}
        />
      )}
    </>
  )
}

/** What schedules the same message once more. */
const againOf = (message: Omit<ScheduledMessage, 'scheduled_message_id'>) => ({
  ...(message.type === 'stream'
    ? { type: 'channel' as const, to: [message.to].flat()[0]!, topic: message.topic ?? '' }
    : { type: 'direct' as const, to: [message.to].flat() }),
  content: message.content,
  scheduled_delivery_timestamp: message.scheduled_delivery_timestamp,
  read_by_sender: true,
})

function conversationOf({ type, to, topic = '' }: ScheduledMessage, me: number): Conversation {
  const ids = [to].flat()
  return type === 'stream' ? { kind: 'topic', channel: ids[0]!, topic } : directWith(ids, me)
}
