import { unreadable } from '../../../core/messaging/scheduled/reminder.ts'
import { canReadChannel } from '../../../core/state/access/channel-permissions.ts'
import type { Stored } from '../../../core/state/events/catalogue.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

type ReminderEvent = Stored<'reminders/add'>

/** Whether the user of a queue can read the channel of the message now; a client may poll late. */
function canReadMessage({ _channel }: ReminderEvent, { user }: QueueFilter, realm: RealmState): boolean {
  if (_channel === undefined || _channel === null) return true
  const channel = realm.channels.get(_channel)
  return channel !== undefined && canReadChannel(realm, realm.users.get(user), channel)
}

export const reminderVariants: Variants<ReminderEvent> = {
  numberFor: (event, filter, realm) => (canReadMessage(event, filter, realm) ? 0 : 1),
  make: (event, filter, realm) =>
    canReadMessage(event, filter, realm)
      ? event
      : { ...event, reminders: event.reminders.map((reminder) => ({ ...reminder, ...unreadable(realm) })) },
}
