import type { GroupId, UserId } from '../../platform/ids.ts'
import type { MarkdownContext } from './context.ts'
import type { TimeBudget } from './deadline.ts'
import { maxLinkifierSteps, maxMathLength, maxPatience, maxPreviews, maxSquaredCode } from './limits.ts'
import type { LinkifierBudget } from './linkifiers/find.ts'
import type { Preview } from './preview.ts'

/** What rendering one message carries along; the inline rules find it in markdown-it's `env`. */
export interface RenderState {
  readonly context: MarkdownContext
  /** Quotes around the text being rendered; a mention inside one notifies nobody. */
  quoteDepth: number
  readonly mentionedUsers: Set<UserId>
  readonly mentionedGroups: Set<GroupId>
  mentionsChannelWildcard: boolean
  mentionsTopicWildcard: boolean
  hasLink: boolean
  hasImage: boolean
  /** See `Rendered.uploads`. */
  readonly uploads: Set<string>
  /** See `Rendered.pages`. */
  readonly pages: Set<string>
  /** See `Rendered.text`. */
  text: string
  /** Writing what is inside a link. */
  inLink: boolean
  /** Of the block being written, not yet written themselves. */
  readonly previews: Preview[]
  /** Addresses that have had one. */
  readonly previewed: Set<string>
  previewsLeft: number
  /** TeX that may still be typeset, in UTF-16 units. */
  mathLeft: number
  /** Code that may still be highlighted however long it takes; see `maxSquaredCode`. */
  squaredCodeLeft: number
  readonly budget: TimeBudget
  readonly linkifierBudget: LinkifierBudget
}

export function newRenderState(context: MarkdownContext): RenderState {
  return {
    context,
    quoteDepth: 0,
    mentionedUsers: new Set(),
    mentionedGroups: new Set(),
    mentionsChannelWildcard: false,
    mentionsTopicWildcard: false,
    hasLink: false,
    hasImage: false,
    uploads: new Set(),
    pages: new Set(),
    text: '',
    inLink: false,
    previews: [],
    previewed: new Set(),
    previewsLeft: maxPreviews,
    mathLeft: maxMathLength,
    squaredCodeLeft: maxSquaredCode,
    budget: { left: maxPatience },
    linkifierBudget: { steps: maxLinkifierSteps },
  }
}
