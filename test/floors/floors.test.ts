import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Floors } from '../../floors.ts'
import { checkFloors } from './check-floors.ts'

const FLOORS: Floors = {
  roots: ['house', 'cellar'],
  order: { '.': ['house', 'cellar'], house: ['attic', ['east', 'west'], 'shared.ts'] },
  maxFiles: 3,
  packages: { bullmq: ['cellar'] },
  closed: { 'house/attic': { imports: ['house/shared.ts'], doors: ['house/attic/door.ts'] } },
}

/** A house without faults. */
const HOUSE: Readonly<Record<string, string>> = {
  'house/roof.ts': "import { attic } from './attic/attic.ts'\nimport '../cellar/cellar.ts'",
  'house/shared.ts': 'export type Shared = string',
  'house/attic/attic.ts': "export type { Shared } from '../shared.ts'",
  'house/attic/door.ts': "import { east } from '../east/east.ts'",
  'house/east/east.ts': "import type { Shared } from '../shared.ts'\nexport const east = 1",
  'house/west/west.ts': 'export const west = 1',
  'cellar/cellar.ts': "import { Queue } from 'bullmq'",
}

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

const faultsOf = (files: Record<string, string>, floors: Floors = FLOORS): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'floors-'))
  roots.push(root)
  for (const [path, text] of Object.entries({ ...HOUSE, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkFloors(root, floors)
}

test('imports that point down are no fault', () => {
  expect(faultsOf({})).toEqual([])
})

describe('an import that points up', () => {
  const fault =
    'imports house/attic/attic.ts, but house/attic stands above house/west. ' +
    'Imports point down only, types included.'

  test.each([
    ['of values', "import { attic } from '../attic/attic.ts'"],
    ['of types', "import type { Attic } from '../attic/attic.ts'"],
    ['for its effect', "import '../attic/attic.ts'"],
    ['that is dynamic', "const attic = await import('../attic/attic.ts')"],
    ['of a type in place', "type Attic = import('../attic/attic.ts').Attic"],
    ['with a query', "import attic from '../attic/attic.ts?raw'"],
    ['of an export', "export { attic } from '../attic/attic.ts'"],
    ['of an exported type', "export type { Attic } from '../attic/attic.ts'"],
    ['of all exports', "export * from '../attic/attic.ts'"],
  ])('%s names file and line', (_, text) => {
    expect(faultsOf({ 'house/west/west.ts': `// west\n${text}` })).toEqual([`house/west/west.ts:2: ${fault}`])
  })

  test('in a file of components', () => {
    const text =
      "const Attic = lazy(() => import('../attic/attic.ts'))\nexport const West = () => <p>It's</p>"
    expect(faultsOf({ 'house/west/west.tsx': text })).toEqual([`house/west/west.tsx:1: ${fault}`])
  })

  test('to a file of the folder above', () => {
    expect(faultsOf({ 'house/west/west.ts': "import '../roof.ts'" })).toEqual([
      'house/west/west.ts:1: imports house/roof.ts, but house/roof.ts stands above house/west. ' +
        'Imports point down only, types included.',
    ])
  })

  test('from a file with a floor to one above it', () => {
    expect(faultsOf({ 'house/shared.ts': "import './roof.ts'" })).toEqual([
      'house/shared.ts:1: imports house/roof.ts, but house/roof.ts stands above house/shared.ts. ' +
        'Imports point down only, types included. This closes a circle of folders: ' +
        'house/roof.ts:1 imports house/attic/attic.ts, house/attic/attic.ts:1 imports house/shared.ts.',
    ])
  })

  test('from the other files of a folder that stand below its folders', () => {
    const order = { ...FLOORS.order, cellar: ['wine', '*'] }
    const files = { 'cellar/wine/wine.ts': "import '../cellar.ts'", 'cellar/door.ts': "import './cellar.ts'" }
    expect(faultsOf(files, { ...FLOORS, order })).toEqual([])
    expect(faultsOf({ ...files, 'cellar/door.ts': "import './wine/wine.ts'" }, { ...FLOORS, order })).toEqual(
      [
        'cellar/door.ts:1: imports cellar/wine/wine.ts, but cellar/wine stands above cellar/door.ts. ' +
          'Imports point down only, types included. This closes a circle of folders: ' +
          'cellar/wine/wine.ts:1 imports cellar/cellar.ts.',
      ],
    )
  })

  test('out of a folder of the root', () => {
    expect(faultsOf({ 'cellar/cellar.ts': "import '../house/west/west.ts'" })).toEqual([
      'cellar/cellar.ts:1: imports house/west/west.ts, but house stands above cellar. ' +
        'Imports point down only, types included. This closes a circle of folders: ' +
        'house/roof.ts:2 imports cellar/cellar.ts.',
    ])
  })
})

test('an import between folders side by side is a fault', () => {
  expect(faultsOf({ 'house/west/west.ts': "import '../east/east.ts'" })).toEqual([
    'house/west/west.ts:1: imports house/east/east.ts, but house/east stands beside house/west. ' +
      'Imports point down only, types included.',
  ])
})

test('a circle of folders is shown whole', () => {
  const faults = faultsOf(
    {
      'house/attic/attic.ts': "import '../east/east.ts'",
      'house/east/east.ts': "import '../west/west.ts'",
      'house/west/west.ts': "\nimport '../attic/attic.ts'",
    },
    { ...FLOORS, order: { ...FLOORS.order, house: ['attic', 'east', 'west', 'shared.ts'] }, closed: {} },
  )
  expect(faults).toEqual([
    'house/west/west.ts:2: imports house/attic/attic.ts, but house/attic stands above house/west. ' +
      'Imports point down only, types included. This closes a circle of folders: ' +
      'house/attic/attic.ts:1 imports house/east/east.ts, house/east/east.ts:1 imports house/west/west.ts.',
  ])
})

describe('the table', () => {
  test('names every folder that holds code', () => {
    expect(faultsOf({ 'house/north/north.ts': '', 'house/pictures/logo.svg': '' })).toEqual([
      'floors.ts: house/north has no floor.',
    ])
  })

  test('has an order for every folder with folders', () => {
    expect(faultsOf({ 'cellar/wine/wine.ts': '' })).toEqual([
      'floors.ts: cellar has folders (wine) but no order.',
    ])
  })

  test('names nothing else', () => {
    const order = { ...FLOORS.order, cellar: ['wine'] }
    expect(faultsOf({}, { ...FLOORS, order })).toEqual(['floors.ts: cellar/wine does not exist.'])
  })
})

test('a folder holds a limited number of files', () => {
  const files = { 'cellar/a.css': '', 'cellar/b.ts': '', 'cellar/c.ts': '' }
  expect(faultsOf(files)).toEqual(['cellar: 4 files. A folder holds at most 3.'])
})

test('a package may be kept to a folder', () => {
  expect(faultsOf({ 'house/roof.ts': "import type { Queue } from 'bullmq'" })).toEqual([
    'house/roof.ts:1: only cellar may import bullmq.',
  ])
})

test('a closed folder imports only what it declares', () => {
  expect(faultsOf({ 'house/attic/attic.ts': "import { east } from '../east/east.ts'" })).toEqual([
    'house/attic/attic.ts:1: imports house/east/east.ts. house/attic imports itself, house/shared.ts and ' +
      'packages. Other imports stand in house/attic/door.ts.',
  ])
})
