import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { scanOf } from './scan.ts'

/** Every character at which another rule may begin; a new rule adds its own. */
const beginnings = /[\n*~`[&@#]/g

/** Takes plain text up to where another rule may begin. */
export const text: RuleInline = (state, silent) => {
  const scan = scanOf(state)
  while ((scan.bareLinks[scan.nextBareLink]?.start ?? state.posMax) < state.pos) scan.nextBareLink += 1
  const bareLink = scan.bareLinks[scan.nextBareLink]?.start ?? state.posMax
  if (scan.nextBeginning < state.pos) {
    beginnings.lastIndex = state.pos
    scan.nextBeginning = beginnings.exec(state.src)?.index ?? state.src.length
  }
  const end = Math.min(state.posMax, scan.nextBeginning, scan.inLink ? state.posMax : bareLink)
  if (end <= state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
