import { compiledLinkifiers } from '../../../state/linkifiers/compile.ts'
import type { MarkdownContext } from '../context.ts'
import { findBareLinks } from '../rules/bare-links.ts'
import { findLinkifierMatches, masked, opaque } from './find.ts'

export interface TopicLink {
  text: string
  url: string
}

/** The links in a topic's name, in their order: what linkifiers find, then bare URLs. */
export function topicLinks(
  topic: string,
  { linkifiers = [] }: Pick<MarkdownContext, 'linkifiers'>,
): TopicLink[] {
  const matches = findLinkifierMatches(topic, compiledLinkifiers(linkifiers))
  const rest = masked(topic, matches)
  for (const { start, end } of findBareLinks(rest)) {
    const written = rest.slice(start, end)
    if (written.includes(opaque) || /^[^/:]*@/.test(written)) continue
    matches.push({ start, end, url: /^https?:/i.test(written) ? written : `https://${written}` })
  }
  return matches
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}
