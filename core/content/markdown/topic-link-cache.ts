import type { Linkifier } from '../../state/linkifiers/compile.ts'
import { type TopicLink, topicLinks } from './topic-links.ts'

/** Most topics cached per list of linkifiers. */
const MAX_TOPICS = 5_000

const known = new WeakMap<readonly Linkifier[], Map<string, readonly TopicLink[]>>()

/**
 * Like `topicLinks`, with a cache per list of linkifiers: every message carries the links of its topic.
 * Without it, each topic of a page takes 2 µs more, 11 µs with 20 linkifiers, and 76 µs with 200.
 */
export function cachedTopicLinks(topic: string, linkifiers: readonly Linkifier[]): readonly TopicLink[] {
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
