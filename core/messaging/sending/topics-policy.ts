import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { emptyTopicNotAllowed, onlyEmptyTopicAllowed } from '../messages/errors.ts'

/**
 * Throws unless messages may be sent or moved to this topic by the channel's policy, or else the
 * organization's.
 */
export function checkTopicsPolicy(realm: RealmView, channel: ChannelRecord, topic: string): void {
  const policy =
    channel.topicsPolicy === 'inherit' ? realm.record.settings.topics_policy : channel.topicsPolicy
  if (policy === 'disable_empty_topic' && topic === '') {
    throw emptyTopicNotAllowed()
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw onlyEmptyTopicAllowed()
  }
}
