import type { RenderState } from '../rendering/state.ts'
import { runWithinBudget } from '../rendering/time-budget.ts'
import { highlighterOf } from './grammars.ts'
import { pythonParts } from './python.ts'
import { type Part, spansOf } from './spans.ts'
import { nameClass, type TokenContext, tokenClass } from './token-class.ts'

type Token = ReturnType<ReturnType<typeof highlighterOf>['highlight']>['children'][number]

/**
 * Highlights code: returns HTML whose tokens have Pygments' classes. Returns undefined when that exceeds the
 * message's time budget or the grammar fails.
 */
export function highlight(code: string, grammar: string, state: RenderState): string | undefined {
  const refractor = highlighterOf(grammar)
  const tokenize = () => refractor.highlight(code, grammar).children
  const isShort = code.length ** 2 <= state.squaredCodeLeft
  if (isShort) state.squaredCodeLeft -= code.length ** 2
  try {
    const tokens = isShort ? tokenize() : runWithinBudget(state.budget, tokenize)
    return tokens && toHtml(tokens, grammar)
  } catch {
    return undefined
  }
}

function toHtml(tokens: readonly Token[], grammar: string): string {
  const parts: Part[] = []
  let wordBefore = ''
  const addToken = (token: Token, within: string) => {
    if (token.type === 'text') {
      parts.push({ text: token.value, className: classOfText(token.value, within) })
      wordBefore = wordAtEnd(token.value) ?? wordBefore
    } else if (token.type === 'element') {
      const className = classOf(token.properties.className, token.children, { grammar, wordBefore, within })
      for (const child of token.children) addToken(child, className)
    }
  }
  for (const token of tokens) addToken(token, '')
  return spansOf(grammar === 'python' ? pythonParts(parts) : withNames(parts, nameClass(grammar)))
}

/** White space has no class, except inside strings and comments. */
const classOfText = (text: string, within: string): string =>
  text.trim() === '' && !/^[sc]/.test(within) ? '' : within

/** Gives words without a class the class `name`. Changes nothing when `name` is undefined. */
function withNames(parts: readonly Part[], name: string | undefined): readonly Part[] {
  if (name === undefined) return parts
  return parts.flatMap((part) => {
    if (part.className !== '') return part
    const pieces = part.text.match(/[\p{L}_$][\p{L}\p{N}_$]*|[^\p{L}_$]+/gu) ?? []
    return pieces.map((text) => ({ text, className: /^[\p{L}_$]/u.test(text) ? name : '' }))
  })
}

function classOf(names: unknown, children: readonly Token[], context: TokenContext): string {
  // The first name is `token`.
  const types = Array.isArray(names) ? names.slice(1).map(String) : []
  return tokenClass(types, textOf(children), context) ?? context.within
}

/** Returns the first text inside a token. `tokenClass` depends on it. */
function textOf(children: readonly Token[]): string {
  const [first] = children
  if (first === undefined) return ''
  return first.type === 'text' ? first.value : first.type === 'element' ? textOf(first.children) : ''
}

/** Returns the word at the end, ignoring trailing white space; undefined when the text is all white space. */
function wordAtEnd(text: string): string | undefined {
  const trimmed = text.trimEnd()
  if (trimmed === '') return undefined
  return /[\w$]*$/.exec(trimmed.slice(-20))![0]
}
