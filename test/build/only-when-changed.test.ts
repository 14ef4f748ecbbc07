import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '../../build/only-when-changed.mjs'

let root: string
let builds: number

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'loquat-build-'))
  await mkdir(join(root, 'source/inner'), { recursive: true })
  await writeFile(join(root, 'source/inner/a.ts'), 'one')
  await writeFile(join(root, 'settings.json'), '{}')
  builds = 0
})
afterEach(() => rm(root, { recursive: true, force: true }))

const countBuilds = async () => void builds++
const build = (work: () => Promise<void> = countBuilds) =>
  buildWhenChanged(root, ['settings.json', 'source'], 'dist', work)

test('builds once for the same sources', async () => {
  expect(await build()).toBe(true)
  expect(await build()).toBe(false)
  expect(builds).toBe(1)
})

test.each([
  ['a file has another content', () => writeFile(join(root, 'source/inner/a.ts'), 'two')],
  ['a file is new', () => writeFile(join(root, 'source/b.ts'), '')],
  ['a file is gone', () => rm(join(root, 'source/inner/a.ts'))],
  ['a setting has changed', () => writeFile(join(root, 'settings.json'), '{ }')],
  ['the output was deleted', () => rm(join(root, 'dist'), { recursive: true })],
])('builds again when %s', async (_, change) => {
  await build()
  await change()
  expect(await build()).toBe(true)
})

test('builds again after a failure, and after a change that was taken back', async () => {
  const failing = () => build(() => Promise.reject(new Error('error TS2322')))
  await expect(failing()).rejects.toThrow('error TS2322')
  await expect(failing()).rejects.toThrow('error TS2322')
  expect(await build()).toBe(true)
  await writeFile(join(root, 'source/inner/a.ts'), 'two')
  await expect(failing()).rejects.toThrow('error TS2322')
  await writeFile(join(root, 'source/inner/a.ts'), 'one')
  expect(await build()).toBe(true)
})

test('runs one build at a time, and the second finds that nothing is left to do', async () => {
  let running = 0
  const work = async () => {
    expect(++running).toBe(1)
    await sleep(1)
    running--
    builds++
  }
  expect((await Promise.all([build(work), build(work), build(work)])).sort()).toEqual([false, false, true])
  expect(builds).toBe(1)
})

test('takes over from a build whose process is gone', async () => {
  await mkdir(join(root, 'dist'))
  await writeFile(join(root, 'dist/.building'), '4194305')
  expect(await build()).toBe(true)
  expect(existsSync(join(root, 'dist/.building'))).toBe(false)
})
