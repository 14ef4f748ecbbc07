import { z } from 'zod'
import { MAX_FULL_NAME_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../config/limits.ts'
import { adminCreateUser } from '../../../core/people/accounts/create-account.ts'
import { deactivateOneself, deactivateUser } from '../../../core/people/accounts/deactivate.ts'
import { reactivateUser } from '../../../core/people/accounts/reactivate.ts'
import { type UserUpdate, updateUser } from '../../../core/people/accounts/update.ts'
import { botNameTaken } from '../../../core/people/bots/errors.ts'
import { fieldNotEditable, noSuchField } from '../../../core/people/profile-fields/errors.ts'
import {
  accountAddressRefused,
  cannotChangeEmails,
  cannotCreateUsers,
  cannotDeactivateOnlyOwner,
  emailInUse,
  guestAdministrator,
  invalidNewEmail,
  lastOwner,
  newEmailRefused,
  newEmailTaken,
  onlyOwnerMustStay,
  passwordTooWeak,
} from '../../../core/people/users/errors.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import { mustBeOwner } from '../../../core/state/realm/errors.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import {
  accountIsMerged,
  noSuchUser,
  personIsErased,
  userIsDeactivated,
} from '../../../core/state/users/errors.ts'
import { canChangeUserEmails, canCreateUsers } from '../../../core/state/users/permissions.ts'
import { Role, type UserRecord } from '../../../core/state/users/record.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, line, path } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { profileChanges, profileValueErrors } from '../../wire/profile-field.ts'
import { fullNameErrors } from '../../wire/shared-errors.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const update = {
  full_name: form(line(MAX_FULL_NAME_LENGTH).optional(), {
    description: 'The new name. An empty text keeps the name.',
    example: 'King Hamlet',
  }),
  role: json(z.literal(Object.values(Role)).optional(), {
    description: 'The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    example: Role.moderator,
  }),
  profile_data: json(profileChanges.optional(), {
    description:
      "New values of custom profile fields, by the fields' ids. An empty value removes the user's value. Other fields keep theirs.",
    example: [{ id: 4, value: 'Stage management' }],
  }),
  new_email: form(line().optional(), {
    description: 'The new email address. It takes effect without a confirmation by its holder.',
    example: 'hamlet@demo.test',
  }),
}
const updateDescription =
  "All changes take effect, or none does. A lower role revokes invitations that the user sent for higher roles, and lowers the roles of the user's bots. A change is sent as `realm_user` events of op `update`."
const updatePermission =
  'Administrators, but not a bot with a higher role. Only owners give and take the role of owner. Only owners to whom the operator gave this permission change `new_email`.'
const updateErrors = [
  when('The user does not exist, or you may not see the given address.', noSuchUser()),
  when('You may not change this user, or not the role.', insufficientPermission()),
  when('The data of the person is erased.', personIsErased()),
  when('The account was merged into another one.', accountIsMerged()),
  when('The change gives or takes the role of owner, and you are not an owner.', mustBeOwner()),
  when('A guest is to become an administrator or owner.', guestAdministrator()),
  when('The user is the only owner, and the change takes that role.', onlyOwnerMustStay()),
  ...fullNameErrors,
  when('A profile field does not exist.', noSuchField(99)),
  when('Only administrators can change the profile field.', fieldNotEditable()),
  ...profileValueErrors,
  when('You may not change email addresses.', cannotChangeEmails()),
  when('`new_email` is not an email address.', invalidNewEmail()),
  when('Another account has `new_email`.', newEmailTaken()),
  when('The organization does not allow the domain of `new_email`.', newEmailRefused('other-domain')),
]

