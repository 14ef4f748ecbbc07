import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { UserId } from '../../core/ids.ts'
import { newestReceived } from '../../core/messages/newest.ts'
import { findUser } from '../../core/users/find.ts'
import { wireMember, wireOwnUser } from '../../core/users/profile.ts'
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
const noSuchUser = new ApiError('No such user')

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
      handler: async ({ realm, params }) => {
        await realm.sync()
        const wanted = params.user_ids && new Set(params.user_ids)
        const users = [...realm.users].filter((user) => wanted?.has(user.id) ?? true)
        const { client_gravatar: gravatar, include_custom_profile_fields: profile } = params
        return { members: users.map((user) => wireMember(user, gravatar, profile)) }
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
      handler: async ({ realm, params }) => {
        const user = await realm.firmly(() => findUser(realm, params.user_id))
        return { user: wireMember(user, params.client_gravatar, params.include_custom_profile_fields) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{email}',
      access: 'user',
      summary: 'Get a user by e-mail address',
      params: { ...options, email: path(z.string()) },
      response: { user: member },
      errors: [noSuchUser],
      handler: async ({ realm, params }) => {
        const user = await realm.firmly(() => findUser(realm, params.email))
        return { user: wireMember(user, params.client_gravatar, params.include_custom_profile_fields) }
      },
    }),
  ]
}
