import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_FULL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_PHRASES,
  MAX_TOPIC_LENGTH,
  MIN_FULL_NAME_LENGTH,
} from '../../config/limits.ts'
import {
  cannotPost,
  channelNameEmpty,
  channelNameTooLong,
  invalidCharacterInChannelName,
} from '../../core/channels/errors.ts'
import { cannotMentionGroup } from '../../core/content/markdown/errors.ts'
import { emptyMessage, invalidCharacterInTopic } from '../../core/content/messages/errors.ts'
import {
  cannotStartConversation,
  channelWildcardNotAllowed,
  directMessagesDisabled,
  emptyTopicNotAllowed,
  invalidMessages,
  nobodyCanAuthorizeConversation,
  noRecipients,
  noSuchChannelId,
  noSuchRecipientId,
  notAuthorizedToSend,
  notOneChannel,
  onlyEmptyTopicAllowed,
  recipientDeactivated,
  recipientsNotAccessible,
  topicWildcardNotAllowed,
} from '../../core/messaging/messages/errors.ts'
import { badCombination, badNarrow, tooCostly, tooManySearches } from '../../core/messaging/narrow/errors.ts'
import { searchTooLong, tooManyPhrases } from '../../core/messaging/search/errors.ts'
import { tooLong } from '../../core/platform/errors.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import {
  groupIsDeactivated,
  groupNotAllowed,
  invalidGroup,
  invalidGroupId,
} from '../../core/state/groups/errors.ts'
import {
  invalidCharactersInName,
  invalidNameFormat,
  invalidUserId,
  nameNotUnique,
  nameTooLong,
  nameTooShort,
  userIsDeactivated,
} from '../../core/state/users/errors.ts'
import { when } from '../http/endpoint/endpoint.ts'
import { freshLogInNeeded } from '../http/errors/errors.ts'
import { badQueue } from './queue-errors.ts'

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
/** The errors of a topic. */
export const topicErrors = [
  when('The topic is too long.', tooLong('topic', MAX_TOPIC_LENGTH)),
  when('The topic contains a control character or an unassigned one.', invalidCharacterInTopic(3)),
] as const
export const groupNotMentionable = when(
  'The text mentions a user group whose `can_mention_group` does not include you.',
  cannotMentionGroup('stage crew'),
)

/** The errors of a destination and a text that messages of now and later share. */
export const sendErrors = [
  when('No channel has this id, or you may not know of it.', noSuchChannelId(99)),
  when('You may not post in the channel.', cannotPost()),
  when('The channel is archived, or you may not read it.', notAuthorizedToSend('general')),
  when('`to` is a list of several channels.', notOneChannel()),
  when('The channel needs topics with a name.', emptyTopicNotAllowed()),
  when('The channel allows only the topic without a name.', onlyEmptyTopicAllowed()),
  ...topicErrors,
  when('A recipient with this id does not exist.', noSuchRecipientId(99)),
  when('You are a guest who may not know a recipient.', recipientsNotAccessible()),
  when('A recipient is deactivated.', recipientDeactivated('ophelia@demo.test')),
  when('`to` names nobody.', noRecipients()),
  when('The organization turned direct messages off.', directMessagesDisabled()),
  when('No participant is in `direct_message_permission_group`.', nobodyCanAuthorizeConversation()),
  when(
    'The conversation has no messages yet, and you are not in `direct_message_initiator_group`.',
    cannotStartConversation(),
  ),
  when('The content is empty.', emptyMessage()),
  contentTooLong,
  groupNotMentionable,
  ...wildcardErrors,
] as const

/** The errors of a narrow. */
export const narrowErrors = [
  when('The narrow has an unknown operator.', badNarrow('unknown operator mood')),
  when('The narrow names what does not exist or what you may not know of.', badNarrow('unknown channel 42')),
  when('The narrow has conditions that exclude each other.', badCombination("Duplicate 'with' operators.")),
  ...topicErrors,
  when('A text to search for is too long.', searchTooLong(MAX_SEARCH_LENGTH)),
  when('The searches have too many phrases in quotation marks.', tooManyPhrases(MAX_SEARCH_PHRASES)),
] as const
export const searchErrors = [
  when('A search takes too long.', tooCostly()),
  when('Too many searches wait on the server.', tooManySearches()),
] as const

/** The event queue is not one that the user can use. */
export const unknownQueue = when(
  'The queue does not exist, belongs to somebody else, or has expired, or its events since `last_event_id` are no longer kept. Register again.',
  badQueue('fb67bf8a-c031-47cc-84cf-ed80accacda8'),
)

/** The errors of a channel's name and description. */
export const channelTextErrors = [
  when('The name is empty.', channelNameEmpty()),
  when('The name is too long.', channelNameTooLong(MAX_CHANNEL_NAME_LENGTH)),
  when('The name contains an invisible character or an unassigned one.', invalidCharacterInChannelName(3)),
  when('The description is too long.', tooLong('description', MAX_CHANNEL_DESCRIPTION_LENGTH)),
] as const

/** The errors of a group setting's value. */
export const groupSettingErrors = [
  when('A permission is the id of a group that does not exist.', invalidGroup()),
  when('A permission names a deactivated user group.', groupIsDeactivated()),
  when('A set of users and groups names a group that does not exist.', invalidGroupId(99)),
  when('A set of users and groups names a user who does not exist.', invalidUserId(99)),
  when('A set of users and groups names a deactivated user.', userIsDeactivated()),
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

/** For changes of how somebody logs in, by a session. */
export const staleLogIn = when(
  'You use a session, and did not log in or confirm who you are in it within the last ten minutes.',
  freshLogInNeeded(),
)
