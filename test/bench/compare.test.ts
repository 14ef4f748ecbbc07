import { expect, test } from 'vitest'
import { comparedFigures } from './compare.ts'
import type { Figure } from './report.ts'
import { printTable, reportedFigures } from './report.ts'
import type { Run } from './run-all.ts'

const figure = (row: string, value: number): Figure => ({ table: 'messages', row, column: '/s', value })
const run = (benches: Run['benches']): Run => ({
  ...{ commit: 'a', startedAt: '2026-01-01T00:00:00Z', node: 'v24', processors: '2 × any' },
  benches,
})

test('shows each figure of two runs, and the second in relation to the first', () => {
  const first = run({ send: [figure('one', 100), figure('gone', 7)] })
  const second = run({ send: [figure('new', 9), figure('one', 150)] })
  expect(comparedFigures(first, second)).toEqual(
    new Map([
      [
        'send',
        [
          { name: 'messages · one · /s', first: 100, second: 150, ratio: 1.5 },
          { name: 'messages · gone · /s', first: 7, second: undefined, ratio: undefined },
          { name: 'messages · new · /s', first: undefined, second: 9, ratio: undefined },
        ],
      ],
    ]),
  )
})

test('shows a benchmark that only one run has', () => {
  const compared = comparedFigures(run({ read: [figure('one', 1)] }), run({ jobs: [figure('one', 2)] }))
  expect([...compared.keys()]).toEqual(['read', 'jobs'])
  expect(compared.get('jobs')).toEqual([
    { name: 'messages · one · /s', first: undefined, second: 2, ratio: undefined },
  ])
})

test('a table that is printed leaves its numbers for the file, and no texts or empty cells', () => {
  const before = reportedFigures().length
  printTable(
    'uploads',
    ['MiB/s', 'note'],
    [
      ['cat', [1010, 0], 'fast'],
      ['nginx', undefined],
    ],
  )
  expect(reportedFigures().slice(before)).toEqual([
    { table: 'uploads', row: 'cat', column: 'MiB/s', value: 1010 },
  ])
})
