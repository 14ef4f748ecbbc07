import { RE2JS } from 're2js'
import { parseTemplate } from 'url-template'
import { SPACELESS_CLASS_RE2 } from '../../platform/text/word-edges.ts'
import {
  badRegularExpression,
  groupMissingInPattern,
  groupMissingInTemplate,
  invalidUrlTemplate,
} from './errors.ts'
import { templateVariables } from './template.ts'

/** The largest number of instructions of a linkifier's compiled expression. */
export const maxLinkifierProgram = 1_000

/** A pattern that becomes a link (spec.md "Linkifier"). */
export interface Linkifier {
  readonly id: number
  /** A regular expression in Python's dialect, as far as RE2 supports it; groups may have names. */
  readonly pattern: string
  /** RFC 6570, over the names of the pattern's groups. */
  readonly urlTemplate: string
}

export interface CompiledLinkifier {
  /** Matches the pattern with its required surroundings; the first group becomes the link. */
  readonly expression: RE2JS
  /** Instructions of the compiled expression. */
  readonly size: number
  /** The address for the values of the matched groups; undefined when the template cannot be expanded. */
  url(values: Readonly<Record<string, string>>): string | undefined
  readonly groups: readonly string[]
}

/**
 * The characters that must surround a match: punctuation, symbols, and letters of scripts without spaces. RE2
 * has no lookaround, so they are part of the match. `symbol` stands for an emoji, which a variation selector
 * may follow.
 */
export const symbol = '\u0003'
const before = `(?:^|[\\s\\x{85}'"(,:<${symbol}\\x{fe0f}\\x{200b}\\x{feff}${SPACELESS_CLASS_RE2}]|[^\\x00-\\x7f\\pL\\pN\\pM\\pC])`
const after = `(?:$|[^\\pL\\pN\\pM]|[${SPACELESS_CLASS_RE2}])`

/**
 * Compiles a linkifier. Throws an error for its author: an invalid or too large expression, an invalid
 * template, or a group that only one of the two has.
 */
export function compileLinkifier({
  pattern,
  urlTemplate,
}: Pick<Linkifier, 'pattern' | 'urlTemplate'>): CompiledLinkifier {
  const groups = Object.keys(compileExpression(pattern).namedGroups())
  const variables = templateVariables(urlTemplate)
  if (variables === undefined) throw invalidUrlTemplate()
  for (const name of groups) {
    if (!variables.has(name)) {
      throw groupMissingInTemplate(name)
    }
  }
  for (const name of variables) {
    if (!groups.includes(name)) {
      throw groupMissingInPattern(name)
    }
  }
  const template = parseTemplate(urlTemplate)
  const expression = compileExpression(`${before}(${pattern})${after}`)
  return {
    expression,
    size: expression.programSize(),
    groups,
    url: (values) => {
      try {
        return template.expand(values)
      } catch {
        // A prefix such as {name:1} may end within a surrogate pair.
        return undefined
      }
    },
  }
}

function compileExpression(pattern: string): RE2JS {
  let expression: RE2JS
  try {
    expression = RE2JS.compile(pattern)
  } catch (error) {
    throw badRegularExpression((error as Error).message)
  }
  if (expression.programSize() > maxLinkifierProgram) throw badRegularExpression('too large')
  return expression
}

const compiledLists = new WeakMap<readonly Linkifier[], readonly CompiledLinkifier[]>()

/** Compiled linkifiers, cached for each list. Omits linkifiers that do not compile. */
export function compiledLinkifiers(linkifiers: readonly Linkifier[]): readonly CompiledLinkifier[] {
  let compiled = compiledLists.get(linkifiers)
  if (compiled === undefined) {
    compiled = linkifiers.flatMap((linkifier) => {
      try {
        return [compileLinkifier(linkifier)]
      } catch {
        return []
      }
    })
    compiledLists.set(linkifiers, compiled)
  }
  return compiled
}
