import type { Linkifier } from '../../../state/linkifiers/compile.ts'
import { type TopicLink, topicLinks } from './topic-links.ts'

/** Topics whose links are remembered: those that people talk in now. */
const MAX_TOPICS = 5_000

const known = new WeakMap<readonly Linkifier[], Map<string, readonly TopicLink[]>>()

/** As `topicLinks`, looked for once as long as the realm's linkifiers stay the same: every message has them. */
export function linksOfTopic(topic: string, linkifiers: readonly Linkifier[]): readonly TopicLink[] {
  let topics = known.get(linkifiers)
  if (topics === undefined) {
    topics = new Map()
    known.set(linkifiers, topics)
  }
  let links = topics.get(topic)
  if (links === undefined) {
    links = topicLinks(topic, { linkifiers })
    if (topics.size >= MAX_TOPICS) topics.clear()
    topics.set(topic, links)
  }
  return links
}
