import { MAX_MUTED_TOPICS } from '../../../config/limits.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { canReadChannel } from '../../state/access/channel-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { tooManyMutedTopics } from './errors.ts'
import { VisibilityPolicy } from './policy.ts'
import { setVisibilityPolicy } from './set-policy.ts'

/** A topic of a channel, named by id or name. */
export interface ChosenTopic {
  readonly channel: number | string
  readonly topic: string
}

// Statements, because they compare topics by an index on an expression (user_topic_user).
const EXISTS = statement(
  'user-topic.exists',
  'SELECT FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)',
)
const OTHERS_MUTED = statement(
  'user-topic.others-muted',
  `SELECT count(*) AS count FROM user_topic WHERE user_id = $1 AND visibility_policy = ${VisibilityPolicy.muted}
   AND NOT (channel_id = $2 AND lower(topic) = lower($3))`,
)

/**
 * Sets the caller's policy for a topic (POST /user_topics), which need not have messages. Policies can be set
 * in channels that the user can read, and removed wherever one exists. Throws `refuse()` for all other
 * channels, whether they exist or not. Throws `tooManyMutedTopics`.
 */
export async function chooseVisibility(
  caller: Caller,
  chosen: ChosenTopic,
  policy: VisibilityPolicy,
  refuse: () => ApiError = invalidChannelId,
): Promise<void> {
  const { core, realm } = caller
  const topic = checkTopic(chosen.topic)
  await core.change(caller, async ({ tx, actor }) => {
    const channel =
      typeof chosen.channel === 'number'
        ? realm.channels.get(chosen.channel)
        : realm.channels.byName(chosen.channel.normalize('NFC').trim())
    if (channel === undefined) throw refuse()
    const allowed =
      (canReadChannel(realm, actor, channel) && !channel.isArchived) ||
      (policy === VisibilityPolicy.inherit && (await hasPolicy(tx, actor.id, channel, topic)))
    if (!allowed) throw refuse()
    if (policy === VisibilityPolicy.muted) await checkMutedNumber(tx, actor.id, channel, topic)
    await setVisibilityPolicy(tx, actor.id, channel.id, topic, policy)
  })
}

async function checkMutedNumber(
  sql: Sql,
  user: UserId,
  channel: ChannelRecord,
  topic: string,
): Promise<void> {
  const [others] = await sql.run<{ count: number }>(OTHERS_MUTED, [user, channel.id, topic])
  if (others!.count >= MAX_MUTED_TOPICS) throw tooManyMutedTopics(MAX_MUTED_TOPICS)
}

async function hasPolicy(sql: Sql, user: UserId, channel: ChannelRecord, topic: string): Promise<boolean> {
  return (await sql.run(EXISTS, [user, channel.id, topic])).length > 0
}
