import { expect, test } from 'vitest'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import {
  INCIDENT_NAMES,
  INCIDENTS,
  type KindTexts,
  remediesOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Incident, Trouble } from '../../../core/platform/incidents/incident.ts'
import { processName } from '../../../core/platform/processes/process-name.ts'
import { incidentMetrics } from '../../../gateway/ops/incidents/incident-metrics.ts'
import { byCause, byUrgency } from '../../../gateway/ops/incidents/incidents.ts'
import { incidentsAsHtml, severityMarks } from '../../../gateway/ops/incidents/incidents-html.ts'
import { figuresAsHtml } from '../../../gateway/ops/overview-figures.ts'
import { GERMAN } from '../../../gateway/ops/texts/german.ts'
import { GERMAN_INCIDENTS } from '../../../gateway/ops/texts/german-incidents.ts'
import { GERMAN_REASONS } from '../../../gateway/ops/texts/german-reasons.ts'
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
  expect(over).toContain('<strong class="severity over">Over</strong>')
  // Folded, below a sentence that says that nothing is left to do.
  expect(over).toMatch(
    /Nothing needs attention now\..*<details data-fold="over"><summary>1 incident is over</s,
  )
  expect(over).toMatch(/At <time[^>]*>2026-05-14 09:56:40 UTC<\/time> \(3 min ago\), noticed 2 times\./)
})

const READ_ONLY = 'default_transaction_read_only is on, set by'
const LONGEST = 'the longest runs for 9 s: process 77'

