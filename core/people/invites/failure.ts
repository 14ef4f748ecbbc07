import { ApiError } from '../../platform/errors.ts'

/** An address that was not invited, the reason, and whether its account is deactivated. */
export type Skipped = readonly [email: string, reason: string, isDeactivated: boolean]

interface Failure {
  readonly skipped?: readonly Skipped[]
  /** Whether the other addresses were invited. */
  readonly sent?: boolean
  readonly dailyLimitReached?: boolean
}

/**
 * The error of POST /invites when some addresses were not invited (spec.md "Errors"). This server has no
 * licenses.
 */
export const invitationFailed = (
  msg: string,
  { skipped = [], sent = false, dailyLimitReached = false }: Failure,
) =>
  new ApiError(msg, {
    code: 'INVITATION_FAILED',
    extra: {
      errors: skipped,
      sent_invitations: sent,
      license_limit_reached: false,
      daily_limit_reached: dailyLimitReached,
    },
  })
