import { escapeText } from '../../content/markdown/escape.ts'
import type { Sql } from '../../platform/db/statement.ts'
import type { ResolvedTerm } from '../narrow/terms.ts'
import { learnWords, WordMatcher } from '../search/find-words.ts'
import { highlight } from '../search/highlight.ts'

/** A message's content and topic as HTML, with the search terms marked. */
export interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** Whether the narrow has search terms to highlight. */
export const hasSearchTerms = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => term.kind === 'search' && !term.negated)

/** Returns the highlights of messages, in their order. At most one query, for words that this process has not met in these searches. */
export async function matchesOf(
  sql: Sql,
  terms: readonly ResolvedTerm[],
  messages: readonly { readonly html: string; readonly topic: string }[],
): Promise<Match[]> {
  const searches = terms.filter((term) => term.kind === 'search').filter((term) => !term.negated)
  const parsed = searches.map((term) => term.search)
  const inContent = new WordMatcher(parsed, 'content')
  const inTopic = new WordMatcher(parsed, 'topic')
  const texts = messages.map(({ html, topic }) => {
    const topicHtml = escapeText(topic)
    const words = { content: inContent.candidatesOf(html), topic: inTopic.candidatesOf(topicHtml) }
    return { html, topicHtml, words }
  })
  await learnWords(sql, inContent, inTopic)
  return texts.map(({ html, topicHtml, words }) => ({
    match_content: highlight(html, words.content, inContent.isMatch),
    match_subject: highlight(topicHtml, words.topic, inTopic.isMatch),
  }))
}
