import type { ChannelId, GroupId, InvitationId, UserId } from '../../platform/ids.ts'
import { Role } from '../../state/users/record.ts'

/** Role, channels, groups and welcome text of the account that an invitation creates. */
export interface Offer {
  readonly role: Role
  readonly channels: readonly ChannelId[]
  readonly groups: readonly GroupId[]
  /** Adds the channels that are default channels when the invitation is used. */
  readonly withDefaultChannels: boolean
  /** A text for the welcome bot to add, in Markdown: null for the organization's text, empty for none. */
  readonly welcomeText: string | null
}

/** The offer to people who join without an invitation, where the organization allows it. */
export const DEFAULT_OFFER: Offer = {
  role: Role.member,
  channels: [],
  groups: [],
  withDefaultChannels: true,
  welcomeText: null,
}

/** What both mailed invitations and reusable links need. */
export interface Invite extends Offer {
  /** Minutes from now; null for no expiry. */
  readonly validMinutes: number | null
}

/** An invitation as stored: of one address, or a reusable link. */
export interface Invitation extends Offer {
  readonly id: InvitationId
  readonly inviter: UserId
  /** Null for a reusable link. */
  readonly email: string | null
  /** Whether the notification bot notifies the inviter of the new account. */
  readonly notifyInviter: boolean
  /** Unix seconds of the first or the last mail. */
  readonly invitedAt: number
  /** Unix seconds; null for one that does not expire. */
  readonly expiresAt: number | null
  /** The number of mails. */
  readonly mails: number
  readonly ended: 'used' | 'revoked' | null
  readonly isExpired: boolean
}

export const INVITATION_COLUMNS = `id, inviter_id AS inviter, email, role, channel_ids AS channels, group_ids AS groups,
  with_default_channels AS "withDefaultChannels", notify_inviter AS "notifyInviter", welcome_text AS "welcomeText",
  floor(extract(epoch FROM invited_at))::int8 AS "invitedAt", floor(extract(epoch FROM expires_at))::int8 AS "expiresAt",
  mails, ended, coalesce(expires_at <= clock_timestamp(), false) AS "isExpired"`

/** The rows of `invitation` that can still be used. */
export const IS_PENDING = 'ended IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())'
