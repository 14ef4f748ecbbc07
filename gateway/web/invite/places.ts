import type { Places } from '../saving/places.ts'

/** The fields that an invitation by mail and a link have in common. */
const OFFER = {
  role: [],
  expiry: [],
  channels: [
    'Invalid channel ID {id}. No invites were sent.',
    'You do not have permission to subscribe other users to channels.',
  ],
  groups: ['Invalid user group', 'User group is deactivated.'],
  message: [],
} as const
const PARAMETERS = {
  invite_as: 'role',
  invite_expires_in_minutes: 'expiry',
  stream_ids: 'channels',
  include_realm_default_subscriptions: 'channels',
  group_ids: 'groups',
  welcome_message_custom_text: 'message',
} as const

export type OfferField = keyof typeof OFFER

export const BY_MAIL: Places<OfferField | 'addresses'> = {
  operations: ['POST /invites'],
  fields: {
    ...OFFER,
    addresses: [
      'You must specify at least one email address.',
      "Some of those addresses are already using Loquat, so we didn't send them an invitation. We did send invitations to everyone else!",
    ],
  },
  parameters: { ...PARAMETERS, invitee_emails: 'addresses' },
}

export const BY_LINK: Places<OfferField> = {
  operations: ['POST /invites/multiuse'],
  fields: OFFER,
  parameters: PARAMETERS,
}