const grantees = z.array(z.int())

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
      method: 'GET',
      path: '/realm/grants',
      access: 'administrator',
      summary: 'Get who has the permissions that only the operator gives',
      description:
        'The operator of the server gives them to single accounts. They count while the account is active and has the role that they need.',
      response: {
        can_create_users: grantees.describe(
          'The ids of the administrators who create accounts by `POST /users`.',
        ),
        can_change_user_emails: grantees.describe(
          'The ids of the owners who change the addresses of others.',
        ),
      },
      handler: ({ realm }) => {
        const active = [...realm.users].filter(({ isActive }) => isActive)
        return {
          can_create_users: active.filter(canCreateUsers).map(({ id }) => id),
          can_change_user_emails: active.filter(canChangeUserEmails).map(({ id }) => id),
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users',
      access: 'administrator',
      summary: 'Create an account for a person',
      description:
        'The new account is a member and is subscribed to the default channels. The welcome bot greets the person. Others get a `realm_user` event of op `add`.',
      permission: "Administrators to whom the server's operator gave the permission to create users.",
      params: {
        email: form(line(), {
          description: 'The email address, with which the person logs in.',
          example: 'ophelia@demo.test',
        }),
        password: form(z.string().max(PASSWORD_MAX_LENGTH), {
          description: `The password, of at least ${PASSWORD_MIN_LENGTH} characters. A password that is easy to guess is refused.`,
          example: 'larded with sweet flowers',
        }),
        full_name: form(line(MAX_FULL_NAME_LENGTH), {
          description: 'The name that others see.',
          example: 'Ophelia, daughter of Polonius',
        }),
      },
      response: { user_id: z.int().describe('The id of the new user.') },
      errors: [
        when('The operator has not given you the permission to create users.', cannotCreateUsers()),
        when('Another account has the address.', emailInUse()),
        when('The password is too short or easy to guess.', passwordTooWeak()),
        when('The text is not an email address.', accountAddressRefused('malformed', 'ophelia')),
        when(
          'The organization restricts addresses to other domains.',
          accountAddressRefused('other-domain', 'ophelia@elsinore.test'),
        ),
        ...fullNameErrors,
      ],
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
      description: updateDescription,
      permission: updatePermission,
      params: { ...update, user_id: userInPath },
      errors: updateErrors,
      handler: ({ realm, user, params }) => patch(realm, user, params.user_id, params),
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/{email}',
      access: 'user',
      summary: 'Change a user found by email address, as an administrator',
      description: updateDescription,
      permission: updatePermission,
      since: 313,
      params: {
        ...update,
        email: path(line(), {
          description:
            'The real address of the user if you may see it, or the address `user<id>@<host of the organization>`.',
          example: 'hamlet@demo.test',
        }),
      },
      errors: updateErrors,
      handler: ({ realm, user, params }) => patch(realm, user, params.email, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me',
      access: 'person',
      summary: 'Deactivate your own account',
      description:
        'Your bots are deactivated too, and your invitations are revoked. Your API key, sessions and event queues end. Your messages stay, and an administrator can reactivate the account.',
      errors: [when('You are the only owner of the organization.', lastOwner())],
      handler: ({ caller }) => deactivateOneself(caller),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/{user_id}',
      access: 'user',
      summary: 'Deactivate a person, as an administrator',
      description:
        "The person's bots are deactivated too, and the person's invitations are revoked. Keys, sessions and event queues end. Others get `realm_user` events of op `update` with `is_active`. Messages and subscriptions stay.",
      permission: 'Administrators. Only owners deactivate an owner.',
      params: {
        user_id: userInPath,
        deactivation_notification_comment: form(z.string().max(2000).optional(), {
          description:
            'If given, the person gets a mail about the deactivation, with this text. An empty text sends the mail without an addition. If absent, no mail is sent.',
          example: 'Thank you for three good seasons.',
        }),
      },
      errors: [
        when('The user does not exist or is a bot.', noSuchUser()),
        when('You are not an administrator.', insufficientPermission()),
        when('The user is deactivated already.', userIsDeactivated()),
        when('The user is the only owner of the organization.', cannotDeactivateOnlyOwner()),
        when('The user is an owner, and you are not.', mustBeOwner()),
      ],
      handler: ({ caller, params }) =>
        deactivateUser(caller, params.user_id, params.deactivation_notification_comment ?? null),
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/reactivate',
      access: 'user',
      summary: 'Reactivate a deactivated user, as an administrator',
      description:
        "The account has its former role, subscriptions and API key again. A person's bots stay deactivated until they are reactivated themselves. For an active user nothing changes.",
      permission: 'Administrators, and for a bot its owner, if the owner may create bots of its type.',
      params: { user_id: userInPath },
      errors: [
        when('The user does not exist.', noSuchUser()),
        when('You may not change this user, or not create bots of this type.', insufficientPermission()),
        when('The user is a bot, and another active bot has its name.', botNameTaken()),
        when('The data of the person is erased.', personIsErased()),
        when('The account was merged into another one.', accountIsMerged()),
      ],
      handler: ({ caller, params }) => reactivateUser(caller, params.user_id),
    }),
  ] as const
}
