import type { UserId } from '../ids.ts'
import type { MarkdownContext } from './context.ts'

/** What rendering one message carries along; the inline rules find it in markdown-it's `env`. */
export interface RenderState {
  readonly context: MarkdownContext
  /** Quotes around the text being rendered; a mention inside one notifies nobody. */
  quoteDepth: number
  readonly mentionedUsers: Set<UserId>
  mentionsChannelWildcard: boolean
  mentionsTopicWildcard: boolean
  hasLink: boolean
  hasImage: boolean
}

export function newRenderState(context: MarkdownContext): RenderState {
  return {
    context,
    quoteDepth: 0,
    mentionedUsers: new Set(),
    mentionsChannelWildcard: false,
    mentionsTopicWildcard: false,
    hasLink: false,
    hasImage: false,
  }
}
