import { useSignal } from '@preact/signals'
import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { MessageContent } from '../message/content/message-content.tsx'
import { texts } from '../message/overlays/texts.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { server } from '../store/requests/server.ts'
import { noteOf, type Reminder } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'
import { removeUndoably } from '../store/verbs/undo.ts'
import { shortDateOf } from '../texts/short-date.ts'
import { t } from '../texts/texts.ts'
import './later.css'
import { LaterLists } from './later-lists.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { useFreshReminders } from './use-fresh-reminders.ts'

/** The reader's reminders, the next one first. */
export function RemindersView() {
  const store = useStore()
  const changed = useSignal<Reminder | undefined>(undefined)
  const list = useListFocus<HTMLUListElement>('button')
  const reminders = [...useFreshReminders()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const remove = ({ reminder_id, ...reminder }: Reminder) =>
    removeUndoably(
      store,
      noteOf(reminder.content) ||
        texts.remindsAt(shortDateOf(reminder.scheduled_delivery_timestamp, uses24Hours)),
      () => server.call('DELETE /reminders/{reminder_id}', { reminder_id }, { isRepeatable: true }),
      () =>
        server.call('POST /reminders', {
          message_id: reminder.reminder_target_message_id,
          scheduled_delivery_timestamp: reminder.scheduled_delivery_timestamp,
          note: noteOf(reminder.content),
        }),
    )
  return (
    <>
      <ViewBar>
        <h1>{t.reminders}</h1>
      </ViewBar>
      <LaterLists shown="reminders" />
      {reminders.length === 0 ? (
        <Blank icon={AlarmClock} title={texts.noReminders} hint={texts.noRemindersHint} />
      ) : (
        <ul class="lines written" data-scroller {...list}>
          {reminders.map((reminder) => (
            <li key={reminder.reminder_id} class="written-line">
              <div class="opens">
                <span class="where">
                  <Icon node={AlarmClock} />
                  <span class={reminder.failed ? 'failed' : ''}>
                    {reminder.failed
                      ? texts.remindingFailed
                      : texts.remindsAt(shortDateOf(reminder.scheduled_delivery_timestamp, uses24Hours))}
                  </span>
                </span>
                <div class="reminder">
                  <MessageContent id={reminder.reminder_id} html={reminder.rendered_content} me={store.me} />
                </div>
              </div>
              {reminder.reminder_target_message_id > 0 && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={texts.editReminder}
                  title={texts.editReminder}
                  onClick={() => {
                    changed.value = reminder
                  }}
                >
                  <Icon node={PencilLine} />
                </button>
              )}
              <button
                type="button"
                class="icon-button"
                aria-label={texts.deleteReminder}
                title={texts.deleteReminder}
                onClick={() => void remove(reminder)}
              >
                <Icon node={Trash} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {changed.value !== undefined && (
        <RemindDialog
          message={changed.value.reminder_target_message_id}
          former={changed.value}
          onClose={() => {
            changed.value = undefined
          }}
        />
      )}
    </>
  )
}
