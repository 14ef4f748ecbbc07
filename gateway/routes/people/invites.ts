import { z } from 'zod'
import {
  MAX_CHANNELS_PER_REQUEST,
  MAX_GROUPS_PER_REQUEST,
  MAX_INVITATION_LINKS_PER_PERSON,
  MAX_INVITED_ADDRESSES,
  MAX_WELCOME_TEXT_LENGTH,
} from '../../../config/limits.ts'
import {
  alreadyRevoked,
  cannotSubscribeOthers,
  invalidChannel,
  invitationFailed,
  noAddress,
  noSuchInvitation,
  tooManyLinks,
} from '../../../core/people/invites/errors.ts'
import type { Invite } from '../../../core/people/invites/invitation.ts'
import { inviteByMail, SOME_HAVE_ACCOUNTS } from '../../../core/people/invites/invite.ts'
import { listInvitations } from '../../../core/people/invites/list.ts'
import { resendInvitation } from '../../../core/people/invites/resend.ts'
import { makeReusableLink } from '../../../core/people/invites/reusable-link.ts'
import { revokeInvitation, revokeReusableLink } from '../../../core/people/invites/revoke.ts'
import { insufficientPermission, tooLong } from '../../../core/platform/errors.ts'
import type { ChannelId, GroupId, InvitationId } from '../../../core/platform/ids.ts'
import { groupIsDeactivated, invalidGroup } from '../../../core/state/groups/errors.ts'
import { mustBeAdministrator, mustBeOwner } from '../../../core/state/realm/errors.ts'
import { Role } from '../../../core/state/users/record.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const role = z.literal(Object.values(Role))
const invitation = z.object({
  id: z.int().describe('The id of the invitation.'),
  invited_by_user_id: z.int().describe('The user who invited.'),
  invited: z.int().describe('When it was sent, in Unix seconds.'),
  expiry_date: z.int().nullable().describe('When it expires, in Unix seconds; null for never.'),
  invited_as: role.describe(
    'The role of who joins: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  ),
  email: z.string().optional().describe('The invited address; absent for reusable links.'),
  notify_referrer_on_join: z.boolean().describe('Whether the user who invited is told when somebody joins.'),
  link_url: z
    .string()
    .optional()
    .describe(
      'The reusable link; absent for invitations by email and if the link gives a higher role than yours.',
    ),
  is_multiuse: z.boolean().describe('Whether it is a reusable link.'),
})

const offer = {
  invite_expires_in_minutes: json(z.int().min(1).max(2_147_483_647).nullable().optional(), {
    description:
      "Minutes for which the invitation is valid. Null means for ever. If absent, the server's default applies, normally ten days.",
    example: 1440,
  }),
  invite_as: json(role.default(Role.member), {
    description:
      'The role of who joins: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. You cannot invite to a higher role than your own.',
    example: Role.guest,
  }),
  group_ids: json(z.array(id<GroupId>()).max(MAX_GROUPS_PER_REQUEST).default([]), {
    description:
      'The ids of the user groups that who joins becomes a member of. You must be allowed to add members to them.',
    example: [15],
  }),
  include_realm_default_subscriptions: form(z.boolean().default(false), {
    description: 'Whether who joins is also subscribed to the default channels.',
    example: true,
  }),
  welcome_message_custom_text: form(text(MAX_WELCOME_TEXT_LENGTH).optional(), {
    description:
      "A text that the welcome bot adds to its greeting, instead of the organization's own. An empty text adds none. Only for administrators.",
    example: 'Rehearsals begin at nine.',
  }),
}
const channelIds = z.array(id<ChannelId>()).max(MAX_CHANNELS_PER_REQUEST)
const streamIds = {
  description:
    'The ids of the channels to which who joins is subscribed. You must be allowed to subscribe others to them; default channels need only that permission for some channel.',
  example: [42],
}
const offerErrors = [
  when(
    'You may not invite people, not to this role, not to a group, or not with an own welcome text.',
    insufficientPermission(),
  ),
  when('A channel does not exist or is archived, or you may not read it.', invalidChannel(11)),
  when('You may not subscribe others to one of the channels.', cannotSubscribeOthers()),
  when('A group does not exist.', invalidGroup()),
  when('A group is deactivated.', groupIsDeactivated()),
  when('The welcome text is too long.', tooLong('welcome_message_custom_text', MAX_WELCOME_TEXT_LENGTH)),
]
const invite_id = path(id<InvitationId>(), { description: 'The id of the invitation.', example: 7 })
const EVENT = 'Administrators and the user who invited get an `invites_changed` event.'
const MANAGERS =
  'Who sent the invitation, and administrators. An invitation to the role of owner is for owners.'
const managerErrors = [
  when("The invitation is somebody else's, and you are not an administrator.", mustBeAdministrator()),
  when(
    "The invitation is somebody else's and to the role of owner, and you are not an owner.",
    mustBeOwner(),
  ),
]
const notPending = when(
  'The invitation does not exist, is not by email, or was used, revoked or has expired.',
  noSuchInvitation(),
)
const dailyLimit = when(
  'The organization has reached its number of invitations of the day, or you have reached yours, a quarter of it for people who are not administrators. Nobody was invited.',
  invitationFailed(
    'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.',
    { dailyLimitReached: true },
  ),
)

interface OfferParameters {
  readonly invite_expires_in_minutes?: number | null
  readonly invite_as: Role
  readonly stream_ids: ChannelId[]
  readonly group_ids: GroupId[]
  readonly include_realm_default_subscriptions: boolean
  readonly welcome_message_custom_text?: string
}

/** Invitations by email, and reusable links (spec.md "POST /api/v1/invites"). */
export function inviteRoutes({ config }: Services) {
  const inviteOf = (given: OfferParameters): Invite => ({
    role: given.invite_as,
    channels: given.stream_ids,
    groups: given.group_ids,
    withDefaultChannels: given.include_realm_default_subscriptions,
    welcomeText: given.welcome_message_custom_text ?? null,
    // An absent value means the server's default; null means that the invitation never expires.
    validMinutes:
      given.invite_expires_in_minutes === undefined
        ? config.invitationLinkValidityMinutes
        : given.invite_expires_in_minutes,
  })
  return [
    endpoint({
      method: 'GET',
      path: '/invites',
      access: 'humanMember',
      summary: 'Get your valid invitations, or those of everybody as an administrator',
      description: 'Invitations that were used or revoked or have expired are left out.',
      response: { invites: z.array(invitation).describe('The invitations.') },
      handler: async ({ caller }) => ({ invites: await listInvitations(caller) }),
    }),
    endpoint({
      method: 'POST',
      path: '/invites',
      access: 'person', // guests are refused as others without the permission are (spec.md "Errors")
      summary: 'Invite people by email',
      description: `Addresses that cannot be invited are listed in an error, although the others are invited: read \`sent_invitations\`, and do not repeat the request. The number of mails of a day is limited. ${EVENT}`,
      permission: 'Members of `can_invite_users_group`.',
      params: {
        ...offer,
        invitee_emails: form(z.string().max(MAX_INVITED_ADDRESSES), {
          description: 'The addresses, separated by commas or new lines. `Name <address>` is allowed.',
          example: 'ophelia@demo.test, Laertes <laertes@demo.test>',
        }),
        stream_ids: json(channelIds, streamIds),
        notify_referrer_on_join: form(z.boolean().default(true), {
          description: 'Whether the notification bot tells you when somebody joins by the invitation.',
          example: false,
        }),
      },
      errors: [
        when(
          'Some addresses have accounts or cannot be invited. All others were invited, if `sent_invitations` is true.',
          invitationFailed(SOME_HAVE_ACCOUNTS, {
            skipped: [['hamlet@example.com', 'Already has an account.', false]],
            sent: true,
          }),
        ),
        when('No address is given.', noAddress()),
        dailyLimit,
        ...offerErrors,
      ],
      handler: ({ caller, params }) => {
        const { invitee_emails: addresses, notify_referrer_on_join: notifyInviter } = params
        return inviteByMail(caller, { ...inviteOf(params), addresses, notifyInviter }, config)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/invites/multiuse',
      access: 'humanMember',
      summary: 'Create a reusable invitation link',
      description: `Everybody who has the link can join with it until it expires or is revoked. ${EVENT}`,
      permission: 'Members of `create_multiuse_invite_group`.',
      params: {
        ...offer,
        stream_ids: json(channelIds.default([]), streamIds),
      },
      response: { invite_link: z.string().describe('The address of the link.') },
      errors: [
        ...offerErrors,
        when(
          'You have the maximum of links that can be used.',
          tooManyLinks(MAX_INVITATION_LINKS_PER_PERSON),
        ),
      ],
      handler: async ({ caller, params }) => ({
        invite_link: await makeReusableLink(caller, inviteOf(params)),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/invites/multiuse/{invite_id}',
      access: 'humanMember',
      summary: 'Revoke a reusable invitation link',
      params: { invite_id },
      description: `Nobody can join with it any more; who joined stays. ${EVENT}`,
      permission: MANAGERS,
      errors: [
        when('There is no reusable link of this id.', noSuchInvitation()),
        when('The link is revoked already.', alreadyRevoked()),
        ...managerErrors,
      ],
      handler: ({ caller, params }) => revokeReusableLink(caller, params.invite_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/invites/{invite_id}',
      access: 'humanMember',
      summary: 'Revoke an email invitation',
      description: `The link in the mail stops working. ${EVENT}`,
      permission: MANAGERS,
      params: { invite_id },
      errors: [notPending, ...managerErrors],
      handler: ({ caller, params }) => revokeInvitation(caller, params.invite_id),
    }),
    endpoint({
      method: 'POST',
      path: '/invites/{invite_id}/resend',
      access: 'humanMember',
      summary: 'Resend an email invitation and restart its validity period',
      description: `An invitation is mailed at most five times a day, and counts against the limits of the day, the organization's and your own. ${EVENT}`,
      permission: MANAGERS,
      params: { invite_id },
      errors: [notPending, ...managerErrors, dailyLimit],
      handler: ({ caller, params }) => resendInvitation(caller, params.invite_id, config),
    }),
  ] as const
}
