import type { ChannelId, MessageId } from '../../platform/ids.ts'
import { channelUrl, encodeNarrowTerm } from './narrow-url.ts'

interface Named {
  readonly id: ChannelId
  readonly name: string
}

/** What `#**…**` cannot say: it would end there, or mean something else. */
const UNSPEAKABLE = /[*>`[\]&\\]|\$\$|@\d+$/

/** Text that links a topic, or a message of it: as people write it where the names allow that. */
export function topicLink(channel: Named, topic: string, message?: MessageId): string {
  const url = topicUrl(channel, topic, message)
  if (UNSPEAKABLE.test(channel.name) || UNSPEAKABLE.test(topic) || (topic === '' && message !== undefined)) {
    return `[${message === undefined ? 'another topic' : 'a message'}](${url})`
  }
  return `#**${channel.name}>${topic}${message === undefined ? '' : `@${message}`}**`
}

/** The address of a topic, or of a message of it, in the organization: `#narrow/…`. */
export function topicUrl(channel: Named, topic: string, message?: MessageId): string {
  const near = message === undefined ? '' : `/near/${message}`
  return `${channelUrl(channel).slice(1)}/topic/${encodeNarrowTerm(topic)}${near}`
}
