import { server } from '../requests/server.ts'
import { attempt } from './notice.ts'

/** Votes in a poll, completes a task, or adds an option or a task. The server's event changes the widget. */
export const addToWidget = (
  message_id: number,
  change: Readonly<Record<string, unknown>>,
): Promise<boolean> =>
  attempt(
    server.call('POST /submessage', { message_id, msg_type: 'widget', content: JSON.stringify(change) }),
  )
