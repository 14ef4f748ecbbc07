import { MessageBit } from '../../core/content/messages/bits.ts'
import { RESOLVED_PREFIX } from '../../core/messaging/conversations/resolved-topic.ts'
import { findChannelByOperand } from '../../core/messaging/narrow/operators.ts'
import { resolveTerms } from '../../core/messaging/narrow/resolve.ts'
import type { Feature, NarrowTerm, ResolvedTerm, State } from '../../core/messaging/narrow/terms.ts'
import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { isSameTopic } from '../../core/platform/text/topic-key.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { canSeeRealEmail } from '../../core/state/users/permissions.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { unsupportedOperand, unsupportedOperator } from '../wire/queue-errors.ts'
import type { TopicPolicies } from './topic-policies.ts'
import { readersOnArrival } from './variants/message.ts'

/** The terms of a queue's narrow. */
export type QueueTerms = readonly (readonly [operator: string, operand: string])[]

/** The reader of a message, and what the message's event does not say about them. */
export interface Arrival {
  readonly realm: RealmState
  readonly user: UserId
  /** Whether the user gets the message without `all_public_streams` too. */
  readonly isRecipient: boolean
  /** Whether the user was not allowed to see the sender when the message arrived. */
  isMasked(): boolean
  /** Given when `asksForPolicies`. */
  readonly policies: TopicPolicies | undefined
}

const OF_CHANNELS: ReadonlySet<string> = new Set(['channel', 'stream'])
/** The operators whose operands name people. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'sender',
  'from',
  'dm',
  'pm-with',
  'pm_with',
  'dm-including',
  'group-pm-with',
  'group_pm_with',
])

/** The operators that the event of a message decides. */
const OPERATORS: ReadonlySet<string> = new Set([
  ...OF_CHANNELS,
  ...OF_PEOPLE,
  'topic',
  'subject',
  'is',
  'has',
  'in',
])

/** The operands of operators that take one of a few words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  is: [
    'dm',
    'private',
    'channel',
    'stream',
    'mentioned',
    'alerted',
    'read',
    'unread',
    'starred',
    'muted',
    'followed',
    'resolved',
  ],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
}

const OF_POLICIES: ReadonlySet<string> = new Set(['is muted', 'is followed', 'in home'])

/** Whether a narrow needs to know which topics its user mutes and follows. */
export const asksForPolicies = (narrow: QueueTerms): boolean =>
  narrow.some((term) => OF_POLICIES.has(term.join(' ')))

/** Throws for an operator or a word that the event of a message does not decide. */
export function checkQueueNarrow(narrow: QueueTerms): void {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator)) throw unsupportedOperator(operator)
    const words = Object.hasOwn(WORDS, operator) ? WORDS[operator] : undefined
    if (words?.includes(operand) === false) throw unsupportedOperand(operand)
  }
}

/**
 * The narrow of a queue (spec.md POST /register, `narrow`). A message meets it when GET /messages would find
 * the message with these terms as it arrives.
 */
export class QueueNarrow {
  readonly #narrow: readonly NarrowTerm[]
  /** The names as of the state below; undefined when there is nothing of these names. */
  #names: Names | undefined
  #generation = -1
  #changedAt = -1

  constructor(narrow: QueueTerms) {
    this.#narrow = narrow.map(([operator, operand]) => ({ operator, operand }))
  }

  /** Whether the queue gets a message that its user receives. */
  includes(event: MessageEvent, arrival: Arrival): boolean {
    const names = this.#namesNow(arrival)
    if (names === undefined) return false
    // The address of a masked sender matches nothing, so that nobody can try addresses.
    if (names.byAddress.includes(event.message.sender_id) && arrival.isMasked()) return false
    return names.terms.every((term) => isMet(term, event, arrival) !== term.negated)
  }

  /** Resolves the names of the terms anew after each change of the organization's state. */
  #namesNow({ realm, user }: Arrival): Names | undefined {
    if (this.#generation !== realm.generation || this.#changedAt !== realm.changedAt) {
      this.#generation = realm.generation
      this.#changedAt = realm.changedAt
      this.#names = resolved(realm, user, this.#narrow)
    }
    return this.#names
  }
}

/** What the terms of a narrow name. */
interface Names {
  readonly terms: readonly ResolvedTerm[]
  /** The people whom terms name by their real addresses. */
  readonly byAddress: readonly number[]
}

