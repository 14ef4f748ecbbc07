import { MessageBit } from '../../core/content/messages/bits.ts'
import { topicAsStored } from '../../core/content/messages/check-text.ts'
import { RESOLVED_PREFIX } from '../../core/messaging/conversations/resolved-topic.ts'
import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { unsupportedOperand, unsupportedOperator } from '../wire/queue-errors.ts'
import type { MutedTopics } from './muted-topics.ts'
import { readersOnArrival } from './variants/message.ts'

/**
 * Whether a queue gets a message that its user receives (spec.md POST /register, `narrow`). `isMasked`:
 * whether the user sees a placeholder in place of the sender. `muted` is given when `asksForMuted`.
 */
export type QueueNarrow = (
  event: MessageEvent,
  user: UserId,
  isMasked: () => boolean,
  muted: MutedTopics | undefined,
) => boolean

/** The terms of a queue's narrow. */
export type QueueTerms = readonly (readonly [operator: string, operand: string])[]

type Condition = (operand: string) => QueueNarrow

const channel: Condition = (operand) => (event) =>
  typeof event.message.display_recipient === 'string' &&
  (same(event.message.display_recipient, operand) || String(event.message.stream_id) === operand)

const topic: Condition = (operand) => {
  const name = topicAsStored(operand)
  return (event) => event.message.type === 'stream' && same(event.message.subject, name)
}

/** The address of a masked sender matches nothing, so that nobody can try addresses. */
const sender: Condition = (operand) => (event, _user, isMasked) =>
  String(event.message.sender_id) === operand || (same(event.message.sender_email, operand) && !isMasked())

/** The participants beside the reader, by address or id, in any order and separated by commas. */
const dm: Condition = (operand) => {
  const wanted = operand.split(',').map((one) => one.trim())
  return (event, user, isMasked) => {
    const participants = participantsOf(event)
    if (participants === undefined) return false
    const named = participants.filter((person) => wanted.some((one) => isNamed(person, one, isMasked)))
    const isKnown = (one: string) => participants.some((person) => isNamed(person, one, isMasked))
    return (
      wanted.every(isKnown) && participants.every((person) => person.id === user || named.includes(person))
    )
  }
}

const dmIncluding: Condition = (operand) => (event, _user, isMasked) =>
  participantsOf(event)?.some((person) => isNamed(person, operand.trim(), isMasked)) === true

interface Participant {
  readonly id: number
  readonly email: string
}

function participantsOf({ message }: MessageEvent): readonly Participant[] | undefined {
  const { display_recipient: recipients } = message
  return typeof recipients === 'string' ? undefined : recipients
}

const isNamed = ({ id, email }: Participant, operand: string, isMasked: () => boolean): boolean =>
  String(id) === operand || (same(email, operand) && !isMasked())

const isDirect: QueueNarrow = (event) => event.message.type === 'private'
const isChannelMessage: QueueNarrow = (event) => event.message.type === 'stream'
const isRead: QueueNarrow = (event, user) => readersOnArrival(event)(user)
const never: QueueNarrow = () => false

/** The operands of `is`. Nobody has starred a message when it arrives. */
const IS: Readonly<Record<string, QueueNarrow>> = {
  dm: isDirect,
  private: isDirect,
  channel: isChannelMessage,
  stream: isChannelMessage,
  mentioned: (event, user) =>
    event._mentioned.includes(user) ||
    event._topicMentioned?.includes(user) === true ||
    // A channel wildcard mentions every recipient.
    (event._bits & MessageBit.channelWildcard) !== 0,
  alerted: (event, user) => event._alerted.includes(user),
  read: isRead,
  unread: (...args) => !isRead(...args),
  starred: never,
  muted: (event, _user, _isMasked, muted) => muted?.isMuted(event) === true,
  resolved: (event) => event.message.type === 'stream' && event.message.subject.startsWith(RESOLVED_PREFIX),
}

const HAS: Readonly<Record<string, QueueNarrow>> = {
  link: (event) => (event._bits & MessageBit.hasLink) !== 0,
  image: (event) => (event._bits & MessageBit.hasImage) !== 0,
  attachment: (event) => (event._bits & MessageBit.hasAttachment) !== 0,
  reaction: never,
}

/** A condition whose operand is one of the keys of `words`. */
const word =
  (words: Readonly<Record<string, QueueNarrow>>): Condition =>
  (operand) => {
    const condition = Object.hasOwn(words, operand) ? words[operand] : undefined
    if (condition === undefined) throw unsupportedOperand(operand)
    return condition
  }

const is = word(IS)
const has = word(HAS)

const CONDITIONS: Readonly<Record<string, Condition>> = {
  channel,
  stream: channel,
  topic,
  subject: topic,
  sender,
  from: sender,
  dm,
  'pm-with': dm,
  pm_with: dm,
  'dm-including': dmIncluding,
  'group-pm-with': dmIncluding,
  group_pm_with: dmIncluding,
  is,
  has,
}

/** Whether a narrow needs to know which topics its user mutes. */
export const asksForMuted = (narrow: QueueTerms): boolean =>
  narrow.some(([operator, operand]) => operator === 'is' && operand === 'muted')

/** Compiles a narrow. Throws for an operator that the event of a message does not decide. */
export function queueNarrow(narrow: QueueTerms): QueueNarrow {
  const conditions = narrow.map(([operator, operand]) => {
    const condition = Object.hasOwn(CONDITIONS, operator) ? CONDITIONS[operator] : undefined
    if (condition === undefined) throw unsupportedOperator(operator)
    return condition(operand)
  })
  return (...args) => conditions.every((condition) => condition(...args))
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