test.each([
  [
    'mail-deferred',
    'mail.example:25: Mail command failed: 421 4.7.0 too many mails',
    'QUEUE_RATE=email=60/60',
  ],
  ['mail-deferred', 'mail.example:25: 450 4.2.0 greylisted, try later', '(greylisting)'],
  ['mail-deferred', 'mail.example:25: 452 4.3.1 insufficient storage', 'Make room there'],
  ['mail-deferred', 'mail.example:25: 451 4.0.0 temporarily unavailable', 'Wait some minutes'],
  ['mail-refused', 'mail.example:25: Invalid login: 535 5.7.8 no', 'percent-encoded'],
  ['redis-refuses', "OOM command not allowed when used memory > 'maxmemory'", 'Raise maxmemory ('],
  ['redis-refuses', 'MISCONF Redis is configured to save RDB snapshots', 'its disk is full'],
  ['redis-refuses', "READONLY You can't write against a read only replica.", 'leads to a replica'],
  [
    'jobs-failed',
    'digest (outbox-7): The data of job digest is invalid, as version 1: x; no other version was started in the last week',
    'into the table job_outbox',
  ],
  [
    'jobs-failed',
    'digest (outbox-7): The data of job digest is invalid, as version 1: x; version 2 was started at 2026-11-30 09:00 UTC',
    'go forward to',
  ],
  ['jobs-failed', 'digest (outbox-7): connect ECONNREFUSED', 'Correct the reason. Then'],
  ['postgres-slow', `an answer took 3.0 s; ${LONGEST} of yorick (psql): SELECT 1`, 'is not of Loquat'],
  ['postgres-slow', `an answer took 3.0 s; ${LONGEST} of loquat (loquat): SELECT 1`, 'statements of Loquat'],
  ['postgres-away', 'connect ECONNREFUSED 10.0.0.1:5432', 'DATABASE_URL is wrong'],
  ['redis-away', 'connect ECONNREFUSED 10.0.0.1:6379', 'REDIS_URL is wrong'],
  [
    'redis-slow',
    'a command took 700 ms; no slow command in its log of the last minute',
    'the network is too slow',
  ],
  [
    'process-silent',
    'it does not exist any more; nothing starts it again, x; y',
    'Start it again on its machine, as you started it',
  ],
  ['process-silent', 'it does not exist any more; its container ended with it; y', 'exit code 137'],
  ['process-silent', 'it does not exist any more; npm start starts it again; y', 'within ten seconds'],
  ['mail-silent', '127.0.0.1:25: connect ECONNREFUSED 127.0.0.1:25', 'Nothing accepts connections'],
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

const MAIL = 'mail.example:25: '
const AT_ONCE = 'have failed at once, and are not sent again by themselves; none is deleted'
const AGAIN = 'are sent again by themselves for 13 hours'

test.each([
  [`${MAIL}Mail command failed: 550 5.7.1 relaying denied`, AGAIN],
  [`${MAIL}Mail command failed: 550 5.7.1 no such sender`, AGAIN],
  [`${MAIL}Invalid login: 535 5.7.8 no`, AGAIN],
  [`${MAIL}Can't send mail - all recipients were rejected: 554 5.7.1 Relay access denied`, AT_ONCE],
  [`${MAIL}Can't send mail - all recipients were rejected: 550 5.1.1 no mailbox`, AT_ONCE],
  [`${MAIL}Message failed: 554 5.7.1 spam`, AT_ONCE],
])(
  'a refused mail says whether it is sent again, where SMTP_URL is, and what restarts: %s',
  (reason, fate) => {
    const text = shown([{ ...trouble('mail-refused', 10, 1), reason }])
    expect(text).toContain(fate)
    expect(text).toContain('/etc/loquat/loquat.env')
    expect(text).toContain('<code>systemctl restart loquat-worker@1 loquat-gateway@9991</code>')
    expect(text).toContain('<a href="/ops/jobs?queue=email&amp;state=failed">')
  },
)

test('a rate limit of the mail server has its own headline, and is a warning without loss', () => {
  const reason = `${MAIL}Mail command failed: 421 4.7.0 too many mails from this address`
  const text = shown([{ ...trouble('mail-deferred', 10, 1), reason }])
  expect(text).toContain('The mail server limits how many mails Loquat may send, and defers the others.')
  expect(text).toContain('Mails are late, and none is lost')
  expect(INCIDENTS['mail-deferred'].severity).toBe('warning')
  expect(shown([{ ...trouble('mail-deferred', 10, 1), reason }], 'de')).toContain(
    'begrenzt, wie viele Mails Loquat senden darf',
  )
})

test('a push service that names the key: the headline does too, with two choices and nothing about clocks', () => {
  const refused = (reason: string, accept = '') =>
    shown([{ ...trouble('push-refused', 10, 1), reason, subject: 'https://push.example' }], accept)
  for (const answer of [
    '403 the VAPID key does not match',
    '400 VapidPkHashMismatch',
    '403 wrong credentials',
  ])
    for (const key of ['that the server made on 2026-11-29', 'of VAPID_PUBLIC_KEY']) {
      const text = refused(`${answer}; signed with the key BAbc… ${key}`)
      expect(text).toContain('Push notifications to https://push.example are signed with the wrong key.')
      expect(text).toMatch(
        /(?:<p>If|If) you have (?:the former pair|it).*<p>(?:2\. )?If you do not have the former pair: /s,
      )
      expect(text).not.toMatch(/clock|timedatectl/)
    }
  const other = refused('403 expired; signed with the key BAbc… of VAPID_PUBLIC_KEY')
  expect(other).toContain('The push service https://push.example refuses notifications.')
  expect(other).toContain('timedatectl')
  const german = refused('403 wrong key; signed with the key BAbc… that the server made on 2026-11-29', 'de')
  expect(german).toContain('mit dem falschen Schlüssel signiert')
  expect(german).toContain('den der Server am 2026-11-29 selbst erzeugt hat')
})

test('the card of a gateway speaks of gateways only, and names its port; that of a worker of workers', () => {
  const of = (subject: string, name: Trouble['name'], reason: string, accept = '') =>
    shown([{ ...trouble(name, 10, 1), subject, reason }], accept)
  const gateway = 'The gateway with process number 7 on a.example (port 9993)'
  const worker = 'The worker with process number 8 on a.example'
  for (const reason of [
    'its last report came at 10:00:00 UTC',
    'it does not exist any more; nothing starts it again, because it had no supervisor; x',
    'it does not exist any more; x',
  ]) {
    const ended = of(gateway, 'process-silent', reason)
    expect(ended).toContain('loquat-gateway@9993')
    if (reason.startsWith('it does not')) expect(ended).toContain('has ended without being asked.')
    if (reason.includes('nothing starts')) expect(ended).toContain('<code>PORT=9993 npm run gateway</code>')
    expect(ended).not.toMatch(/worker|jobs/)
    expect(ended).toContain('Loquat does not know why')
    expect(of(worker, 'process-silent', reason)).not.toMatch(/gateway|clients/)
    expect(of(gateway, 'process-silent', reason, 'de')).not.toMatch(/[Ww]orker|Aufträge/)
  }
  expect(of(gateway, 'process-silent', '', 'de')).toContain(
    'Gateway 7 auf a.example (Port 9993) meldet sich nicht.',
  )
  expect(of(gateway, 'process-died', '')).toContain('Its clients have connected again.</dd>')
  expect(of(worker, 'process-died', '')).toContain('Its jobs run again after half a minute.</dd>')
  expect(processName({ kind: 'gateway', host: 'a.example', pid: 7, port: 9993 })).toBe(gateway)
})

test('a slow way to Postgres: the headline does not blame it, and each check says what its result means', () => {
  const reason =
    'an answer took 3.0 s, of which Postgres needed 4 ms; measured on web1, with Postgres on db.example:5432; the load of web1 is 3.1 on 4 processors'
  const text = shown([{ ...trouble('postgres-slow', 10, 1), reason }])
  expect(text).toContain('<strong>Answers of Postgres arrive late.</strong>')
  expect(text).toMatch(
    /1\. On web1: .* is the reason.*2\. On web1: <code>ping -c 5 db\.example<\/code>.*the network is/s,
  )
  expect(text).toMatch(/3\. On db\.example: .* is too busy.*4\. If all three are quick/s)
  const german = shown([{ ...trouble('postgres-slow', 10, 1), reason }], 'de')
  expect(german).toContain(
    'davon brauchte Postgres 4 ms; gemessen auf web1, mit Postgres auf db.example:5432',
  )
  expect(german).toContain('3. Auf db.example: ')
  const near = shown([
    { ...trouble('postgres-slow', 10, 1), reason: reason.replace('db.example', '127.0.0.1') },
  ])
  expect(near).toContain('Gateway and Postgres are both on web1')
  expect(near).not.toContain('ping')
})

test('reasons are in German, also those that end in a number of seconds', () => {
  const of = (reason: string) => shown([{ ...trouble('postgres-away', 10, 1), reason }], 'de')
  expect(of('no answer within 5 s')).toContain('keine Antwort in 5 s')
  expect(
    of(
      '3 statements wait; process 7 of x (psql, idle in transaction, its transaction is 9 s old) holds the lock',
    ),
  ).toContain(
    '3 Anweisungen warten; Prozess 7 von x (psql, idle in transaction, seine Transaktion ist 9 s alt) hält',
  )
  expect(of('no answer within 10 s; bot Oracle')).toContain('keine Antwort in 10 s; Bot Oracle')
  expect(of('no connection (ENOTFOUND); bot Oracle')).toContain('keine Verbindung (ENOTFOUND); Bot Oracle')
})

test.each([
  ['no answer within 8 s; it accepts connections', 'accepts connections, and does not answer', 'hangs or is'],
  ['no answer within 8 s; no connection within 3 s', 'cannot be reached', 'a firewall'],
  ['no answer within 8 s; connect EHOSTUNREACH 10.0.0.9', 'cannot be reached', 'a firewall'],
  ['connect ECONNREFUSED 10.0.0.9:9000', 'does not run, or has another address', 'start the object store'],
])('a store that does not answer hangs, is unreachable, or does not run: %s', (cause, headline, part) => {
  const reason = `http://files.example:9000, bucket uploads: ${cause}`
  const text = shown([{ ...trouble('storage-away', 10, 1), reason }])
  expect(text).toContain(`The store of uploaded files ${headline}.`)
  expect(text).toContain(part)
  expect(text).toContain('<code>curl -m 5 -sSI http://files.example:9000</code>')
})

const UNKNOWN = 'getaddrinfo ENOTFOUND db.example.com'
const NO_DNS = 'getaddrinfo EAI_AGAIN db.example.com'

test.each([
  ['postgres-away', UNKNOWN, 'DNS knows no host with the name of Postgres.', 'DATABASE_URL'],
  ['postgres-away', NO_DNS, 'DNS does not answer, so Postgres is not found.', '/etc/resolv.conf'],
  ['redis-away', UNKNOWN, 'DNS knows no host with the name of Redis.', 'REDIS_URL'],
  ['redis-away', NO_DNS, 'DNS does not answer, so Redis is not found.', '/etc/resolv.conf'],
  [
    'storage-away',
    `http://db.example.com:9000, bucket a: ${UNKNOWN}`,
    'DNS knows no host with the name of the store of uploaded files.',
    'S3_ENDPOINT',
  ],
  ['mail-silent', `db.example.com:25: ${UNKNOWN}`, 'DNS knows no host with the name of the mail', 'SMTP_URL'],
  ['mail-silent', `db.example.com:25: ${NO_DNS}`, 'DNS does not answer, so the mail server', 'resolv.conf'],
] as const)('a server whose host DNS does not find: %s, %s', (name, reason, sentence, part) => {
  const text = shown([{ ...trouble(name, 10, 1), reason }])
  expect(text).toContain(sentence)
  expect(text).toContain(part)
  expect(text).toContain('<code>getent hosts db.example.com</code>')
})

test.each([
  ['self-signed certificate', 'does not trust the certificate', 'NODE_EXTRA_CA_CERTS'],
  ['certificate has expired', 'does not trust the certificate', 'renew it'],
  [
    "Hostname/IP does not match certificate's altnames: Host: a. is not b",
    'does not trust',
    'another host name',
  ],
  ['0A00010B:SSL routines:ssl3_get_record:wrong version number', 'does not speak TLS', 'Write smtp://'],
  ['Greeting never received', 'accepts connections, and does not answer', 'smtps://'],
  ['Connection timeout', 'cannot be reached', 'block port 25'],
  ['connect EHOSTUNREACH 10.0.0.9:25', 'cannot be reached', 'block port 25'],
])('a mail server that takes no mails, by the reason: %s', (cause, sentence, part) => {
  const text = shown([{ ...trouble('mail-silent', 10, 1), reason: `mail.example:465: ${cause}` }])
  expect(text).toContain(sentence)
  expect(text).toContain(part)
  expect(text).toContain('SMTP_URL is in the environment of gateways and workers')
  expect(text).toContain('doctor --only mail')
})

test('tables mark the rows of subjects that have an incident, by the worst one that lasts', () => {
  const process = { kind: 'worker', host: 'a.example', pid: 7 } as const
  const incident = (name: Trouble['name'], subject: string, severity: Incident['severity']) =>
    ({ ...trouble(name, 10, 1), subject, severity, sentence: '', remedy: '', link: '' }) as Incident
  const mark = severityMarks(
    [
      {
        ...incident('postgres-slow', '', 'critical'),
        effects: [incident('pool-exhausted', processName(process), 'notice')],
      },
      incident('loop-busy', processName(process), 'warning'),
      incident('jobs-failed', 'email', 'critical'),
    ],
    AT,
    operatorSay('', ''),
  )
  const textOf = (subject: string) => mark(subject) && (mark(subject) as { text: string }).text
  expect(textOf(processName(process))).toBe(' <small class="severity warning">Warning</small>')
  expect(textOf('email')).toContain('Critical')
  expect(textOf('push')).toBe(false)
  expect(textOf(processName({ ...process, pid: 8 }))).toBe(false)
})

test('a list that Postgres has not answered in time does not say that Postgres is away, unless it is', () => {
  const figures = {
    at: AT,
    processes: [],
    silent: [],
    depths: [],
    backlog: undefined,
    isRedisAvailable: true,
  }
  const page = (...names: Trouble['name'][]) =>
    figuresAsHtml(
      figures,
      names.map((name) => ({ ...trouble(name, 9, 1), severity: 'critical' })) as never,
      [],
      operatorSay('', ''),
    ).text
  const failed = (text: string) =>
    text.slice(text.indexOf('data-part="failed"'), text.indexOf('data-part="events"'))
  expect(failed(page('postgres-slow'))).toContain('Postgres has not answered in time for this list.')
  expect(page('postgres-slow')).not.toContain('Postgres does not answer.')
  expect(failed(page('postgres-away'))).toContain('Postgres does not answer.')
})

test('a job that fails again without another version has no button to try it again', () => {
  const row = (failure: string) => {
    const job = { id: 7, queue: 'email', name: 'digest', failure, failedAt: AT / 1000 - 60, realm: null }
    const backlog = { due: 0, oldestSeconds: 0, failed: [{ queue: 'email', count: 1 }], newestFailed: [job] }
    const figures = { at: AT, processes: [], silent: [], depths: [], backlog, isRedisAvailable: true }
    return figuresAsHtml(figures, [], [], operatorSay('', '')).text
  }
  expect(row('connect ECONNREFUSED')).toContain('>Try again</button>')
  const invalid = row(`The data of job digest is invalid, as version ${LOQUAT_VERSION} reads it: x`)
  expect(invalid).not.toContain('>Try again</button>')
  expect(invalid).toContain(`Another attempt with version ${LOQUAT_VERSION} fails in the same way.`)
  expect(invalid).toContain('>Remove</button>')
  expect(row('The data of job digest is invalid, as version 0.0.1 reads it: x')).toContain(
    '>Try again</button>',
  )
})

test('a backup is old or missing, and the page says where, since when, and how old it may be', () => {
  const of = (reason: string, accept = '') => shown([{ ...trouble('backup-old', 10, 1), reason }], accept)
  const old =
    'it is 50 h old, and at most 26 h are allowed; the last one ended at 2026-11-27 21:40 UTC, by the file /var/backups/done on db1'
  expect(of(old)).toContain('The newest backup is too old.')
  expect(of(old)).toContain('<code>touch /var/backups/done</code>')
  expect(of(old)).toMatch(
    /Look on db1 .*<code>systemctl list-timers --all<\/code>.*journalctl -n 50 -u UNIT/s,
  )
  expect(of(old, 'de')).toContain(
    'sie ist 50 Std. alt und höchstens 26 Std. sind erlaubt; die letzte endete 2026',
  )
  expect(of('there is none, by the file /x/y on db1')).toContain('The newest backup is missing.')
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
  const own = '1 slow command in the last minute, the longest: eval, 800 ms, from 10.0.0.7:4711 (loquat)'
  expect(text('redis-slow', `a command took 700 ms; ${own}`)).toContain('a slow command of Loquat keeps it')
  const full = 'OOM command not allowed; 4 MiB of maxmemory 4 MiB are in use, and its machine has 2048 MiB'
  expect(text('redis-refuses', full)).toContain('well above 4 MiB')
  const lock =
    '1 statement waits; process 9 of loquat (loquat, active, its transaction is 40 s old) holds the lock'
  expect(text('postgres-locked', lock)).toContain('A transaction of Loquat itself holds the lock')
  const command = '2 slow commands in the last minute, the longest: keys, 800 ms, from 10.0.0.7:4711 (report)'
  const redis = text('redis-slow', `a command took 700 ms; ${command}`)
  expect(redis).toContain('CLIENT KILL ADDR 10.0.0.7:4711</code>')
  expect(redis).toContain('<code>ss -tnp sport = :4711</code>')
  const unit =
    'systemd keeps it as loquat-gateway@9992.service (failed, failed; signal 9, result signal; 0 restarts)'
  for (const name of ['process-silent', 'process-died'] as const)
    expect(text(name, `it does not exist any more; ${unit}; last`)).toContain(
      '-u loquat-gateway@9992.service',
    )
  const job = text('jobs-failed', 'digest (outbox-7): The data of job digest is invalid, as x', 'email')
  expect(job).toContain('<a href="/ops/jobs/email/outbox-7">/ops/jobs/email/outbox-7</a>')
  for (const [other, part] of [
    ['no other version was started in the last week', 'Only version 1 was started here'],
    ['version 2 was started at 2026-11-30 09:00 UTC', 'email / sing: version 2 has enqueued it.'],
  ] as const) {
    const reason = `version 1 does not know it; ${other}; job outbox-7, enqueued at 09:00:00 UTC, has waited for 9 s`
    const unknown = text('job-unknown', reason, 'email / sing')
    expect(unknown).toContain(part)
    expect(unknown).toContain('<a href="/ops/jobs?queue=email&amp;state=delayed&amp;name=sing">')
  }
  expect(text('postgres-read-only', `${READ_ONLY} database, in the database x`)).toContain(
    '<code>psql -d postgres -c &quot;ALTER DATABASE x RESET default_transaction_read_only&quot;</code>',
  )
  const signed = '403 no key; signed with the key BAbc… of VAPID_PUBLIC_KEY'
  expect(text('push-refused', signed, 'https://push.example')).toContain('which must begin as here')
  const made = '403 no key; signed with the key BAbc… that the server made on 2026-11-29'
  expect(text('push-refused', made, 'https://push.example')).toContain('in the table server_key of a backup')
  const other = `${signed}, which differs from the key BXyz… that the server had made`
  expect(text('push-refused', other, 'https://push.example')).toContain('remove both settings')
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
  expect(below).toContain('Consequences, which end with it:')
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
  expect(text).toContain('Worker 7 auf a.example wurde durch ein Signal angehalten (SIGSTOP)')
  expect(text).toContain('<dt>Letzter Grund:</dt> <dd><span class="text">er ist angehalten (SIGSTOP)</span>')
  expect(text).toContain('<code>kill -CONT 7</code>')
  expect(shown([process], 'fr')).toContain('The worker with process number 7 on a.example does not report.')
  for (const name of INCIDENT_NAMES) {
    const [english, german] = [INCIDENTS[name], GERMAN_INCIDENTS[name]]
    expect(german.sentence.includes('%s')).toBe(english.sentence.includes('%s'))
    // Commands, settings and addresses are the same.
    const fixed = /npm run [\w: -]+|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b|\/health\/\w+|docs\/[\w.-]+|kill -\w+/g
    const commands = (texts: KindTexts) =>
      remediesOf(texts).map((text) => text.match(fixed)?.map((each) => each.trim()))
    expect(commands(german)).toEqual(commands(english))
    for (const text of [...remediesOf(german), ...remediesOf(english)])
      expect(text.split('`').length % 2).toBe(1)
  }
  const places = (sentence: string) => sentence.match(/\{\w+\}/g)?.sort()
  for (const [english, german] of Object.entries({ ...GERMAN, ...GERMAN_REASONS }))
    expect(places(german)).toEqual(places(english))
})
