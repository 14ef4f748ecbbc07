import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import {
  INCIDENT_NAMES,
  INCIDENTS,
  severitiesOf,
  severityOf,
  textsOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Trouble } from '../../../core/platform/incidents/incident.ts'
import { Troubles } from '../../../core/platform/incidents/troubles.ts'
import type { ProcessReport, SilentProcess } from '../../../core/platform/processes/report.ts'
import type { FleetFigures } from '../../../gateway/ops/fleet.ts'
import { type Derived, derivedOf, derivedOfReports } from '../../../gateway/ops/incidents/derived.ts'
import { incidentMetrics } from '../../../gateway/ops/incidents/incident-metrics.ts'
import { byUrgency } from '../../../gateway/ops/incidents/incidents.ts'
import { watchMail } from '../../../workers/mail/mail-troubles.ts'

const AT = Date.UTC(2026, 4, 14, 10)

const report = (kind: 'gateway' | 'worker', more: Partial<ProcessReport> = {}): ProcessReport => ({
  ...{ id: `${kind}-1`, kind, host: 'a.example', pid: 7, version: '1', startedAt: AT - 60_000, at: AT },
  ...{ memoryBytes: 1, heapBytes: 1, cpuSeconds: 1, eventLoopMs: 1, redisMs: 1, realms: 1 },
  database: { used: 0, idle: 1, waiting: 0, size: 10 },
  ...(kind === 'worker' && { work: [{ queue: 'email', running: 0, done: 0, retried: 0, failed: 0 }] }),
  ...more,
})

const ended = (kind: 'gateway' | 'worker', more: Partial<SilentProcess> = {}): SilentProcess => ({
  ...{ id: `${kind}-9`, kind, host: 'b.example', pid: 9, lastAt: AT - 20_000 },
  ...{ startedAt: AT - 90_000, memoryBytes: 1 },
  ...more,
})

const figures = (more: Partial<FleetFigures>): FleetFigures => ({
  ...{ at: AT, processes: [report('gateway'), report('worker')], silent: [], depths: [] },
  ...{ backlog: { due: 0, oldestSeconds: 0, failed: [], newestFailed: [] }, isRedisAvailable: true },
  ...more,
})

const severities = (found: readonly Derived[]) =>
  found.map((each) => [each.name, severityOf(each as { name: Derived['name'] })])

test('a process that ended is critical when it was the last of its kind, and a warning while others run', () => {
  const of = (silent: SilentProcess, processes: readonly ProcessReport[]) =>
    severities(derivedOfReports(figures({ silent: [silent], processes })))
  expect(of(ended('worker'), [report('gateway')])).toEqual([
    ['process-silent', 'critical'],
    ['no-worker', 'critical'],
  ])
  expect(of(ended('worker'), [report('gateway'), report('worker')])).toEqual([['process-silent', 'warning']])
  expect(of(ended('gateway'), [report('gateway'), report('worker')])).toEqual([['process-silent', 'warning']])
})

test('a gateway that hangs is critical, because its clients wait', () => {
  const hangs = ended('gateway', { host: hostname(), pid: process.pid })
  const found = derivedOfReports(figures({ silent: [hangs] }))
  expect(severities(found)).toEqual([['process-silent', 'critical']])
})

test('a container that was replaced is over, though the new one has another name; each one replaces one', () => {
  const gone = (id: string) => ended('gateway', { id, supervisor: 'container' })
  const fresh = report('gateway', { host: 'c.example', startedAt: AT - 10_000 })
  const of = (...silent: SilentProcess[]) =>
    severities(derivedOfReports(figures({ silent, processes: [fresh, report('worker')] })))
  expect(of(gone('x'))).toEqual([['process-died', 'warning']])
  expect(of(gone('x'), gone('y'))).toEqual([
    ['process-died', 'warning'],
    ['process-silent', 'warning'],
  ])
})

test('queues are as severe as what waits in them', () => {
  const queue = (name: string, waiting: number, seconds: number, isPaused = false) => ({
    ...{ queue: name, waiting, active: 0, delayed: 0, failed: 0, isPaused },
    ...{ oldestWaitingSeconds: seconds, oldestRetriedSeconds: 0 },
  })
  const of = (...depths: ReturnType<typeof queue>[]) => {
    const all = figures({ depths: depths as unknown as FleetFigures['depths'] })
    return severities([...derivedOf(all), ...derivedOfReports(all)])
  }
  expect(of(queue('push', 0, 0))).toEqual([['queue-unserved', 'warning']])
  expect(of(queue('push', 3, 5))).toEqual([['queue-unserved', 'critical']])
  expect(of(queue('email', 3, 25))).toEqual([['queue-stands', 'warning']])
  expect(of(queue('email', 3, 70))).toEqual([['queue-stands', 'critical']])
  expect(of(queue('email', 0, 0, true))).toEqual([['queue-paused', 'notice']])
  expect(of(queue('email', 3, 70, true))).toEqual([['queue-paused', 'warning']])
})

