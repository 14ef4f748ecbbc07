import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Subscription } from './entities.ts'

/**
 * A user's settings of a channel. A notification setting is null when the user's settings for all channels
 * apply.
 */
export type SubscriptionSettings = Columns<
  typeof Subscription,
  | 'color'
  | 'isMuted'
  | 'pinToTop'
  | 'desktopNotifications'
  | 'emailNotifications'
  | 'wildcardMentionsNotify'
  | 'pushNotifications'
  | 'audibleNotifications'
>

/** The settings of one channel. They stay, inactive, after the user has left it. */
export type SubscriptionRow = Columns<typeof Subscription, 'channelId' | 'isActive'> & SubscriptionSettings

/** The settings of one channel, with the user whose settings they are. */
export type SubscriberRow = Columns<typeof Subscription, 'userId'> & SubscriptionRow

/** The columns of `subscription` as a `SubscriptionRow` names them. */
export const SUBSCRIPTION_COLUMNS = `channel_id AS "channelId", is_active AS "isActive", color,
  is_muted AS "isMuted", pin_to_top AS "pinToTop", desktop_notifications AS "desktopNotifications",
  email_notifications AS "emailNotifications", wildcard_mentions_notify AS "wildcardMentionsNotify",
  push_notifications AS "pushNotifications", audible_notifications AS "audibleNotifications"`

export const SUBSCRIPTIONS_OF_USER = statement(
  'subscription.of-user',
  // subscription_pkey
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscription WHERE user_id = $1 ORDER BY channel_id`,
)

/** All of a user's subscriptions, including inactive ones and archived channels. One query. */
export function settingsOf(sql: Sql, user: UserId): Promise<SubscriptionRow[]> {
  return sql.run<SubscriptionRow>(SUBSCRIPTIONS_OF_USER, [user])
}
