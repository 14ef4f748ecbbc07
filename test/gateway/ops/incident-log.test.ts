import { expect, test } from 'vitest'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { ReadMark } from '../../../core/platform/series/marks.ts'
import { logAsHtml } from '../../../gateway/ops/incidents/log-html.ts'
import { markKey } from '../../../gateway/ops/incidents/mark-incidents.ts'
import { operatorSay } from '../../../gateway/ops/texts/say.ts'

const AT = Date.UTC(2026, 4, 14, 10)

const incident = (name: Incident['name'], since: number, subject = ''): Incident => ({
  ...{ name, subject, severity: 'critical', sentence: 'Redis does not answer.', remedy: '', link: '' },
  ...{ since: AT - since * 1000, lastAt: AT - 1000, count: 2, reason: 'connect ECONNREFUSED' },
})

const mark = (
  name: Incident['name'],
  since: number,
  lastAt: number,
  more: Partial<ReadMark> = {},
): ReadMark => ({
  ...{ at: AT - since * 1000, kind: 'incident', text: 'as a former version wrote it', severity: 'critical' },
  ...{ id: `${AT - since * 1000} ${markKey({ name, subject: '' })}`, lastAt: AT - lastAt * 1000 },
  facts: { name, subject: '', reason: 'no answer within 5 s', severity: 'critical' },
  ...more,
})

const plain = (text: string) => text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
const log = (marks: readonly ReadMark[] | undefined, incidents: readonly Incident[], accept = '') =>
  logAsHtml(marks, incidents, AT, operatorSay(accept, '')).text

test('an incident of the log goes on exactly while it is among the cards, and ends at once with its card', () => {
  const seen = mark('postgres-away', 60, 4)
  expect(plain(log([seen], [incident('postgres-away', 60)]))).toContain('goes on')
  const ended = plain(log([seen], []))
  expect(ended).toContain('until 09:59:56 UTC (56 s)')
  expect(ended).not.toContain('goes on')
  // What another incident explains goes on too.
  const root = { ...incident('postgres-full', 20), effects: [incident('postgres-away', 60)] }
  expect(plain(log([seen], [root]))).toMatch(/goes on.*goes on/s)
})

test('an incident that has just begun is in the log, also while Redis cannot keep its mark', () => {
  const text = plain(log(undefined, [incident('redis-away', 3)]))
  expect(text).toContain('Redis does not answer, and has the list.')
  expect(text).toContain('09:59:57 UTC Critical Redis does not answer. goes on')
  expect(log([], [])).toContain('None in the last week.')
})

test('the log is in the language of the page, with reason and remedy of each incident, folded', () => {
  const text = log([mark('postgres-away', 60, 4, { times: 3 })], [], 'de')
  expect(plain(text)).toContain(
    '09:59:00 UTC Kritisch Postgres antwortet nicht. 3-mal, bis 09:59:56 UTC (56 s)',
  )
  expect(text).toMatch(/<details data-fold="log:[^"]+">/)
  expect(plain(text)).toContain('keine Antwort in 5 s')
  expect(plain(text)).toContain('pg_isready')
  const { facts: _, ...former } = mark('postgres-away', 60, 4)
  expect(plain(log([former], [], 'de'))).toContain('as a former version wrote it bis')
  const { severity: _unknown, ...older } = former
  expect(plain(log([older], []))).toContain('Warning as a former version wrote it until')
})

test('five entries are in sight, the newest first, with deployments; the others are folded with their number', () => {
  const marks = Array.from({ length: 8 }, (_, n) => mark('postgres-away', 1000 - n * 60, 900 - n * 60))
  const deployment: ReadMark = { at: AT - 10_000, kind: 'deployment', text: '1.2.3' }
  const text = log([...marks, deployment], [])
  expect(plain(text)).toMatch(/^09:59:50 UTC Version 1\.2\.3 started/)
  expect(text).toContain('<details data-fold="log"><summary>4 earlier</summary>')
})

test('a moment has no end, and a process that ended is there once, though its successor is seen later', () => {
  const subject = 'The gateway with process number 7 on a.example'
  const of = (name: Incident['name'], since: number, lastAt: number) =>
    mark(name, since, lastAt, {
      id: `${AT - since * 1000} ${markKey({ name, subject })}`,
      facts: { name, subject, reason: '', severity: 'warning' },
    })
  expect(plain(log([of('process-died', 60, 60)], []))).toMatch(/Another one has started\. What/)
  const both = plain(log([of('process-died', 60, 60), of('process-silent', 60, 20)], []))
  expect(both).toContain('does not report. until 09:59:40 UTC (40 s)')
  expect(both).not.toContain('Another one has started')
  expect(plain(log([of('process-died', 600, 600), of('process-silent', 60, 20)], []))).toContain(
    'Another one',
  )
})
