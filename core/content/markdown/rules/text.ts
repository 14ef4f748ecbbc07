import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { emoticonPattern } from '../emoji/emoticons.ts'
import type { RenderState } from '../rendering/state.ts'
import { scanOf } from './scan.ts'

/** Matches every position at which another rule may begin. Extend it when you add a rule. */
const anyRule = [
  '[\\n*~`[&@#]',
  '\\$(?=\\$)',
  '<(?=time:)',
  ':(?=[^\\s:]+:)',
  // Emoji, and digits followed by a key cap.
  '[\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2194-\\u21aa\\u231a-\\u23ff\\u24c2\\u25aa-\\u27bf\\u2934\\u2935]',
  '[\\u2b05-\\u2b55\\u3030\\u303d\\u3297\\u3299\\ud83c-\\ud83e]',
  '[0-9](?=\\ufe0f?\\u20e3)',
].join('|')
const beginnings = new RegExp(anyRule, 'g')
const beginningsWithEmoticons = new RegExp(`${anyRule}|${emoticonPattern}`, 'g')

/** Consumes plain text up to the next position at which another rule may begin. */
export const text: RuleInline = (state, silent) => {
  const scan = scanOf(state)
  while ((scan.bareLinks[scan.nextBareLink]?.start ?? state.posMax) < state.pos) scan.nextBareLink += 1
  const bareLink = scan.bareLinks[scan.nextBareLink]?.start ?? state.posMax
  if (scan.nextBeginning < state.pos) {
    const { translateEmoticons } = (state.env as RenderState).context
    const pattern = translateEmoticons === true ? beginningsWithEmoticons : beginnings
    pattern.lastIndex = state.pos
    scan.nextBeginning = pattern.exec(state.src)?.index ?? state.src.length
  }
  const end = Math.min(state.posMax, scan.nextBeginning, scan.inLink ? state.posMax : bareLink)
  if (end <= state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
