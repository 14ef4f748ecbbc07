import { texts } from '../message/overlays/texts.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

/** Leads from the scheduled messages to the reminders and back. */
export function LaterLists({ shown }: { shown: 'scheduled' | 'reminders' }) {
  const store = useStore()
  const lists = {
    scheduled: { name: t.scheduledMessages, size: store.scheduled.value.size },
    reminders: { name: t.reminders, size: store.reminders.value.size },
  }
  return (
    <nav class="channel-lists" aria-label={texts.laterLists}>
      {(['scheduled', 'reminders'] as const).map((list) => (
        <a key={list} href={`#${list}`} aria-current={list === shown ? 'page' : undefined}>
          {lists[list].name}
          {lists[list].size > 0 && <span class="note">{lists[list].size}</span>}
        </a>
      ))}
    </nav>
  )
}
