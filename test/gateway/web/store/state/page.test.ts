import { readdirSync, readFileSync } from 'node:fs'
import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { eachPage, Page } from '../../../../../gateway/web/store/state/page.ts'
import { stateOfModule } from './state-of-modules.ts'

/** What the window or the browser has once, whatever runs in it. */
const OF_THE_WINDOW: ReadonlyMap<string, string> = new Map([
  ['client/csrf-token.ts', 'The session is a cookie of the browser'],
  ['saving/after-press.ts', 'Whether a pointer is pressed'],
  ['model/current-route.ts', 'The address'],
  ['parts/input-method.ts', 'The field in which an input method composes'],
  ['parts/floating/back-closes.ts', 'The history'],
  ['store/requests/first-requests.ts', 'Sent by a script before there is a client'],
  ['store/requests/server.ts', 'The session is a cookie of the browser'],
  ['texts/server-texts.ts', 'The language'],
])

const FOLDER = 'gateway/web'

test('a client keeps its state in the store or the page, not in modules', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('client/examples/'),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = new Map(
    files.flatMap((file) => {
      const state = stateOfModule(file, readFileSync(`${FOLDER}/${file}`, 'utf8'))
      return state.length === 0 ? [] : [[file, state] as const]
    }),
  )
  expect([...found].filter(([file]) => !OF_THE_WINDOW.has(file))).toEqual([])
  expect([...OF_THE_WINDOW.keys()].filter((file) => !found.has(file))).toEqual([])
})

test.each([
  ['let count = 0', '1: let count'],
  ["export const shown = signal<string>('')", '1: signal'],
  ['const all = { first: signal(0) }', '1: signal'],
  ['const double = computed(() => 2 * one.value)', '1: computed'],
  ['effect(() => draw())', '1: effect'],
  ['const known = new Map()\nexport const learn = (a) => known.set(a, 1)', '2: changes known'],
  ['const state = { isOn: false }\nfunction turnOn() { state.isOn = true }', '2: changes state'],
  ['const state = { n: 0 }\nfunction next() { state.n++ }', '2: changes state'],
  ['class List { static held = signal(0) }', '1: signal'],
  ['const list = []\nconst add = (a) => { list[0].all.push(a) }', '2: changes list'],
])('%s is state of a module', (text, found) => expect(stateOfModule('a.tsx', text)).toEqual([found]))

test.each([
  'const shown = eachPage(() => signal(0))',
  'const MOST = 5',
  'const parts = new WeakMap()\nconst keep = (a, b) => parts.set(a, b)',
  'const known = new Map()\nfunction f() { const known = new Map(); known.set(1, 2) }',
  'const known = new Map()\nconst f = ({ known }) => known.set(1, 2)',
  'function f() { let a = 0; a++ }',
  'class List { #held = signal(0) }',
  'const tool = new Tool()\ntool.escape = (text) => text',
])('%s is no state of a module', (text) => expect(stateOfModule('a.tsx', text)).toEqual([]))

test('two pages share nothing; what belongs to a page shares with it', () => {
  const count = eachPage(() => signal(0))
  const [page, other] = [new Page(), new Page()]
  count(page).value = 3
  expect([count(page).value, count({ page }).value, count(other).value]).toEqual([3, 3, 0])
})
