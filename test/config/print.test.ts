import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_GROUPS } from '../../config/groups.ts'
import { describeEnvironment, settingsTables } from '../../config/print.ts'
import { variables } from '../../config/variables.ts'

test('every variable is listed with its default and a description', () => {
  const text = describeEnvironment({})
  for (const name of Object.keys(variables.shape)) {
    expect(text).toMatch(new RegExp(`^${name} +\\S.*\\n +\\S.*\\n +Must be \\S`, 'm'))
  }
  expect(text).toMatch(/^PORT +9991$/m)
  expect(text).toMatch(/^ROOT_URL +http:\/\/localhost:<PORT>$/m)
})

test('set values are printed, except for secrets', () => {
  const text = describeEnvironment({
    PORT: '80',
    SECRET_KEY: 'do-not-show',
    DATABASE_URL: 'postgres://u:hunter2@db/x',
  })
  expect(text).toMatch(/^PORT +9991 +now: 80$/m)
  expect(text).toMatch(/^SECRET_KEY .*now: set, not shown$/m)
  expect(text).not.toMatch(/do-not-show|hunter2/)
})

test('every variable is in one group, and the first group has ten', () => {
  const grouped = SETTING_GROUPS.flatMap(({ names }) => names)
  expect([...grouped].sort()).toEqual(Object.keys(variables.shape).sort())
  expect(SETTING_GROUPS[0]!.names).toHaveLength(10)
  const text = describeEnvironment({})
  const positions = SETTING_GROUPS.map(({ title }) => text.indexOf(`\n${title.toUpperCase()}\n`))
  expect(positions).toEqual([...positions].sort((a, b) => a - b))
  expect(positions[0]).toBeGreaterThan(0)
})

test('docs/operations.md has the current settings: `npm run config -- --markdown` prints the tables', () => {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  expect(docs).toContain(settingsTables())
})
