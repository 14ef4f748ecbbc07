import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../../harness/programs.ts'
import { World } from '../../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world?.close())

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [programOf('cli/loquat.ts'), 'merge-people', ...args],
      { env: { PATH: process.env.PATH, ...world.env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

test('two accounts are checked, and then merged by a worker', { timeout: 300_000 }, async () => {
  const checked = await run('zoe@demo.test', 'hamlet@demo.test', '--check')
  expect(checked).toMatchObject({ code: 0, stderr: '' })
  expect(checked.stdout).toContain('Zoe would be deactivated. King Hamlet would get:\n')
  expect(checked.stdout).toMatch(/^ {2}\d+ messages$/m)
  expect(checked.stdout).toMatch(/^Would be lost: name, address, .* Also:\n {2}0 profile fields/m)
  expect(await world.sql('SELECT FROM account_merge')).toEqual([])
  const done = await run('zoe@demo.test', 'hamlet@demo.test')
  expect(done.stdout).toBe('Deactivated Zoe; a worker moves everything to King Hamlet\n')
  expect(await world.sql('SELECT from_id, into_id, acting_user_id FROM account_merge')).toEqual([
    { from_id: world.userId('zoe'), into_id: world.userId('hamlet'), acting_user_id: null },
  ])
  expect(await world.sql("SELECT name FROM job_outbox WHERE name = 'merge-accounts'")).toHaveLength(1)
})

test('what cannot be merged is said, and nothing changes', { timeout: 300_000 }, async () => {
  for (const [args, reason] of [
    [['nobody@demo.test', 'hamlet@demo.test'], /^No user of .* has the address "nobody@demo.test"$/m],
    [['hamlet@demo.test', 'hamlet@demo.test'], /^An account cannot be merged into itself$/m],
    [
      ['desdemona@demo.test', 'hamlet@demo.test'],
      /^Cannot merge the only organization owner into another account$/m,
    ],
    [['zoe@demo.test', 'hamlet@demo.test'], /^The account was merged into another one$/m],
    [['hamlet@demo.test'], /missing required argument 'into'/],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(reason)
  }
  expect(await world.sql('SELECT FROM account_merge')).toHaveLength(1)
})
