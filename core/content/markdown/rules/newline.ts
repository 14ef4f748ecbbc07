import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'

/** Renders every newline as a line break and keeps the spaces around it. */
export const newline: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '\n') return false
  if (!silent) state.push('softbreak', 'br', 0)
  state.pos += 1
  return true
}
