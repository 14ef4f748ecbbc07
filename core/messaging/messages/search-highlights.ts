import type { Core } from '../../state/core.ts'
import type { ResolvedTerm } from '../narrow/terms.ts'
import { findWords } from '../search/find-words.ts'
import { highlight, highlightText } from '../search/highlight.ts'

/** What of a message matches a narrow, as HTML: what was looked for is marked. */
export interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** Whether a narrow looks for words, so that clients are to be shown which. */
export const hasSearchTerms = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => term.kind === 'search' && !term.negated)

/** The matches of messages, given as HTML and topic, in their order. One query when the narrow looks for words. */
export async function matchesOf(
  core: Core,
  terms: readonly ResolvedTerm[],
  messages: readonly { readonly html: string; readonly topic: string }[],
): Promise<Match[]> {
  const searches = terms.filter((term) => term.kind === 'search').filter((term) => !term.negated)
  const texts = messages.flatMap(({ html, topic }) => [html, highlightText(topic, () => false)])
  const found = await findWords(
    core.db,
    searches.map((term) => term.search),
    searches.length === 0 ? [] : texts,
  )
  return messages.map(({ html, topic }) => ({
    match_content: highlight(html, found.said),
    match_subject: highlightText(topic, found.topic),
  }))
}
