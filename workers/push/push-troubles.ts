import type { Troubles } from '../../core/platform/incidents/troubles.ts'
import { type Outcome, PAUSED } from './outcome.ts'

const LIMITED = /^429\b|TooMany|QUOTA_EXCEEDED|RESOURCE_EXHAUSTED/i

/** Answers of push services of browsers that concern the signature (RFC 8292, section 4). */
const OF_SIGNATURE = /^40[013]\b/

/**
 * Notes how a push service has answered one notification. `key`: the key that signs notifications for
 * browsers, in words.
 */
export function noteOutcome(
  troubles: Troubles,
  service: string,
  outcome: Outcome,
  realm: number,
  key?: string,
): void {
  const about = { subject: service, realm }
  if (outcome.kind === 'accepted') {
    for (const name of ['push-limited', 'push-failing', 'push-refused'] as const)
      troubles.settle(name, service)
  } else if (outcome.kind === 'unregistered') {
    troubles.note('push-gone', { ...about, reason: 'the device is not registered any more' })
  } else if (outcome.kind === 'refused') {
    const isSigned = key !== undefined && OF_SIGNATURE.test(outcome.reason)
    const reason = isSigned ? `${shortened(outcome.reason)}; signed with the key ${key}` : outcome.reason
    troubles.note('push-refused', { ...about, reason })
  } else if (outcome.reason !== PAUSED) {
    const name = LIMITED.test(outcome.reason) ? 'push-limited' : 'push-failing'
    troubles.note(name, { ...about, reason: outcome.reason })
  }
}

/** Leaves room for the key. */
const shortened = (reason: string): string => (reason.length > 120 ? `${reason.slice(0, 120)}…` : reason)
