import type { GroupId, UserId } from '../../platform/ids.ts'
import { readDocument } from './blocks/document.ts'
import { writeBlocks } from './blocks/html.ts'
import type { MarkdownContext } from './context.ts'
import { renderInline } from './inline.ts'
import { normalize } from './normalize.ts'
import { newRenderState } from './state.ts'

export { compileLinkifier, type Linkifier } from '../../state/linkifiers/compile.ts'
export type { CustomEmoji, MarkdownContext, MentionTarget } from './context.ts'
export { type TopicLink, topicLinks } from './linkifiers/topic-links.ts'

export interface Rendered {
  html: string
  /** People mentioned directly (not silently), deduplicated. */
  mentionedUsers: UserId[]
  /** Groups mentioned directly (not silently), deduplicated. */
  mentionedGroups: GroupId[]
  /** `@**all**`, `@**everyone**`, `@**channel**`, `@**stream**`. */
  mentionsChannelWildcard: boolean
  /** `@**topic**`. */
  mentionsTopicWildcard: boolean
  hasLink: boolean
  /** Links to an image, outside quotes. */
  hasImage: boolean
  /** Links to an upload. */
  hasAttachment: boolean
  /** Addresses below `/user_uploads/` that it links, deduplicated. */
  uploads: string[]
  /** Addresses of pages elsewhere that it links, outside quotes, deduplicated; a few at most. */
  pages: string[]
  /** Begins with `/me `. */
  isMeMessage: boolean
  /**
   * The words people read, to look for alert words in: a line for each of the text's, without code,
   * formulas, mentions and what links are called.
   */
  text: string
}

/**
 * Renders a message's text as the HTML clients of the protocol expect.
 *
 * Never throws and never passes HTML of the content through: every tag in the result is one the
 * dialect makes. Time and the size of the result are linear in the length of the content, times a
 * depth of nesting that is bounded (`limits.ts`).
 */
export function render(content: string, context: MarkdownContext): Rendered {
  const state = newRenderState(context)
  const html = writeBlocks(readDocument(normalize(content)), state, (text) => renderInline(text, state))
  return {
    html,
    mentionedUsers: [...state.mentionedUsers],
    mentionedGroups: [...state.mentionedGroups],
    mentionsChannelWildcard: state.mentionsChannelWildcard,
    mentionsTopicWildcard: state.mentionsTopicWildcard,
    hasLink: state.hasLink,
    hasImage: state.hasImage,
    hasAttachment: state.uploads.size > 0,
    uploads: [...state.uploads],
    pages: [...state.pages],
    isMeMessage: content.startsWith('/me '),
    text: state.text,
  }
}
