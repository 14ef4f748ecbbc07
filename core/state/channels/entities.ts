import { defineEntity, p } from '@mikro-orm/core'
import type { WireChannelGroups } from './group-settings.ts'

/** A channel, as stored. */
export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  properties: {
    id: p.integer().primary(),
    realmId: p.integer(),
    name: p.text(),
    description: p.text().default(''),
    renderedDescription: p.text().default(''),
    createdAt: p.datetime().defaultRaw('now()'),
    creatorId: p.integer().nullable(),
    isPrivate: p.boolean().default(false),
    isWebPublic: p.boolean().default(false),
    isArchived: p.boolean().default(false),
    historyPublicToSubscribers: p.boolean().default(true),
    messageRetentionDays: p.integer().nullable(),
    topicsPolicy: p.text().default('inherit'),
    firstMessageId: p.bigint('number').nullable(),
    isDefault: p.boolean().default(false),
    folderId: p.integer().nullable(),
    groupSettings: p.json<Partial<WireChannelGroups>>().defaultRaw("'{}'"),
  },
})

/** A user's membership of a channel and how the user wants to see it; kept when the user leaves. */
export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    userId: p.integer().primary(),
    channelId: p.integer().primary(),
    isActive: p.boolean().default(true),
    color: p.text(),
    isMuted: p.boolean().default(false),
    pinToTop: p.boolean().default(false),
    desktopNotifications: p.boolean().nullable(),
    emailNotifications: p.boolean().nullable(),
    wildcardMentionsNotify: p.boolean().nullable(),
    pushNotifications: p.boolean().nullable(),
    audibleNotifications: p.boolean().nullable(),
  },
})
