import type { ChannelId, GroupId, InvitationId, UserId } from '../../platform/ids.ts'
import { Role } from '../../state/users/record.ts'

/** What somebody is invited to: what an account begins with that is made by the invitation. */
export interface Offer {
  readonly role: Role
  readonly channels: readonly ChannelId[]
  readonly groups: readonly GroupId[]
  /** The channels, too, that new users begin with when the invitation is used. */
  readonly withDefaultChannels: boolean
  /** What the welcome bot adds, in Markdown: null for the organization's text, empty for none. */
  readonly welcomeText: string | null
}

/** What those begin with who join uninvited, where the organization lets them. */
export const DEFAULT_OFFER: Offer = {
  role: Role.member,
  channels: [],
  groups: [],
  withDefaultChannels: true,
  welcomeText: null,
}

/** What every way to invite asks for. */
export interface Invite extends Offer {
  /** Minutes from now; null for ever. */
  readonly validMinutes: number | null
}

/** An invitation as stored: of one address, or a reusable link. */
export interface Invitation extends Offer {
  readonly id: InvitationId
  readonly inviter: UserId
  /** Null for a reusable link. */
  readonly email: string | null
  /** Whether the notification bot tells the inviter of the new account. */
  readonly notifyInviter: boolean
  /** Unix seconds: when it was sent, or sent again. */
  readonly invitedAt: number
  /** Unix seconds; null for one that does not expire. */
  readonly expiresAt: number | null
  /** How often it was mailed. */
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
