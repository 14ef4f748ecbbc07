import type { Sql } from '../../platform/db/statement.ts'
import type { ResolvedTerm } from '../narrow/terms.ts'
import { findWords } from '../search/find-words.ts'
import { highlight, highlightText } from '../search/highlight.ts'

/** A message's content and topic as HTML, with the search terms marked. */
export interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** Whether the narrow has search terms to highlight. */
export const hasSearchTerms = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => term.kind === 'search' && !term.negated)

/** Returns the highlights of messages, in their order. One query when the narrow has search terms. */
export async function matchesOf(
  sql: Sql,
  terms: readonly ResolvedTerm[],
  messages: readonly { readonly html: string; readonly topic: string }[],
): Promise<Match[]> {
  const searches = terms.filter((term) => term.kind === 'search').filter((term) => !term.negated)
  const found = await findWords(
    sql,
    searches.map((term) => term.search),
    {
      contents: messages.map(({ html }) => html),
      topics: messages.map(({ topic }) => highlightText(topic, () => false)),
    },
  )
  return messages.map(({ html, topic }) => ({
    match_content: highlight(html, found.content),
    match_subject: highlightText(topic, found.topic),
  }))
}
