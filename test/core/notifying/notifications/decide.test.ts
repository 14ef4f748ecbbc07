import { describe, expect, test } from 'vitest'
import { VisibilityPolicy } from '../../../../core/channels/user-topics/policy.ts'
import type { Trigger } from '../../../../core/messaging/push/trigger.ts'
import { TRIGGERS } from '../../../../core/messaging/push/trigger.ts'
import {
  type ChannelForReader,
  type Decision,
  decide,
  type MessageForReader,
  type Reader,
} from '../../../../core/notifying/notifications/decide.ts'
import { settingsOf, type UserSettings } from '../../../../core/state/users/settings.ts'

const { muted, unmuted, followed } = VisibilityPolicy
const CHANNEL: ChannelForReader = {
  isMuted: false,
  policy: VisibilityPolicy.inherit,
  ...{ push: null, email: null, wildcard: null },
}
const MESSAGE: MessageForReader = {
  ...{ isOwn: false, isFromMutedSender: false, isRead: false, isDirect: false },
  ...{ isMentioned: false, isTopicMentioned: false, isChannelMentioned: false },
}

interface Case {
  readonly settings?: Partial<UserSettings>
  readonly reader?: Partial<Reader>
  readonly message?: Partial<MessageForReader>
  /** The fields of a channel whose settings are the defaults. */
  readonly channel?: Partial<ChannelForReader>
}
type Row = readonly [
  rule: string,
  given: Case,
  push: Trigger | null,
  email: Trigger | null,
  emailOnceAway?: Trigger,
]

const direct: Case = { message: { isDirect: true } }
const channelMessage: Case = { channel: {} }
const mentioned: Case = { channel: {}, message: { isMentioned: true } }
const topicMentioned: Case = { channel: {}, message: { isTopicMentioned: true } }
const channelMentioned: Case = { channel: {}, message: { isChannelMentioned: true } }
const loudSettings = { enable_stream_push_notifications: true, enable_stream_email_notifications: true }

/** Adds fields to a case. */
const and = (one: Case, more: Case): Case => ({
  settings: { ...one.settings, ...more.settings },
  reader: { ...one.reader, ...more.reader },
  message: { ...one.message, ...more.message },
  channel: one.channel && { ...one.channel, ...more.channel },
})
const set = (settings: Partial<UserSettings>): Case => ({ settings })
const topic = (policy: VisibilityPolicy): Case => ({ channel: { policy } })
const mutedChannel: Case = { channel: { isMuted: true } }
const loud = and(channelMessage, set(loudSettings))
const inFollowed = and(channelMessage, topic(followed))
const online: Case = { reader: { isIdle: false } }
const push = (wanted: boolean) => set({ enable_offline_push_notifications: wanted })
const email = (wanted: boolean) => set({ enable_offline_email_notifications: wanted })

const both = (rule: string, given: Case, trigger: Trigger | null): Row => [rule, given, trigger, trigger]

const DIRECT: readonly Row[] = [
  both('a direct message', direct, 'direct_message'),
  ['without enable_offline_push_notifications', and(direct, push(false)), null, 'direct_message'],
  ['without enable_offline_email_notifications', and(direct, email(false)), 'direct_message', null],
  both('without either', and(and(direct, push(false)), email(false)), null),
  both('that mentions too', and(direct, { message: { isMentioned: true } }), 'direct_message'),
  both('what channels are set to is nothing to it', and(direct, set(loudSettings)), 'direct_message'),
]

const MENTIONS: readonly Row[] = [
  both('a mention', mentioned, 'mentioned'),
  ['without enable_offline_push_notifications', and(mentioned, push(false)), null, 'mentioned'],
  ['without enable_offline_email_notifications', and(mentioned, email(false)), 'mentioned', null],
  both('in a muted channel', and(mentioned, mutedChannel), 'mentioned'),
  both('in a muted topic', and(mentioned, topic(muted)), 'mentioned'),
  both(
    'without wildcard_mentions_notify',
    and(mentioned, set({ wildcard_mentions_notify: false })),
    'mentioned',
  ),
  both(
    'with a channel that is set to silence',
    and(mentioned, { channel: { push: false, email: false } }),
    'mentioned',
  ),
  ['that is not wanted, where the channel is', and(and(loud, mentioned), push(false)), 'stream', 'mentioned'],
]

