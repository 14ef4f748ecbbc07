import { t } from '../texts/texts.ts'

/** A hint of the first visit. */
export interface Hint {
  /** The name of its step on the server, one of those that clients of this protocol know. */
  readonly step: string
  /** A selector of the element that it is about. */
  readonly anchor: string
  readonly title: string
  readonly text: string
}

const { tour: texts } = t

/** The hints in their order. One whose element is not on the page waits until it is. */
export const HINTS: readonly Hint[] = [
  { step: 'intro_inbox_view_modal', anchor: '.sidebar a[href="#inbox"]', ...texts.inbox },
  { step: 'navigation_tour_video', anchor: '.sidebar a[href^="#narrow/channel/"]', ...texts.channels },
  { step: 'intro_recent_view_modal', anchor: '.sidebar a[href="#recent"]', ...texts.recent },
  { step: 'jump_to_conversation_banner', anchor: '.search-box input', ...texts.search },
  { step: 'visibility_policy_banner', anchor: '.view-bar .place-menu-button', ...texts.topic },
]

/** Whether any hint of the tour is left. */
export const isTourLeft = (unseen: ReadonlySet<string>): boolean => HINTS.some(({ step }) => unseen.has(step))
