import { z } from 'zod'
import { MAX_USERS_PER_REQUEST } from '../../../config/limits.ts'
import { newestReceivedInMemory } from '../../../core/messaging/fetching/newest-received.ts'
import { profileInMemory, profileOf, profilesOf } from '../../../core/people/profile-fields/values.ts'
import { wireMember, wireOwnUser } from '../../../core/people/users/profile.ts'
import { mapInSlices } from '../../../core/platform/concurrency/in-slices.ts'
import { allOf } from '../../../core/platform/db/servers/all-of.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { findNamedUser, idOrAddress } from '../../../core/state/access/find-user.ts'
import { wireInaccessible } from '../../../core/state/access/inaccessible-users.ts'
import { canAccessUser } from '../../../core/state/access/visible-users.ts'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { noSuchUser } from '../../../core/state/users/errors.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { user } from '../../../core/state/wire/user.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, json, line, path, query } from '../../http/endpoint/parameter.ts'
import { joinedJson, jsonList } from '../../http/reply/json-text.ts'
import type { Services } from '../../services.ts'
import { clientGravatar, userInPath } from '../../wire/shared-parameters.ts'

/**
 * The cost of a user's text, in the unit of `mapInSlices`: other requests have their turn after each 500
 * users.
 */
const USER_WEIGHT = 10

const options = {
  client_gravatar: clientGravatar,
  include_custom_profile_fields: query(z.boolean().default(false), {
    description: 'Whether users have `profile_data`, their values of custom profile fields.',
    example: true,
  }),
}
interface Options {
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}

/** A user as the caller may see it. Throws when the caller may not access the user. */
async function memberFor(
  core: Core,
  realm: RealmState,
  caller: UserRecord,
  named: number | string,
  options: Options,
) {
  const reader = realm.users.get(caller.id) ?? caller
  const user = findNamedUser(realm, reader, named)
  if (!canAccessUser(realm, reader, user)) throw insufficientPermission()
  const profiles = options.include_custom_profile_fields
    ? new Map([[user.id, await profileOf(core.db, user.id)]])
    : undefined
  return wireMember(reader, user, options.client_gravatar, profiles)
}

const hidden = when('You are a guest who may not see the user.', insufficientPermission())

export function userRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me',
      access: 'user',
      forWebhookBots: true,
      summary: 'Get your own user',
      response: {
        ...user.omit({ bot_type: true, bot_owner_id: true }).shape,
        delivery_email: z.string().describe('Your real email address.'),
        avatar_url: z.string().describe('The address of your avatar.'),
        is_billing_admin: z.boolean().describe('Always false: this server has no billing.'),
        max_message_id: z
          .int()
          .describe(
            'The id of the newest message that you received. Deprecated: fetch messages with the anchor `newest`.',
          ),
      },
      handler: async ({ realm, user }) => {
        await realm.reachSynced() // messages do not change memory, so `freshness` does not include them
        const [newest, profile] = await allOf([
          newestReceivedInMemory(core, realm, user.id),
          profileInMemory(core, realm, user.id),
        ])
        return wireOwnUser(user, newest, profile)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users',
      access: 'user',
      summary: 'Get the users of the organization, including deactivated users and bots',
      description:
        'The `email` of users who hide their real address from you is one that the server made. Guests who may not see all users get a placeholder for each of the others.',
      params: {
        ...options,
        user_ids: json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST).optional(), {
          description: 'The ids of the users to get. Unknown ids are ignored. If absent, all users.',
          example: [10, 11],
        }),
      },
      response: { members: z.array(user).describe('The users and bots.') },
      handler: async ({ realm, user: caller, params }) => {
        const reader = realm.users.get(caller.id) ?? caller
        const wanted = params.user_ids && new Set(params.user_ids)
        const users = [...realm.users].filter((user) => wanted?.has(user.id) ?? true)
        const { client_gravatar: gravatar, include_custom_profile_fields: withProfiles } = params
        const profiles = withProfiles ? await profilesOf(core.db, realm.id) : undefined
        const textOf = (other: UserRecord) =>
          JSON.stringify(
            canAccessUser(realm, reader, other)
              ? wireMember(reader, other, gravatar, profiles)
              : wireInaccessible(realm, other.id, config.rootUrl),
          )
        return joinedJson({ members: jsonList(await mapInSlices(users, textOf, () => USER_WEIGHT)) })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}',
      access: 'user',
      summary: 'Get a user by id',
      description: 'Deactivated users and bots are found too.',
      params: { ...options, user_id: userInPath },
      response: { user },
      errors: [when('The user does not exist.', noSuchUser()), hidden],
      handler: async ({ realm, user, params }) => ({
        user: await memberFor(core, realm, user, params.user_id, params),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/users/{email}',
      access: 'user',
      summary: 'Get a user by email address',
      description:
        'An address `user10@` with the host of the organization means the user with that id, also when you may not see the real address.',
      params: {
        ...options,
        email: path(line(), { description: 'The email address of the user.', example: 'cordelia@demo.test' }),
      },
      response: { user },
      errors: [when('The user does not exist, or you may not see this address.', noSuchUser()), hidden],
      handler: async ({ realm, user, params }) => ({
        user: await memberFor(core, realm, user, idOrAddress(realm, config.rootUrl, params.email), params),
      }),
    }),
  ] as const
}
