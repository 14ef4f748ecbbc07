import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMINISTRATION } from './administration.ts'
import { OVERVIEW } from './overview.ts'
import { LAPTOP, SIZES, VIEWS } from './views.ts'

const IMAGES = new URL('../../docs/images/', import.meta.url)
const MAX_BYTES = 3 * 2 ** 20
const text = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

test('every view has its pictures, and all of docs/images has at most 3 MiB', () => {
  const names = readdirSync(IMAGES)
  const expected = [
    ...VIEWS.flatMap(({ name }) => SIZES.map(([width]) => `${name}-${width}.webp`)),
    ...[...ADMINISTRATION, OVERVIEW].map(({ name }) => `${name}-${LAPTOP[0]}.webp`),
  ]
  expect(names.filter((name) => name.endsWith('.webp')).sort()).toEqual(expected.sort())
  const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, IMAGES)).size, 0)
  expect(bytes).toBeLessThan(MAX_BYTES)
})

test('the guide for administrators shows its pages, each with its alternative text', () => {
  for (const { name, text: alternative } of ADMINISTRATION)
    expect(text('administration.md')).toContain(`![${alternative}](images/${name}-${LAPTOP[0]}.webp)`)
})

test('the README shows the overview of operators', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`![${OVERVIEW.text}](docs/images/${OVERVIEW.name}-${LAPTOP[0]}.webp)`)
})
