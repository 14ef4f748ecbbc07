import { expect, test } from 'vitest'
import type { IncidentName } from '../../../../core/platform/incidents/catalogue.ts'
import { causeOf } from '../../../../core/platform/incidents/causes.ts'
import type { Trouble } from '../../../../core/platform/incidents/incident.ts'

const trouble = (name: IncidentName, subject = '', reason = ''): Trouble => ({
  ...{ name, subject, reason },
  ...{ since: 0, lastAt: 0, count: 1, realm: null },
})
const WORKER = 'The worker with process number 7 on a.example'
const GATEWAY = 'The gateway with process number 8 on a.example'

test.each([
  ['pool-exhausted', GATEWAY, 'postgres-slow', ''],
  ['pool-exhausted', GATEWAY, 'postgres-locked', ''],
  ['no-worker', '', 'process-silent', WORKER],
  ['jobs-failed', 'email', 'mail-refused', ''],
  ['jobs-failed', 'email', 'mail-deferred', ''],
  ['queue-stands', 'invitations', 'mail-deferred', ''],
  ['jobs-failed', 'push', 'push-failing', 'https://push.example'],
  ['jobs-failed', 'invitations', 'mail-unset', ''],
  ['job-fails', 'webhooks / deliver-webhook', 'webhook-silent', 'bot.example'],
  ['queue-stands', 'email', 'mail-silent', ''],
  ['queue-stands', 'thumbnails', 'no-worker', ''],
  ['outbox-late', '', 'redis-refuses', ''],
] as const)('%s %s is explained by %s %s', (name, subject, because, ofWhat) => {
  const cause = trouble(because, ofWhat)
  const effect = trouble(name, subject)
  expect(causeOf(effect, [effect, cause])).toBe(cause)
  expect(causeOf(cause, [effect, cause])).toBe(undefined)
  expect(causeOf(effect, [effect])).toBe(undefined)
})

test.each([
  ['pool-exhausted', GATEWAY, '', 'redis-away', ''],
  ['no-worker', '', '', 'process-silent', GATEWAY],
  ['jobs-failed', 'email', 'digest (outbox-1): The data of job digest is invalid, as x', 'mail-refused', ''],
  ['jobs-failed', 'thumbnails', 'x', 'mail-refused', ''],
  ['queue-stands', 'push', '', 'mail-silent', ''],
  ['process-silent', GATEWAY, '', 'job-crashes', 'email'],
] as const)('%s %s %s is not explained by %s %s', (name, subject, reason, because, ofWhat) => {
  const effect = trouble(name, subject, reason)
  expect(causeOf(effect, [effect, trouble(because, ofWhat)])).toBe(undefined)
})

test('the cause of a cause explains both', () => {
  const silent = trouble('process-silent', WORKER)
  const none = trouble('no-worker')
  const late = trouble('outbox-late')
  const all = [late, none, silent]
  expect(all.map((each) => causeOf(each, all))).toEqual([silent, silent, undefined])
})
