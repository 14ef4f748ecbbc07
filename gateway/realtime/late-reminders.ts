import { currentReminders, unreadable } from '../../core/messaging/scheduled/reminder.ts'
import type { Seq } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { Stored } from '../../core/state/events/catalogue.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { FeedEntry } from './feed-entry.ts'
import type { QueueFilter } from './queue-record.ts'

type ReminderEvent = Stored<'reminders/add'>

/** Whether an entry tells the queue's user of a new reminder, and the queue includes it. */
export function addsReminder(entry: FeedEntry, filter: QueueFilter): boolean {
  const { audience } = entry
  if (audience.kind !== 'users' || !audience.ids.includes(filter.user)) return false
  return entry.event.type === 'reminders' && entry.event.op === 'add' && entry.isFor(filter)
}

/**
 * Returns the entries of new reminders, by position, with the messages as they are now: a client that polls
 * late must not see a message that was edited, moved or deleted since, or that it may no longer read. A
 * reminder that no longer exists shows no message. One query.
 */
export async function readLateReminders(
  core: Core,
  realm: RealmState,
  { user }: QueueFilter,
  entries: readonly FeedEntry[],
): Promise<ReadonlyMap<Seq, FeedEntry>> {
  await realm.sync()
  const reader = realm.users.get(user)
  const remindersIn = (entry: FeedEntry) => (entry.event as ReminderEvent).reminders
  const ids = entries.flatMap((entry) => remindersIn(entry).map(({ reminder_id }) => reminder_id))
  const current =
    reader === undefined
      ? undefined
      : await currentReminders(core.db, realm, reader, ids, core.options.rootUrl)
  const withCurrent = (entry: FeedEntry): FeedEntry => {
    const reminders = remindersIn(entry).map(
      (logged) => current?.get(logged.reminder_id) ?? { ...logged, ...unreadable(realm) },
    )
    const event: ReminderEvent = { type: 'reminders', op: 'add', reminders }
    return entry.withEvent(event)
  }
  return new Map(entries.map((entry) => [entry.seq, withCurrent(entry)]))
}
