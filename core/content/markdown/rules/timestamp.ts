import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { readTime } from '../time.ts'

const syntax = /<time:([^>\n]{0,100})>/y

/** `<time:…>`: a moment that clients show in their reader's zone; what is no time is said to be none. */
export const timestamp: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '<') return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax) return false
  if (!silent) {
    const written = match[1]!
    const time = readTime(written)
    const token = state.push(time === undefined ? 'time_error' : 'time', '', 0)
    token.content = written
    token.info = time === undefined ? '' : time.toISOString().replace(/\.\d+Z$/, 'Z')
  }
  state.pos += match[0].length
  return true
}
