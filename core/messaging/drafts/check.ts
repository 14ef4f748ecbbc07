import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { checkContent } from '../../content/messages/check-text.ts'
import { tooLong } from '../../platform/errors.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { directParticipants } from '../sending/recipients.ts'
import type { Draft, DraftRow } from './draft.ts'
import { draftNotToOneChannel, negativeTimestamp, topicWithNullBytes } from './errors.ts'

/** A draft as a client sends it. */
export type DraftRequest = Omit<Draft, 'id' | 'timestamp'> & { readonly timestamp?: number }

/**
 * Returns the draft as it will be stored (spec.md "Draft"): `recipientIds` and `topic` are empty where its
 * type has none, and `editedAt` is the current time if the client gave none. Throws the client's error; call
 * it in `realm.withFreshState`.
 */
export function checkDraft(realm: RealmState, author: UserRecord, given: DraftRequest): Omit<DraftRow, 'id'> {
  const content = checkContent(given.content)
  const editedAt = Math.floor(given.timestamp ?? Date.now() / 1000)
  if (editedAt < 0) throw negativeTimestamp()
  const common = { content, editedAt }
  if (given.type === 'stream') {
    const topic = checkDraftTopic(given.topic)
    if (given.to.length !== 1) throw draftNotToOneChannel()
    const channel = findReadableChannel(realm, author, given.to[0]!)
    if (channel.isArchived) throw invalidChannelId()
    return { ...common, type: 'stream', recipientIds: [channel.id], topic }
  }
  // A direct message without recipients is stored as an unaddressed draft.
  if (given.type === '' || given.to.length === 0) return { ...common, type: '', recipientIds: [], topic: '' }
  const others = directParticipants(realm, author, given.to).filter((id) => id !== author.id)
  return { ...common, type: 'private', recipientIds: others.length === 0 ? [author.id] : others, topic: '' }
}

/** Keeps the topic as the user typed it: the rules for topics apply when the message is sent. */
function checkDraftTopic(topic: string): string {
  if (topic.includes('\0')) throw topicWithNullBytes()
  if ([...topic].length > MAX_TOPIC_LENGTH) {
    throw tooLong('topic', MAX_TOPIC_LENGTH)
  }
  return topic
}
