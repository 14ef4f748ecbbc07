import { channelUrl } from '../../core/content/markdown/rendering/narrow-url.ts'
import { topicUrl } from '../../core/content/markdown/topic-link.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { Digest } from '../../core/notifying/digests/compile.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { senderMask, UNKNOWN_USER } from '../../core/state/access/inaccessible-users.ts'
import type { Core } from '../../core/state/core.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { MailCount } from './count.ts'
import { mailedHtml, mailedText } from './message-html.ts'
import type { Values } from './templates.ts'
import { MailTime } from './time.ts'
import { wordsOf } from './words.ts'

/** The number of senders who are named for a topic. */
const MAX_NAMES = 3

/**
 * The values of the template `digest`. Without message content they name topics and people, but quote no
 * message.
 */
export function digestValues(core: Core, realm: RealmState, reader: UserRecord, digest: Digest): Values {
  const url = realmUrl(realm.record, core.options.rootUrl)
  const { message_content_allowed_in_email_notifications: isAllowed, name } = realm.record.settings
  const showsContent = isAllowed && reader.settings.message_content_in_email_notifications
  const mask = senderMask(realm, reader, core.options.rootUrl)
  const nameOf = (user: UserId) =>
    mask?.(user)?.sender_full_name ?? realm.users.get(user)?.fullName ?? UNKNOWN_USER
  const words = wordsOf(reader.settings.default_language)
  const options = {
    url,
    spoiler: words.spoiler(name),
    time: (at: number) => new MailTime(reader, at).in(reader.settings.default_language),
  }
  /** Names that others follow are a list without an end. */
  const peopleOf = (senders: readonly UserId[]) => {
    const names = senders.slice(0, MAX_NAMES).map(nameOf)
    return senders.length > MAX_NAMES ? names.join(words.comma) : words.and(names)
  }
  const topics = digest.topics.map(({ channel, topic, messages, more, senders }) => ({
    channel: channel.name,
    topic: topic || EMPTY_TOPIC_DISPLAY_NAME,
    link: `${url}/${topicUrl(channel, topic)}`,
    messages: (showsContent ? messages : []).map((message) => {
      const html = mailedHtml(message.renderedContent, options)
      return { sender: nameOf(message.senderId), html, text: mailedText(html) }
    }),
    more: new MailCount(showsContent ? more : more + messages.length),
    isMoreOne: (showsContent ? more : more + messages.length) === 1,
    people: peopleOf(senders),
    others: new MailCount(Math.max(0, senders.length - MAX_NAMES)),
  }))
  const channels = digest.channels.map((channel) => ({
    channel: channel.name,
    description: channel.description,
    link: `${url}${channelUrl(channel)}`,
  }))
  return {
    name: reader.fullName,
    topics,
    channels,
    hasTopics: topics.length > 0,
    hasChannels: channels.length > 0,
    hasPeople: digest.people.length > 0,
    newPeople: digest.people.map(({ fullName }) => fullName).join(words.comma),
    settingsLink: `${url}/#settings/notifications`,
  }
}
