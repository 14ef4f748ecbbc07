import { canReadWholeHistory } from '../channels/permissions.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import type { ResolvedTerm } from './terms.ts'

/** Values of a statement that is put together: `add` gives the placeholder. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * The condition, on a row `m` of `message`, that a message matches the narrow and that the reader may read
 * it: within whole channels and conversations by their own indexes, else by what reached the reader.
 */
export function narrowCondition(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  const conditions = [access(realm, reader, terms, parameters)]
  const channel = terms.find((term) => term.kind === 'channel' && !term.negated)
  for (const term of terms) {
    const condition = termCondition(realm, term, channel, parameters)
    conditions.push(term.negated ? `NOT coalesce(${condition}, false)` : condition)
  }
  return conditions.filter((condition) => condition !== '').join(' AND ')
}

function termCondition(
  realm: RealmState,
  term: ResolvedTerm,
  channel: ResolvedTerm | undefined,
  parameters: Parameters,
): string {
  switch (term.kind) {
    case 'channel':
      return `m.channel_id = ${parameters.add(term.channel.id)}::int` // message_channel
    case 'topic':
      // conversation_topic, then message_conversation
      return channel?.kind === 'channel'
        ? `m.conversation_id = (SELECT id FROM conversation
             WHERE channel_id = ${parameters.add(channel.channel.id)}::int AND lower(topic) = lower(${parameters.add(term.topic)}))`
        : `m.conversation_id IN (SELECT id FROM conversation
             WHERE realm_id = ${parameters.add(realm.realm)}::int AND lower(topic) = lower(${parameters.add(term.topic)}))`
    case 'dm':
      // conversation_direct, then message_conversation
      return `m.conversation_id = (SELECT id FROM conversation WHERE channel_id IS NULL
           AND realm_id = ${parameters.add(realm.realm)}::int AND participant_ids = ${parameters.add(term.participants)}::int[])`
    case 'sender':
      return `m.sender_id = ${parameters.add(term.user)}::int` // message_sender
  }
}

/** What the reader may read: a channel's whole history, a conversation of the reader, or what reached the reader. */
function access(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  for (const term of terms) {
    if (term.negated) continue
    if (term.kind === 'dm') return ''
    if (term.kind === 'channel') {
      return canReadWholeHistory(realm, reader, term.channel) ? '' : inSpan(parameters.add(reader.id))
    }
  }
  const me = parameters.add(reader.id)
  return `m.realm_id = ${parameters.add(realm.realm)}::int AND CASE WHEN m.channel_id IS NULL
    THEN m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${me}::int)
    ELSE ${inSpan(me)} END`
}

/** Whether row `m` reached the user of placeholder `user` as a subscriber (subscription_span_pkey). */
export function inSpan(user: string): string {
  return `EXISTS (SELECT FROM subscription_span span WHERE span.user_id = ${user}::int
    AND span.channel_id = m.channel_id AND span.from_id <= m.id AND (span.to_id IS NULL OR m.id < span.to_id))`
}
