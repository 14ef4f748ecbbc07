import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '../../../../../core/platform/db/migrations/index.ts'

const names = migrations.map((migration) => migration.name)

test('migrations are in the order of the times at which they were written', () => {
  expect(names.filter((name) => !/^\d{14}-[a-z-]+$/.test(name))).toEqual([])
  expect(names).toEqual([...new Set(names)].sort())
})

test('every migration has a test of its own, from the former schema with data in it', () => {
  const untested = names.filter((name) => !existsSync(new URL(`${name}.test.ts`, import.meta.url)))
  expect(untested).toEqual([])
})
