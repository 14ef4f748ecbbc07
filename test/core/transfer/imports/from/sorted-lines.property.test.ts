import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SortedLines } from '../../../../../core/transfer/imports/from/reading/sorted-lines.ts'
import { checkProperty } from '../../../../harness/property.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-sorted-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function sorted(lines: readonly { key: number; text: string }[], maxCharacters: number) {
  const list = new SortedLines(folder, 'lines', maxCharacters)
  for (const { key, text } of lines) await list.add(key, text)
  const read: { key: number; text: string }[] = []
  for await (const line of list.read()) read.push(line)
  expect(await readdir(folder)).toEqual([])
  return read
}

test('any lines are sorted as in memory, and equal numbers keep their order', async () => {
  const line = fc.record({
    key: fc.integer({ min: 0, max: 20 }),
    text: fc
      .oneof(fc.string(), fc.constantFrom('\u2028', 'ü 面', '"a b"'))
      .map((text) => JSON.stringify(text)),
  })
  // Few characters make many files, which are joined; more keep all lines in memory.
  const cases = fc.record({
    lines: fc.array(line, { maxLength: 150 }),
    maxCharacters: fc.constantFrom(1, 100, 1_000, 1_000_000),
  })
  await checkProperty(cases, 40, async ({ lines, maxCharacters }) => {
    expect(await sorted(lines, maxCharacters)).toEqual([...lines].sort((a, b) => a.key - b.key))
  })
})

test('lines that are longer than a block are whole', async () => {
  const lines = [3, 1, 2, 1].map((key, n) => ({ key, text: JSON.stringify(`${n}ü`.repeat(300_000)) }))
  expect(await sorted(lines, 1)).toEqual([...lines].sort((a, b) => a.key - b.key))
})
