import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import type { ConversationId, UserId } from '../../platform/ids.ts'
import type { SenderMask } from '../../state/access/inaccessible-users.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { hasGravatar } from '../../state/users/wire.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Destination } from '../conversations/resolve.ts'
import type { WireEdit } from '../conversations/stored-edit.ts'
import { type Changes, lastRenamed, visibleEditsOf } from '../messages/edit-history.ts'
import {
  type ConversationFields,
  conversationFields,
  type SenderFields,
  senderFields,
  type WireMessage,
} from '../messages/wire.ts'

/** In which form a client wants messages. */
export interface Presentation {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allowEmptyTopicName: boolean
  /** Leaves out former versions of messages, which spectators may not read. Default: false. */
  readonly omitsHistory?: boolean
}

/** The fields of a message that describe its sender, as one reader sees the sender. */
export function presentSender(
  realm: RealmState,
  sender: UserId,
  { clientGravatar }: Presentation,
  mask: SenderMask | undefined,
): SenderFields {
  return {
    ...senderFields(realm, sender),
    ...(clientGravatar && hasGravatar(realm.users.get(sender)) && { avatar_url: null }),
    ...mask?.(sender),
  }
}

/** The columns of a conversation that decide its channel and topic. */
export type ConversationPlace = Columns<typeof Conversation, 'channelId' | 'topic' | 'participantIds'>

/** The fields of a message that describe its conversation. */
export function presentConversation(
  realm: RealmState,
  conversation: ConversationId,
  { channelId, topic, participantIds }: ConversationPlace,
  { allowEmptyTopicName }: Presentation,
): ConversationFields {
  const destination: Destination =
    channelId === null
      ? { kind: 'direct', participants: participantIds! }
      : { kind: 'topic', channel: channelId, topic: topic! }
  const fields = conversationFields(realm, conversation, destination)
  return topic === '' && !allowEmptyTopicName ? { ...fields, subject: EMPTY_TOPIC_DISPLAY_NAME } : fields
}

/** A message's changes and when the last ones happened, in Unix seconds; null when there was none. */
export type TimedChanges = Changes & {
  readonly lastEditAt: number | null
  readonly lastMovedAt: number | null
}

/** The fields of a message that describe its changes. Absent without changes. */
export function presentChanges(
  realm: RealmState,
  changes: TimedChanges,
  presentation: Presentation,
): Pick<WireMessage, 'edit_history' | 'last_edit_timestamp' | 'last_moved_timestamp'> {
  const edits = visibleEditsOf(realm, changes)
  const moved = Math.max(changes.lastMovedAt ?? 0, lastRenamed(changes) ?? 0)
  return {
    ...(edits.length > 0 &&
      !presentation.omitsHistory && { edit_history: presentEdits(edits, presentation) }),
    ...(changes.lastEditAt !== null && { last_edit_timestamp: changes.lastEditAt }),
    ...(moved > 0 && { last_moved_timestamp: moved }),
  }
}

function presentEdits(edits: WireEdit[], { allowEmptyTopicName }: Presentation): WireEdit[] {
  if (allowEmptyTopicName) return edits
  return edits.map((edit) => ({
    ...edit,
    ...(edit.topic === '' && { topic: EMPTY_TOPIC_DISPLAY_NAME }),
    ...(edit.prev_topic === '' && { prev_topic: EMPTY_TOPIC_DISPLAY_NAME }),
  }))
}
