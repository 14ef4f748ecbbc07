import { escapeText } from '../../content/markdown/rendering/escape.ts'
import { mapInSlices } from '../../platform/concurrency/in-slices.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import type { ResolvedTerm } from '../narrow/terms.ts'
import { WordFinder } from '../search/find-words.ts'
import { highlight } from '../search/highlight.ts'
import { tokensOfHtml } from '../words/html-words.ts'

/** A message's content and topic as HTML, with the search terms marked. */
export interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** A message whose words are highlighted: its rendered content, and its topic as text. */
export interface HighlightedMessage {
  readonly html: string
  readonly topic: string
}

/** Whether the narrow has search terms to highlight. */
export const hasSearchTerms = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => term.kind === 'search' && !term.negated)

/**
 * Returns the highlights of messages, in their order. Other work has its turn meanwhile. At most one query,
 * for words that this process has not met in these searches.
 */
export async function matchesOf(
  sql: Sql,
  terms: readonly ResolvedTerm[],
  messages: readonly HighlightedMessage[],
): Promise<Match[]> {
  const searches = terms.filter((term) => term.kind === 'search').filter((term) => !term.negated)
  const finder = new WordFinder(searches.map((term) => term.search))
  const split = ({ html, topic }: HighlightedMessage) => {
    const topicHtml = escapeText(topic)
    const tokens = { content: tokensOfHtml(html), topic: tokensOfHtml(topicHtml) }
    finder.note(tokens.content)
    finder.note(tokens.topic)
    return { html, topicHtml, tokens }
  }
  const texts = await mapInSlices(messages, split, weightOf)
  await finder.learn(sql)
  return mapInSlices(
    texts,
    ({ html, topicHtml, tokens }) => ({
      match_content: highlight(html, tokens.content, finder.findIn(tokens.content)),
      match_subject: highlight(topicHtml, tokens.topic, finder.findIn(tokens.topic)),
    }),
    weightOf,
  )
}

/** Finding words in eight characters takes as long as simple work on one element of a list. */
const weightOf = ({ html }: { readonly html: string }): number => html.length / 8
