import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, ids, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { ChannelId, DefaultChannelGroupId, MessageId } from '../../platform/ids.ts'
import type { WireChannelGroups } from './group-settings.ts'
import type { ChannelRecord } from './record.ts'

export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  comment: 'A channel. An archived one keeps its row.',
  properties: {
    id: id<ChannelId>().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    description: p.text().default('').comment('As its author wrote it, in Markdown.'),
    renderedDescription: p.text().default('').comment('The description as HTML.'),
    createdAt: p.datetime().defaultRaw('now()'),
    creatorId: reference('User').nullable(),
    isPrivate: p
      .boolean()
      .default(false)
      .comment('Only subscribers see the channel (`invite_only` on the wire).'),
    isWebPublic: p.boolean().default(false).comment('Visitors without an account may read the channel.'),
    isArchived: p.boolean().default(false),
    historyPublicToSubscribers: p
      .boolean()
      .default(true)
      .comment('Subscribers may read what was sent before they subscribed.'),
    messageRetentionDays: p
      .integer()
      .nullable()
      .comment("Null inherits the organization's value; -1 keeps messages forever."),
    topicsPolicy: p
      .text()
      .$type<ChannelRecord['topicsPolicy']>()
      .default('inherit')
      .comment(
        'Whether messages need a topic: inherit, allow_empty_topic, disable_empty_topic or empty_topic_only.',
      ),
    firstMessageId: bigint<MessageId>().nullable().comment('Null while no message was sent to the channel.'),
    isDefault: p.boolean().default(false).comment('New users are subscribed to the channel.'),
    folderId: reference('ChannelFolder').nullable(),
    groupSettings: p
      .json<Partial<WireChannelGroups>>()
      .defaultRaw("'{}'")
      .comment(
        'Who may do what in the channel: settings by their names on the wire, where they differ from the default.',
      ),
    weeklyTraffic: p
      .integer()
      .nullable()
      .comment('Messages a week; null during the first week of the channel.'),
    isRecentlyActive: p.boolean().default(true).comment('Whether the channel had messages recently.'),
    readTo: bigint<MessageId>()
      .default(0)
      .comment(
        'Messages of the channel up to this one are read for everybody, unless a row of message_flag says otherwise: the newest message of the organization when the channel was last archived.',
      ),
  },
  indexes: [
    { name: 'channel_realm', properties: ['realmId'] },
    sqlIndex(
      'CREATE UNIQUE INDEX channel_realm_name ON channel (realm_id, lower(name)) WHERE NOT is_archived',
    ),
  ],
})

export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  comment:
    'How a user sees a channel. The row stays when the user unsubscribes, so that the settings return with the user.',
  properties: {
    userId: reference('User').primary(),
    channelId: reference('Channel').primary(),
    isActive: p.boolean().default(true).comment('Whether the user is subscribed now.'),
    color: p.text().comment('`#` and six lower-case hexadecimal digits.'),
    isMuted: p.boolean().default(false),
    pinToTop: p.boolean().default(false),
    desktopNotifications: p.boolean().nullable().comment("Null follows the user's setting for all channels."),
    emailNotifications: p.boolean().nullable().comment("Null follows the user's setting for all channels."),
    wildcardMentionsNotify: p
      .boolean()
      .nullable()
      .comment("Null follows the user's setting for all channels."),
    pushNotifications: p.boolean().nullable().comment("Null follows the user's setting for all channels."),
    audibleNotifications: p.boolean().nullable().comment("Null follows the user's setting for all channels."),
  },
  indexes: [
    sqlIndex('CREATE INDEX subscription_channel ON subscription (channel_id, user_id) WHERE is_active'),
    sqlIndex(
      'CREATE INDEX subscription_loud ON subscription (channel_id, user_id) WHERE is_active AND (push_notifications OR email_notifications)',
    ),
  ],
})

export const SubscriptionSpan = defineEntity({
  name: 'SubscriptionSpan',
  tableName: 'subscription_span',
  comment:
    'A range of message ids during which a user was subscribed: the messages of the channel with from_id <= id < to_id reached the user.',
  properties: {
    userId: reference('User').primary(),
    channelId: reference('Channel').primary(),
    fromId: bigint().primary(),
    toId: bigint().nullable().comment('Null while the user is subscribed.'),
  },
  indexes: [
    sqlIndex(
      'CREATE INDEX subscription_span_closed ON subscription_span (channel_id, user_id) WHERE to_id IS NOT NULL',
    ),
    sqlIndex(
      'CREATE UNIQUE INDEX subscription_span_open ON subscription_span (channel_id, user_id) WHERE to_id IS NULL',
    ),
  ],
})

export const DefaultChannelGroup = defineEntity({
  name: 'DefaultChannelGroup',
  tableName: 'default_channel_group',
  comment: 'Channels that new users may choose together.',
  properties: {
    id: id<DefaultChannelGroupId>().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    description: p.text(),
    channelIds: ids<ChannelId>().comment(
      'Ascending. Public channels that are neither archived nor default channels.',
    ),
  },
  uniques: [{ properties: ['realmId', 'name'] }],
})
