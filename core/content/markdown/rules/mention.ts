import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { characterBefore, isEdge } from '../../../platform/text/word-edges.ts'
import type { MarkdownContext, MentionTarget } from '../rendering/context.ts'
import { maxNameLength } from '../rendering/limits.ts'
import type { RenderState } from '../rendering/state.ts'

const syntax = /@(_?)\*\*([^*]+)\*\*/y
const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream'])
const topicWildcard = 'topic'

/** Characters that make the mark after them text: another mark, and an escape that people try. */
const forbiddenBefore = new Set(['@', '#', '\\'])

/** Whether a mention or channel link may begin at `position`: not inside a word of a script with spaces. */
export function canBeginAt(source: string, position: number): boolean {
  const before = characterBefore(source, position)
  return isEdge(before) && !forbiddenBefore.has(before)
}

/**
 * Renders `@**Full Name**`, `@**Full Name|id**`, `@**|id**` and wildcard mentions. Mentions with `@_` or
 * inside a quote are silent. An unknown or ambiguous name stays text.
 */
export const mention: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '@' || !canBeginAt(state.src, state.pos)) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax || match[2]!.length > maxNameLength) return false
  const rendering = state.env as RenderState
  const isSilent = match[1] === '_' || rendering.quoteDepth > 0
  const span = describe(match[2]!, isSilent, rendering)
  if (span === undefined) return false
  if (!silent) {
    const token = state.push('mention', 'span', 0)
    token.attrs = [['class', span.className + (isSilent ? ' silent' : '')]]
    if (span.userId !== undefined) token.attrs.push(['data-user-id', span.userId])
    token.content = isSilent ? span.name : `@${span.name}`
  }
  state.pos += match[0].length
  return true
}

interface MentionSpan {
  className: string
  userId: string | undefined
  name: string
}

function describe(name: string, isSilent: boolean, rendering: RenderState): MentionSpan | undefined {
  if (channelWildcards.has(name)) {
    if (!isSilent) rendering.mentionsChannelWildcard = true
    return { className: 'user-mention channel-wildcard-mention', userId: '*', name }
  }
  if (name === topicWildcard) {
    if (!isSilent) rendering.mentionsTopicWildcard = true
    return { className: 'topic-mention', userId: undefined, name }
  }
  const user = findUser(name, rendering.context)
  if (user === undefined) return undefined
  if (!isSilent) rendering.mentionedUsers.add(user.id)
  return { className: 'user-mention', userId: String(user.id), name: user.fullName }
}

/** Finds the user by id when there is one; a name before the id must be that user's name. */
function findUser(name: string, context: MarkdownContext): MentionTarget | undefined {
  const byId = /^(.*)\|(\d{1,15})$/s.exec(name)
  if (byId !== null) {
    const user = context.userById(Number(byId[2]))
    return byId[1] === '' || byId[1] === user?.fullName ? user : undefined
  }
  const users = context.userByName(name)
  if (users.length === 1) return users[0]
  const exact = users.filter((user) => user.fullName === name)
  return exact.length === 1 ? exact[0] : undefined
}
