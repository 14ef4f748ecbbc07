import { expect, test } from 'vitest'
import { describeEnvironment } from '../../config/print.ts'
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
