import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { maxNameLength } from '../rendering/limits.ts'
import { channelUrl, encodeNarrowTerm } from '../rendering/narrow-url.ts'
import type { RenderState } from '../rendering/state.ts'
import { canBeginAt } from './mention.ts'
import { scanOf } from './scan.ts'

const syntax = /#\*\*([^*>]+)(?:>([^*]*))?\*\*/y

/** Display name of the topic with an empty name. */
const unnamedTopic = 'general chat'

/**
 * Links `#**channel**`, `#**channel>topic**` and `#**channel>topic@message id**`. A channel that does not
 * exist or that the sender may not see stays text.
 */
export const channel: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '#' || scanOf(state).inLink || !canBeginAt(state.src, state.pos)) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (match === null || syntax.lastIndex > state.posMax) return false
  const [whole, name = '', topic] = match
  if (name.length > maxNameLength || (topic ?? '').length > maxNameLength) return false
  const rendering = state.env as RenderState
  const target = rendering.context.channelByName(name)
  if (target === undefined) return false
  if (!silent) {
    rendering.hasLink = true
    const token = state.push('channel_link', 'a', 0)
    const id = String(target.id)
    const message = topic === undefined ? null : /^(.+)@(\d{1,15})$/s.exec(topic)
    if (topic === undefined) {
      token.attrs = [
        ['class', 'stream'],
        ['data-stream-id', id],
        ['href', channelUrl(target)],
      ]
      token.content = `#${target.name}`
    } else if (message !== null) {
      const url = `${topicUrl(target, message[1]!)}/near/${message[2]}`
      token.attrs = [
        ['class', 'message-link'],
        ['href', url],
      ]
      token.content = `#${target.name} > ${message[1]} @ 💬`
    } else {
      token.attrs = [
        ['class', 'stream-topic'],
        ['data-stream-id', id],
        ['href', topicUrl(target, topic)],
      ]
      token.content = `#${target.name} > ${topic}`
      if (topic === '') token.info = unnamedTopic
    }
  }
  state.pos += whole.length
  return true
}

function topicUrl(target: Parameters<typeof channelUrl>[0], topic: string): string {
  return `${channelUrl(target)}/topic/${encodeNarrowTerm(topic)}`
}
