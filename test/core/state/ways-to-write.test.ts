import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Paths of the sources that contain the text. */
const sourcesWith = (text: string): string[] =>
  ['core', 'gateway', 'workers', 'storage', 'cli'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`)
      .filter((path) => readFileSync(`${ROOT}${path}`, 'utf8').includes(text)),
  )

test('only the ways to write of Core lock an organization and bring memory up to date', () => {
  expect(sourcesWith('.lockAndSync(')).toEqual(['core/state/core.ts'])
})

test('only Core commits', () => {
  expect(sourcesWith('commitLocked').sort()).toEqual([
    'core/platform/transactions/transact.ts',
    'core/state/core.ts',
  ])
})