function resolved(realm: RealmState, user: UserId, narrow: readonly NarrowTerm[]): Names | undefined {
  const reader = realm.users.get(user)
  if (reader === undefined) return undefined
  const byAddress: number[] = []
  const channels: ResolvedTerm[] = []
  const byIds = narrow.flatMap((term): NarrowTerm | readonly [] => {
    if (OF_CHANNELS.has(term.operator)) {
      // Whoever gets a message of a channel could read it then, also in a late poll after leaving.
      const channel = findChannelByOperand(realm, term.operand)
      if (channel !== undefined) channels.push({ kind: 'channel', channel, negated: false })
      return channel === undefined ? term : []
    }
    if (!OF_PEOPLE.has(term.operator) || typeof term.operand !== 'string') return term
    const ids = term.operand.split(',').map((text) => {
      const person = knownByAddress(realm, reader, text)
      if (person !== undefined) byAddress.push(person.id)
      return person === undefined ? text : String(person.id)
    })
    return { ...term, operand: ids.join(',') }
  })
  try {
    return { terms: [...channels, ...resolveTerms(realm, reader, byIds)], byAddress }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Finds a person by the real address, if the reader may see it once the reader sees the person. Whether the
 * reader sees the person counts when a message arrives, so that a late poll gets what an early one got.
 */
function knownByAddress(realm: RealmState, reader: UserRecord, text: string): UserRecord | undefined {
  const address = text.trim().toLowerCase()
  const person = realm.users.byEmail(address)
  const isReal = person?.deliveryEmail.toLowerCase() === address
  return person !== undefined && isReal && canSeeRealEmail(reader, person) ? person : undefined
}

/** Whether a message meets a term that is not negated. */
function isMet(term: ResolvedTerm, event: MessageEvent, arrival: Arrival): boolean {
  const { message } = event
  switch (term.kind) {
    case 'channel':
      return message.type === 'stream' && message.stream_id === term.channel.id
    case 'topic':
      return message.type === 'stream' && isSameTopic(message.subject, term.topic)
    case 'dm':
      return isBetween(event, term.participants)
    case 'including': {
      const ids = participantsOf(event)
      return ids.includes(term.user) && ids.includes(arrival.user) && (!term.isGroup || ids.length > 2)
    }
    case 'sender':
      return message.sender_id === term.user
    case 'has':
      return hasFeature(event, term.feature)
    case 'is':
      return isIn(event, term.state, arrival)
    case 'direct':
      return message.type === 'private'
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX)
    case 'muted':
      return arrival.policies?.isMuted(event) === true
    case 'followed':
      return arrival.policies?.isFollowed(event) === true
    case 'anything':
      return true
    case 'channels':
    case 'id':
    case 'search':
      throw new Error(`a queue has no terms of the kind ${term.kind}`)
  }
}

function participantsOf({ message }: MessageEvent): readonly number[] {
  const { display_recipient: recipients } = message
  return typeof recipients === 'string' ? [] : recipients.map(({ id }) => id)
}

function isBetween(event: MessageEvent, participants: readonly UserId[]): boolean {
  const ids = participantsOf(event)
  return ids.length === participants.length && participants.every((id) => ids.includes(id))
}

const FEATURE_BIT = {
  link: MessageBit.hasLink,
  image: MessageBit.hasImage,
  attachment: MessageBit.hasAttachment,
} as const

/** Nobody has reacted to a message when it arrives. */
const hasFeature = ({ _bits }: MessageEvent, feature: Feature): boolean =>
  feature !== 'reaction' && (_bits & FEATURE_BIT[feature]) !== 0

/** Whether the message has the state when it arrives. Nobody has starred it then. */
function isIn(event: MessageEvent, state: State, { user, isRecipient }: Arrival): boolean {
  switch (state) {
    case 'unread':
      return !readersOnArrival(event)(user)
    case 'starred':
      return false
    case 'alerted':
      return event._alerted.includes(user)
    case 'mentioned':
      return (
        event._mentioned.includes(user) ||
        event._topicMentioned?.includes(user) === true ||
        // A channel wildcard mentions subscribers only.
        (isRecipient && (event._bits & MessageBit.channelWildcard) !== 0)
      )
  }
}
