import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'gateway/web/keyboard'
/** They move the focus inside a menu, and ask whether one is open. */
const AROUND_MENUS = ['menu-keys.ts', 'use-shortcuts.ts']
const SEARCHES_PAGE = /querySelector|getElementById|getElementsBy|\.click\(\)/

test('a key calls a verb, and presses no element that it finds on the page', () => {
  const files = readdirSync(FOLDER).filter((file) => !AROUND_MENUS.includes(file))
  expect(files).toContain('shortcuts.ts')
  expect(files.filter((file) => SEARCHES_PAGE.test(readFileSync(join(FOLDER, file), 'utf8')))).toEqual([])
})
