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
  ['loop-busy', GATEWAY, 'machine-busy', 'a.example'],
  ['pool-exhausted', GATEWAY, 'machine-busy', 'a.example'],
  ['queue-stands', 'email', 'machine-busy', 'b.example'],
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
  ['loop-busy', GATEWAY, '', 'machine-busy', 'b.example'],
  ['postgres-slow', '', '3 statements of Loquat take long; x', 'machine-busy', 'a.example'],
  ['redis-slow', '', 'a command took 700 ms; 1 slow command x, from 1.2.3.4:5', 'machine-busy', 'a.example'],
  ['no-worker', '', '', 'process-silent', GATEWAY],
  ['jobs-failed', 'email', 'digest (outbox-1): The data of job digest is invalid, as x', 'mail-refused', ''],
  ['jobs-failed', 'thumbnails', 'x', 'mail-refused', ''],
  ['queue-stands', 'push', '', 'mail-silent', ''],
  ['process-silent', GATEWAY, '', 'job-crashes', 'email'],
] as const)('%s %s %s is not explained by %s %s', (name, subject, reason, because, ofWhat) => {
  const effect = trouble(name, subject, reason)
  expect(causeOf(effect, [effect, trouble(because, ofWhat)])).toBe(undefined)
})

test('an overloaded machine explains that answers arrive late on it, and what follows from that', () => {
  const reason = 'an answer took 3.0 s, of which Postgres needed 2 ms; measured on a.example, with x'
  const slow = trouble('postgres-slow', '', reason)
  const late = trouble('outbox-late')
  const [here, elsewhere] = ['a.example', 'b.example'].map((host) => trouble('machine-busy', host))
  expect(causeOf(slow, [slow, here!])).toBe(here)
  expect(causeOf(slow, [slow, elsewhere!])).toBe(undefined)
  expect(causeOf(late, [late, slow, here!])).toBe(here)
})

test('the cause of a cause explains both', () => {
  const silent = trouble('process-silent', WORKER)
  const none = trouble('no-worker')
  const late = trouble('outbox-late')
  const all = [late, none, silent]
  expect(all.map((each) => causeOf(each, all))).toEqual([silent, silent, undefined])
})
