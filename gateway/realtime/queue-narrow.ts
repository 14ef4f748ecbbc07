import { MessageBit } from '../../core/content/messages/bits.ts'
import { topicAsStored } from '../../core/content/messages/check-text.ts'
import { RESOLVED_PREFIX } from '../../core/messaging/conversations/resolved-topic.ts'
import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { unsupportedIsOperand, unsupportedOperator } from '../wire/queue-errors.ts'

/**
 * Whether a queue gets a message that its user receives (spec.md POST /register, `narrow`). `isMasked`:
 * whether the user sees a placeholder in place of the sender.
 */
export type QueueNarrow = (event: MessageEvent, user: UserId, isMasked: () => boolean) => boolean

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

/** The operands of `is` that the event of a message decides. */
const is: Condition = (operand) => {
  switch (operand) {
    case 'dm':
    case 'private':
      return (event) => event.message.type === 'private'
    case 'mentioned':
      return (event, user) =>
        event._mentioned.includes(user) ||
        event._topicMentioned?.includes(user) === true ||
        // A channel wildcard mentions every recipient.
        (event._bits & MessageBit.channelWildcard) !== 0
    case 'alerted':
      return (event, user) => event._alerted.includes(user)
    case 'resolved':
      return (event) => event.message.type === 'stream' && event.message.subject.startsWith(RESOLVED_PREFIX)
    default:
      throw unsupportedIsOperand(operand)
  }
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  channel,
  stream: channel,
  topic,
  subject: topic,
  sender,
  from: sender,
  is,
}

/** Compiles a narrow. Throws for an operator that the event of a message does not decide. */
export function queueNarrow(narrow: readonly (readonly [operator: string, operand: string])[]): QueueNarrow {
  const conditions = narrow.map(([operator, operand]) => {
    const condition = Object.hasOwn(CONDITIONS, operator) ? CONDITIONS[operator] : undefined
    if (condition === undefined) throw unsupportedOperator(operator)
    return condition(operand)
  })
  return (event, user, isMasked) => conditions.every((condition) => condition(event, user, isMasked))
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
