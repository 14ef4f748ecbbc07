import type { GroupId, UserId } from '../../../platform/ids.ts'
import type { MarkdownContext } from './context.ts'
import {
  maxHighlightMilliseconds,
  maxLinkifierSteps,
  maxMathLength,
  maxPreviews,
  maxSquaredCode,
} from './limits.ts'
import type { TimeBudget } from './time-budget.ts'

/** A link whose image or video is shown below it. */
export interface Preview {
  href: string
  /** The link's text; undefined when it equals the address. */
  title: string | undefined
}

/** Steps left for linkifiers in one message; see `maxLinkifierSteps`. */
export interface LinkifierBudget {
  steps: number
}

/** Mutable state of rendering one message. The inline rules read it from markdown-it's `env`. */
export interface RenderState {
  readonly context: MarkdownContext
  /** Number of quotes around the text being rendered. Mentions in quotes notify nobody. */
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
  /** Whether the renderer is inside a link. */
  inLink: boolean
  /** Previews queued for the block being written. */
  readonly previews: Preview[]
  /** Addresses that already have a preview in this message. */
  readonly previewed: Set<string>
  previewsLeft: number
  /** TeX that may still be typeset, in UTF-16 units. */
  mathLeft: number
  /** Code that may still be highlighted without a time limit; see `maxSquaredCode`. */
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
    budget: { left: maxHighlightMilliseconds },
    linkifierBudget: { steps: maxLinkifierSteps },
  }
}
