import type { Parameters } from '../../client/operations.ts'
import { hasWholeConversations, type Narrow, narrowTerms, spectatedTerms } from '../../model/narrow.ts'

/** Messages on each side of the place where a list opens. */
export const PAGE = 60

/**
 * The place where a list opens: at `near`, else at the first unread message; a search, mentions and starred
 * messages at the newest.
 */
export const openingAnchor = (narrow: Narrow, near: number | undefined): string =>
  near === undefined ? (hasWholeConversations(narrow) ? 'first_unread' : 'newest') : String(near)

/** The parameters of GET /messages for the messages around a place. */
export const messagesAround = (
  narrow: Narrow,
  anchor: string,
  before: number,
  after: number,
  isSpectator = false,
): Parameters<'GET /messages'> => ({
  anchor,
  num_before: before,
  num_after: after,
  narrow: isSpectator ? spectatedTerms(narrow) : narrowTerms(narrow),
  client_gravatar: true,
  allow_empty_topic_name: true,
})