const wildcards = (given: Case, plain: Trigger, whereFollowed: Trigger): readonly Row[] => [
  both('a wildcard', given, plain),
  both('without wildcard_mentions_notify', and(given, set({ wildcard_mentions_notify: false })), null),
  ['without enable_offline_push_notifications', and(given, push(false)), null, plain],
  ['without enable_offline_email_notifications', and(given, email(false)), plain, null],
  both('in a channel that is set to let none through', and(given, { channel: { wildcard: false } }), null),
  both(
    'in a channel that is set to let them through',
    and(given, { channel: { wildcard: true }, ...set({ wildcard_mentions_notify: false }) }),
    plain,
  ),
  both('in a muted channel', and(given, mutedChannel), null),
  both(
    'in a muted channel that is set to let them through',
    and(and(given, mutedChannel), { channel: { wildcard: true } }),
    null,
  ),
  both('in an unmuted topic of a muted channel', and(and(given, mutedChannel), topic(unmuted)), plain),
  both('in a muted topic', and(given, topic(muted)), null),
  both('in a followed topic', and(given, topic(followed)), whereFollowed),
  both(
    'in a followed topic of a muted channel',
    and(and(given, mutedChannel), topic(followed)),
    whereFollowed,
  ),
  [
    'in a followed topic, without enable_offline_push_notifications',
    and(and(given, topic(followed)), push(false)),
    'followed_topic',
    whereFollowed,
  ],
  both(
    'in a followed topic, without enable_followed_topic_wildcard_mentions_notify',
    and(and(given, topic(followed)), set({ enable_followed_topic_wildcard_mentions_notify: false })),
    plain,
  ),
  both(
    'in a followed topic, with neither wildcard setting',
    and(
      and(given, topic(followed)),
      set({ enable_followed_topic_wildcard_mentions_notify: false, wildcard_mentions_notify: false }),
    ),
    'followed_topic',
  ),
  both('that is a mention too', and(given, { message: { isMentioned: true } }), 'mentioned'),
]

const FOLLOWED: readonly Row[] = [
  both('a message in a followed topic', inFollowed, 'followed_topic'),
  [
    'without enable_followed_topic_push_notifications',
    and(inFollowed, set({ enable_followed_topic_push_notifications: false })),
    null,
    'followed_topic',
  ],
  [
    'without enable_followed_topic_email_notifications',
    and(inFollowed, set({ enable_followed_topic_email_notifications: false })),
    'followed_topic',
    null,
  ],
  both('of a muted channel', and(inFollowed, mutedChannel), 'followed_topic'),
  both('that the channel would tell of too', and(inFollowed, set(loudSettings)), 'followed_topic'),
  [
    'of a loud channel, where following is silent',
    and(and(inFollowed, set(loudSettings)), set({ enable_followed_topic_push_notifications: false })),
    'stream',
    'followed_topic',
  ],
  both(
    'what is for the offline is nothing to it',
    and(and(inFollowed, push(false)), email(false)),
    'followed_topic',
  ),
]

const CHANNELS: readonly Row[] = [
  both('a message in a channel', channelMessage, null),
  [
    'with enable_stream_push_notifications',
    and(channelMessage, set({ enable_stream_push_notifications: true })),
    'stream',
    null,
  ],
  [
    'with enable_stream_email_notifications',
    and(channelMessage, set({ enable_stream_email_notifications: true })),
    null,
    'stream',
  ],
  ['in a channel that is set to push', and(channelMessage, { channel: { push: true } }), 'stream', null],
  ['in a channel that is set to e-mail', and(channelMessage, { channel: { email: true } }), null, 'stream'],
  ['in a channel that is set not to push', and(loud, { channel: { push: false } }), null, 'stream'],
  ['in a channel that is set not to e-mail', and(loud, { channel: { email: false } }), 'stream', null],
  both('in a muted channel', and(loud, mutedChannel), null),
  both(
    'in a muted channel that is set to notify',
    and(and(channelMessage, mutedChannel), { channel: { push: true, email: true } }),
    null,
  ),
  both('in an unmuted topic of a muted channel', and(and(loud, mutedChannel), topic(unmuted)), 'stream'),
  both('in a muted topic', and(loud, topic(muted)), null),
  both('in an unmuted topic of a silent channel', and(channelMessage, topic(unmuted)), null),
  both('what is for the offline is nothing to it', and(and(loud, push(false)), email(false)), 'stream'),
]

