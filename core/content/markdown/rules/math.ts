import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { formulaInText } from '../rendering/math.ts'
import type { RenderState } from '../rendering/state.ts'

const syntax = /\B(?<!\$)\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)\B/y

/** Renders `$$formula$$` on one line. No other rule applies inside it. */
export const math: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '$') return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax) return false
  if (!silent) state.push('math', '', 0).content = formulaInText(match[1]!, state.env as RenderState)
  state.pos += match[0].length
  return true
}
