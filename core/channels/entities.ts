import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, reference, sqlIndex } from '../platform/db/statements/columns.ts'
import type { ChannelFolderId, MessageId } from '../platform/ids.ts'

export const ChannelFolder = defineEntity({
  name: 'ChannelFolder',
  tableName: 'channel_folder',
  comment: 'A folder of channels, for everybody in the organization.',
  properties: {
    id: id<ChannelFolderId>().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    description: p.text().default('').comment('As its author wrote it, in Markdown.'),
    renderedDescription: p.text().default('').comment('The description as HTML.'),
    createdAt: p.datetime().defaultRaw('now()'),
    creatorId: reference('User').nullable(),
    order: p.integer().comment('Folders are shown in ascending order.'),
    isArchived: p.boolean().default(false),
  },
  indexes: [
    sqlIndex(
      'CREATE UNIQUE INDEX channel_folder_name ON channel_folder (realm_id, lower(name)) WHERE NOT is_archived',
    ),
  ],
})

export const ChannelDay = defineEntity({
  name: 'ChannelDay',
  tableName: 'channel_day',
  comment: 'How many messages were sent to a channel on a day (UTC). Kept for four weeks.',
  properties: {
    channelId: reference('Channel', 'cascade').primary(),
    day: p.date().primary(),
    messages: p.integer(),
  },
})

export const ChannelTraffic = defineEntity({
  name: 'ChannelTraffic',
  tableName: 'channel_traffic',
  comment: 'How far the messages of an organization have been counted for channel_day.',
  properties: {
    realmId: reference('Realm').primary(),
    countedTo: bigint<MessageId>().comment('The newest message that was counted.'),
  },
})
