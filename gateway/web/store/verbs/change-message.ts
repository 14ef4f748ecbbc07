import { type Answer, RequestError } from '../../client/index.ts'
import { RESOLVED_PREFIX } from '../../model/conversation.ts'
import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { attempt } from './notice.ts'

/** The Markdown of a message. */
export async function fetchSource(id: number): Promise<string> {
  const answer = await server.call('GET /messages/{message_id}', {
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return answer.message.content
}

export type MessageVersion = Answer<'GET /messages/{message_id}/history'>['message_history'][number]

/** All versions of a message, the oldest first. */
export async function fetchHistory(id: number): Promise<readonly MessageVersion[]> {
  const answer = await server.call('GET /messages/{message_id}/history', {
    message_id: id,
    allow_empty_topic_name: true,
  })
  return answer.message_history
}

/** The people who have read a message, as far as they let others see it. */
export async function fetchReaders(id: number): Promise<readonly number[]> {
  const answer = await server.call('GET /messages/{message_id}/read_receipts', { message_id: id })
  return answer.user_ids
}

/**
 * Replaces the content of a message. Rejects with the server's reason, also when the content is no longer
 * `former` (`hasChangedSince`); the caller keeps the text.
 */
export async function editContent(id: number, former: string, content: string): Promise<void> {
  const prev_content_sha256 = await sha256(former)
  await server.call(
    'PATCH /messages/{message_id}',
    { message_id: id, content, prev_content_sha256 },
    { isRepeatable: true },
  )
}

/**
 * Whether an edit was refused because of another edit. A repeated request can be refused because of its first
 * attempt.
 */
export const hasChangedSince = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'EXPECTATION_MISMATCH'

/** In hexadecimal; undefined on pages without HTTPS, where browsers do not offer it. */
async function sha256(text: string): Promise<string | undefined> {
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return digest && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface Move {
  readonly channel: number | undefined
  readonly topic: string | undefined
  readonly mode: 'change_one' | 'change_later' | 'change_all'
  /** Whether notices are posted in the old and the new topic. */
  readonly postsInOldTopic: boolean
  readonly postsInNewTopic: boolean
}

/** Moves a message, that and all later ones, or its whole topic. Rejects with the server's reason. */
export const moveMessages = (id: number, move: Move): Promise<unknown> =>
  server.call('PATCH /messages/{message_id}', {
    message_id: id,
    ...(move.channel !== undefined && { stream_id: move.channel }),
    ...(move.topic !== undefined && { topic: move.topic }),
    propagate_mode: move.mode,
    send_notification_to_old_thread: move.postsInOldTopic,
    send_notification_to_new_thread: move.postsInNewTopic,
  })

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX)

/** The name of a topic after it is resolved, or after that is taken back. */
export const otherNameOf = (topic: string): string =>
  isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : RESOLVED_PREFIX + topic

/** Marks the topic of a message as resolved, or opens it again. */
export const toggleResolved = (store: Store, id: number, topic: string): Promise<boolean> =>
  attempt(
    store,
    server.call('PATCH /messages/{message_id}', {
      message_id: id,
      topic: otherNameOf(topic),
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
    }),
  )

export const deleteMessage = (store: Store, id: number): Promise<boolean> =>
  attempt(store, server.call('DELETE /messages/{message_id}', { message_id: id }))
