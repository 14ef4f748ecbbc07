import { z } from 'zod'
import { MAX_CHANNELS_PER_REQUEST, MAX_GROUPS_PER_REQUEST } from '../../config/limits.ts'
import {
  alreadyRevoked,
  cannotSubscribeOthers,
  invalidChannel,
  invitationFailed,
  noAddress,
  noSuchInvitation,
} from '../../core/people/invites/errors.ts'
import type { Invite } from '../../core/people/invites/invitation.ts'
import { inviteByMail, SOME_HAVE_ACCOUNTS } from '../../core/people/invites/invite.ts'
import { listInvitations } from '../../core/people/invites/list.ts'
import { resendInvitation } from '../../core/people/invites/resend.ts'
import { makeReusableLink } from '../../core/people/invites/reusable-link.ts'
import { revokeInvitation, revokeReusableLink } from '../../core/people/invites/revoke.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { ChannelId, GroupId, InvitationId } from '../../core/platform/ids.ts'
import { Role } from '../../core/state/users/record.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const role = z.literal(Object.values(Role))
const invitation = z.object({
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: role,
  email: z.string().optional(),
  notify_referrer_on_join: z.boolean(),
  link_url: z.string().optional(),
  is_multiuse: z.boolean(),
})

const offer = {
  invite_expires_in_minutes: json(z.int().min(1).max(2_147_483_647).nullable().optional()),
  invite_as: json(role.default(Role.member)),
  group_ids: json(z.array(id<GroupId>()).max(MAX_GROUPS_PER_REQUEST).default([])),
  include_realm_default_subscriptions: form(z.boolean().default(false)),
  welcome_message_custom_text: form(text().optional()),
}
const offerErrors = [insufficientPermission(), invalidChannel(11), cannotSubscribeOthers()]
const invite_id = path(id<InvitationId>())

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
      response: { invites: z.array(invitation) },
      handler: async ({ caller }) => ({ invites: await listInvitations(caller) }),
    }),
    endpoint({
      method: 'POST',
      path: '/invites',
      access: 'humanMember',
      summary: 'Invite people by email',
      params: {
        ...offer,
        invitee_emails: form(text()),
        stream_ids: json(z.array(id<ChannelId>()).max(MAX_CHANNELS_PER_REQUEST)),
        notify_referrer_on_join: form(z.boolean().default(true)),
      },
      errors: [
        invitationFailed(SOME_HAVE_ACCOUNTS, {
          skipped: [['hamlet@example.com', 'Already has an account.', false]],
          sent: true,
        }),
        noAddress(),
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
      params: {
        ...offer,
        stream_ids: json(z.array(id<ChannelId>()).max(MAX_CHANNELS_PER_REQUEST).default([])),
      },
      response: { invite_link: z.string() },
      errors: offerErrors,
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
      errors: [noSuchInvitation(), alreadyRevoked()],
      handler: ({ caller, params }) => revokeReusableLink(caller, params.invite_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/invites/{invite_id}',
      access: 'humanMember',
      summary: 'Revoke an email invitation',
      params: { invite_id },
      errors: [noSuchInvitation()],
      handler: ({ caller, params }) => revokeInvitation(caller, params.invite_id),
    }),
    endpoint({
      method: 'POST',
      path: '/invites/{invite_id}/resend',
      access: 'humanMember',
      summary: 'Resend an email invitation and restart its validity period',
      params: { invite_id },
      errors: [noSuchInvitation()],
      handler: ({ caller, params }) => resendInvitation(caller, params.invite_id, config),
    }),
  ] as const
}
