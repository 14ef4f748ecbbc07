import { canReadWholeHistory } from '../channels/permissions.ts'
import type { ChannelRecord } from '../channels/record.ts'
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

/** The condition, on a row `m` of `message`, that a message matches the narrow and that the reader may read it. */
export function narrowCondition(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  const channel = channelOf(terms)
  const matches = terms.map((term) => termCondition(realm, term, channel, parameters))
  return allOf([accessCondition(realm, reader, terms, parameters), ...matches])
}

/** The channel that a narrow is within. */
export function channelOf(terms: readonly ResolvedTerm[]): ChannelRecord | undefined {
  for (const term of terms) if (term.kind === 'channel' && !term.negated) return term.channel
  return undefined
}

export function allOf(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'true'
}

/** That row `m` meets one term of a narrow within `channel`. */
export function termCondition(
  realm: RealmState,
  term: ResolvedTerm,
  channel: ChannelRecord | undefined,
  parameters: Parameters,
): string {
  const condition = positive(realm, term, channel, parameters)
  return term.negated ? `NOT coalesce(${condition}, false)` : condition
}

function positive(
  realm: RealmState,
  term: ResolvedTerm,
  channel: ChannelRecord | undefined,
  parameters: Parameters,
): string {
  switch (term.kind) {
    case 'channel':
      return `m.channel_id = ${parameters.add(term.channel.id)}::int`
    case 'topic':
    case 'dm':
      return `m.conversation_id IN (SELECT id FROM conversation c
        WHERE ${conversationCondition(realm, term, channel, parameters)})`
    case 'sender':
      return `m.sender_id = ${parameters.add(term.user)}::int`
  }
}

/** That row `c` of `conversation` may have messages that match the narrow. */
export function conversationsCondition(
  realm: RealmState,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  const channel = channelOf(terms)
  const conditions = terms.map((term) => {
    if (term.negated || term.kind === 'sender') return ''
    if (term.kind === 'channel') return `c.channel_id = ${parameters.add(term.channel.id)}::int`
    return conversationCondition(realm, term, channel, parameters)
  })
  return allOf(conditions)
}

/** That row `c` of `conversation` is one that a term names (conversation_topic, conversation_direct). */
export function conversationCondition(
  realm: RealmState,
  term: Extract<ResolvedTerm, { kind: 'topic' | 'dm' }>,
  channel: ChannelRecord | undefined,
  parameters: Parameters,
): string {
  if (term.kind === 'dm') {
    return `c.channel_id IS NULL AND c.realm_id = ${parameters.add(realm.realm)}::int
      AND c.participant_ids = ${parameters.add(term.participants)}::int[]`
  }
  const channels =
    channel === undefined
      ? `c.channel_id IN (SELECT id FROM channel WHERE realm_id = ${parameters.add(realm.realm)}::int)`
      : `c.channel_id = ${parameters.add(channel.id)}::int`
  return `${channels} AND lower(c.topic) = lower(${parameters.add(term.topic)}::text)`
}

/**
 * That the reader may read row `m`, which meets the terms: a channel's whole history, a conversation of the
 * reader, or what reached the reader. Empty when the terms say enough.
 */
export function accessCondition(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  if (terms.some((term) => term.kind === 'dm' && !term.negated)) return ''
  const channel = channelOf(terms)
  if (channel !== undefined && canReadWholeHistory(realm, reader, channel)) return ''
  const me = parameters.add(reader.id)
  if (channel !== undefined) return inSpan(me)
  return `m.realm_id = ${parameters.add(realm.realm)}::int AND CASE WHEN m.channel_id IS NULL
    THEN m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${me}::int)
    ELSE ${inSpan(me)} END`
}

/** Whether row `m` reached the user of placeholder `user` as a subscriber (subscription_span_pkey). */
export function inSpan(user: string): string {
  return `EXISTS (SELECT FROM subscription_span span WHERE span.user_id = ${user}::int
    AND span.channel_id = m.channel_id AND span.from_id <= m.id AND (span.to_id IS NULL OR m.id < span.to_id))`
}
