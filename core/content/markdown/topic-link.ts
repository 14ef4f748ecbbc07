import type { ChannelId, MessageId } from '../../platform/ids.ts'
import { channelUrl, encodeNarrowTerm } from './rendering/narrow-url.ts'

interface Named {
  readonly id: ChannelId
  readonly name: string
}

/** Characters that end `#**…**` or mean something else in it. */
const NEEDS_URL = /[*>`[\]&\\]|\$\$|@\d+$/

/** Returns Markdown that links a topic or one of its messages: `#**…**`, or a URL when the names need one. */
export function topicLink(channel: Named, topic: string, message?: MessageId): string {
  const url = topicUrl(channel, topic, message)
  if (NEEDS_URL.test(channel.name) || NEEDS_URL.test(topic) || (topic === '' && message !== undefined)) {
    return `[${message === undefined ? 'another topic' : 'a message'}](${url})`
  }
  return `#**${channel.name}>${topic}${message === undefined ? '' : `@${message}`}**`
}

/** Returns the realm-relative address of a topic or one of its messages: `#narrow/…`. */
export function topicUrl(channel: Named, topic: string, message?: MessageId): string {
  const near = message === undefined ? '' : `/near/${message}`
  return `${channelUrl(channel).slice(1)}/topic/${encodeNarrowTerm(topic)}${near}`
}
