import { createRequire } from 'node:module'

type Core = typeof import('refractor/core')
type Grammar = typeof import('refractor/python')

const require = createRequire(import.meta.url)

/**
 * The highlighter with a grammar that `languages.ts` names. Loads both at their first use, because most processes show little code, and
 * all grammars take several MiB. Throws when there is no such grammar.
 */
export function highlighterOf(grammar: string): Core['refractor'] {
  const { refractor } = require('refractor/core') as Core
  if (!refractor.registered(grammar)) {
    refractor.register((require(`refractor/${grammar}`) as Grammar).default)
  }
  return refractor
}
