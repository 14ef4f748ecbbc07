import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = 'gateway/web'
const CATALOGUE = join(FOLDER, 'texts/en')
/** Their keys are names of settings and of entries on the wire. */
const BY_NAMES_OF_THE_WIRE = ['realm-settings.ts', 'user-settings.ts', 'audit.ts']

const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/^texts\/[^/]+\//.test(name))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
  .join('\n')

/** The names that the client reads: as a property of texts, as a string, and by taking texts apart. */
const used = new Set([
  ...[...sources.matchAll(/(?:\bt|[tT]exts|shortcuts)\??\.\s*(\w+)/g)].map(([, name]) => name!),
  ...[...sources.matchAll(/'([^'\n]+)'/g)].map(([, name]) => name!),
  ...[...sources.matchAll(/const \{([^{}]*)\} = t\b/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []),
])

test('no text of the catalogue is left that the client does not use', async () => {
  const unused: string[] = []
  for (const file of readdirSync(CATALOGUE).filter((name) => !BY_NAMES_OF_THE_WIRE.includes(name))) {
    const catalogues = (await import(pathToFileURL(join(CATALOGUE, file)).href)) as Record<string, object>
    for (const catalogue of Object.values(catalogues))
      unused.push(
        ...Object.keys(catalogue)
          .filter((key) => !used.has(key))
          .map((key) => `${file} ${key}`),
      )
  }
  expect([...new Set(unused)]).toEqual([])
})

test('a text that nobody uses would be found', () => {
  expect(used.has('inbox')).toBe(true)
  expect(used.has('noTextHasThisName')).toBe(false)
})
