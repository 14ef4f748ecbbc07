import { expect, test } from 'vitest'
import {
  INCIDENT_NAMES,
  INCIDENTS,
  type RemedyTexts,
  remediesOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Trouble } from '../../../core/platform/incidents/incident.ts'
import { incidentMetrics } from '../../../gateway/ops/incidents/incident-metrics.ts'
import { byCause, byUrgency } from '../../../gateway/ops/incidents/incidents.ts'
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

const READ_ONLY = 'default_transaction_read_only is on, set by'
const LONGEST = 'the longest runs for 9 s: process 77'

test.each([
  ['mail-refused', 'mail.example:25: 421 4.7.0 too many mails', 'for a while only'],
  ['mail-refused', 'mail.example:25: 550 5.7.1 denied', 'SMTP_URL and MAIL_FROM'],
  ['mail-refused', '', 'SMTP_URL and MAIL_FROM'],
  ['redis-refuses', "OOM command not allowed when used memory > 'maxmemory'", 'raise maxmemory'],
  ['redis-refuses', 'MISCONF Redis is configured to save RDB snapshots', 'its disk is full'],
  ['redis-refuses', "READONLY You can't write against a read only replica.", 'leads to a replica'],
  [
    'jobs-failed',
    'digest (outbox-7): The data of job digest is invalid, as version 1: x',
    'fails in the same way',
  ],
  ['jobs-failed', 'digest (outbox-7): connect ECONNREFUSED', 'Correct the reason. Then'],
  ['postgres-slow', 'an answer took 3.0 s, of which Postgres needed 4 ms', 'needed little of the time'],
  ['postgres-slow', `an answer took 3.0 s; ${LONGEST} of yorick (psql): SELECT 1`, 'is not of Loquat'],
  ['postgres-slow', `an answer took 3.0 s; ${LONGEST} of loquat (loquat): SELECT 1`, 'statements of Loquat'],
  ['postgres-away', 'connect ECONNREFUSED 10.0.0.1:5432', 'DATABASE_URL is wrong'],
  ['redis-away', 'connect ECONNREFUSED 10.0.0.1:6379', 'REDIS_URL is wrong'],
  ['redis-slow', 'a command took 700 ms; no slow command in its log of the last minute', 'no long command'],
  [
    'process-silent',
    'it does not exist any more; nothing starts it again, x; y',
    'Start another one as you started it',
  ],
  ['process-silent', 'it does not exist any more; its container ended with it; y', 'exit code 137'],
  ['process-silent', 'it does not exist any more; npm start starts it again; y', 'within ten seconds'],
  ['mail-silent', '127.0.0.1:25: connect ECONNREFUSED 127.0.0.1:25', 'Nothing accepts connections'],
  [
    'mail-refused',
    'mail.example:25: 550 5.7.1 relaying denied by policy',
    'does not send mails for this server',
  ],
  ['postgres-read-only', 'it is a standby', 'pg_promote()'],
  ['postgres-read-only', `${READ_ONLY} database user, in the database x`, 'ALTER ROLE'],
  ['postgres-read-only', `${READ_ONLY} database, in the database x`, 'set it for the whole database'],
  [
    'no-worker',
    'the last one, process 7 on a, ended at 10:00:00 UTC in an orderly way: x',
    'number of replicas',
  ],
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

test('remedies name what the reason names: the statement, the client, the unit, the job, the keys', () => {
  const text = (name: Trouble['name'], reason: string, subject = '') =>
    shown([{ ...trouble(name, 10, 1), reason, subject }])
  const statement = `an answer took 3.0 s; ${LONGEST} of yorick (psql): SELECT 1`
  expect(text('postgres-slow', statement)).toContain('<code>SELECT pg_cancel_backend(77)</code>')
  const command = '2 slow commands in the last minute, the longest: keys, 800 ms, from 10.0.0.7:4711 (report)'
  const redis = text('redis-slow', `a command took 700 ms; ${command}`)
  expect(redis).toContain('<code>redis-cli CLIENT KILL ADDR 10.0.0.7:4711</code>')
  expect(redis).toContain('<code>ss -tnp sport = :4711</code>')
  const unit =
    'systemd keeps it as loquat-gateway@9992.service (failed, failed; signal 9, result signal; 0 restarts)'
  for (const name of ['process-silent', 'process-died'] as const)
    expect(text(name, `it does not exist any more; ${unit}; last`)).toContain(
      '-u loquat-gateway@9992.service',
    )
  const job = text('jobs-failed', 'digest (outbox-7): The data of job digest is invalid, as x', 'email')
  expect(job).toContain('<a href="/ops/jobs/email/outbox-7">/ops/jobs/email/outbox-7</a>')
  const unknown = text(
    'job-unknown',
    'job outbox-7 has waited for 9 s; version 1 does not know it',
    'email / sing',
  )
  expect(unknown).toContain('<a href="/ops/jobs?queue=email&amp;state=delayed&amp;name=sing">')
  expect(text('postgres-read-only', `${READ_ONLY} database, in the database x`)).toContain(
    '<code>ALTER DATABASE x RESET default_transaction_read_only</code>',
  )
  const signed = '403 no; signed with the key BAbc… of VAPID_PUBLIC_KEY'
  expect(text('push-refused', signed, 'https://push.example')).toContain('which must begin as here')
  const made = '403 no; signed with the key BAbc… that the server made'
  expect(text('push-refused', made, 'https://push.example')).toContain('keeps in Postgres')
  const other = `${signed}, which differs from the key BXyz… that the server had made`
  expect(text('push-refused', other, 'https://push.example')).toContain('Remove both settings')
  expect(text('push-refused', '403 no', 'FCM of Google')).toContain('FCM_SERVICE_ACCOUNT_FILE')
  expect(text('push-refused', '403 no', 'APNs of Apple')).toContain('APNS_KEY_ID')
})

test('what an incident explains is below it, one line for each kind, and not beside it', () => {
  const slow = trouble('postgres-slow', 20, 0)
  const pools = ['a', 'b'].map((host) => ({
    ...trouble('pool-exhausted', 15, 0),
    subject: `The gateway with process number 7 on ${host}.example`,
  }))
  const away = trouble('mail-silent', 10, 0)
  const groups = byCause([pools[0]!, slow, away, pools[1]!])
  expect([...groups]).toEqual([
    [slow, pools],
    [away, []],
  ])
  const asIncident = (each: Trouble) => ({
    ...each,
    ...{ severity: 'warning' as const, sentence: '', remedy: '', link: '/x' },
  })
  const all = [...groups].map(([root, effects]) => ({
    ...asIncident(root),
    effects: effects.map(asIncident),
  }))
  const text = incidentsAsHtml(all as never, AT, operatorSay('', '')).text
  const below = /<li class="effects">(.*?)<\/details>/s.exec(text)?.[1]
  expect(below).toContain('Because of this, and over with it:')
  expect(below).toContain('process number 7 on a.example waits for connections')
  expect(below).toContain('1 more of this kind')
  const sight = text.replace(/<details.*?<\/details>/gs, '')
  expect(sight.match(/data-incident="[^"]+"/g)).toEqual([
    'data-incident="postgres-slow"',
    'data-incident="mail-silent"',
  ])
  expect(incidentMetrics(all as never)).toMatch(/name="pool-exhausted",severity="warning"} 1\n/)
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
