import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FORMER_FILES_DAYS, FORMER_FILES_MIB } from '../../../config/limits.ts'
import { formerFiles, publishBuild } from '../../../gateway/static/publish-build.ts'

const DAY_MS = 24 * 3600 * 1000

let root: string
let published: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-'))
  published = join(root, 'web')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Publishes a build of these files on a day. */
function publish(files: Readonly<Record<string, string>>, day: number): void {
  const build = join(root, 'web-new')
  mkdirSync(join(build, '.vite'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(build, name), text)
  publishBuild(build, published, ['index.html'], day * DAY_MS)
}

const names = () => readdirSync(published).filter((name) => !name.startsWith('.'))

test('a build keeps the files of the former one for some days, and says which they are', () => {
  publish({ 'index.html': 'a', 'a.js': 'a', 'a.js.br': 'a', '.vite/manifest.json': '{}' }, 0)
  expect([...formerFiles(published)]).toEqual([])
  publish({ 'index.html': 'b', 'b.js': 'b', '.vite/manifest.json': '{"b":1}' }, 100)
  expect(names()).toEqual(['a.js', 'a.js.br', 'b.js', 'index.html'])
  expect([...formerFiles(published)]).toEqual(['a.js', 'a.js.br'])
  expect(readFileSync(join(published, 'index.html'), 'utf8')).toBe('b')
  expect(readFileSync(join(published, '.vite/manifest.json'), 'utf8')).toBe('{"b":1}')

  publish({ 'index.html': 'c', 'c.js': 'c' }, 100 + FORMER_FILES_DAYS - 1)
  expect(names()).toEqual(['a.js', 'a.js.br', 'b.js', 'c.js', 'index.html'])
  publish({ 'index.html': 'd', 'd.js': 'd' }, 100 + FORMER_FILES_DAYS)
  expect(names()).toEqual(['b.js', 'c.js', 'd.js', 'index.html'])
})

test('a file that comes back belongs to the build again', () => {
  publish({ 'index.html': 'a', 'a.js': 'a' }, 0)
  publish({ 'index.html': 'b', 'b.js': 'b' }, 1)
  publish({ 'index.html': 'a', 'a.js': 'a' }, 2)
  expect([...formerFiles(published)]).toEqual(['b.js'])
  publish({ 'index.html': 'c' }, 2 + FORMER_FILES_DAYS)
  expect(names()).toEqual(['a.js', 'index.html'])
})

test('former files need a bounded room: those that left last stay', () => {
  const text = 'x'.repeat((FORMER_FILES_MIB / 4) * 1024 * 1024)
  for (let build = 0; build < 8; build++) publish({ 'index.html': '', [`${build}.js`]: text }, build / 100)
  expect(names()).toEqual(['3.js', '4.js', '5.js', '6.js', '7.js', 'index.html'])
})
