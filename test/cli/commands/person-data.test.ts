import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries } from '../../harness/archives.ts'
import { programOf } from '../../harness/programs.ts'
import { World } from '../../harness/world.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await World.create()
  folder = await mkdtemp(join(tmpdir(), 'loquat-test-person-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world?.close()
})

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [programOf('cli/loquat.ts'), 'person-data', ...args],
      { env: { PATH: process.env.PATH, ...world.env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

test('a person is exported to a file, and erased after that', { timeout: 300_000 }, async () => {
  const file = join(folder, 'zoe.zip')
  const done = await run('zoe@demo.test', '--output', file, '--erase', 'keep-messages')
  expect(done.stdout).toBe(`Exported the data of Zoe to ${file}\nErased Zoe; a worker deletes the files\n`)
  expect(done.code).toBe(0)
  expect(await readdir(folder)).toEqual(['zoe.zip'])
  const entries = await readEntries(file)
  expect(JSON.parse(entries.get('profile.ndjson')!.toString())).toMatchObject({
    delivery_email: 'zoe@demo.test',
  })
  const [person] = await world.sql('SELECT full_name, is_active FROM user_account WHERE id = $1', [
    world.userId('zoe'),
  ])
  expect(person).toEqual({ full_name: `Deleted user ${world.userId('zoe')}`, is_active: false })
  expect(await world.sql("SELECT name FROM job_outbox WHERE name = 'erase-person'")).toHaveLength(1)
})

test('what cannot be done is said, and nothing is written', { timeout: 300_000 }, async () => {
  const file = join(folder, 'nobody.zip')
  for (const [args, reason] of [
    [['hamlet@demo.test'], 'Say what to do: --output <file>, --erase <messages>, or both'],
    [['nobody@demo.test', '--output', file], /^No user of .* has the address "nobody@demo.test"$/],
    [['hamlet@demo.test', '--output', join(folder, 'zoe.zip')], /already exists$/],
    [['desdemona@demo.test', '--erase', 'keep-messages'], 'Cannot erase the only organization owner'],
    [['hamlet@demo.test', '--erase', 'some'], /Allowed choices are keep-messages, delete-messages/],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([1, ''])
    if (typeof reason === 'string') expect(stderr).toBe(`${reason}\n`)
    else expect(stderr.trimEnd()).toMatch(reason)
  }
  expect(await readdir(folder)).toEqual(['zoe.zip'])
})
