import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { checkContent } from '../../content/messages/check-text.ts'
import { ApiError } from '../../platform/errors.ts'
import { findReadableChannel } from '../../state/channels/find.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { directParticipants } from '../messages/recipients.ts'
import type { Draft } from './draft.ts'

/** A draft as a client sends it. */
export type DraftRequest = Omit<Draft, 'id' | 'timestamp'> & { readonly timestamp?: number }

/**
 * The draft as it will be stored (spec.md "Draft"): `to` and `topic` only where its type has them, the time
 * filled in. Throws what the client is to see; ask through `realm.withFreshState`.
 */
export function checkDraft(realm: RealmState, author: UserRecord, given: DraftRequest): Omit<Draft, 'id'> {
  const content = checkContent(given.content)
  const timestamp = Math.floor(given.timestamp ?? Date.now() / 1000)
  if (timestamp < 0) throw new ApiError('Timestamp must not be negative.')
  const common = { content, timestamp }
  if (given.type === 'stream') {
    const topic = checkDraftTopic(given.topic)
    if (given.to.length !== 1) throw new ApiError('Must specify exactly 1 channel ID for channel messages')
    const channel = findReadableChannel(realm, author, given.to[0]!)
    if (channel.isArchived) throw new ApiError('Invalid channel ID')
    return { ...common, type: 'stream', to: [channel.id], topic }
  }
  // A direct message to nobody yet is addressed to nobody.
  if (given.type === '' || given.to.length === 0) return { ...common, type: '', to: [], topic: '' }
  const others = directParticipants(realm, author, given.to).filter((id) => id !== author.id)
  return { ...common, type: 'private', to: others.length === 0 ? [author.id] : others, topic: '' }
}

/** As its author left it: what a message's topic may not have is said when the message is sent. */
function checkDraftTopic(topic: string): string {
  if (topic.includes('\0')) throw new ApiError('Topic must not contain null bytes')
  if ([...topic].length > MAX_TOPIC_LENGTH) {
    throw new ApiError(`topic is too long (limit: ${MAX_TOPIC_LENGTH} characters)`)
  }
  return topic
}
