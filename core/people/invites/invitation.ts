import type { InferEntity } from '@mikro-orm/core'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { ChannelId, GroupId, InvitationId, UserId } from '../../platform/ids.ts'
import { Role } from '../../state/users/record.ts'
import type { Invitation as InvitationRow } from './entities.ts'

type InvitationColumns = Omit<
  InferEntity<typeof InvitationRow>,
  'realmId' | 'validMinutes' | 'mailedOn' | 'mailsThatDay' | 'endedAt'
>

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

/** The fields of both mailed invitations and reusable links. */
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

/** The invitation of a row, as of `now` (`databaseTime`). */
export function invitationOf(row: InvitationColumns, now: Date): Invitation {
  const expiresAt = row.expiresAt ?? null
  return {
    id: row.id,
    inviter: row.inviterId,
    email: row.email ?? null,
    role: row.role,
    channels: row.channelIds,
    groups: row.groupIds,
    withDefaultChannels: row.withDefaultChannels,
    notifyInviter: row.notifyInviter,
    welcomeText: row.welcomeText ?? null,
    invitedAt: unixSeconds(row.invitedAt),
    expiresAt: expiresAt && unixSeconds(expiresAt),
    mails: row.mails,
    ended: row.ended ?? null,
    isExpired: expiresAt !== null && expiresAt <= now,
  }
}

/** The invitations that can be used at `now` (`databaseTime`), as a condition of a query. */
export const pendingAt = (now: Date) => ({
  ended: null,
  $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
})

/** As `pendingAt`, for statements. */
export const IS_PENDING = 'ended IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())'
