import { slice } from './slice.ts'

/** Ids of the messages that the reader starred. */
export const starred = slice<ReadonlySet<number>>({
  from: ({ starred_messages }) => new Set(starred_messages),
  apply: (state, event) => {
    if (event.type === 'delete_message') {
      const gone = event.message_ids ?? [event.message_id!]
      return gone.some((id) => state.has(id)) ? new Set([...state].filter((id) => !gone.includes(id))) : state
    }
    if (event.type !== 'update_message_flags' || event.flag !== 'starred') return state
    const next = new Set(state)
    for (const id of event.messages) event.op === 'add' ? next.add(id) : next.delete(id)
    return next
  },
})
