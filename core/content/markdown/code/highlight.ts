import { withinPatience } from '../deadline.ts'
import type { RenderState } from '../state.ts'
import { refractor } from './grammars.ts'
import { pythonParts } from './python.ts'
import { type Part, spansOf } from './spans.ts'
import { nameClass, type Surroundings, tokenClass } from './token-class.ts'

type Token = ReturnType<typeof refractor.highlight>['children'][number]

/**
 * Code as HTML in which tokens have Pygments' classes, line by line; undefined when that would take
 * longer than the message's code may.
 */
export function highlight(code: string, grammar: string, state: RenderState): string | undefined {
  const read = () => refractor.highlight(code, grammar).children
  const isShort = code.length ** 2 <= state.squaredCodeLeft
  if (isShort) state.squaredCodeLeft -= code.length ** 2
  try {
    const tokens = isShort ? read() : withinPatience(state.budget, read)
    return tokens && write(tokens, grammar)
  } catch {
    return undefined
  }
}

function write(tokens: readonly Token[], grammar: string): string {
  const parts: Part[] = []
  let wordBefore = ''
  const writeToken = (token: Token, within: string) => {
    if (token.type === 'text') {
      parts.push({ text: token.value, className: classOfText(token.value, within) })
      wordBefore = wordAtEnd(token.value) ?? wordBefore
    } else if (token.type === 'element') {
      const className = classOf(token.properties.className, token.children, { grammar, wordBefore, within })
      for (const child of token.children) writeToken(child, className)
    }
  }
  for (const token of tokens) writeToken(token, '')
  return spansOf(grammar === 'python' ? pythonParts(parts) : withNames(parts, nameClass(grammar)))
}

/** Space between the parts of a tag or of an expression belongs to none of them; in texts and comments it does. */
const classOfText = (text: string, within: string): string =>
  text.trim() === '' && !/^[sc]/.test(within) ? '' : within

/** Plain words are names: with `name` as their class, where the grammar has one. */
function withNames(parts: readonly Part[], name: string | undefined): readonly Part[] {
  if (name === undefined) return parts
  return parts.flatMap((part) => {
    if (part.className !== '') return part
    const pieces = part.text.match(/[\p{L}_$][\p{L}\p{N}_$]*|[^\p{L}_$]+/gu) ?? []
    return pieces.map((text) => ({ text, className: /^[\p{L}_$]/u.test(text) ? name : '' }))
  })
}

function classOf(names: unknown, children: readonly Token[], surroundings: Surroundings): string {
  // The first name is `token`.
  const types = Array.isArray(names) ? names.slice(1).map(String) : []
  return tokenClass(types, textOf(children), surroundings) ?? surroundings.within
}

/** The first text in it, by which classes are told apart. */
function textOf(children: readonly Token[]): string {
  const [first] = children
  if (first === undefined) return ''
  return first.type === 'text' ? first.value : first.type === 'element' ? textOf(first.children) : ''
}

/** The last word, if only spaces follow it; undefined when there is nothing but spaces. */
function wordAtEnd(text: string): string | undefined {
  const trimmed = text.trimEnd()
  if (trimmed === '') return undefined
  return /[\w$]*$/.exec(trimmed.slice(-20))![0]
}
