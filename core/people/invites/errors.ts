import { ApiError } from '../../platform/errors.ts'
import type { LinkState } from './look-up.ts'

/** An address that was not invited, the reason, and whether its account is deactivated. */
export type Skipped = readonly [email: string, reason: string, isDeactivated: boolean]

interface Failure {
  readonly skipped?: readonly Skipped[]
  /** Whether the other addresses were invited. */
  readonly sent?: boolean
  readonly dailyLimitReached?: boolean
}

/** A link cannot be used; `state` says why. */
export const badJoinLink = (state: Exclude<LinkState, 'valid'>): ApiError =>
  new ApiError('Invalid confirmation link', { code: 'BAD_JOIN_LINK', status: 404, extra: { state } })

export const invitationRequired = (): ApiError =>
  new ApiError('This organization requires an invitation to join.', { code: 'INVITATION_REQUIRED' })

export const noAddress = (): ApiError => new ApiError('You must specify at least one email address.')

/** The error for an address that cannot join. */
export const cannotJoin = ([, reason]: Skipped): ApiError => new ApiError(reason)

export const invalidChannel = (id: number): ApiError =>
  new ApiError(`Invalid channel ID ${id}. No invites were sent.`)

export const cannotSubscribeOthers = (): ApiError =>
  new ApiError('You do not have permission to subscribe other users to channels.')

export const tooManyLinks = (most: number): ApiError =>
  new ApiError(`You have too many invitation links (limit: ${most}). Revoke one that you no longer need.`)

export const noSuchInvitation = (): ApiError => new ApiError('No such invitation')

export const alreadyRevoked = (): ApiError => new ApiError('Invitation has already been revoked')

/**
 * The error of POST /invites when some addresses were not invited (spec.md "Errors"). This server has no
 * licenses.
 */
export const invitationFailed = (
  msg: string,
  { skipped = [], sent = false, dailyLimitReached = false }: Failure,
): ApiError =>
  new ApiError(msg, {
    code: 'INVITATION_FAILED',
    extra: {
      errors: skipped,
      sent_invitations: sent,
      license_limit_reached: false,
      daily_limit_reached: dailyLimitReached,
    },
  })
