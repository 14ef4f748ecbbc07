import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ENTITIES } from '../../core/entities.ts'
import { describeDataModel } from './describe.ts'

test('docs/data-model.md is the output of npm run data-model', async () => {
  const written = await readFile(new URL('../../docs/data-model.md', import.meta.url), 'utf8')
  expect(written).toBe(await describeDataModel())
})

test('every table has a description', () => {
  const silent = ENTITIES.filter((entity) => !/^[A-Z`].*\.$/s.test(entity.meta.comment ?? ''))
  expect(silent.map((entity) => entity.meta.tableName)).toEqual([])
})

test('every comment on a column is a sentence or a phrase with a full stop', () => {
  const columns = ENTITIES.flatMap((entity) =>
    Object.entries(entity.meta.properties as Record<string, { comment?: string }>).map(
      ([name, { comment }]) => [`${entity.meta.tableName}.${name}`, comment] as const,
    ),
  )
  expect(columns.filter(([, comment]) => comment !== undefined && !comment.endsWith('.'))).toEqual([])
})
