import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { UserId } from '../../core/ids.ts'
import { newestReceived } from '../../core/messages/newest.ts'
import type { RealmState } from '../../core/realm/state.ts'
import { findAccessibleUser } from '../../core/users/find.ts'
import { wireMember, wireOwnUser } from '../../core/users/profile.ts'
import type { UserRecord } from '../../core/users/record.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { id, json, path, query } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { user } from '../wire/user.ts'

const profile_data = z
  .record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }))
  .optional()
const member = user.extend({ profile_data })

const options = {
  client_gravatar: query(z.boolean().default(true)),
  include_custom_profile_fields: query(z.boolean().default(false)),
}
interface Options {
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}
const noSuchUser = new ApiError('No such user')

/** One user as the caller may know of it. */
async function memberFor(realm: RealmState, caller: UserRecord, named: number | string, options: Options) {
  await realm.sync()
  const reader = realm.users.get(caller.id) ?? caller
  const user = findAccessibleUser(realm, reader, named)
  return wireMember(reader, user, options.client_gravatar, options.include_custom_profile_fields)
}

export function userRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me',
      access: 'user',
      summary: "Get one's own user record",
      response: {
        ...user.omit({ bot_type: true, bot_owner_id: true }).shape,
        delivery_email: z.string(),
        avatar_url: z.string(),
        profile_data,
        is_billing_admin: z.boolean(),
        max_message_id: z.int(),
      },
      handler: async ({ user }) => wireOwnUser(user, await newestReceived(core.db, user.id)),
    }),
    endpoint({
      method: 'GET',
      path: '/users',
      access: 'user',
      summary: 'Get the users of the organization, deactivated ones and bots too',
      params: { ...options, user_ids: json(z.array(id<UserId>()).optional()) },
      response: { members: z.array(member) },
      handler: async ({ realm, user: caller, params }) => {
        await realm.sync()
        const reader = realm.users.get(caller.id) ?? caller
        const wanted = params.user_ids && new Set(params.user_ids)
        const users = [...realm.users].filter((user) => wanted?.has(user.id) ?? true)
        const { client_gravatar: gravatar, include_custom_profile_fields: profile } = params
        return { members: users.map((one) => wireMember(reader, one, gravatar, profile)) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}',
      access: 'user',
      summary: 'Get a user by id',
      params: { ...options, user_id: path(id<UserId>()) },
      response: { user: member },
      errors: [noSuchUser],
      handler: async ({ realm, user, params }) => ({
        user: await memberFor(realm, user, params.user_id, params),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/users/{email}',
      access: 'user',
      summary: 'Get a user by e-mail address',
      params: { ...options, email: path(z.string()) },
      response: { user: member },
      errors: [noSuchUser],
      handler: async ({ realm, user, params }) => ({
        user: await memberFor(realm, user, params.email, params),
      }),
    }),
  ]
}
