import { z } from 'zod'
import { PASSWORD_MAX_LENGTH } from '../../config/limits.ts'
import { adminCreateUser } from '../../core/people/users/create-account.ts'
import { deactivateOneself, deactivateUser } from '../../core/people/users/deactivate.ts'
import {
  cannotChangeEmails,
  cannotCreateUsers,
  cannotDeactivateOnlyOwner,
  emailInUse,
  guestAdministrator,
  lastOwner,
  onlyOwnerMustStay,
  passwordTooWeak,
} from '../../core/people/users/errors.ts'
import { reactivateUser } from '../../core/people/users/reactivate.ts'
import { type UserUpdate, updateUser } from '../../core/people/users/update.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { noSuchUser, userIsDeactivated } from '../../core/state/users/errors.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { profileChanges } from '../wire/profile-field.ts'

const update = {
  full_name: form(line().optional()),
  role: json(z.literal(Object.values(Role)).optional()),
  profile_data: json(profileChanges.optional()),
  new_email: form(line().optional()),
}
const updateErrors = [
  noSuchUser(),
  insufficientPermission(),
  guestAdministrator(),
  onlyOwnerMustStay(),
  cannotChangeEmails(),
]

interface UpdateParameters {
  readonly full_name?: string
  readonly role?: UserUpdate['role']
  readonly profile_data?: UserUpdate['profileData']
  readonly new_email?: string
}
const updateOf = (given: UpdateParameters): UserUpdate => ({
  fullName: given.full_name,
  role: given.role,
  profileData: given.profile_data,
  newEmail: given.new_email,
})

/** Account management by administrators, and the deactivation of one's own account. */
export function accountRoutes({ core }: Services) {
  const patch = (realm: RealmState, user: UserRecord, named: number | string, given: UpdateParameters) =>
    updateUser({ core, realm, user }, named, updateOf(given))
  return [
    endpoint({
      method: 'POST',
      path: '/users',
      access: 'administrator',
      summary: 'Create an account for a person',
      params: {
        email: form(line()),
        password: form(z.string().max(PASSWORD_MAX_LENGTH)),
        full_name: form(line()),
      },
      response: { user_id: z.int() },
      errors: [cannotCreateUsers(), emailInUse(), passwordTooWeak()],
      handler: async ({ caller, params }) => {
        const { email, password, full_name: fullName } = params
        const created = await adminCreateUser(caller, { email, password, fullName })
        return { user_id: created.id }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/{user_id}',
      access: 'user',
      summary: 'Change a user, as an administrator',
      params: { ...update, user_id: path(id<UserId>()) },
      errors: updateErrors,
      handler: ({ realm, user, params }) => patch(realm, user, params.user_id, params),
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/{email}',
      access: 'user',
      summary: 'Change a user found by email address, as an administrator',
      params: { ...update, email: path(line()) },
      errors: updateErrors,
      handler: ({ realm, user, params }) => patch(realm, user, params.email, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me',
      access: 'person',
      summary: 'Deactivate your own account',
      errors: [lastOwner()],
      handler: ({ caller }) => deactivateOneself(caller),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/{user_id}',
      access: 'user',
      summary: 'Deactivate a person, as an administrator',
      params: {
        user_id: path(id<UserId>()),
        deactivation_notification_comment: form(z.string().max(2000).optional()),
      },
      errors: [noSuchUser(), insufficientPermission(), userIsDeactivated(), cannotDeactivateOnlyOwner()],
      handler: ({ caller, params }) =>
        deactivateUser(caller, params.user_id, params.deactivation_notification_comment ?? null),
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/reactivate',
      access: 'user',
      summary: 'Reactivate a deactivated user, as an administrator',
      params: { user_id: path(id<UserId>()) },
      errors: [noSuchUser(), insufficientPermission()],
      handler: ({ caller, params }) => reactivateUser(caller, params.user_id),
    }),
  ] as const
}
