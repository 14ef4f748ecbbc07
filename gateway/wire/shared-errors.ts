import { MAX_FULL_NAME_LENGTH, MIN_FULL_NAME_LENGTH } from '../../config/limits.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import {
  invalidCharactersInName,
  invalidNameFormat,
  nameNotUnique,
  nameTooLong,
  nameTooShort,
} from '../../core/state/users/errors.ts'
import { when } from '../http/endpoint.ts'

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
