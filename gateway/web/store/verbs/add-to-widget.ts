import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { attempt } from './notice.ts'

/** Votes in a poll, completes a task, or adds an option or a task. The server's event changes the widget. */
export const addToWidget = (
  store: Store,
  message_id: number,
  change: Readonly<Record<string, unknown>>,
): Promise<boolean> =>
  attempt(
    store,
    server.call('POST /submessage', { message_id, msg_type: 'widget', content: JSON.stringify(change) }),
  )
