import { type Sql, statement } from '../../platform/db/statement.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'

/** A user's settings of a channel. */
export interface SubscriptionSettings {
  readonly color: string
  readonly isMuted: boolean
  readonly pinToTop: boolean
  /** Null when the user's own settings apply. */
  readonly desktopNotifications: boolean | null
  readonly emailNotifications: boolean | null
  readonly wildcardMentionsNotify: boolean | null
  readonly pushNotifications: boolean | null
  readonly audibleNotifications: boolean | null
}

/** The settings of one channel. They stay, inactive, after the user has left it. */
export interface SubscriptionRow extends SubscriptionSettings {
  readonly channel: ChannelId
  readonly isActive: boolean
}

/** The columns of `subscription` as a `SubscriptionRow` names them. */
export const SUBSCRIPTION_COLUMNS = `channel_id AS channel, is_active AS "isActive", color,
  is_muted AS "isMuted", pin_to_top AS "pinToTop", desktop_notifications AS "desktopNotifications",
  email_notifications AS "emailNotifications", wildcard_mentions_notify AS "wildcardMentionsNotify",
  push_notifications AS "pushNotifications", audible_notifications AS "audibleNotifications"`

const OF_USER = statement(
  'subscription.of-user',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscription WHERE user_id = $1 ORDER BY channel_id`, // subscription_pkey
)

/** All of a user's subscriptions, including inactive ones and those of archived channels. One query. */
export function settingsOf(sql: Sql, user: UserId): Promise<SubscriptionRow[]> {
  return sql.run<SubscriptionRow>(OF_USER, [user])
}
