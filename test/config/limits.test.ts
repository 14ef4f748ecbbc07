import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limitsTable } from '../../config/print-limits.ts'

test('docs/operations.md has the current limits: `npm run limits` prints the table', () => {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  expect(docs).toContain(limitsTable())
})
