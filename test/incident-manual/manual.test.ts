import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withIncidents } from './manual.ts'

test('docs/operations.md has every incident as the catalogue has it (npm run incidents)', async () => {
  const manual = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  expect(manual).toBe(withIncidents(manual))
})
