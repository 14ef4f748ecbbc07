import { encodeNarrowTerm } from '../../core/content/markdown/rendering/narrow-url.ts'
import { topicUrl } from '../../core/content/markdown/topic-link.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import { RESOLVED_PREFIX } from '../../core/messaging/conversations/resolved-topic.ts'
import type {
  MailedMessage,
  MissedConversation,
} from '../../core/notifying/notifications/missed-conversation.ts'
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
import { type MailWords, wordsOf } from './words.ts'

/** The number of people who are named in a subject. */
const MAX_NAMES = 3

/** Lists the names for the subject of a mail of direct messages: `A, B, and 2 others`. */
function listNames(words: MailWords, names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return words.and(names)
  const others = names.length - MAX_NAMES + 1
  return words.and([...names.slice(0, MAX_NAMES - 1), words.others(others)])
}

/**
 * The values of the template `missed-messages`. Without message content they name no user, channel or topic.
 */
export function missedValues(
  core: Core,
  realm: RealmState,
  reader: UserRecord,
  missed: MissedConversation,
  omitted: number,
): Values {
  const url = realmUrl(realm.record, core.options.rootUrl)
  const words = wordsOf(reader.settings.default_language)
  const count = missed.messages.length + omitted
  const isAllowed = realm.record.settings.message_content_allowed_in_email_notifications
  const showsContent = showsContentTo(realm, reader)
  const valuesOf = (message: MailedMessage, isContext: boolean): Values => {
    const html = mailedHtml(message.renderedContent, {
      url,
      spoiler: words.spoiler(realm.record.settings.name),
      time: (at) => new MailTime(reader, at).in(reader.settings.default_language),
    })
    return {
      sender: message.sender,
      time: new MailTime(reader, message.at),
      html,
      text: mailedText(html),
      isContext,
    }
  }
  const kind = showsContent ? namedConversation(core, realm, reader, missed) : unnamed
  return {
    ...kind,
    showsContent,
    isForbidden: !isAllowed,
    link: showsContent ? `${url}/${kind.path}/near/${missed.messages[0]!.id}` : `${url}/`,
    settingsLink: `${url}/#settings/notifications`,
    count: new MailCount(count),
    isOne: count === 1,
    omitted: new MailCount(omitted),
    messages: showsContent
      ? [
          ...missed.context.map((message) => valuesOf(message, true)),
          ...missed.messages.map((message) => valuesOf(message, false)),
        ]
      : [],
    reason: words.reasons[reasonOf(missed)],
  }
}

/**
 * The author of all messages that a mail shows to the reader; undefined for several, and for a mail without
 * content.
 */
export function authorOf(
  realm: RealmState,
  reader: UserRecord,
  { messages }: Pick<MissedConversation, 'messages'>,
): string | undefined {
  const names = new Set(messages.map(({ sender }) => sender))
  return showsContentTo(realm, reader) && names.size === 1 ? [...names][0] : undefined
}

/** Whether organization and reader let mails have the content of messages. */
const showsContentTo = (realm: RealmState, reader: UserRecord): boolean =>
  realm.record.settings.message_content_allowed_in_email_notifications &&
  reader.settings.message_content_in_email_notifications

const unnamed = {
  ...{ isTopic: false, isDirect: false, isGroup: false, isResolved: false },
  ...{ channel: '', topic: '', people: '', path: '' },
}

function namedConversation(
  core: Core,
  realm: RealmState,
  reader: UserRecord,
  { channelId, topic, participantIds }: MissedConversation,
): typeof unnamed {
  const channel = channelId === null ? undefined : realm.channels.get(channelId)
  if (channel !== undefined && topic !== null) {
    const isResolved = topic.startsWith(RESOLVED_PREFIX)
    const shown = isResolved ? topic.slice(RESOLVED_PREFIX.length) : topic
    const names = { channel: channel.name, topic: shown || EMPTY_TOPIC_DISPLAY_NAME }
    return { ...unnamed, isTopic: true, isResolved, ...names, path: topicUrl(channel, topic) }
  }
  const others = (participantIds ?? []).filter((id) => id !== reader.id)
  const mask = senderMask(realm, reader, core.options.rootUrl)
  const nameOf = (user: UserId) =>
    mask?.(user)?.sender_full_name ?? realm.users.get(user)?.fullName ?? UNKNOWN_USER
  const slug =
    others.length === 1 ? `-${encodeNarrowTerm(nameOf(others[0]!).replaceAll(' ', '-'))}` : '-group'
  return {
    ...unnamed,
    isDirect: others.length === 1,
    isGroup: others.length !== 1,
    people: listNames(
      wordsOf(reader.settings.default_language),
      others.map(nameOf).sort((a, b) => a.localeCompare(b)),
    ),
    path: `#narrow/dm/${others.length === 1 ? others.join(',') : participantIds!.join(',')}${slug}`,
  }
}

/** The reason for the mail, which its footer gives. */
function reasonOf({ triggers }: MissedConversation): keyof MailWords['reasons'] {
  const has = (part: string) => triggers.some((trigger) => trigger.includes(part))
  if (has('direct_message')) return 'direct'
  if (has('wildcard')) return 'everyone'
  if (has('mentioned')) return 'mentioned'
  if (has('followed_topic')) return 'followed'
  return 'channel'
}
