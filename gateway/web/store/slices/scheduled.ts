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
