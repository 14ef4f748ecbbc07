import type { RuleInline2 } from 'markdown-it/lib/parser_inline.mjs'
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs'
import type Token from 'markdown-it/lib/token.mjs'
import { compiledLinkifiers, symbol } from '../../../state/linkifiers/compile.ts'
import { linkAddress } from '../rendering/address.ts'
import type { RenderState } from '../rendering/state.ts'
import { findLinkifierMatches, type LinkifierMatch, opaque } from './find-linkifiers.ts'
import { recordLink } from './link.ts'

/** Applies the realm's linkifiers to text that no other rule has matched. */
export const linkify: RuleInline2 = (state) => {
  const { context, linkifierBudget } = state.env as RenderState
  if (context.linkifiers === undefined || context.linkifiers.length === 0) return false
  const { text, starts } = outline(state.tokens)
  const compiled = compiledLinkifiers(context.linkifiers)
  const matches = findLinkifierMatches(text, compiled, linkifierBudget).flatMap((match) => {
    const url = linkAddress(match.url, context.hosts)
    return url === undefined ? [] : [{ ...match, url }]
  })
  if (matches.length > 0) {
    const tokens = withLinks(state, text, starts, matches)
    state.tokens.length = 0
    for (const token of tokens) state.tokens.push(token)
  }
  return true
}

/**
 * Joins the tokens to the text that linkifiers search, with `symbol` for emoji and `opaque` for other tokens,
 * and the start of each token.
 */
function outline(tokens: readonly Token[]): { text: string; starts: number[] } {
  let text = ''
  let inLink = false
  const starts: number[] = []
  for (const { type, content } of tokens) {
    starts.push(text.length)
    if (type === 'link_open') inLink = true
    if (type === 'softbreak') text += '\n'
    else if (!inLink && type.startsWith('text')) text += content
    else text += type.startsWith('emoji') ? symbol : opaque
    if (type === 'link_close') inLink = false
  }
  return { text, starts }
}

/** Returns the tokens with the parts that `matches` cover replaced by links. */
function withLinks(
  state: StateInline,
  text: string,
  starts: readonly number[],
  matches: readonly LinkifierMatch[],
): Token[] {
  const result: Token[] = []
  let position = 0
  let next = 0
  for (const [index, token] of state.tokens.entries()) {
    const end = starts[index + 1] ?? text.length
    while (next < matches.length && matches[next]!.start < end) {
      const match = matches[next]!
      next += 1
      if (match.start > position) result.push(textToken(state, text.slice(position, match.start)))
      result.push(...linkTokens(state, match.url, text.slice(match.start, match.end)))
      position = match.end
    }
    if (position >= end) continue
    const isWhole = position <= starts[index]!
    result.push(isWhole ? token : textToken(state, text.slice(position, end)))
    position = end
  }
  return result
}

function linkTokens(state: StateInline, url: string, text: string): Token[] {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', url]]
  recordLink(state.env as RenderState, url, text)
  return [open, textToken(state, text), new state.Token('link_close', 'a', -1)]
}

function textToken(state: StateInline, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}
