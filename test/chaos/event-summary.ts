import type { Body } from '../harness/client.ts'

/** Events that are not in the log and may be lost by design. */
const EPHEMERAL = new Set(['heartbeat', 'typing', 'typing_edit_message', 'presence'])

export const isEphemeral = (event: Body): boolean => EPHEMERAL.has(event.type)

/** Describes an event in one line, which is equal for all formats that clients can ask for. */
export function summarizeEvent(event: Body): string {
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
      const channels = event.subscriptions?.map((channel: Body) => channel.stream_id) ?? event.stream_ids
      return `subscription ${event.op} ${channels} ${event.user_ids ?? ''}`
    }
    default:
      return `${event.type} ${event.op ?? ''} ${event.property ?? ''}`
  }
}

/** The word that a writer sent, from HTML or Markdown. Empty for messages of the server itself. */
const text = (content: string): string => /\bw\d+x\d+x\b/.exec(content)?.[0] ?? ''
