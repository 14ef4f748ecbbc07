import { expect, test } from 'vitest'
import { MAX_TROUBLE_TEXT, MAX_TROUBLES } from '../../../../config/limits.ts'
import { INCIDENT_NAMES, INCIDENTS, remediesOf } from '../../../../core/platform/incidents/catalogue.ts'
import { Troubles } from '../../../../core/platform/incidents/troubles.ts'

const at = (start: number) => {
  const clock = { now: start }
  const events: string[] = []
  const troubles = new Troubles(() => clock.now)
  troubles.onChange = ({ name, subject }, event) => events.push(`${name} ${subject} ${event}`)
  return { clock, events, troubles }
}

test('signs of one fault are one trouble with the newest reason, and without names of people', () => {
  const { clock, events, troubles } = at(1_000)
  troubles.note('mail-refused', { reason: 'first', realm: 7 })
  clock.now = 2_000
  troubles.note('mail-refused', { reason: '550 no <ophelia@elsinore.test>\nsecond line' })
  expect(troubles.current()).toEqual([
    {
      name: 'mail-refused',
      subject: '',
      since: 1_000,
      lastAt: 2_000,
      count: 2,
      reason: '550 no <…@elsinore.test>',
      realm: 7,
    },
  ])
  expect(events).toEqual(['mail-refused  begins'])
})

test('a trouble ends when the process says so, or some time after its newest sign', () => {
  const { clock, events, troubles } = at(0)
  troubles.note('webhook-silent', { subject: 'a.test' })
  troubles.note('webhook-silent', { subject: 'b.test' })
  troubles.settle('webhook-silent', 'a.test')
  expect(troubles.current().map(({ subject }) => subject)).toEqual(['b.test'])
  clock.now = INCIDENTS['webhook-silent'].lastsSeconds * 1000 + 1
  expect(troubles.current()).toEqual([])
  expect(events).toEqual([
    'webhook-silent a.test begins',
    'webhook-silent b.test begins',
    'webhook-silent a.test ends',
    'webhook-silent b.test ends',
  ])
  troubles.note('mail-refused')
  clock.now += 5_000
  troubles.settle('mail-refused', undefined, 10_000)
  expect(troubles.has('mail-refused')).toBe(true)
  clock.now += 5_000
  troubles.settle('mail-refused', undefined, 10_000)
  expect(troubles.has('mail-refused')).toBe(false)
})

test('a trouble ends when the process says so, also after its clock was put back', () => {
  const { clock, troubles } = at(60_000)
  troubles.note('clock-wrong')
  clock.now = 0
  troubles.settle('clock-wrong')
  expect(troubles.current()).toEqual([])
})

test('troubles, their subjects and their reasons are bounded; the oldest are forgotten', () => {
  const { clock, troubles } = at(0)
  for (let n = 0; n < 1_000; n++) {
    clock.now = n
    troubles.note('webhook-silent', { subject: `${n} ${'x'.repeat(100_000)}`, reason: 'y'.repeat(100_000) })
  }
  const kept = troubles.current()
  expect(kept.length).toBe(MAX_TROUBLES)
  expect(kept.at(-1)!.subject.startsWith('999 ')).toBe(true)
  expect(JSON.stringify(kept).length).toBeLessThan(MAX_TROUBLES * (2 * MAX_TROUBLE_TEXT + 200))
})

test('every kind of incident says what is wrong, what people notice, and what to do', () => {
  for (const name of INCIDENT_NAMES) {
    const { sentence, effect, lastsSeconds } = INCIDENTS[name]
    for (const text of [sentence, effect, ...remediesOf(INCIDENTS[name])])
      expect(text).toMatch(/^[A-Z0-9%…].*[.!]$/s)
    expect(lastsSeconds).toBeGreaterThanOrEqual(15)
  }
})
