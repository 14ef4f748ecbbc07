import { startEditing } from '../message/editing.ts'
import { route } from '../model/current-route.ts'
import { permissionsOn } from '../store/derived/message-permissions.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'

/** Edits the reader's newest message of the view that may still be edited. Does nothing without one. */
export function editLast(store: Store): void {
  const value = shownRoute(store, route.value)
  if (value.view !== 'messages') return
  const id = store.messages
    .list(value.narrow)
    .stretch.peek()
    .ids.findLast((one) => {
      const message = store.messages.get(one)?.peek()
      return (
        message !== undefined &&
        message.sender_id === store.me &&
        message.outgoing === undefined &&
        permissionsOn(store, message).canEditContent
      )
    })
  if (id !== undefined) void startEditing(store, id)
}
