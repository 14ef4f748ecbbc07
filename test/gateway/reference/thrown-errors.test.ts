import { expect, test } from 'vitest'
import { errorsOfEndpoints } from './thrown-errors.ts'

/** Errors that no endpoint declares, with the reason. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'parameters contain no null bytes': ['messageWithNullBytes', 'topicWithNullBytes', 'noteWithNullBytes'],
  'stored linkifiers are valid': [
    'badRegularExpression',
    'groupMissingInPattern',
    'groupMissingInTemplate',
    'invalidUrlTemplate',
  ],
  'every operation may answer 429 and 503': ['rateLimitHit', 'eventQueuesUnavailable'],
}

/** Errors of the steps of log-in methods, which only log-in pages run. */
const OF_STEPS = [
  'accountAddressRefused',
  'accountDeactivated',
  'accountStays',
  'addressMissing',
  'addressNotConfirmed',
  'cannotJoin',
  'emailInUse',
  'fieldNotEditable',
  'invalidCharactersInName',
  'invalidChoice',
  'invalidEmail',
  'invalidNameFormat',
  'invalidUserId',
  'invitationRequired',
  'logInExpired',
  'logOutRefused',
  'nameNotUnique',
  'nameTooLong',
  'nameTooShort',
  'noAccountHere',
  'noSuchField',
  'notA',
  'notAn',
  'notLoggedInThere',
  'onlyOwnerMustStay',
  'otherIdentity',
  'passkeyRefused',
  'profileTooLong',
  'providerUnavailable',
  'realmDeactivated',
  'tooLong',
  'tooManyItems',
  'userWithIdDeactivated',
  'userWithIdIsBot',
  'wrongCredentials',
]
const without = (...errors: string[]) => ({
  'only log-in pages run the steps of methods': OF_STEPS.filter((error) => !errors.includes(error)),
})

/**
 * Errors that a handler reaches only by code that it shares with others and never throws, with the reason.
 */
