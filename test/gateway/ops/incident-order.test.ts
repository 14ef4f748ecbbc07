import { expect, test } from 'vitest'
import type { Trouble } from '../../../core/platform/incidents/incident.ts'
import { byUrgency } from '../../../gateway/ops/incidents/incidents.ts'
import { incidentsAsHtml } from '../../../gateway/ops/incidents/incidents-html.ts'

const AT = Date.UTC(2026, 4, 14, 10)

const trouble = (name: Trouble['name'], since: number, lastAt: number): Trouble => ({
  ...{ name, subject: '', reason: '', count: 2, realm: null },
  since: AT - since * 1000,
  lastAt: AT - lastAt * 1000,
})

test('the most severe incidents come first, and among them what goes on before what may be over', () => {
  const all = [
    trouble('loop-blocked', 200, 100),
    trouble('storage-slow', 10, 5),
    trouble('queue-paused', 300, 0),
    trouble('redis-slow', 60, 1),
    trouble('postgres-away', 2, 1),
  ]
  expect(all.sort(byUrgency(AT)).map(({ name }) => name)).toEqual([
    'postgres-away',
    'redis-slow',
    'storage-slow',
    'loop-blocked',
    'queue-paused',
  ])
})

test('the page says how old the newest sign is when the incident may be over', () => {
  const shown = (lastAt: number) => {
    const incident = {
      severity: 'warning',
      sentence: 'It stood still.',
      remedy: 'Look.',
      link: '/x',
    } as const
    const { name, since, count, reason, ...rest } = trouble('loop-blocked', 200, lastAt)
    return incidentsAsHtml([{ ...incident, name, since, count, reason, lastAt: rest.lastAt }], AT).text
  }
  expect(shown(100)).toContain('(3 min), 2 times, the newest sign 100 s ago.')
  expect(shown(29)).toContain('(3 min), 2 times.')
})
