import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '../../../../../core/platform/db/migrations/index.ts'

const names = migrations.map((migration) => migration.name)

test('migrations are in the order of their times', () => {
  expect(names.filter((name) => !/^\d{14}-[a-z-]+$/.test(name))).toEqual([])
  expect(names).toEqual([...new Set(names)].sort())
})

test('every migration has a test that fills the former schema with data', () => {
  const untested = names.filter((name) => !existsSync(new URL(`${name}.test.ts`, import.meta.url)))
  expect(untested).toEqual([])
})
