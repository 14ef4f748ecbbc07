import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { VisibilityPolicy } from './policy.ts'

export const UserTopic = defineEntity({
  name: 'UserTopic',
  tableName: 'user_topic',
  comment: "A user's visibility policy for a topic. A topic that inherits from its channel has no row.",
  properties: {
    userId: reference('User', 'cascade').primary(),
    channelId: reference('Channel', 'cascade').primary(),
    topic: p.text().primary().comment('The spelling of the user at the first choice.'),
    visibilityPolicy: p.smallint().$type<VisibilityPolicy>().comment('1 muted, 2 unmuted, 3 followed.'),
    updatedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    sqlIndex('CREATE INDEX user_topic_channel ON user_topic (channel_id, lower(topic))'),
    sqlIndex('CREATE UNIQUE INDEX user_topic_user ON user_topic (user_id, channel_id, lower(topic))'),
  ],
  checks: [
    {
      name: 'user_topic_visibility_policy_check',
      expression: '(visibility_policy >= 1) AND (visibility_policy <= 3)',
    },
  ],
})
