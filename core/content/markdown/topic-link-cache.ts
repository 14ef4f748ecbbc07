import type { Linkifier } from '../../state/linkifiers/compile.ts'
import { type TopicLink, topicLinks } from './topic-links.ts'

/** Most topics cached per list of linkifiers. */
const MAX_TOPICS = 5_000

const known = new WeakMap<readonly Linkifier[], Map<string, readonly TopicLink[]>>()

/**
 * Like `topicLinks`, with a cache per list of linkifiers: every message carries the links of its topic. It
 * bounds what 5,000 messages with many linkifiers take: without it each pattern runs for each message.
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
