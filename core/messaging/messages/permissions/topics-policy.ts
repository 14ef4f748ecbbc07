import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../content/messages/check-text.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { ChannelRecord } from '../../../state/channels/record.ts'
import type { RealmView } from '../../../state/realm/view.ts'

/** Throws unless messages may be sent or moved to a topic of that name: the channel's policy, else the organization's. */
export function checkTopicsPolicy(realm: RealmView, channel: ChannelRecord, topic: string): void {
  const policy =
    channel.topicsPolicy === 'inherit' ? realm.record.settings.topics_policy : channel.topicsPolicy
  if (policy === 'disable_empty_topic' && topic === '') {
    throw new ApiError(`Sending messages to the ${EMPTY_TOPIC_DISPLAY_NAME} is not allowed in this channel.`)
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw new ApiError(`Only the ${EMPTY_TOPIC_DISPLAY_NAME} topic is allowed in this channel.`)
  }
}
