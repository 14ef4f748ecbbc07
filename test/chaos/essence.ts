import type { Body } from '../harness/client.ts'

/** Told again and again, in no log, and lost by design. */
const EPHEMERAL = new Set(['heartbeat', 'typing', 'typing_edit_message', 'presence'])

export const isEphemeral = (event: Body): boolean => EPHEMERAL.has(event.type)

/** What an event says, in one line: the same whatever form a client asked for. */
export function essence(event: Body): string {
  switch (event.type) {
    case 'message': {
      const { id, content, subject, stream_id, sender_id } = event.message
      return `message ${id} of ${sender_id} in ${stream_id ?? 'private'}/${subject}: ${text(event._html ?? content)}`
    }
    case 'update_message': {
      const { message_ids, content, subject, new_stream_id } = event
      return `update ${message_ids} to ${new_stream_id ?? ''}/${subject ?? ''}: ${content ?? ''}`
    }
    case 'delete_message':
      return `delete ${event.message_ids ?? event.message_id}`
    case 'subscription': {
      const channels = event.subscriptions?.map((one: Body) => one.stream_id) ?? event.stream_ids
      return `subscription ${event.op} ${channels} ${event.user_ids ?? ''}`
    }
    default:
      return `${event.type} ${event.op ?? ''} ${event.property ?? ''}`
  }
}

/** The word that a writer wrote, of HTML or Markdown; nothing of what the server itself tells people. */
const text = (content: string): string => /\bw\d+x\d+x\b/.exec(content)?.[0] ?? ''
