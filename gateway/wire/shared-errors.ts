import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_FULL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MIN_FULL_NAME_LENGTH,
} from '../../config/limits.ts'
import {
  channelNameEmpty,
  channelNameTooLong,
  invalidCharacterInChannelName,
} from '../../core/channels/errors.ts'
import {
  channelWildcardNotAllowed,
  invalidMessages,
  topicWildcardNotAllowed,
} from '../../core/messaging/messages/errors.ts'
import { badNarrow } from '../../core/messaging/narrow/errors.ts'
import { tooLong } from '../../core/platform/errors.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import { groupIsDeactivated, groupNotAllowed, invalidGroup } from '../../core/state/groups/errors.ts'
import {
  invalidCharactersInName,
  invalidNameFormat,
  invalidUserId,
  nameNotUnique,
  nameTooLong,
  nameTooShort,
} from '../../core/state/users/errors.ts'
import { when } from '../http/endpoint.ts'
import { badQueue } from '../realtime/errors.ts'

/** Errors that several endpoints have, each with one condition in the API reference. */

/** The channel is not one that the user can see. */
export const unseenChannel = when(
  'The channel does not exist, or you may not know of it.',
  invalidChannelId(),
)
/** The channel is not one whose messages the user may read. */
export const unreadableChannel = when(
  'The channel does not exist, or you may not read its messages.',
  invalidChannelId(),
)

/** The message is not one that the user can read. */
export const unreadableMessage = when(
  'The message does not exist, or you may not read it.',
  invalidMessages(),
)
export const contentTooLong = when('The content is too long.', tooLong('content', MAX_MESSAGE_LENGTH))
export const wildcardErrors = [
  when(
    'The message mentions a channel with more than 15 subscribers, and you are not in `can_mention_many_users_group`.',
    channelWildcardNotAllowed(),
  ),
  when(
    'The message mentions a topic with more than 15 participants, and you are not in `can_mention_many_users_group`.',
    topicWildcardNotAllowed(),
  ),
] as const
export const invalidNarrow = when(
  'The narrow has an unknown operator, names what you may not know of, or has conditions that exclude each other.',
  badNarrow('unknown operator mood'),
)

/** The event queue is not one that the user can use. */
export const unknownQueue = when(
  'The queue does not exist, belongs to somebody else, or has expired, or its events since `last_event_id` are no longer kept. Register again.',
  badQueue('fb67bf8a-c031-47cc-84cf-ed80accacda8'),
)

/** The errors of a channel's name and description. */
export const channelTextErrors = [
  when('The name is empty.', channelNameEmpty()),
  when('The name is too long.', channelNameTooLong(MAX_CHANNEL_NAME_LENGTH)),
  when('The name contains a control character or an unassigned one.', invalidCharacterInChannelName(3)),
  when('The description is too long.', tooLong('description', MAX_CHANNEL_DESCRIPTION_LENGTH)),
] as const

/** The errors of a group setting's value. */
export const groupSettingErrors = [
  when('A permission names a user group that does not exist.', invalidGroup()),
  when('A permission names a deactivated user group.', groupIsDeactivated()),
  when('A permission names a user who does not exist.', invalidUserId(99)),
  when(
    'A permission names a system group that it cannot have.',
    groupNotAllowed('can_subscribe_group', 'role:everyone'),
  ),
] as const

/** The errors of a user's full name. */
export const fullNameErrors = [
  when(`The name has more than ${MAX_FULL_NAME_LENGTH} characters.`, nameTooLong()),
  when(`The name has fewer than ${MIN_FULL_NAME_LENGTH} characters.`, nameTooShort()),
  when('The name contains one of * ` \\ > " @ or an invisible character.', invalidCharactersInName()),
  when('The name ends with `|` and a number, as the name in a mention can.', invalidNameFormat()),
  when(
    'Another user has the name, and the organization requires unique names (`require_unique_names`).',
    nameNotUnique(),
  ),
] as const
