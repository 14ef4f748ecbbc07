import { compiledLinkifiers } from '../../state/linkifiers/compile.ts'
import type { MarkdownContext } from './rendering/context.ts'
import { findBareLinks } from './rules/bare-links.ts'
import { findLinkifierMatches, masked, opaque } from './rules/find-linkifiers.ts'

export interface TopicLink {
  text: string
  url: string
}

/** Finds the links in a topic's name, by linkifiers and as bare URLs, sorted by position. */
export function topicLinks(
  topic: string,
  { linkifiers = [] }: Pick<MarkdownContext, 'linkifiers'>,
): TopicLink[] {
  const matches = findLinkifierMatches(topic, compiledLinkifiers(linkifiers))
  const rest = masked(topic, matches)
  for (const { start, end } of findBareLinks(rest)) {
    const link = rest.slice(start, end)
    if (link.includes(opaque) || /^[^/:]*@/.test(link)) continue
    matches.push({ start, end, url: /^https?:/i.test(link) ? link : `https://${link}` })
  }
  return matches
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}
