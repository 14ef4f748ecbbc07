import type { MessageId } from '../../platform/ids.ts'

/** One change of a message: its former content, topic or channel, and its new topic or channel. */
export interface WireEdit {
  user_id: number | null
  /** Unix seconds. */
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

/**
 * A change as it is stored. `at` is its time in microseconds since 1970, which orders changes. A move to
 * another channel with the same topic has `prev_topic` without `topic`, so that the former place is whole.
 */
export interface StoredEdit extends WireEdit {
  readonly at: number
}

/**
 * A change of a whole conversation's topic. It belongs to the history of its messages up to the id `up_to`.
 */
export interface Rename extends StoredEdit {
  readonly up_to: MessageId
}
