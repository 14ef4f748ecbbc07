import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../../core/platform/text/languages.ts'

const FOLDER = 'gateway/web/texts'
const files = readdirSync(join(FOLDER, 'en'))
const others = Object.keys(LANGUAGES).filter((code) => code !== 'en')

type Texts = Readonly<Record<string, unknown>>

/** The texts of a file. The ones of the page have another name in English. */
async function read(code: string, file: string): Promise<Texts> {
  const { en, texts, ...parts } = (await import(pathToFileURL(join(FOLDER, code, file)).href)) as Texts
  return file === 'index.ts' ? { page: en ?? texts } : parts
}

/** What a text says of these numbers; undefined for one that takes lists or objects. */
function said(text: unknown, args: readonly number[]): string | undefined {
  try {
    return String((text as (...args: readonly number[]) => unknown)(...args))
  } catch {
    return undefined
  }
}

/** The texts that leave out an argument of the English one, or are empty. */
function faultsOf(path: string, english: unknown, own: unknown): string[] {
  if (typeof english === 'function') {
    const args = [23, 41, 52, 67].slice(0, english.length)
    const [expected, given] = [said(english, args), said(own, args)]
    if (expected === undefined || given === undefined) return []
    return args.filter((arg) => expected.includes(`${arg}`) && !given.includes(`${arg}`)).map(() => path)
  }
  if (typeof english !== 'object' || english === null) return own === '' && english !== '' ? [path] : []
  return Object.entries(english).flatMap(([key, text]) =>
    faultsOf(`${path}.${key}`, text, (own as Texts)[key]),
  )
}

test.each(others)('%s has every file, and its texts say what the English ones say', async (code) => {
  expect(readdirSync(join(FOLDER, code))).toEqual(expect.arrayContaining(files))
  const faults: string[] = []
  for (const file of files) {
    const [english, own] = await Promise.all([read('en', file), read(code, file)])
    for (const [name, texts] of Object.entries(english)) faults.push(...faultsOf(name, texts, own[name]))
  }
  expect(faults).toEqual([])
})
