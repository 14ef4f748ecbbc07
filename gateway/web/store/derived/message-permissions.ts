import type { Message } from '../../model/wire.ts'
import { type GroupSetting, isInGroup } from '../slices/message-rules.ts'
import type { Store } from '../state/store.ts'
import { channelOf } from './channel-access.ts'
import { ADMINISTRATOR, MODERATOR, roleOfReader } from './roles.ts'

/**
 * The reader's permissions for a message, as far as the state contains them. The server decides: it refuses
 * after later changes, and the refusal is shown.
 */
export interface MessagePermissions {
  readonly canEditContent: boolean
  readonly canChangeTopic: boolean
  readonly canChangeChannel: boolean
  readonly canResolve: boolean
  readonly canDelete: boolean
  readonly canSeeHistory: boolean
  readonly canSeeReaders: boolean
}

export function permissionsOn(store: Store, message: Message, now = Date.now() / 1000): MessagePermissions {
  const rules = store.messageRules.value
  const { me } = store
  const may = (setting: GroupSetting) => isInGroup(store.groups.value, setting, me)
  const role = roleOfReader(store)
  const channel = message.stream_id === undefined ? undefined : channelOf(store, message.stream_id)
  const isYounger = (limit: number | null) => limit === null || now <= message.timestamp + limit
  const isOwn = message.sender_id === me
  const isAdministrator =
    channel !== undefined && (role <= ADMINISTRATOR || may(channel.can_administer_channel_group))
  const mayMove = (limit: number | null) => role <= MODERATOR || isYounger(limit)
  const mayDeleteAny =
    may(rules.can_delete_any_message_group) ||
    (channel !== undefined && may(channel.can_delete_any_message_group))
  const mayDeleteOwn =
    may(rules.can_delete_own_message_group) ||
    (channel !== undefined && may(channel.can_delete_own_message_group))
  const isMine = isOwn || store.people.value.get(message.sender_id)?.bot_owner_id === me
  const isWidget = message.submessages.length > 0
  return {
    canEditContent:
      rules.allow_message_editing &&
      isOwn &&
      !isWidget &&
      isYounger(rules.message_content_edit_limit_seconds),
    canChangeTopic:
      channel !== undefined &&
      (isAdministrator ||
        may(rules.can_move_messages_between_topics_group) ||
        may(channel.can_move_messages_within_channel_group)) &&
      mayMove(rules.move_messages_within_stream_limit_seconds),
    canChangeChannel:
      channel !== undefined &&
      (isAdministrator ||
        may(rules.can_move_messages_between_channels_group) ||
        may(channel.can_move_messages_out_of_channel_group)) &&
      mayMove(rules.move_messages_between_streams_limit_seconds),
    canResolve:
      channel !== undefined &&
      message.subject !== '' &&
      (isAdministrator || may(rules.can_resolve_topics_group) || may(channel.can_resolve_topics_group)),
    canDelete:
      mayDeleteAny || (isMine && mayDeleteOwn && isYounger(rules.message_content_delete_limit_seconds)),
    canSeeHistory:
      !store.isSpectator &&
      message.last_edit_timestamp !== undefined &&
      rules.message_edit_history_visibility_policy === 'all',
    canSeeReaders: !store.isSpectator && rules.enable_read_receipts,
  }
}
