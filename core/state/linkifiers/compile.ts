import { RE2JS } from 're2js'
import { parseTemplate } from 'url-template'
import {
  badRegularExpression,
  groupMissingInPattern,
  groupMissingInTemplate,
  invalidUrlTemplate,
} from './errors.ts'
import { templateVariables } from './template.ts'

/** Instructions of a linkifier's compiled expression. */
export const maxLinkifierProgram = 1_000

/** What a realm makes links of (spec.md "Linkifier"). */
export interface Linkifier {
  readonly id: number
  /** Regular expression in Python's dialect, as far as RE2 has it; its groups may have names. */
  readonly pattern: string
  /** RFC 6570, over the names of the pattern's groups. */
  readonly urlTemplate: string
}

export interface CompiledLinkifier {
  /** Finds it with what has to stand around it; the first group is what becomes a link. */
  readonly expression: RE2JS
  /** Instructions of the compiled expression. */
  readonly size: number
  /** The address for the values of the groups that took part; undefined when it cannot be written. */
  url(values: Readonly<Record<string, string>>): string | undefined
  readonly groups: readonly string[]
}

/** What has to stand before a match and after it; RE2 cannot look around, so they are matched too. */
const before = String.raw`(?:^|\s|\x{85}|\pZ|['"(,:<])`
const after = String.raw`(?:$|[^\pL\pN])`

/**
 * Compiles a linkifier, or throws the error that whoever enters it is to see: a bad or too large
 * expression, a bad template, a group that only one of the two has.
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
        // A prefix such as {name:1} may end in half a character.
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

/** A realm's linkifiers, compiled once for each list; those that do not compile are left out. */
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
