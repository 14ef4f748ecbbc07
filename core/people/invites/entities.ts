import { defineEntity, p } from '@mikro-orm/core'
import { id, ids, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { ChannelId, GroupId, InvitationId, JoinRequestId } from '../../platform/ids.ts'
import type { Role } from '../../state/users/record.ts'

export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  comment:
    'An invitation by e-mail, or a reusable link. The secrets of links are derived from ids (token.ts): none is stored.',
  properties: {
    id: id<InvitationId>().primary(),
    realmId: reference('Realm'),
    inviterId: reference('User'),
    email: p.text().nullable().comment('Null for a reusable link.'),
    role: p.smallint().$type<Role>().comment('The role of the new account.'),
    channelIds: ids<ChannelId>().comment('The channels to which the new account is subscribed.'),
    groupIds: ids<GroupId>().comment('The groups to which the new account is added.'),
    withDefaultChannels: p
      .boolean()
      .comment('Whether the account also joins the default channels of that time.'),
    notifyInviter: p.boolean().comment('Whether the inviter is notified when somebody joins.'),
    welcomeText: p
      .text()
      .nullable()
      .comment("What the welcome bot adds; null for the organization's text, empty for none."),
    invitedAt: p.datetime().defaultRaw('clock_timestamp()'),
    validMinutes: p
      .integer()
      .nullable()
      .comment('For how long the invitation is valid after it is mailed; null for one that does not expire.'),
    expiresAt: p.datetime().nullable().comment('Null for an invitation that does not expire.'),
    mails: p.integer().default(1).comment('How often the invitation was mailed.'),
    mailedOn: p
      .date()
      .defaultRaw("((now() AT TIME ZONE 'UTC'::text))::date")
      .comment('The last day (UTC) on which the invitation was mailed.'),
    mailsThatDay: p.smallint().default(1).comment('How often the invitation was mailed on that day.'),
    ended: p
      .enum(['used', 'revoked'])
      .nullable()
      .comment('How the invitation ended; null while it is pending.'),
    endedAt: p.datetime().nullable(),
  },
  indexes: [
    sqlIndex('CREATE INDEX invitation_email ON invitation (realm_id, lower(email)) WHERE ended IS NULL'),
    sqlIndex('CREATE INDEX invitation_inviter ON invitation (inviter_id) WHERE ended IS NULL'),
    sqlIndex('CREATE INDEX invitation_old ON invitation (coalesce(ended_at, expires_at))'),
    sqlIndex('CREATE INDEX invitation_pending ON invitation (realm_id, id) WHERE ended IS NULL'),
  ],
})

export const JoinRequest = defineEntity({
  name: 'JoinRequest',
  tableName: 'join_request',
  comment: 'Somebody who confirms an address to join with: by a reusable link, or where anybody may join.',
  properties: {
    id: id<JoinRequestId>().primary(),
    realmId: reference('Realm'),
    invitationId: reference('Invitation', 'cascade')
      .nullable()
      .comment('The reusable link; null where anybody may join.'),
    email: p.text(),
    askedAt: p.datetime().defaultRaw('clock_timestamp()'),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable().comment('When the account was created.'),
  },
  indexes: [
    sqlIndex('CREATE INDEX join_request_email ON join_request (realm_id, lower(email), asked_at)'),
    { name: 'join_request_invitation', properties: ['invitationId'] },
    { name: 'join_request_old', properties: ['expiresAt'] },
  ],
})

export const InvitationDay = defineEntity({
  name: 'InvitationDay',
  tableName: 'invitation_day',
  comment: 'How many invitations an organization mailed on a day (UTC).',
  properties: {
    realmId: reference('Realm').primary(),
    day: p.date().primary(),
    mails: p.integer(),
  },
})