/** A message with every reason to notify, for a user whose settings enable all of them. */
const ALL = and(loud, {
  message: { isMentioned: true, isTopicMentioned: true, isChannelMentioned: true },
  ...topic(followed),
})
const NOBODY_AT_ALL: readonly Row[] = [direct, ALL].flatMap((given): Row[] => [
  both('its own sender', and(given, { message: { isOwn: true } }), null),
  both('somebody who mutes the sender', and(given, { message: { isFromMutedSender: true } }), null),
  both('somebody who has read it', and(given, { message: { isRead: true } }), null),
  both('a bot, or somebody whose account ended', and(given, { reader: { isPerson: false } }), null),
])

const PRESENCE: readonly Row[] = [
  direct,
  mentioned,
  topicMentioned,
  channelMentioned,
  inFollowed,
  loud,
].flatMap((given): Row[] => {
  const why = decided(given).push!
  return [
    ['somebody at work', and(given, online), why, null, why],
    [
      'without enable_online_push_notifications',
      and(and(given, online), set({ enable_online_push_notifications: false })),
      null,
      null,
      why,
    ],
    both(
      'somebody who is away, without it',
      and(given, set({ enable_online_push_notifications: false })),
      why,
    ),
  ]
})

function decided({ settings = {}, reader, message, channel }: Case): Decision {
  return decide(
    { settings: settingsOf(settings), isPerson: true, isIdle: true, ...reader },
    { ...MESSAGE, ...message, ...(channel && { channel: { ...CHANNEL, ...channel } }) },
  )
}

describe.each([
  ['direct messages', DIRECT],
  ['mentions', MENTIONS],
  [
    'mentions of a topic',
    wildcards(topicMentioned, 'topic_wildcard_mentioned', 'topic_wildcard_mentioned_in_followed_topic'),
  ],
  [
    'mentions of a channel',
    wildcards(channelMentioned, 'stream_wildcard_mentioned', 'stream_wildcard_mentioned_in_followed_topic'),
  ],
  ['followed topics', FOLLOWED],
  ['channels', CHANNELS],
  ['nobody is told of', NOBODY_AT_ALL],
  ['presence', PRESENCE],
] as const)('%s', (_what, rows) => {
  const named = rows.map((row: Row) => ({ rule: row[0], row }))
  test.each(named)('$rule', ({ row: [, given, push, email, emailOnceAway] }) => {
    expect(decided(given)).toEqual({
      ...(push && { push }),
      ...(email && { email }),
      ...(emailOnceAway && { emailOnceAway }),
    })
  })
})

test('the first reason in order is used', () => {
  const without: readonly [Trigger, Case][] = [
    ['mentioned', { message: { isMentioned: false } }],
    ['topic_wildcard_mentioned_in_followed_topic', { message: { isTopicMentioned: false } }],
    [
      'stream_wildcard_mentioned_in_followed_topic',
      set({ enable_followed_topic_wildcard_mentions_notify: false }),
    ],
    ['stream_wildcard_mentioned', { message: { isChannelMentioned: false } }],
    ['followed_topic', { channel: { policy: VisibilityPolicy.inherit } }],
  ]
  let given = ALL
  const reasons = [decided(and(direct, ALL)).push, decided(given).push]
  for (const [, less] of without) {
    given = and(given, less)
    reasons.push(decided(given).push)
  }
  const expected = TRIGGERS.filter((trigger) => trigger !== 'topic_wildcard_mentioned')
  expect(reasons).toEqual(expected)
  const topicFirst = and(and(topicMentioned, channelMentioned), set(loudSettings))
  expect(decided(topicFirst).push).toBe('topic_wildcard_mentioned')
})
