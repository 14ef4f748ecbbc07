import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type ScheduledMessage = Registration['scheduled_messages'][number]

/** The messages that the server sends later, by id. */
export const scheduled = slice<ReadonlyMap<number, ScheduledMessage>>({
  from: ({ scheduled_messages }) =>
    new Map(scheduled_messages.map((message) => [message.scheduled_message_id, message])),
  apply: (state, event) => {
    if (event.type !== 'scheduled_messages') return state
    const next = new Map(state)
    if (event.op === 'remove') next.delete(event.scheduled_message_id)
    else {
      const changed = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message]
      for (const message of changed) next.set(message.scheduled_message_id, message)
    }
    return next
  },
})

export type Reminder = Registration['reminders'][number]

/** The reader's reminders of messages, by id. */
export const reminders = slice<ReadonlyMap<number, Reminder>>({
  from: (registration) => new Map(registration.reminders.map((one) => [one.reminder_id, one])),
  apply: (state, event) => {
    if (event.type !== 'reminders') return state
    const next = new Map(state)
    if (event.op === 'remove') next.delete(event.reminder_id)
    else for (const one of event.reminders) next.set(one.reminder_id, one)
    return next
  },
})

/** The reader's note in the text of a reminder, where the server quotes it first; empty without a note. */
export function noteOf(content: string): string {
  const quoted = /^You requested a reminder for .*\. Note:\n((?:> .*(?:\n|$))+)/.exec(content)?.[1]
  return (quoted ?? '').trimEnd().replace(/^> /gm, '')
}
