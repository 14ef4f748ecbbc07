import { invitationRequired } from '../../core/people/invites/errors.ts'
import { ApiError } from '../../core/platform/errors.ts'

/** The error for a malformed one-time pad of an app. */
export const invalidOtp = (): ApiError => new ApiError('Invalid OTP')

/** The error for an address with the secrets of two apps. */
export const severalApps = (): ApiError =>
  new ApiError("Can't use both mobile_flow_otp and desktop_flow_otp together.")

/** As `invitationRequired`, with the status of a page. */
export const notInvited = (): ApiError => new ApiError(invitationRequired().message, { status: 403 })

export const creationLinkRequired = (): ApiError =>
  new ApiError('You need a link from the operator of this server to create an organization.', { status: 403 })

export const textWithNullBytes = (): ApiError => new ApiError('Text must not contain null bytes.')

/** The error for a method that a page does not have. */
export const pageMethodNotAllowed = (): ApiError =>
  new ApiError('This page does not take such requests.', { status: 405 })

export const pageMissing = (): ApiError =>
  new ApiError('There is nothing at this address. Check the spelling.', { code: 'NOT_FOUND', status: 404 })
