import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { parseTime } from '../rendering/time.ts'

const syntax = /<time:([^>\n]{0,100})>/y

/** Renders `<time:…>`, which clients show in the reader's time zone. An invalid time renders as an error. */
export const timestamp: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '<') return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax) return false
  if (!silent) {
    const source = match[1]!
    const time = parseTime(source)
    const token = state.push(time === undefined ? 'time_error' : 'time', '', 0)
    token.content = source
    token.info = time === undefined ? '' : time.toISOString().replace(/\.\d+Z$/, 'Z')
  }
  state.pos += match[0].length
  return true
}
