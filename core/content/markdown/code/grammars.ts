import { createRequire } from 'node:module'
import { LANGUAGES } from './languages.ts'

type Core = typeof import('refractor/core')
type Grammar = typeof import('refractor/python')

const require = createRequire(import.meta.url)

/**
 * These grammars change other grammars. Every process registers them first and in this order. So code looks
 * the same in every process.
 */
const FIRST = ['css', 'javascript', 'graphql', 'markdown']

/**
 * The highlighter with a grammar that `languages.ts` names. Loads both at their first use, because most
 * processes show little code, and all grammars take several MiB. Loads all of them for Markdown, which
 * highlights blocks of code in all registered languages. Throws when there is no such grammar.
 */
export function highlighterOf(grammar: string): Core['refractor'] {
  const { refractor } = require('refractor/core') as Core
  const needed =
    grammar === 'markdown' ? [...LANGUAGES].flatMap((language) => language.grammar ?? []) : [grammar]
  for (const name of [...FIRST, ...needed]) {
    if (!refractor.registered(name)) {
      refractor.register((require(`refractor/${name}`) as Grammar).default)
    }
  }
  return refractor
}
