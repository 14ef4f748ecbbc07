import type { Troubles } from '../../core/platform/incidents/troubles.ts'
import { type Outcome, PAUSED } from './outcome.ts'

const LIMITED = /^429\b|TooMany|QUOTA_EXCEEDED|RESOURCE_EXHAUSTED/i

/** Notes how a push service has answered one notification. */
export function noteOutcome(troubles: Troubles, service: string, outcome: Outcome, realm: number): void {
  const about = { subject: service, realm }
  if (outcome.kind === 'accepted') {
    for (const name of ['push-limited', 'push-failing', 'push-refused'] as const)
      troubles.settle(name, service)
  } else if (outcome.kind === 'unregistered') {
    troubles.note('push-gone', { ...about, reason: 'the device is not registered any more' })
  } else if (outcome.kind === 'refused') {
    troubles.note('push-refused', { ...about, reason: outcome.reason })
  } else if (outcome.reason !== PAUSED) {
    const name = LIMITED.test(outcome.reason) ? 'push-limited' : 'push-failing'
    troubles.note(name, { ...about, reason: outcome.reason })
  }
}
