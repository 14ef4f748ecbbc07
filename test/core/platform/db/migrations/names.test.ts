import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from '../../../../../core/platform/db/migrations/index.ts'

const names = migrations.map((migration) => migration.name)

test('migrations are in the order of their times', () => {
  expect(names.filter((name) => !/^\d{14}-[a-z-]+$/.test(name))).toEqual([])
  expect(names).toEqual([...new Set(names)].sort())
})

test('every migration has a test that fills the former schema with data', () => {
  const files = readdirSync(fileURLToPath(new URL('.', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  })
  const tested = new Set(files.map((file) => basename(file, '.test.ts')))
  const untested = names.filter((name) => !tested.has(name))
  expect(untested).toEqual([])
})