const UNREACHABLE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'DELETE /default_streams': { 'only adding refuses private channels': ['privateDefault'] },
  'DELETE /streams/{stream_id}': {
    'administrators may archive every channel': ['cannotAdministerChannel'],
    'nothing else is changed': [
      'channelContentRequired',
      'channelExists',
      'channelHasOtherTopics',
      'channelNameUnchanged',
      'defaultChannelCannotBePrivate',
      'groupIsDeactivated',
      'groupNotAllowed',
      'groupSettingMismatch',
      'insufficientPermission',
      'invalidChannelPrivacy',
      'invalidFolderId',
      'invalidGroup',
      'invalidGroupId',
      'invalidUserId',
      'listTooLarge',
      'moderationChannelCannotBePublic',
      'mustBeOwner',
      'noWebPublicChannels',
      'systemGroupRequired',
      'userIsDeactivated',
    ],
  },
  'DELETE /realm/profile_fields/{field_id}': { 'the list becomes shorter': ['listTooLarge'] },
  'PATCH /realm/profile_fields': { 'the list is as long as before': ['listTooLarge'] },
  'DELETE /users/me/profile_data': {
    'no value is given': [
      'invalidChoice',
      'invalidUserId',
      'notA',
      'notAn',
      'profileTooLong',
      'tooLong',
      'tooManyItems',
      'userWithIdDeactivated',
      'userWithIdIsBot',
    ],
  },
  'PATCH /drafts/{draft_id}': {
    'people are named by id': ['invalidEmail'],
    'a draft may name nobody': ['noRecipients'],
  },
  'POST /drafts': {
    'people are named by id': ['invalidEmail'],
    'a draft may name nobody': ['noRecipients'],
  },
  'PATCH /scheduled_messages/{scheduled_message_id}': {
    'people and channels are named by id': ['invalidEmail', 'noSuchChannel'],
  },
  'POST /scheduled_messages': {
    'people and channels are named by id': ['invalidEmail', 'noSuchChannel'],
  },
  'POST /typing': {
    'people are named by id': ['invalidEmail'],
    'an empty list is refused before': ['noRecipients'],
  },
  'POST /channels/create': { 'no permission of channels requires one': ['systemGroupRequired'] },
  'PATCH /streams/{stream_id}': { 'no permission of channels requires one': ['systemGroupRequired'] },
  'POST /users/{user_id}/merge': {
    'only bots lose a role': ['onlyOwnerMustStay'],
  },
  'POST /users/me/subscriptions': {
    'no permission of channels requires one': ['systemGroupRequired'],
    'existing channels are joined': ['channelExists'],
  },
  'POST /user_groups/create': { 'no permission of groups requires one': ['systemGroupRequired'] },
  'PATCH /user_groups/{user_group_id}': { 'no permission of groups requires one': ['systemGroupRequired'] },
  'POST /user_groups/{user_group_id}/subgroups': {
    'no users are named': ['alreadyMember', 'invalidUserId', 'notMember', 'userIsDeactivated'],
  },
  'PATCH /users/me/subscriptions': {
    'new channels have the default properties': [
      'defaultChannelCannotBePrivate',
      'groupIsDeactivated',
      'groupNotAllowed',
      'invalidChannelPrivacy',
      'invalidFolderId',
      'invalidGroup',
      'invalidGroupId',
      'invalidUserId',
      'mustBeOwner',
      'noWebPublicChannels',
      'systemGroupRequired',
    ],
    'existing channels are joined': ['channelExists'],
    'only the caller joins and leaves': ['noSuchUser', 'tooManySubscriptions', 'userIsDeactivated'],
    'a color is a text': ['notA'],
  },
  'GET /server_settings': without(),
  'DELETE /realm/log_in_providers/{provider_id}': without(),
  'GET /realm/log_in_providers': without('passkeyRefused'),
  'PATCH /realm': without('invalidUserId', 'notAn', 'tooLong'),
  'PATCH /realm/log_in_providers/{provider_id}': without(),
  'POST /fetch_api_key': without(
    'accountDeactivated',
    'accountStays',
    'addressMissing',
    'addressNotConfirmed',
    'invitationRequired',
    'noAccountHere',
    'otherIdentity',
    'providerUnavailable',
    'wrongCredentials',
  ),
  'POST /realm/log_in_providers': {
    'only log-in pages run the steps of methods': ['passkeyRefused'],
  },
  'POST /realm/log_in_providers/{provider_id}/test': without('passkeyRefused'),
  'GET /realm/log_in_providers/{provider_id}/gone': without('passkeyRefused'),
  'POST /realm/log_in_providers/{provider_id}/gone': without('passkeyRefused'),
  'PATCH path': { 'the account is the own one': ['noSuchUser'] },
  'POST /users/me/api_key/regenerate': {
    'the account is the own one': ['insufficientPermission', 'noSuchBot'],
  },
  'POST /bots': {
    'the address of a bot ends its first part with -bot': ['accountAddressRefused'],
    'the name is refused before': ['emailInUse'],
    'only their number has a limit': ['listTooLarge'],
  },
  'POST /invites': {
    'the error becomes another one': ['invalidChannelId'],
    'only their number has a limit': ['listTooLarge'],
  },
  'POST /invites/multiuse': {
    'the error becomes another one': ['invalidChannelId'],
    'only their number has a limit': ['listTooLarge'],
  },
  'POST /invites/{invite_id}/resend': { 'only their number has a limit': ['listTooLarge'] },
  'POST /unclaimed_people/mail': { 'only their number has a limit': ['listTooLarge'] },
  'POST /messages/flags/narrow': { 'unreadable messages do not match': ['invalidMessages'] },
  'POST /users/me/muted_users/{muted_user_id}': { 'the user received the messages': ['invalidMessages'] },
  'POST /users/me/android_gcm_reg_id': {
    'only devices of Apple have them': ['invalidApnsToken', 'invalidAppId'],
  },
}

/** The errors that the access of an endpoint implies. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  administrator: ['mustBeAdministrator'],
  owner: ['mustBeAdministrator', 'mustBeOwner'],
}

const namesIn = (groups: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.values(groups).flat()

test('every endpoint declares the errors that its handler throws', () => {
  const never = namesIn(NEVER)
  const endpoints = errorsOfEndpoints()
  expect(endpoints.length).toBeGreaterThan(150)
  const undeclared = endpoints.flatMap(({ name, access, declared, thrown }) => {
    const known = [...declared, ...(IMPLIED[access] ?? []), ...never]
    const missing = [...thrown.keys()].filter((error) => !known.includes(error))
    return missing.length === 0 ? [] : [[name, missing.sort()]]
  })
  const expected = Object.entries(UNREACHABLE).map(([name, groups]) => [name, namesIn(groups).sort()])
  expect(Object.fromEntries(undeclared)).toEqual(Object.fromEntries(expected))
})