test('a mail server that refuses one address is a warning, and one that refuses every mail is critical', async () => {
  const of = async (message: string) => {
    const troubles = new Troubles()
    const send = () => Promise.reject(Object.assign(new Error(message), { responseCode: 550 }))
    await watchMail(troubles, { server: 'mail.example:25', realm: 1 }, send).catch(() => undefined)
    return troubles.current().map(severityOf)
  }
  const rejected = "Can't send mail - all recipients were rejected:"
  expect(await of(`${rejected} 550 5.1.1 <x@y.test> is not known`)).toEqual(['warning'])
  expect(await of(`${rejected} 552 5.2.2 mailbox full`)).toEqual(['warning'])
  expect(await of(`${rejected} 554 5.7.1 relay access denied`)).toEqual(['critical'])
  expect(await of(`${rejected} 554 5.7.1 client host blocked`)).toEqual(['critical'])
  expect(await of('Mail command failed: 550 5.1.8 sender is not known')).toEqual(['critical'])
})

test('the list follows the severity of each incident, and metrics have a series for each that a kind may have', () => {
  const trouble = (name: Trouble['name'], severity?: Trouble['severity']): Trouble => ({
    ...{ name, subject: '', since: AT, lastAt: AT, count: 1, reason: '', realm: null },
    ...(severity && { severity }),
  })
  const all = [trouble('process-silent', 'warning'), trouble('postgres-slow', 'critical')]
  expect(all.sort(byUrgency(AT)).map(({ name }) => name)).toEqual(['postgres-slow', 'process-silent'])
  // Another version may know severities that this one does not.
  expect(severityOf(trouble('postgres-away', 'notice'))).toBe('critical')
  const text = incidentMetrics(all.map((each) => ({ ...each, severity: severityOf(each) })) as never)
  expect(text).toContain('loquat_incident{name="postgres-slow",severity="critical"} 1\n')
  expect(text).toContain('loquat_incident{name="postgres-slow",severity="warning"} 0\n')
  expect(text).toContain('loquat_incident{name="process-silent",severity="warning"} 1\n')
  for (const name of INCIDENT_NAMES) {
    const { severity, severities: others = [] } = INCIDENTS[name]
    expect(others).not.toContain(severity)
    expect(severitiesOf(name).length).toBe(1 + others.length)
  }
})

test('a process that waits for connections says how many are in use, and how many are being opened', () => {
  const of = (database: Partial<ProcessReport['database']>) =>
    derivedOf(
      figures({
        processes: [report('gateway', { database: { ...report('gateway').database, ...database } })],
      }),
    ).map(({ name, reason = '', subject = '' }) => [reason, textsOf(name, reason, subject).sentence])
  expect(of({ used: 10, waiting: 1 })).toEqual([
    [
      '1 request waits; 10 of 10 connections are in use',
      '%s waits for connections to Postgres: all connections of its pool are in use.',
    ],
  ])
  expect(of({ opening: 7, waiting: 7 })).toEqual([
    [
      '7 requests wait; 0 of 10 connections are in use, and 7 are being opened',
      '%s waits for connections to Postgres: new ones open too slowly.',
    ],
  ])
})

test('an overloaded machine is one incident, which says who uses its processors', () => {
  const of = (reports: readonly Partial<ProcessReport>[]) =>
    derivedOf(figures({ processes: reports.map((more) => report('gateway', more)) }))
      .filter(({ name }) => name === 'machine-busy')
      .map(({ subject, reason, severity }) => ({ subject, reason, severity }))
  const programs = [{ name: 'ffmpeg', pid: 71, used: 1.62 }]
  const full = { used: 1.98, processors: 2, wanted: 9 }
  const late = { cpuShare: 0.1, eventLoopMs: 400 }
  expect(
    of([
      { ...late, machine: full },
      { ...late, machine: { ...full, programs } },
    ]),
  ).toEqual([
    {
      subject: 'a.example',
      reason:
        '99 % of its 2 processors are in use, mostly by other programs: Loquat uses 0.2 of them, others 1.8; the busiest: ffmpeg (process 71) 1.6',
      severity: undefined,
    },
  ])
  expect(of([{ cpuShare: 1, eventLoopMs: 1_500, machine: full }])).toEqual([
    {
      subject: 'a.example',
      reason: '99 % of its 2 processors are in use, mostly by Loquat: Loquat uses 1.0 of them, others 1.0',
      severity: 'critical',
    },
  ])
  // Nobody notices it, or the process keeps itself busy on a machine that has room.
  expect(of([{ ...late, eventLoopMs: 20, machine: full }])).toEqual([])
  expect(of([{ ...late, machine: { ...full, used: 1.2 } }])).toEqual([])
  expect(of([{ ...late, machine: { ...full, wanted: 2 } }])).toEqual([])
  expect(of([late])).toEqual([])
})

test('a server that starts, and a worker that is replaced, get time until the next worker reports', () => {
  const graceOf = (changes: Partial<FleetFigures>) =>
    derivedOfReports(figures({ processes: [], ...changes })).find(({ name }) => name === 'no-worker')?.graceMs
  expect(graceOf({})).toBeGreaterThan(0)
  const endedWorker = { host: 'a', pid: 7, at: 0 } as unknown as NonNullable<FleetFigures['endedWorker']>
  expect(graceOf({ formerWorkers: 1, endedWorker })).toBeGreaterThan(0)
  expect(graceOf({ formerWorkers: 1 })).toBeUndefined()
})
