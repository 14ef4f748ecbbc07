import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = 'gateway/web'
const HANDLES_KEYS = /\bonKey(?:Down|Up|Press)\b|['"]key(?:down|up|press)['"]|\bKeyboardEvent\b/
/** Looks for an element in the whole page. */
const FINDS = /\bdocument\s*\.\s*(?:querySelector|getElement|evaluate\b|elementsFromPoint)/
/** Does what a click, a key or a form would do. */
const PRESSES = /\.click\(\)|\brequestSubmit\(|\bdispatchEvent\(/

/** Files that look for an element and call no verb of it. */
const MAY_FIND: Readonly<Record<string, string>> = {
  'message/focus.ts': 'moves the focus between messages and between lines',
  'parts/floating/keep-focus.ts': 'gives the focus back',
  'parts/floating/layers.ts': 'asks whether a dialog or a menu is open',
  'parts/held/saved-meanwhile.tsx': 'brings the focus to a choice',
  'tour/tour.tsx': 'places a hint beside what it explains',
}
/** Files that press an element of their own, because browsers offer no verb. */
const MAY_PRESS: Readonly<Record<string, string>> = {
  'compose/composer.tsx': 'opens the chooser of files',
  'paste/text-edit.ts': 'tells the field that its text has changed',
}

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(WEB, file))
const textOf = (file: string) => readFileSync(file, 'utf8')
const isOfKeys = (file: string) => file.startsWith(`${WEB}/keyboard/`)

/** The files whose functions a file calls. */
const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^import (?!type)[^']*'(\.[^']+\.tsx?)'/gm)].map(([, path]) =>
    join(dirname(file), path!),
  )

/** Every file that handles keys, and those whose functions it or a shortcut calls. */
const handlers = files.filter((file) => isOfKeys(file) || HANDLES_KEYS.test(textOf(file)))
const called = handlers.flatMap(importsOf).filter((file) => files.includes(file))
const looked = [...new Set([...handlers, ...called])].sort()

const withMatch = (pattern: RegExp) =>
  looked.filter((file) => pattern.test(textOf(file))).map((file) => file.slice(WEB.length + 1))

test('the places that handle keys are found', () => {
  for (const file of [
    'keyboard/shortcuts.ts',
    'compose/composer.tsx',
    'find/search-box.tsx',
    'tour/tour.tsx',
  ])
    expect(handlers).toContain(join(WEB, file))
  // Shortcuts call their functions.
  for (const file of ['message/focus.ts', 'parts/commands.ts', 'store/verbs/flag-messages.ts'])
    expect(called).toContain(join(WEB, file))
})

test('a key calls a verb, and looks for no element in the page', () => {
  expect(withMatch(FINDS)).toEqual(Object.keys(MAY_FIND))
})

test('a key presses no element', () => {
  expect(withMatch(PRESSES)).toEqual(Object.keys(MAY_PRESS))
})
