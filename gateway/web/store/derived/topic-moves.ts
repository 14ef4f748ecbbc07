import type { Conversation } from '../../model/conversation.ts'
import type { ServerEvent } from '../../model/wire.ts'
import type { Store } from '../state/store.ts'

type Topic = Conversation & { readonly kind: 'topic' }

/** A topic that was renamed, resolved or moved as a whole: its old and its new place. */
export interface TopicMove {
  readonly from: Topic
  readonly to: Topic
}

function moveOf(event: ServerEvent): TopicMove | undefined {
  if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return undefined
  const { stream_id, new_stream_id, orig_subject, subject } = event
  if (stream_id === undefined || orig_subject === undefined) return undefined
  const from = { kind: 'topic', channel: stream_id, topic: orig_subject } as const
  return { from, to: { ...from, channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject } }
}

/**
 * Calls `heard` with each move, also when several come at once. Returns the function that ends this.
 */
export function onTopicMove(store: Store, heard: (move: TopicMove) => void): () => void {
  const listen = (event: ServerEvent) => {
    const move = moveOf(event)
    if (move !== undefined) heard(move)
  }
  store.listeners.add(listen)
  return () => void store.listeners.delete(listen)
}
