import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'

const syntax = /&(?:#\d{1,12}|#x[0-9a-f]{1,12}|[0-9a-z]{1,40});/iy

/** Passes HTML character references such as `&copy;` through unchanged, known or not. */
export const entity: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '&') return false
  syntax.lastIndex = state.pos
  const reference = syntax.exec(state.src)?.[0]
  if (reference === undefined || syntax.lastIndex > state.posMax) return false
  if (!silent) state.push('text_entity', '', 0).content = reference
  state.pos += reference.length
  return true
}
