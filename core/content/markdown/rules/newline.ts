import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'

/** Every newline is a line break; spaces around it stay. */
export const newline: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '\n') return false
  if (!silent) state.push('softbreak', 'br', 0)
  state.pos += 1
  return true
}
