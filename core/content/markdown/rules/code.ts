import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { scanOf } from './scan.ts'

/** Renders `code` without parsing its content. A run of backticks without a closing run is text. */
export const code: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '`') return false
  const span = scanOf(state).codeSpans.get(state.pos)
  if (span === undefined || span.end > state.posMax) {
    return false
  }
  if (!silent) {
    state.push('code_inline', 'code', 0).content = state.src.slice(span.contentStart, span.contentEnd)
  }
  state.pos = span.end
  return true
}
