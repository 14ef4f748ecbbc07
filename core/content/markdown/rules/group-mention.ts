import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { maxNameLength } from '../rendering/limits.ts'
import type { RenderState } from '../rendering/state.ts'
import { canBeginAt } from './mention.ts'

const syntax = /@(_?)\*([^*]+)\*/y

/** Renders `@*group*`. Mentions with `@_` or inside a quote are silent. An unknown name stays text. */
export const groupMention: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '@' || !canBeginAt(state.src, state.pos)) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax || match[2]!.length > maxNameLength) return false
  const rendering = state.env as RenderState
  const group = rendering.context.groupByName?.(match[2]!)
  if (group === undefined) return false
  const isSilent = match[1] === '_' || rendering.quoteDepth > 0 || (group.isSilent ?? false)
  if (!isSilent) rendering.mentionedGroups.add(group.id)
  if (!silent) {
    const token = state.push('mention', 'span', 0)
    token.attrs = [
      ['class', `user-group-mention${isSilent ? ' silent' : ''}`],
      ['data-user-group-id', String(group.id)],
    ]
    token.content = isSilent ? group.name : `@${group.name}`
  }
  state.pos += match[0].length
  return true
}
