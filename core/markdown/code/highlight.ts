import { withinPatience } from '../deadline.ts'
import type { RenderState } from '../state.ts'
import { refractor } from './grammars.ts'
import { Spans } from './spans.ts'
import { type Surroundings, tokenClass } from './token-class.ts'

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
    const tokens = isShort ? read() : withinPatience(state.patience, read)
    return tokens && write(tokens, grammar)
  } catch {
    return undefined
  }
}

function write(tokens: readonly Token[], grammar: string): string {
  const spans = new Spans()
  let wordBefore = ''
  const writeToken = (token: Token, within: string) => {
    if (token.type === 'text') {
      spans.add(token.value, within)
      wordBefore = wordAtEnd(token.value) ?? wordBefore
    } else if (token.type === 'element') {
      const className = classOf(token.properties.className, token.children, { grammar, wordBefore, within })
      for (const child of token.children) writeToken(child, className)
    }
  }
  for (const token of tokens) writeToken(token, '')
  return spans.end()
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
