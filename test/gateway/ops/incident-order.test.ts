import { expect, test } from 'vitest'
import {
  INCIDENT_NAMES,
  INCIDENTS,
  type RemedyTexts,
  remediesOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Trouble } from '../../../core/platform/incidents/incident.ts'
import { byUrgency } from '../../../gateway/ops/incidents/incidents.ts'
import { incidentsAsHtml } from '../../../gateway/ops/incidents/incidents-html.ts'
import { GERMAN } from '../../../gateway/ops/texts/german.ts'
import { GERMAN_INCIDENTS } from '../../../gateway/ops/texts/german-incidents.ts'
import { operatorSay } from '../../../gateway/ops/texts/say.ts'

const AT = Date.UTC(2026, 4, 14, 10)

const trouble = (name: Trouble['name'], since: number, lastAt: number): Trouble => ({
  ...{ name, subject: '', reason: '', count: 2, realm: null },
  since: AT - since * 1000,
  lastAt: AT - lastAt * 1000,
})

test('moments that are over come last; before them the most severe, what goes on before what may be over, the newest first', () => {
  const all = [
    trouble('loop-blocked', 200, 100),
    trouble('mail-slow', 200, 100),
    trouble('storage-slow', 10, 5),
    trouble('queue-paused', 300, 0),
    trouble('redis-slow', 60, 1),
    trouble('postgres-away', 2, 1),
  ]
  expect(all.sort(byUrgency(AT)).map(({ name }) => name)).toEqual([
    'postgres-away',
    'storage-slow',
    'redis-slow',
    'mail-slow',
    'queue-paused',
    'loop-blocked',
  ])
})

const shown = (troubles: readonly Trouble[], accept = '') =>
  incidentsAsHtml(
    troubles.map((each) => ({
      ...{ name: each.name, severity: 'warning', sentence: '', remedy: '', link: '/x' },
      ...{ subject: each.subject, since: each.since, lastAt: each.lastAt },
      ...{ count: each.count, reason: each.reason },
    })),
    AT,
    operatorSay(accept, ''),
  ).text

test('the page says how old the newest sign is when the incident may be over', () => {
  const quiet = shown([trouble('mail-slow', 200, 100)])
  expect(quiet).toContain('(3 min), noticed 2 times, the newest sign 100 s ago.')
  expect(shown([trouble('mail-slow', 200, 29)])).toContain('(3 min), noticed 2 times.')
  expect(shown([trouble('loop-blocked', 200, 29)])).toContain('>Warning</strong>')
  const over = shown([trouble('loop-blocked', 200, 100)])
  expect(over).toContain('<strong class="severity notice">Over</strong>')
  expect(over).toMatch(/At <time[^>]*>2026-05-14 09:56:40 UTC<\/time> \(3 min ago\), noticed 2 times\./)
})

test.each([
  ['mail-refused', 'mail.example:25: 421 4.7.0 too many mails', 'for a while only'],
  ['mail-refused', 'mail.example:25: 550 5.7.1 relaying denied', 'SMTP_URL and MAIL_FROM'],
  ['mail-refused', '', 'SMTP_URL and MAIL_FROM'],
  ['redis-refuses', "OOM command not allowed when used memory > 'maxmemory'", 'raise maxmemory'],
  ['redis-refuses', 'MISCONF Redis is configured to save RDB snapshots', 'its disk is full'],
  ['redis-refuses', "READONLY You can't write against a read only replica.", 'leads to a replica'],
  ['jobs-failed', 'missed-messages: The data of job missed-messages is invalid: x', 'fails in the same way'],
  ['jobs-failed', 'missed-messages: connect ECONNREFUSED', 'try the jobs again'],
  ['mail-silent', '127.0.0.1:25: connect ECONNREFUSED 127.0.0.1:25', 'Nothing accepts connections'],
] as const)('the remedy of %s follows the reason %s', (name, reason, part) => {
  expect(shown([{ ...trouble(name, 10, 1), reason }])).toContain(part)
  expect(remediesOf(INCIDENTS[name]).filter((text) => text.includes(part)).length).toBe(1)
})

test('remedies name the session of Postgres, and the unit and number of the process', () => {
  const lock = { ...trouble('postgres-locked', 10, 1), reason: '3 statements wait; process 2674 of loquat' }
  expect(shown([lock])).toContain('<code>SELECT pg_terminate_backend(2674)</code>')
  expect(shown([lock], 'de')).toContain('<code>SELECT pg_terminate_backend(2674)</code>')
  for (const [kind, unit] of [
    ['gateway', 'loquat-gateway@9991'],
    ['worker', 'loquat-worker@1'],
  ]) {
    const subject = `The ${kind} with process number 7 on a.example`
    const ended = { ...trouble('process-silent', 10, 1), subject, reason: 'it does not exist any more' }
    expect(shown([ended])).toContain(`<code>systemctl start ${unit}</code>`)
  }
  for (const name of INCIDENT_NAMES)
    for (const texts of [INCIDENTS[name], GERMAN_INCIDENTS[name]])
      for (const text of remediesOf(texts)) expect(text).not.toMatch(/[{}]/)
})

test('the first incident of each kind is in sight, and the others are folded with their number', () => {
  const webhooks = Array.from({ length: 30 }, (_, n) => ({
    ...trouble('webhook-silent', n + 1, 0),
    subject: `host${n}.example`,
  }))
  const text = shown([...webhooks.slice(0, 20), trouble('queue-paused', 1, 0), ...webhooks.slice(20)])
  const sight = text.replace(/<details.*?<\/details>/gs, '')
  expect(sight.match(/data-incident="[^"]+"/g)).toEqual([
    'data-incident="webhook-silent"',
    'data-incident="queue-paused"',
  ])
  expect(sight).toContain('host0.example')
  expect(text).toContain('<summary>29 more of this kind</summary>')
  const many = INCIDENT_NAMES.slice(0, 20).map((name) => trouble(name, 1, 0))
  expect(shown(many)).toContain('<summary>8 more incidents</summary>')
})

test('the board and its incidents are in the language of the browser: German, otherwise English', () => {
  const process = {
    ...trouble('process-silent', 20, 0),
    subject: 'The worker with process number 7 on a.example',
  }
  const text = shown([{ ...process, reason: 'it is stopped (SIGSTOP)' }], 'de-AT,en;q=0.5')
  expect(text).toContain('Worker 7 auf a.example meldet sich nicht.')
  expect(text).toContain('Letzter Grund: <span class="text">er ist angehalten (SIGSTOP)</span>')
  expect(text).toContain('<code>kill -CONT 7</code>')
  expect(shown([process], 'fr')).toContain('The worker with process number 7 on a.example does not report.')
  for (const name of INCIDENT_NAMES) {
    const [english, german] = [INCIDENTS[name], GERMAN_INCIDENTS[name]]
    expect(german.sentence.includes('%s')).toBe(english.sentence.includes('%s'))
    // Commands, settings and addresses are the same.
    const fixed = /npm run [\w: -]+|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b|\/health\/\w+|docs\/[\w.-]+|kill -\w+/g
    const commands = (texts: RemedyTexts) =>
      remediesOf(texts).map((text) => text.match(fixed)?.map((each) => each.trim()))
    expect(commands(german)).toEqual(commands(english))
    for (const text of [...remediesOf(german), ...remediesOf(english)])
      expect(text.split('`').length % 2).toBe(1)
  }
  const places = (sentence: string) => sentence.match(/\{\w+\}/g)?.sort()
  for (const [english, german] of Object.entries(GERMAN)) expect(places(german)).toEqual(places(english))
})
