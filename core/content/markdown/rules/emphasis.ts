import type { RuleInline, RuleInline2 } from 'markdown-it/lib/parser_inline.mjs'
import type Token from 'markdown-it/lib/token.mjs'
import { scanOf } from './scan.ts'

/**
 * A kind of emphasis: `*em*`, `**strong**`, `***both***` or `~~del~~`, each within one line. Underscores are
 * plain text. One or three asterisks do not emphasize text with a `^`, so that powers stay as written. Kinds
 * match in order, and text matched by an earlier kind is opaque to later ones. Nesting is therefore at most
 * four deep and the time linear.
 */
interface Kind {
  /** Matches the line's outline (see `outline`); the first group is the enclosed text. */
  readonly pattern: RegExp
  readonly markers: number
  readonly tags: readonly string[]
}

const kinds: readonly Kind[] = [
  { pattern: /\*\*\*(?! )([^*^]+)(?<! )\*\*\*/g, markers: 3, tags: ['strong', 'em'] },
  { pattern: /\*\*(.+?)\*\*/g, markers: 2, tags: ['strong'] },
  { pattern: /\*(?! )([^*^]+)(?<! )\*/g, markers: 1, tags: ['em'] },
  { pattern: /(?<!~)~~([^~]+)~~(?!~)/g, markers: 2, tags: ['del'] },
]

/** Pushes each marker character as a separate token. `pairEmphasis` pairs them. */
export const emphasis: RuleInline = (state, silent) => {
  const character = state.src[state.pos]
  if ((character !== '*' && character !== '~') || scanOf(state).inLink) return false
  if (!silent) {
    const token = state.push('text', '', 0)
    token.content = character
    token.markup = character
  }
  state.pos += 1
  return true
}

/** Turns the marker tokens that enclose text into tags, line by line. */
export const pairEmphasis: RuleInline2 = (state) => {
  let start = 0
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'softbreak') continue
    pairLine(state.tokens.slice(start, index))
    start = index + 1
  }
  pairLine(state.tokens.slice(start))
  return true
}

function pairLine(tokens: readonly Token[]): void {
  if (!tokens.some((token) => token.markup !== '')) return
  const { text, owners } = outline(tokens)
  pairWithin(text, 0, 0, (position) => tokens[owners[position]!]!)
}

/**
 * Reduces a line to its markers. Every other token becomes `x`, or `^` when its text contains a `^`. A space
 * represents white space at the beginning or end of the token. `owners` maps each character to the index of
 * its token.
 */
function outline(tokens: readonly Token[]): { text: string; owners: number[] } {
  let text = ''
  const owners: number[] = []
  for (const [index, token] of tokens.entries()) {
    const part = token.markup === '' ? outlineOf(token) : token.content
    text += part
    for (let count = 0; count < part.length; count += 1) owners.push(index)
  }
  return { text, owners }
}

function outlineOf(token: Token): string {
  if (token.type !== 'text') return 'x'
  if (token.content.trim() === '') return token.content === '' ? '' : ' '
  const inner = token.content.includes('^') ? '^' : 'x'
  return `${/^\s/.test(token.content) ? ' ' : ''}${inner}${/\s$/.test(token.content) ? ' ' : ''}`
}

function pairWithin(
  text: string,
  offset: number,
  firstKind: number,
  tokenAt: (position: number) => Token,
): void {
  let remaining = text
  for (let index = firstKind; index < kinds.length; index += 1) {
    const { pattern, markers, tags } = kinds[index]!
    remaining = remaining.replace(pattern, (match: string, inner: string, at: number) => {
      const start = offset + at
      const end = start + match.length
      for (let count = 0; count < markers; count += 1) {
        turnIntoTag(tokenAt(start + count), tags[count], 1)
        turnIntoTag(tokenAt(end - 1 - count), tags[count], -1)
      }
      pairWithin(inner, start + markers, index + 1, tokenAt)
      return 'x'.repeat(match.length)
    })
  }
}

/** Turns a marker's token into the opening or closing of `tag`. A marker without a tag becomes empty. */
function turnIntoTag(token: Token, tag: string | undefined, nesting: 1 | -1): void {
  token.content = ''
  if (tag === undefined) return
  token.type = `${tag}_${nesting === 1 ? 'open' : 'close'}`
  token.tag = tag
  token.nesting = nesting
}
